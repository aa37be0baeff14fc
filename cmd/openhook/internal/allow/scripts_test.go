package allow

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/internal/hookfile"
)

func TestScripts(t *testing.T) {
	dir, err := filepath.Abs("/p")
	if err != nil {
		t.Fatal(err)
	}
	there := strings.Fields("guard hooks/a.sh hooks/b.sh hooks/[id].sh tools/c.py tools/in/d.sh my_hooks/e.sh f>g.sh judge.py rules.mjs package.json Makefile")
	isFile := func(path string) bool {
		rel, _ := filepath.Rel(dir, path)
		return slices.Contains(there, strings.ReplaceAll(filepath.ToSlash(rel), " ", "_"))
	}
	for _, c := range [...]struct {
		command, cwd   string
		files, unclear string // separated by blanks; _ stands for one
	}{
		{"./hooks/a.sh --strict", "", "hooks/a.sh", ""},
		{"bash hooks/../hooks/a.sh hooks/a.sh", "", "hooks/a.sh", ""},
		{"DIR/hooks/a.sh", "", "hooks/a.sh", ""},
		{"guard x", "", "guard", ""},
		{"openhook match '--tool=A|$B' '--pattern=hooks/a.sh|c*' -- hooks/b.sh", "", "hooks/b.sh", ""},
		{"openhook match --pattern=hooks/a.sh -- hooks/b.sh --tool=hooks/x.sh", "", "hooks/b.sh hooks/x.sh", ""},
		{"openhook match --event x; guard --tool=hooks/a.sh", "", "guard hooks/a.sh", ""},
		{"openhook match --tool=x;guard --pattern=hooks/a.sh", "", "guard hooks/a.sh", ""},
		{"./openhook match --pattern=hooks/a.sh", "", "openhook hooks/a.sh", ""},
		{"make x", "", "Makefile", ""},
		{"hooks/none", "", "hooks/none", ""},
		{"python3 none.py", "", "none.py", ""},
		{"python3 .py a. . .. ./ ../", "", "", ""},
		{"/usr/bin/env ../hooks/a.sh ~/hooks/a.sh", "", "", "~/hooks/a.sh"},
		{"./c.py", "tools", "tools/c.py c.py", ""},
		{"../hooks/a.sh", "tools", "hooks/a.sh", ""},
		{"c.py", "../p/tools", "tools/c.py c.py", ""},
		{"c.py", "../elsewhere", "c.py", ""},
		{"X=hooks/x.sh hooks/a.sh --rc=hooks/y.sh -r hooks/b.sh", "", "hooks/x.sh hooks/a.sh hooks/y.sh hooks/b.sh",
			""},
		{"X=$(hooks/a.sh)", "", "hooks/a.sh", "X=$(hooks/a.sh)"},
		{"hooks/a.sh;hooks/b.sh", "", "hooks/a.sh hooks/b.sh", ""},
		{"(hooks/a.sh&&guard)||hooks/b.sh|tools/c.py&", "", "hooks/a.sh guard hooks/b.sh tools/c.py", ""},
		{"sh <hooks/a.sh", "", "hooks/a.sh", ""},
		{"guard >log/x.txt 2>> y.txt &>z.txt 2>&1 > 'a b.txt' hooks/a.sh", "", "guard hooks/a.sh", ""},
		{"sh -c 'exec hooks/a.sh --strict; guard'", "", "hooks/a.sh guard", ""},
		{`sh -c "sh -c 'hooks/b.sh x'"`, "", "hooks/b.sh", ""},
		{"sh 'my hooks/e.sh'", "", "hooks/e.sh my_hooks/e.sh", ""},
		{"sh 'my hooks/none.sh'", "", "hooks/none.sh my_hooks/none.sh", ""},
		{"sh 'its hooks/a.sh", "", "hooks/a.sh", ""},
		{"cd tools && ./c.py; cd in && sh d.sh", "", "c.py tools/c.py d.sh tools/d.sh tools/in/d.sh", ""},
		{"cd .. && ./c.py", "", "c.py", ""},
		{"cd DIR/tools; c.py", "", "c.py tools/c.py", ""},
		{"$X/a.sh hooks/a.sh", "", "hooks/a.sh", "$X/a.sh"},
		{`"$(git top)/a.sh" $X $X`, "", "", "$(git_top)/a.sh $X"},
		{"cd $X && hooks/*.sh `x`", "", "", "$X hooks/*.sh `x`"},
		{"sh hooks/[id].sh", "", "hooks/[id].sh", "hooks/[id].sh"},
		{"[ -x guard ] && exit $?", "", "guard", ""},
		{`node -e 'require("./hooks/a.sh")'`, "", "hooks/a.sh", ""},
		{"curl -d @- https://localhost:80/hook", "", "", ""},
		{`echo '{"reason":"see a/b","x":1.5}'`, "", "a/b,x:1.5}", ""},
		{"sh 'f>g.sh'", "", "f>g.sh", ""},
		{"python3 -m judge", "", "judge.py", ""},
		{"node rules", "", "rules.mjs", ""},
		{"npm run -s lint", "", "package.json", ""},
		{"make check", "", "Makefile", ""},
		{"hooks/a.sh # hooks/b.sh", "", "hooks/a.sh", ""},
		{"", "", "", ""},
	} {
		command := strings.ReplaceAll(c.command, "DIR", filepath.ToSlash(dir))
		files, unclear := Scripts([]hookfile.Hook{{Command: command, Cwd: c.cwd}}, dir, isFile)
		if runtime.GOOS == "windows" { // beside the endings of programs
			files = slices.DeleteFunc(files, func(f string) bool {
				return strings.Contains(" "+endings+" ", " "+filepath.Ext(f)+" ") && filepath.Ext(f) != ""
			})
		}
		for i := range files {
			rel, _ := filepath.Rel(dir, files[i])
			files[i] = filepath.ToSlash(rel)
		}
		join := func(all []string) string { return strings.ReplaceAll(strings.Join(all, "|"), " ", "_") }
		if join(files) != join(strings.Fields(c.files)) || join(unclear) != join(strings.Fields(c.unclear)) {
			t.Errorf("%s (%s): %q, unclear %q", c.command, c.cwd, files, unclear)
		}
	}
}

// Variables of a hook may name what its interpreter loads.
func TestScriptsOfVariables(t *testing.T) {
	dir := t.TempDir()
	files, _ := Scripts([]hookfile.Hook{{Command: "true",
		Env: []string{"BASH_ENV=./env.sh", "NODE_OPTIONS=--require ./guard.js"}}}, dir, isFile)
	if !slices.Equal(files, []string{filepath.Join(dir, "env.sh"), filepath.Join(dir, "guard.js")}) {
		t.Errorf("%q", files)
	}
}

// A hook goes nowhere from where another one went.
func TestScriptsOfSeveral(t *testing.T) {
	dir := t.TempDir()
	files, _ := Scripts([]hookfile.Hook{{Command: "cd a && x.sh"}, {Command: "y.sh", Cwd: "b"}, {Command: "x.sh"}},
		dir, isFile)
	want := []string{"x.sh", filepath.Join("a", "x.sh"), filepath.Join("b", "y.sh"), "y.sh"}
	for i := range want {
		want[i] = filepath.Join(dir, want[i])
	}
	if !slices.Equal(files, want) {
		t.Errorf("%q", files)
	}
}
