//go:build !windows

package golden

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
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
	before         func(t *testing.T, s *scene)
	wants          func(s *scene) (wrong string)
}

// A scene is a trial being played.
type scene struct {
	trial
	script string
	path   string        // PATH=…
	dir    string        // the project, and the user's home
	call   *mapping.Call // what the client sends
	client.Effect
	got result
}

const recorded = "/home/dev/project"

// TestClaudeHooks runs hooks of Claude Code, unmodified, with what every client
// sends, and looks at what becomes of it. Run it with -v for the figures.
func TestClaudeHooks(t *testing.T) {
	path := barePython(t)
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
				for file, payload := range Payloads(provider) {
					c := decode(t, file, payload)
					if !h.meant(c) {
						continue
					}
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
			abreast(len(all), 4, func(i int) {
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
var claudeCode = mapping.Source("claude-code", "")

// meant says whether Claude Code would run the hook for such an event.
func (h claudeHook) meant(c *mapping.Call) bool {
	e := c.For(claudeCode)
	if e == nil || e.Flags&mapping.RawOutput != 0 { // stdout is a product there: no hook that says nothing
		return false
	}
	if h.events != "" && !slices.Contains(strings.Split(h.events, "|"), claudeEvent(c)) {
		return false
	}
	tool := map[string]string{mapping.Shell: "Bash", mapping.FileWrite: "Write", mapping.FileEdit: "Edit"}[c.Canon]
	if c.Dialect == claudeCode { // where other tools do the same, and are not in the matcher
		tool = c.Text(mapping.ToolName)
	}
	return h.tools == "" || slices.Contains(strings.Split(h.tools, "|"), tool)
}

// claudeEvent is what Claude Code calls the event.
func claudeEvent(c *mapping.Call) string { return strings.TrimPrefix(c.For(claudeCode).Native, "*") }

// play says whether all comes as it must.
func (one trial) play(t *testing.T, script, path string) bool {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Error(err)
		return false
	}
	s := &scene{trial: one, script: script, path: path, dir: dir}
	for name, text := range map[string]string{"NOTES.md": projectNotes, "run-tests.sh": "#!/bin/sh\necho 'FAIL TestSum'\nexit 1\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
			t.Error(err)
			return false
		}
	}
	s.send(t, s.payload)
	if wrong := s.wants(s); wrong != "" {
		t.Errorf("%s/%s, %s: %s: %+v\n%+v\n%s", s.provider, s.file, s.name, wrong, s.Effect, s.got, s.call.Payload.Raw)
		return false
	}
	return true
}

// send is one call of the hook by the client.
func (s *scene) send(t *testing.T, payload []byte) {
	payload = []byte(strings.ReplaceAll(string(payload), recorded, s.dir))
	s.call = decodeIn(t, s.dir, payload)
	if s.before != nil {
		s.before(t, s)
	}
	r := run{dir: s.dir, hook: []string{s.script}, env: []string{s.path}, flags: append([]string{"--format", "claude-code"}, s.flags...)}
	r.flags = append(r.flags, hinted(s.provider, s.file)...)
	if s.call.Dialect == claudeCode {
		r.env = append(r.env, "CLAUDE_PROJECT_DIR="+s.dir)
	}
	s.got = call(s.file, payload, r).do(t)
	s.Effect = client.Of(s.provider)(client.Reply{Event: Event(s.file), Payload: payload,
		Stdout: []byte(s.got.stdout), Stderr: []byte(s.got.stderr), Exit: s.got.exit})
}

// barePython is PATH with a python in front that has no packages: what others have
// installed is looked at in each start, and can take longer than all the rest.
func barePython(t *testing.T) string {
	dir := t.TempDir()
	if out, err := exec.Command("python3", "-m", "venv", "--without-pip", dir).CombinedOutput(); err != nil {
		t.Logf("the hooks run with what python3 there is: %v\n%s", err, out)
	}
	return "PATH=" + filepath.Join(dir, "bin") + ":" + os.Getenv("PATH")
}

// noEffect: what happens is what happens without a hook.
func noEffect(s *scene) string {
	e := s.Effect
	if e.User = ""; e != (client.Effect{}) {
		return "something happens"
	}
	return ""
}

// stoppedFor: the action does not happen, and somebody reads why.
func stoppedFor(why string) func(*scene) string {
	return func(s *scene) string {
		switch {
		case !s.Stopped && !s.Ends || s.Failed:
			return "it is not stopped"
		case s.tells() && !strings.Contains(s.Model+"\n"+s.User, why):
			return "nobody reads why"
		}
		return ""
	}
}

// tells says whether the client tells anybody why it stopped something: Cline's CLI
// does not, whatever the answer.
func (s *scene) tells() bool {
	r := mapping.Encode(s.call, &mapping.Answer{Decision: mapping.Deny, Reason: reason})
	e := client.Of(s.provider)(client.Reply{Event: Event(s.file), Payload: s.call.Payload.Raw, Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit})
	return strings.Contains(e.Model+"\n"+e.User, reason)
}

// harmless is the payload as it was recorded. A hook that breaks would stop it.
func harmless(payload []byte) trial {
	return trial{name: "as recorded", payload: payload, flags: []string{"--fail-closed"}, wants: noEffect}
}

func guardTrials(t *testing.T, c *mapping.Call, payload []byte) []trial {
	if !c.Deniable() {
		return nil
	}
	bad, ok := worsen(c, payload)
	if !ok {
		t.Errorf("no command can be put into %s", payload)
	}
	return []trial{harmless(payload), {name: badCommand, payload: bad, wants: stoppedFor("guard: a whole tree would be removed")}}
}

const awsKey = "AKIAIOSFODNN7EXAMPLE" // the one of AWS's documentation

func secretTrials(t *testing.T, c *mapping.Call, payload []byte) []trial {
	if !c.Deniable() {
		return nil
	}
	all := []trial{harmless(payload)}
	for _, f := range c.Files {
		if base := filepath.Base(f.Path); strings.HasPrefix(f.Path, "/") { // no hook knows the other system's paths
			bad, ok := swap(payload, inner(base), ".env")
			if !ok {
				t.Errorf("%s is not in %s", base, payload)
			}
			all = append(all, trial{name: ".env for " + base, payload: bad, wants: stoppedFor(".env is not for you")})
		}
	}
	texts := written(c)
	if len(texts) == 0 && slices.ContainsFunc(c.Files, func(f mapping.File) bool { return f.Op != "delete" }) {
		t.Errorf("it is not known what is written by %s", payload)
	}
	for _, text := range texts {
		for _, keyed := range withKey(text) {
			bad, ok := swap(payload, `"`+inner(text)+`"`, `"`+inner(keyed)+`"`)
			if !ok {
				t.Errorf("%q is not in %s", text, payload)
			}
			all = append(all, trial{name: strconv.Quote(keyed), payload: bad, wants: stoppedFor("secrets: that is an AWS access key")})
		}
	}
	return all
}

// written are the texts that a call writes, each as the client sends it.
func written(c *mapping.Call) (all []string) {
	var envelope struct {
		Data struct {
			Input map[string]any `json:"tool_input"`
		}
	}
	if json.Unmarshal([]byte(joined(c.Envelope("", mapping.Options{}))), &envelope) != nil {
		return nil
	}
	add := func(input map[string]any) {
		for _, key := range [...]string{"content", "new_string", "patch"} {
			if text, _ := input[key].(string); text != "" && withKey(text) != nil && !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	edits, _ := envelope.Data.Input["edits"].([]any)
	for _, edit := range edits {
		if input, ok := edit.(map[string]any); ok {
			add(input)
		}
	}
	if len(all) == 0 { // else it is what the edits are together
		add(envelope.Data.Input)
	}
	return all
}

func joined(pieces [][]byte) string {
	var b strings.Builder
	for _, p := range pieces {
		b.Write(p)
	}
	return b.String()
}

var (
	addedLine = regexp.MustCompile(`(?m)^\+.*$`)
	hunk      = regexp.MustCompile(`(?m)^@@.*$`)
	search    = regexp.MustCompile(`(?m)^<<<<<<< SEARCH$`)
	replaced  = regexp.MustCompile(`(?m)^>>>>>>> REPLACE$`)
)

// withKey are a text with an AWS key in what it adds, in several ways; none for a
// patch that adds nothing.
func withKey(text string) (all []string) {
	switch {
	case strings.HasPrefix(text, "*** Begin Patch"):
		if !addedLine.MatchString(text) {
			return nil
		}
		all = []string{addedLine.ReplaceAllString(text, "$0 = "+awsKey), addedLine.ReplaceAllString(text, "$0\n+++ "+awsKey)}
		if hunk.MatchString(text) { // below a line of the file that looks like a header
			all = append(all, hunk.ReplaceAllString(all[0], "$0\n *** note ***"))
		}
	case replaced.MatchString(text):
		all = []string{replaced.ReplaceAllString(text, "key = "+awsKey+"\n$0")}
		all = append(all, search.ReplaceAllString(all[0], "$0\n- an item")) // which looks like a line that goes
	default:
		all = []string{text + "\nkey = " + awsKey + "\n"}
	}
	return all
}

const (
	unformatted = "one  \n\ttwo\t\n"
	formatted   = "one\n\ttwo\n"
)

func formatTrials(_ *testing.T, c *mapping.Call, payload []byte) []trial {
	if len(c.Files) == 0 {
		return nil
	}
	one := trial{name: "as recorded", payload: payload, before: unformattedFiles, wants: formattedFiles}
	all := []trial{one}
	for _, f := range c.Files {
		if inside, ok := strings.CutPrefix(f.Path, recorded+"/"); ok {
			one.name = "relative"
			if one.payload, ok = swap(payload, `"`+inner(f.Path)+`"`, `"`+inner(inside)+`"`); ok {
				all = append(all, one)
			}
		}
	}
	return all
}

func unformattedFiles(t *testing.T, s *scene) {
	for _, f := range s.call.Files {
		if f.Op == "delete" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
			t.Error(err)
		}
		if err := os.WriteFile(f.Path, []byte(unformatted), 0o644); err != nil {
			t.Error(err)
		}
	}
}

func formattedFiles(s *scene) string {
	for _, f := range s.call.Files {
		if !strings.HasPrefix(f.Path, s.dir+"/") {
			return f.Path + " is outside of the project"
		}
		text, err := os.ReadFile(f.Path)
		switch {
		case f.Op == "delete" && !os.IsNotExist(err):
			return f.Path + " is there again"
		case f.Op != "delete" && string(text) != formatted:
			return f.Path + " is not formatted"
		}
	}
	return noEffect(s)
}

func gateTrials(t *testing.T, c *mapping.Call, payload []byte) []trial {
	if !slices.Contains(c.Can(), "go_on") {
		return nil
	}
	if c.Text(mapping.StopActive) == "true" {
		return []trial{{name: "as recorded", payload: payload, wants: noEffect}}
	}
	again := goingOn.ReplaceAllFunc(payload, func(b []byte) []byte {
		m := goingOn.FindSubmatch(b)
		if string(m[2]) == "0" {
			return append(m[1], '1')
		}
		return append(m[1], "true"...)
	})
	return []trial{{name: "twice", payload: payload, wants: func(s *scene) string {
		if !s.GoesOn || s.Failed || s.Ends {
			return "the agent stops"
		}
		if !strings.Contains(s.Model, "The tests fail:\nFAIL TestSum") {
			return "the model does not read why it goes on"
		}
		s.send(t, again)
		return noEffect(s)
	}}}
}

// goingOn is where clients say how often they were kept going.
var goingOn = regexp.MustCompile(`("(?:stop_hook_active|stopHookActive|loop_count|executionNum)":\s*)(false|0)`)

const projectNotes = "Say please.\nUse tabs.\n"

func contextTrials(_ *testing.T, c *mapping.Call, payload []byte) []trial {
	if !slices.Contains(c.Can(), "context") || !strings.HasPrefix(c.Project(), "/") { // notes on a Windows drive are not here
		return nil
	}
	return []trial{{name: "as recorded", payload: payload, wants: func(s *scene) string {
		if !strings.Contains(s.Model, "Notes of this project:\nSay please.\nUse tabs.") {
			return "the model does not read it"
		}
		s.Model = ""
		return noEffect(s)
	}}}
}

func notifyTrials(_ *testing.T, c *mapping.Call, payload []byte) []trial {
	return []trial{{name: "as recorded", payload: payload, wants: func(s *scene) string {
		line, want := s.appended("notifications.txt"), "done in "+s.dir
		if s.call.Type == mapping.AgentNotification {
			want = strings.ReplaceAll(s.call.Text(mapping.Text), "\n", " ")
		}
		if line != want || want == "" {
			return "the line is " + line
		}
		return noEffect(s)
	}}}
}

func auditTrials(_ *testing.T, c *mapping.Call, payload []byte) []trial {
	return []trial{{name: "as recorded", payload: payload, wants: func(s *scene) string {
		var line struct{ Event, Session, Transcript, Cwd, Tool string }
		for one := range strings.Lines(s.appended(".claude/audit.jsonl")) {
			if json.Unmarshal([]byte(one), &line) != nil {
				return "the line is " + one
			}
			for _, value := range [...]struct{ got, want string }{
				{line.Event, claudeEvent(s.call)}, {line.Session, s.call.Text(mapping.SessionID)},
				{line.Transcript, s.call.Text(mapping.TranscriptPath)}, {line.Cwd, s.call.Cwd()},
			} {
				if value.got != value.want {
					return value.got + " stands for " + value.want
				}
			}
		}
		if line.Event == "" {
			return "there is no line"
		}
		return noEffect(s)
	}}}
}

// appended is what the hook wrote below the user's home, without the line break at
// its end.
func (s *scene) appended(name string) string {
	text, _ := os.ReadFile(filepath.Join(s.dir, name))
	return strings.TrimSuffix(string(text), "\n")
}
