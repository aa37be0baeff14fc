package allow

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

func TestRefuses(t *testing.T) {
	big := strings.Repeat(" ", maxHookFile)
	for _, c := range [...]struct {
		text, says string
		code       int
	}{
		{"", ": not found", exitcode.Missing},
		{"{\n\"hooks\": [\n}", ": line 3: is not JSON (", exitcode.No},
		{"\ufeff{\n}}", ": line 2: is not JSON (", exitcode.No},
		{"\n", ": line 1: is not JSON (", exitcode.No},
		{"{\n\"hooks\": 1}", ": line 2: hooks must be a list", exitcode.No},
		{"{\"hooks\": [\n{}]}", ": line 2: a hook has no command", exitcode.No},
		{`{"hooks": []}` + big, "is larger than 1 MB", exitcode.No},
		{`{"hooks": [{"command": "sh big.sh"}]}`, "big.sh is larger than 16 MB", exitcode.No},
		{`{"hooks": [{"command": "sh a\u0001b.sh"}]}`, `\x01b.sh" has a control character in its name`, exitcode.No},
	} {
		file := newProject(t, c.text)
		if c.text == "" {
			os.Remove(file)
		}
		if strings.Contains(c.text, "big.sh") {
			bigFile, err := os.Create(filepath.Join(filepath.Dir(file), "big.sh"))
			if err != nil || bigFile.Truncate(hookfile.MaxScript+1) != nil || bigFile.Close() != nil {
				t.Fatal(err)
			}
		}
		for _, terminal := range []bool{true, false} {
			if out, code, err := answer(file, "y\n", terminal); code != c.code || out != "" ||
				!strings.Contains(err.Error(), c.says) {
				t.Errorf("%.40q: %d %v\n%s", c.text, code, err, out)
			}
		}
		if _, err := os.Stat(recordFile(file)); err == nil {
			t.Errorf("%.40q is allowed", c.text)
		}
	}
}

func TestFolder(t *testing.T) {
	file := newProject(t, `{"hooks": [{"command": "python3 ./hooks"}]}`)
	out, code, err := answer(file, "y\n", true)
	if _, is, _ := readTrust(file); code != 0 || is != hookfile.Allowed ||
		!strings.Contains(out, "hooks is a folder; the shim does not watch its files") {
		t.Errorf("%d %v %s", code, err, out)
	}
}

func TestCommandLine(t *testing.T) {
	file := newProject(t, guarded)
	dir := filepath.Dir(file)
	other := filepath.Join(dir, "hooks", "guard.sh")
	for _, c := range [...]struct {
		command func() *cobra.Command
		args    []string
		code    int
		says    string
	}{
		{Command, []string{dir}, exitcode.Usage, "run this at a terminal"},
		{Command, []string{"--json", dir}, exitcode.Usage, "openhook status --json"},
		{Command, []string{"--yes", dir}, exitcode.Usage, "unknown flag"},
		{Command, []string{dir, dir}, exitcode.Usage, "at most 1 arg"},
		{Command, []string{other}, exitcode.Usage, "use a folder, or its .openhook.json"},
		{Deny, []string{other}, exitcode.Usage, "use a folder, or its .openhook.json"},
		{Deny, []string{filepath.Join(dir, "none")}, exitcode.Missing, ": not found"},
		{Deny, []string{""}, exitcode.Missing, ": not found"},
		{Deny, []string{filepath.Join(dir, "none", hookfile.Name)}, exitcode.Missing, ": not found"},
		{Status, []string{filepath.Join(dir, "none")}, exitcode.Missing, ": not found"},
	} {
		if out, code, err := call(c.command(), c.args...); code != c.code || err == nil ||
			!strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %d %v %s", c.args, code, err, out)
		}
	}
	if _, err := os.Stat(recordFile(file)); err == nil {
		t.Error("a record is written")
	}
}

func TestFind(t *testing.T) {
	file := newProject(t, "")
	dir := filepath.Dir(file)
	t.Chdir(dir)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	if err := os.Symlink(dir, elsewhere); err != nil {
		if runtime.GOOS == "windows" {
			return // only an administrator may
		}
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("hooks", "guard.sh"), file); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{nil, {"."}, {dir}, {"hooks/.."}, {elsewhere}, {hookfile.Name}, {file},
		{filepath.Join(elsewhere, hookfile.Name)}} {
		if got, err := findHookFile(args); got != file || err != nil {
			t.Errorf("%q: %s %v", args, got, err)
		}
	}
	odd := filepath.Join(dir, "a\nb")
	if os.Mkdir(odd, 0o700) == nil {
		if _, err := findHookFile([]string{odd}); exitcode.Of(err, 0) != exitcode.No {
			t.Error(err)
		}
	}
}
