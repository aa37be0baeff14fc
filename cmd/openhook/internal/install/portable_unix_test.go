//go:build unix

package install

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A clone is a repository with a hook for a tool, on a machine without openhook-shim.
type clone struct {
	*machine
	*Tool
	lines map[string]string // by event
}

func cloned(t *testing.T, source string) *clone {
	t.Helper()
	c := &clone{newMachine(t), ToolNamed(source), map[string]string{}}
	hooks, changes := planned(c.machine, source, "*",
		hook{shim: shimName, argv: []string{"./guard.sh"}, portable: true})
	for _, change := range changes {
		for _, e := range change.events {
			c.lines[e.tableName] = hooks[len(c.lines)].Command
		}
	}
	if err := os.Remove(filepath.Join(c.bin, shimName)); err != nil {
		t.Fatal(err)
	}
	return c
}

// portables are the tools with a file of their own in a project that a shell runs.
func portables() (all []string) {
	for _, source := range sources(setup.ProjectScope) {
		if t := ToolNamed(source); t.installFile(setup.ProjectScope).Layout.Syntax != setup.Plugin &&
			t.sharedClient(setup.ProjectScope) == "" {
			all = append(all, source)
		}
	}
	return all
}

// Where there is no openhook-shim every event passes, and the user is told if the tool
// tells users anything; OPENHOOK_REQUIRED=1 holds back what can be held back.
func TestWithoutShim(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, source := range portables() {
		c := cloned(t, source)
		for event, line := range c.lines {
			call := payload.PlainestCall(source, event)
			if call == nil {
				continue // nothing is recorded of it
			}
			for _, required := range [...]string{"", "0", "1"} {
				r, e := c.call(c.Tool, line, c.project, call, "OPENHOOK_REQUIRED="+required)
				blocks := required == "1" && call.Deniable()
				said := string(r.Stdout) + string(r.Stderr)
				if e.Approved || e.GoesOn || e.Input != "" || e.Output != "" || (e.Stopped || e.Ends) != blocks ||
					!blocks && e.Model != "" {
					t.Errorf("%s %s OPENHOOK_REQUIRED=%s: %d %s, %+v", source, event, required, r.Exit, said, e)
				}
				if !blocks && len(mapping.Fault(call, false, absentText).Stderr) > 0 &&
					!strings.Contains(said, absentText) {
					t.Errorf("%s %s: nobody is warned: %d %s", source, event, r.Exit, said)
				}
			}
		}
		made := c.sample(source)
		if r, e := c.call(c.Tool, c.lines[made.Event], c.project, made.Call, "OPENHOOK_REQUIRED=1"); !e.Stopped {
			t.Errorf("%s: %+v, %+v", source, r, e)
		}
	}
}

// The same for who reads the line in another tool's settings.
func TestWithoutShimShared(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for source, events := range map[string]map[string]string{ // its names for those of others
		"claude-code": {"preToolUse": "PreToolUse", "beforeSubmitPrompt": "UserPromptSubmit", "stop": "Stop",
			"sessionStart": "SessionStart", "postToolUse": "PostToolUse"},
		"copilot-cli": {"PreToolUse": "preToolUse", "UserPromptSubmit": "userPromptSubmitted", "Stop": "agentStop",
			"SessionStart": "sessionStart", "PostToolUse": "postToolUse"},
	} {
		c := cloned(t, source)
		for _, tool := range allTools() {
			for _, f := range tool.Files {
				if f.Of != source || f.Scope != setup.ProjectScope {
					continue
				}
				for _, d := range clients.Registry.Dialects {
					for event := range d.AllEvents {
						call := payload.PlainestCall(tool.Source, event.Native)
						line := c.lines[cmp.Or(events[event.Native], event.Native)]
						if d.Name != tool.Source || call == nil || line == "" ||
							tool.Source == "copilot-cli" && event.Native[0] >= 'a' {
							continue
						}
						for _, required := range [...]string{"", "1"} {
							r, e := c.call(c.Tool, line, c.project, call, "OPENHOOK_REQUIRED="+required)
							blocks := required == "1" && call.Type == mapping.ToolStart && call.Deniable()
							if (e.Stopped || e.Ends) && !(required == "1" && call.Deniable()) ||
								blocks && !e.Stopped || e.GoesOn || e.Approved {
								t.Errorf("%s %s OPENHOOK_REQUIRED=%s: %d %s%s, %+v", tool.Source, event.Native,
									required, r.Exit, r.Stdout, r.Stderr, e)
							}
						}
					}
				}
			}
		}
	}
}

// openhook-shim is found where people have it: in PATH, in the home, beside the
// project's own programs; in this order.
func TestShimIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, source := range portables() {
		c := cloned(t, source)
		made := c.sample(source)
		places := []string{filepath.Join(c.project, "node_modules", ".bin"), filepath.Join(c.home, ".local", "bin"),
			c.bin}
		for i, dir := range places {
			path := filepath.Join(dir, shimName)
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(builtShim, path); err != nil {
				t.Fatal(err)
			}
			if r, e := c.call(c.Tool, c.lines[made.Event], c.project, made.Call); !e.Stopped ||
				strings.Contains(string(r.Stdout)+string(r.Stderr), absentText) {
				t.Errorf("%s %s: %+v, %+v", source, dir, r, e)
			}
			// One further ahead takes its place.
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			c.write(path, "#!/bin/sh\nexit "+string(rune('0'+i))+"\n", 0o755)
			if r, _ := c.call(c.Tool, c.lines[made.Event], c.project, made.Call); r.Exit != i {
				t.Errorf("%s %s: %+v", source, dir, r)
			}
			if err := os.Chmod(path, 0o644); err != nil { // no program: the next one is taken
				t.Fatal(err)
			}
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			c.write(path, "#!/bin/sh\nexit 9\n", 0o755)
		}
	}
}
