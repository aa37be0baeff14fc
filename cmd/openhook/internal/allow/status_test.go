package allow

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

func TestDenyAndStatus(t *testing.T) {
	file := newProject(t, guarded)
	dir := filepath.Dir(file)
	status := func(state string, want int) (all struct{ Project, User report }) {
		t.Helper()
		out, code, err := call(Status(), "--json", dir)
		if e := json.Unmarshal([]byte(out), &all); e != nil || code != want || all.Project.State != state {
			t.Errorf("%s: %d %v %v\n%s", state, code, e, err, out)
		}
		if text, code, _ := call(Status(), dir); code != want || !strings.HasPrefix(text, file+": ") {
			t.Errorf("%s: %d %s", state, code, text)
		}
		return all
	}
	all := status("unknown", 1)
	if h := all.Project.Hooks; len(h) != 2 || h[0].Line != 3 || h[1].Line != 2 || len(all.Project.Warnings) != 1 ||
		all.User.File != "" {
		t.Errorf("%+v", all)
	}
	if out, code, err := call(Deny(), dir); code != 0 || out != file+": its hooks do not run\n" {
		t.Errorf("%d %v %s", code, err, out)
	}
	status("refused", 0)
	answer(file, "y\n", true)
	status("allowed", 0)
	os.Remove(file)
	if out, _, _ := call(Status(), dir); !strings.Contains(out, "it was deleted after you allowed it") {
		t.Error(out)
	}
	status("changed", 1)
	if out, code, err := call(Deny(), "--json", dir); code != exitcode.Usage || out != "" ||
		!strings.Contains(err.Error(), "only a person") {
		t.Errorf("%d %v %s", code, err, out)
	}
	status("changed", 1)
	if err := (dialogue{nil, ui.Out{}, func(any) bool { return true }}).deny(file); err != nil {
		t.Error(err)
	}
	if out, code, _ := call(Deny(), "--json", dir); code != 0 || !strings.Contains(out, `"state": "refused"`) {
		t.Error(out)
	}
	status("refused", 0)
	os.Remove(recordFile(file))
	status("none", 0)

	user := hookfile.UserFile(runtime.GOOS, os.Getenv)
	write(t, user, `{"hooks": [{"command": "x", "timeout": 2, "block_on": [1, 3], "degrade": {"ask": "deny", "rewrite": "drop"}, "cwd": "a b"}]}`)
	all = status("none", 0)
	if all.User.State != "" || len(all.User.Hooks) != 1 || all.User.File != user {
		t.Errorf("%+v", all.User)
	} else if s := all.User.Hooks[0].settings(); s != `line 1, priority 100, timeout 2s, block_on 1 3, degrade ask=deny rewrite=drop, cwd "a b"` {
		t.Error(s)
	}
	write(t, user, "{")
	if all = status("none", 1); !strings.Contains(all.User.Error, "line 1: is not JSON") {
		t.Errorf("%+v", all.User)
	}
}

// What cannot be read is not allowed either.
func TestStatusOfBroken(t *testing.T) {
	for _, text := range [...]string{"{", strings.Repeat(" ", maxHookFile+1)} {
		file := newProject(t, text)
		out, code, _ := call(Status(), file)
		if code != exitcode.No || !strings.Contains(out, "not allowed yet") ||
			!strings.Contains(out, "\n  "+file+": line 1: is not JSON") && !strings.Contains(out, "larger than 1 MB") {
			t.Errorf("%d %s", code, out)
		}
	}
}

// A record counts only if nobody else can have written it.
func TestForeignRecord(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // access lists see to it
	}
	file := newProject(t, guarded)
	answer(file, "y\n", true)
	record := recordFile(file)
	for _, spoil := range [...]func() error{
		func() error { return os.Chmod(record, 0o620) },
		func() error { return os.Chmod(record, 0o602) },
		func() error { return os.Rename(record, record+".moved") },
		func() error { return os.Symlink(record+".moved", record) },
	} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		if _, is, _ := readTrust(file); is != hookfile.Unknown {
			t.Errorf("trust %d", is)
		}
	}
	if out, code, err := answer(file, "y\n", true); code != 0 {
		t.Error(err, out)
	}
	if info, err := os.Lstat(record); err != nil || !info.Mode().IsRegular() {
		t.Error(err)
	}
}

func TestNoHome(t *testing.T) {
	file := newProject(t, guarded)
	for _, name := range [...]string{"HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA"} {
		t.Setenv(name, "")
	}
	if _, code, err := call(Deny(), file); code != exitcode.No ||
		!strings.Contains(err.Error(), "cannot keep the record") {
		t.Errorf("%d %v", code, err)
	}
	if _, code, _ := call(Status(), file); code != exitcode.No {
		t.Errorf("%d", code)
	}
}

// A name that nothing has would be a guard that never runs.
func TestUnknownEvent(t *testing.T) {
	file := newProject(t, `{"hooks": [{"command": "true", "events": ["tool.strat", "tool.*", "PreToolUse", "before_tool_execute", "*"]}]}`)
	out, _, _ := call(Status(), file)
	if !strings.Contains(out, `line 1: unknown event "tool.strat"`) || strings.Count(out, "unknown event") != 1 {
		t.Error(out)
	}
}
