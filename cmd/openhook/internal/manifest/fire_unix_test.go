//go:build unix

package manifest

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A machine is a project, a home, and openhook-shim in PATH.
type machine struct {
	t   *testing.T
	dir string
	bin string
}

func newMachine(t *testing.T) *machine {
	t.Helper()
	m := &machine{t, t.TempDir(), filepath.Dir(shimtest.Shim(t))}
	for name, text := range map[string]string{
		"deny.sh":      "#!/bin/sh\ncat >got.json\necho 'not that' >&2\nexit 2\n",
		"deny-json.sh": "#!/bin/sh\ncat >got.json\necho '{\"decision\":\"deny\",\"reason\":\"not that\"}'\n",
		"rewrite.sh":   "#!/bin/sh\ncat >got.json\necho '{\"updated_input\":{\"command\":\"ls\"}}'\n",
		"crash.sh":     "#!/bin/sh\ncat >got.json\nexit 1\n",
		"hang.sh":      "#!/bin/sh\ncat >got.json\nexec sleep 20\n",
		"sub/place.sh": "#!/bin/sh\ncat >../got.json\n[ \"$A\" = \"it's b\" ] && [ \"$B\" = c ] && { echo 'not that' >&2; exit 2; }\n",
	} {
		path := filepath.Join(m.dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755),
			os.WriteFile(path, []byte(text), 0o755)); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// fire calls what a file says for an event, as the provider would, with what that sends.
func (m *machine) fire(to *Target, files []File, made payload.Sample) *client.Effect {
	native := made.Call.Native
	if to.Provider == "vscode-copilot" { // the file is Copilot's, and so are the names in it
		native = "preToolUse"
	}
	m.t.Helper()
	var c *exec.Cmd
	switch to.file.Layout.Syntax {
	case setup.Script:
		i := slices.IndexFunc(files, func(f File) bool { return f.Name == native })
		if i < 0 {
			m.t.Fatalf("no script for %s", native)
		}
		path := filepath.Join(m.dir, files[i].Name)
		if err := os.WriteFile(path, files[i].Data, 0o755); err != nil {
			m.t.Fatal(err)
		}
		c = exec.Command(path)
	case setup.Plugin:
		c = exec.Command(shimName, m.pluginArgs(files[0])...)
	default:
		hooks, err := settings.Read(to.file.Layout, files[0].Name, files[0].Data)
		if err != nil {
			m.t.Fatal(err)
		}
		i := slices.IndexFunc(hooks, func(h settings.Hook) bool { return h.Event == native })
		if i < 0 {
			m.t.Fatalf("no hook for %s in\n%s", native, files[0].Data)
		}
		c = exec.Command("/bin/sh", "-c", hooks[i].Command)
	}
	c.Dir = m.dir
	c.Env = []string{"HOME=" + m.dir, "PATH=" + m.bin + ":" + os.Getenv("PATH"),
		"XDG_STATE_HOME=" + filepath.Join(m.dir, "state")}
	if c.Path == shimName || filepath.Base(c.Path) == shimName {
		c.Path, c.Err = filepath.Join(m.bin, shimName), nil
	}
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(made.Data), &stdout, &stderr
	if err := c.Run(); err != nil && c.ProcessState == nil {
		m.t.Fatal(err)
	}
	e := effectwords.Of(made.Call, mapping.Reply{Stdout: stdout.Bytes(), Stderr: stderr.Bytes(),
		Exit: c.ProcessState.ExitCode()})
	if e == nil {
		m.t.Fatalf("nobody has modelled %s", to.Provider)
	}
	return e
}

// pluginArgs are what OpenHook's plugin calls the shim with.
func (m *machine) pluginArgs(f File) (args []string) {
	_, rest, _ := strings.Cut(string(f.Data), "const INSTALLED = ")
	var o json.RawMessage
	if err := json.NewDecoder(strings.NewReader(rest)).Decode(&o); err != nil {
		m.t.Fatal(err)
	}
	for _, a := range gjson.GetBytes(o, "flags").Array() {
		args = append(args, a.String())
	}
	if seconds := gjson.GetBytes(o, "timeout"); seconds.Num > 0 {
		args = append(args, "--timeout", seconds.Raw+"s")
	}
	if hook := gjson.GetBytes(o, "hook"); hook.IsArray() {
		args = append(args, "--")
		for _, a := range hook.Array() {
			args = append(args, a.String())
		}
		return args
	}
	return append(args, "-c", gjson.GetBytes(o, "hook").String())
}

// Every provider's file, fired with what the provider was recorded to send: the hook is
// called, in its folder, with its variables and an envelope, for its tools alone, and is
// obeyed if it blocks.
func TestFires(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, c := range [...]struct {
		name, members string
		stops, called bool
	}{
		{"a hook", "blocking: true\nhandler: {type: command, command: ./deny.sh}", true, true},
		{"for its tool", "blocking: true\nmatcher: shell\nhandler: {type: command, command: ./deny.sh}", true, true},
		{"by a pattern", "blocking: true\nmatcher: {pattern: '^sh.*l$'}\nhandler: {type: command, command: ./deny.sh}",
			true, true},
		{"in a list", "blocking: true\nmatcher: [{mcp: {server: x}}, shell]\nhandler: {type: command, command: ./deny.sh, timeout: 20}", true, true},
		{"a line", "blocking: true\nhandler: {type: command, command: 'true && ./deny.sh'}", true, true},
		{"a folder and variables", "blocking: true\nhandler: {type: command, command: ./place.sh, cwd: sub, env: {A: \"it's b\", B: c}}", true, true},
		{"variables alone", "blocking: true\nhandler: {type: command, command: ./sub/../deny.sh, env: {A: b}}", true,
			true},
		{"for another tool", "blocking: true\nmatcher: {pattern: '^web_s.*$'}\nhandler: {type: command, command: ./deny.sh}", false, false},
		{"exit 2 without blocking", "handler: {type: command, command: ./deny.sh}", false, true},
		{"a deny in JSON without blocking", "handler: {type: command, command: ./deny-json.sh}", true, true},
		{"a timeout", "blocking: true\nhandler: {type: command, command: ./hang.sh, timeout: 0.5}", false, true},
		{"a timeout that blocks",
			"blocking: true\nhandler: {type: command, command: ./hang.sh, timeout: 0.5, timeout_action: block}", true, true},
		{"a timeout without blocking",
			"handler: {type: command, command: ./hang.sh, timeout: 0.5, timeout_action: block}", false, true},
		{"a crash", "blocking: true\nhandler: {type: command, command: ./crash.sh, timeout: 9, timeout_action: block}",
			false, true},
		{"no new input", "blocking: true\nmatcher: shell\ndegradation: {input_rewrite: block}\nhandler: {type: command, command: ./deny.sh}", true, true},
	} {
		all := providers()
		if strings.Contains(c.members, "hang.sh") { // each costs its time
			all = []string{"claude-code", "cursor", "windsurf", "opencode"}
		}
		for _, provider := range all {
			t.Run(c.name+" "+provider, func(t *testing.T) {
				m := newMachine(t)
				to := target(t, provider, "linux")
				made, err := payload.Make(provider,
					payload.Want{Type: mapping.ToolStart, Tool: mapping.Shell, Command: "rm -rf /", Cwd: m.dir})
				if err != nil {
					t.Fatal(err)
				}
				files, losses, err := to.Encode(one(t, "event: before_tool_execute\n"+c.members))
				if err != nil {
					if hasLoss(losses, "has no event for these tools") && !c.called {
						return
					}
					t.Fatal(err)
				}
				e := m.fire(to, files, made)
				got, err := os.ReadFile(filepath.Join(m.dir, "got.json"))
				called := err == nil
				if e.Stopped != c.stops || called != c.called {
					t.Errorf("stopped %v, called %v: %s\n%s", e.Stopped, called, effectwords.Describe(e), files[0].Data)
				}
				if called && (gjson.GetBytes(got, "type").String() != "tool.start" ||
					gjson.GetBytes(got, "data.tool_input.command").String() != "rm -rf /") {
					t.Errorf("the hook read %s", got)
				}
			})
		}
	}
}

// A hook whose input_rewrite degrades to block never lets the old input pass, whether or not it may
// block by its exit code.
func TestRewriteBlocks(t *testing.T) {
	for _, provider := range providers() {
		for _, blocking := range []string{"true", "false"} {
			m := newMachine(t)
			to := target(t, provider, "linux")
			made, err := payload.Make(provider,
				payload.Want{Type: mapping.ToolStart, Tool: mapping.Shell, Command: "rm -rf /", Cwd: m.dir})
			if err != nil {
				t.Fatal(err)
			}
			files, _, err := to.Encode(one(t, "event: before_tool_execute\nmatcher: shell\nblocking: "+blocking+
				"\ndegradation: {input_rewrite: block}\nhandler: {type: command, command: ./rewrite.sh}"))
			if err != nil {
				t.Fatal(err)
			}
			e := m.fire(to, files, made)
			if !e.Stopped && !strings.Contains(e.Input, `"ls"`) {
				t.Errorf("%s, blocking %s: the old input passes: %s\n%s", provider, blocking, effectwords.Describe(e),
					files[0].Data)
			}
			if _, err := os.Stat(filepath.Join(m.dir, "got.json")); err != nil {
				t.Errorf("%s: the hook did not run: %v", provider, err)
			}
		}
	}
}
