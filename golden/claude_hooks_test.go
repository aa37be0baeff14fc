//go:build !windows

package golden

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// A claudeHook is a script in claude-hooks, written for Claude Code and for it
// alone, with what its users' settings say of it.
type claudeHook struct {
	script string
	events string // of Claude Code; "" all
	tools  string // its matcher; "" none
	// trials are what is tried with a recorded payload of an event for which the hook
	// is meant; none where the client has no way to give the effect.
	trials func(t *testing.T, c *mapping.Call, payload []byte) []trial
}

var claudeHooks = []claudeHook{
	{"guard.py", "PreToolUse", "Bash", guardTrials},
	{"secrets.py", "PreToolUse", "Write|Edit", secretTrials},
	{"secrets-by-tool.py", "PreToolUse", "Write|Edit", secretTrials},
	{"format.py", "PostToolUse", "Write|Edit", formatTrials},
	{"gate.py", "Stop|SubagentStop", "", gateTrials},
	{"context.sh", "SessionStart|UserPromptSubmit", "", contextTrials},
	{"context-json.py", "SessionStart|UserPromptSubmit|PreToolUse|PostToolUse", "", contextTrials},
	{"notify.py", "Notification|Stop", "", notifyTrials},
	{"audit.py", "", "", auditTrials},
}

// A trial is one payload for a hook, and what must come of it. The recorded
// project is a new folder in each.
type trial struct {
	name           string
	provider, file string
	payload        []byte
	flags          []string
	before         func(s *scene)
	wants          func(s *scene) (wrong string)
}

// A scene is a trial being played.
type scene struct {
	trial
	t      *testing.T
	script string
	path   string        // PATH=…
	dir    string        // the project, and the user's home
	sent   []byte        // what the client sends
	call   *mapping.Call // the same, read
	client.Effect
	got result
}

const recorded = "/home/dev/project"

// TestClaudeHooks runs hooks of Claude Code, unmodified, with what every client
// sends, and looks at what becomes of it. Run it with -v for the figures. One payload
// of each event of a client is tried, and of each tool if the hook has a matcher. With
// -every all of them are.
func TestClaudeHooks(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: most of the hooks are in Python")
	}
	t.Parallel()
	path := shimtest.BarePython(t)
	for _, h := range claudeHooks {
		t.Run(h.script, func(t *testing.T) {
			script, err := filepath.Abs(filepath.Join("claude-hooks", h.script))
			if err != nil {
				t.Fatal(err)
			}
			var all []trial
			clients := 0
			for _, provider := range Providers() {
				before := len(all)
				seen := map[[2]string]bool{}
				payloads := Payloads(provider)
				for _, file := range slices.Sorted(maps.Keys(payloads)) {
					payload := payloads[file]
					c := decode(t, file, payload)
					kind := [2]string{c.Native, c.Canon}
					if h.tools == "" {
						kind[1] = "" // the hook does the same for every tool
					}
					if !h.meant(c) || seen[kind] && !*every {
						continue
					}
					seen[kind] = true
					for _, one := range h.trials(t, c, payload) {
						one.provider, one.file = provider, file
						all = append(all, one)
					}
				}
				if len(all) > before {
					clients++
				}
			}
			var well atomic.Int32
			shimtest.Abreast(len(all), 4, func(i int) {
				if all[i].play(t, script, path) {
					well.Add(1)
				}
			})
			t.Logf("%d of %d, %d clients", well.Load(), len(all), clients)
			if len(all) == 0 {
				t.Error("nothing is tried")
			}
		})
	}
}

// claudeCode is the format of the hooks.
var claudeCode = clients.Registry.Source("claude-code", "")

// meant says whether Claude Code would run the hook for such an event.
func (h claudeHook) meant(c *mapping.Call) bool {
	e := c.EventFor(claudeCode)
	if e == nil || e.Flags&mapping.RawOutput != 0 { // stdout is a product there: no hook that says nothing
		return false
	}
	if h.events != "" && !slices.Contains(strings.Split(h.events, "|"), claudeEvent(c)) {
		return false
	}
	return h.tools == "" || slices.Contains(strings.Split(h.tools, "|"), claudeTool(c))
}

// claudeTool is Claude Code's tool for what a call does. Of its own several may do
// the same; another client's that does nothing of the kind keeps its name.
func claudeTool(c *mapping.Call) string {
	name := claudeTools[c.Canon]
	switch {
	case c.Dialect == claudeCode:
		return c.Text(mapping.ToolName)
	case c.Canon == mapping.MCP && c.Text(mapping.MCPTool) != "":
		return "mcp__" + c.Text(mapping.MCPServer) + "__" + c.Text(mapping.MCPTool)
	case name == "":
		return c.Text(mapping.ToolName)
	}
	return name
}

var claudeTools = map[string]string{
	mapping.Shell: "Bash", mapping.FileRead: "Read", mapping.FileWrite: "Write", mapping.FileEdit: "Edit", mapping.Find: "Glob",
	mapping.Search: "Grep", mapping.WebFetch: "WebFetch", mapping.WebSearch: "WebSearch", mapping.Agent: "Agent",
}

// claudeEvent is what Claude Code calls the event.
func claudeEvent(c *mapping.Call) string {
	return strings.TrimPrefix(c.EventFor(claudeCode).Native, "*")
}

// play says whether all comes as it must.
func (one trial) play(t *testing.T, script, path string) bool {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Error(err)
		return false
	}
	s := &scene{trial: one, t: t, script: script, path: path, dir: dir}
	for name, text := range map[string]string{"NOTES.md": projectNotes, "run-tests.sh": "echo 'FAIL TestSum'\nexit 1\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Error(err)
			return false
		}
	}
	s.send(s.payload)
	if wrong := s.wants(s); wrong != "" {
		t.Errorf("%s/%s, %s: %s: %+v\n%+v\n%s", s.provider, s.file, s.name, wrong, s.Effect, s.got, s.sent)
		return false
	}
	return true
}

// send is one call of the hook by the client.
func (s *scene) send(payload []byte) {
	payload = []byte(strings.ReplaceAll(string(payload), recorded, s.dir))
	s.sent, s.call = payload, decodeIn(s.t, s.dir, payload)
	if s.before != nil {
		s.before(s)
	}
	r := run{Dir: s.dir, Hook: []string{s.script}, Env: []string{s.path}, Flags: append([]string{"--format", "claude-code"}, s.flags...)}
	r.Flags = append(r.Flags, hinted(s.provider, s.file)...)
	if s.call.Dialect == claudeCode {
		r.Env = append(r.Env, "CLAUDE_PROJECT_DIR="+s.dir)
	}
	s.got = call(s.file, payload, r).do(s.t)
	s.Effect = client.Of(s.provider)(client.Reply{Event: Event(s.file), Payload: payload,
		Stdout: []byte(s.got.Stdout), Stderr: []byte(s.got.Stderr), Exit: s.got.Exit})
}
