package starter

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/examples"
)

func call(t *testing.T, args ...string) (out string, code int, err error) {
	t.Helper()
	c := Command()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.Flags().Bool("json", false, "") // the program's own flag
	var b bytes.Buffer
	c.SetArgs(append([]string{}, args...))
	c.SetOut(&b)
	err = c.Execute()
	return b.String(), exitcode.Of(err, exitcode.Usage), err
}

func TestNew(t *testing.T) {
	t.Chdir(t.TempDir())
	cwd, _ := os.Getwd()
	for _, c := range [...]struct {
		args []string
		file string
	}{
		{[]string{"guard"}, "guard.sh"},
		{[]string{"guard", "--lang", "py"}, "guard.py"},
		{[]string{"guard", "--lang", "js"}, "guard.js"},
		{[]string{"format"}, "format.sh"},
		{[]string{"gate"}, "gate.sh"},
		{[]string{"context"}, "context.sh"},
		{[]string{"audit"}, "audit.sh"},
		{[]string{"secrets"}, "secrets.sh"},
		{[]string{"protect-hooks"}, "protect-hooks.sh"},
		{[]string{"audit", "-o", "my log.js"}, "audit.js"},
		{[]string{"guard", "--output", filepath.Join(cwd, "no-ending")}, "guard.sh"},
	} {
		out, code, err := call(t, c.args...)
		if code != 0 {
			t.Errorf("%q: %d %v", c.args, code, err)
			continue
		}
		path := c.file
		if len(c.args) > 2 && !strings.HasPrefix(c.args[1], "--lang") {
			path = c.args[2]
		}
		got, err := os.ReadFile(path)
		want, _ := examples.Files.ReadFile(c.file)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%q: %v", c.args, err)
		}
		if info, _ := os.Stat(path); runtime.GOOS != "windows" && info.Mode().Perm()&0o100 == 0 {
			t.Errorf("%s cannot be run", path)
		}
		if !strings.Contains(out, "try it: openhook try ") || !strings.Contains(out, "use it: openhook-shim ") {
			t.Error(out)
		}
		// Never again over it.
		os.WriteFile(path, []byte("mine"), 0o644)
		if _, code, err := call(t, c.args...); code != exitcode.No || !strings.Contains(err.Error(), "exists already") {
			t.Errorf("%q again: %d %v", c.args, code, err)
		}
		if got, _ := os.ReadFile(path); string(got) != "mine" {
			t.Errorf("%s is overwritten", path)
		}
	}
}

func TestNewSays(t *testing.T) {
	t.Chdir(t.TempDir())
	cwd, _ := os.Getwd()
	out, code, err := call(t, "gate", "--json")
	var w result
	if e := json.Unmarshal([]byte(out), &w); e != nil || code != 0 ||
		w.Use != "openhook-shim --timeout 10m -- "+quote(filepath.Join(cwd, "gate.sh")) {
		t.Errorf("%d %v %v %s", code, err, e, out)
	}
	for _, c := range [...]struct {
		args []string
		code int
		says string
	}{
		{nil, exitcode.Usage, "name one hook: openhook new guard|"},
		{[]string{"guard", "gate"}, exitcode.Usage, "name one hook"},
		{[]string{"gaurd"}, exitcode.Usage, "unknown hook gaurd"},
		{[]string{"protect-hooks", "--lang", "js"}, exitcode.Usage,
			"protect-hooks does not exist in js; use --lang sh"},
		{[]string{"guard", "--lang", "rb"}, exitcode.Usage, "use --lang sh or py or js"},
		{[]string{"guard", "-o", filepath.Join("none", "x.sh")}, exitcode.Missing, "folder not found: none"},
		{[]string{"guard", "-o", "."}, exitcode.No, ""},
	} {
		if _, code, err := call(t, c.args...); code != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q: %d %v", c.args, code, err)
		}
	}
}

// A link that leads nowhere is there as well.
func TestNewLink(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Symlink("elsewhere", "guard.sh"); err != nil {
		if runtime.GOOS == "windows" {
			return // only an administrator may
		}
		t.Fatal(err)
	}
	if _, code, err := call(t, "guard"); code != exitcode.No {
		t.Errorf("%d %v", code, err)
	}
	if _, err := os.Stat("elsewhere"); err == nil {
		t.Error("written through a link")
	}
}

// Every example can be written, and every kind is one.
func TestKinds(t *testing.T) {
	entries, _ := examples.Files.ReadDir(".")
	n := 0
	for _, k := range kinds {
		if len(k.langs()) == 0 {
			t.Errorf("%s has no example", k.name)
		}
		n += len(k.langs())
	}
	if n != len(entries) {
		t.Errorf("%d of %d examples can be written", n, len(entries))
	}
}

// runAll runs a guard for each command in one process of its language.
var runAll = map[string][]string{
	"guard.py": {"python3", "-c", `
import json, os, runpy, sys
file, codes = sys.argv[1], []
for env in json.load(sys.stdin):
    for name in [n for n in os.environ if n.startswith("OPENHOOK_")]: del os.environ[name]
    os.environ.update(env)
    try: runpy.run_path(file); codes.append(0)
    except SystemExit as e: codes.append(e.code or 0)
print(json.dumps(codes))`},
	"guard.js": {"node", "-e", `
const fs = require('fs'), code = fs.readFileSync(process.argv[1], 'utf8').replace(/^#!.*/, '')
const codes = JSON.parse(fs.readFileSync(0, 'utf8')).map(env => {
  try { new Function('process', 'console', code)({ env, exit: code => { throw { code } } }, { error() {} }); return 0 }
  catch (e) { if (e.code === undefined) throw e; return e.code }
})
console.log(JSON.stringify(codes))`},
}

// The guards in other languages stop what guard.sh stops, and nothing else.
func TestGuardsAgree(t *testing.T) {
	data, err := os.ReadFile("../../../../examples/testdata/examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows, cases []struct {
		Hook, Name string
		Env        map[string]string
		Exit       int
	}
	if err := json.Unmarshal(data, &rows); err != nil {
		t.Fatal(err)
	}
	var envs []map[string]string
	for _, r := range rows {
		if r.Hook == "guard.sh" {
			cases, envs = append(cases, r), append(envs, r.Env)
		}
	}
	in, _ := json.Marshal(envs)
	for file, argv := range runAll {
		c := exec.Command(argv[0], append(argv[1:], filepath.Join("../../../../examples", file))...)
		c.Stdin = bytes.NewReader(in)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		out, err := c.Output()
		var codes []int
		if e := json.Unmarshal(out, &codes); e != nil || err != nil || len(codes) != len(cases) || len(codes) < 100 {
			t.Errorf("%s: %v %v %d %s", file, err, e, len(codes), stderr.String())
			continue
		}
		for i, code := range codes {
			if code != cases[i].Exit {
				t.Errorf("%s: %s: exit %d", file, cases[i].Name, code)
			}
		}
	}
}

// Both audits write the same line, in a project of either kind of module.
func TestAuditsAgree(t *testing.T) {
	dir := t.TempDir()
	const event = `{"openhook":"0.1","source":"cursor","type":"tool.start","time":"2026-11-20T10:00:00.000Z","session_id":"s",` +
		`"data":{"tool":"shell","tool_name":"Shell","files":[{"path":"/a","op":"read"}],"tool_input":{"command":"ls é"},"prompt":"x"}}`
	if err := os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var want any
	for _, a := range [...][2]string{{"python3", "audit.py"}, {"node", "audit.js"}} {
		text, _ := examples.Files.ReadFile(a[1])
		hook, log := filepath.Join(dir, a[1]), filepath.Join(dir, "log", a[1]+".jsonl")
		if err := os.WriteFile(hook, text, 0o700); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			c := exec.Command(a[0], hook)
			c.Env = append(os.Environ(), "AUDIT_FILE="+log)
			c.Stdin = strings.NewReader(event)
			if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
				t.Errorf("%s: %v %s", a[1], err, out)
			}
		}
		data, _ := os.ReadFile(log)
		lines := strings.Split(strings.TrimSpace(string(data)), "\n")
		var got any
		if err := json.Unmarshal([]byte(lines[0]), &got); err != nil || len(lines) != 2 {
			t.Errorf("%s: %v %q", a[1], err, data)
		}
		if gotten, _ := json.Marshal(got); want == nil {
			want = string(gotten)
		} else if want != string(gotten) {
			t.Errorf("%s\nwant %s", gotten, want)
		}
		if info, err := os.Stat(log); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v", a[1], err)
		}
	}
}
