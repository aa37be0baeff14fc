//go:build unix

package install

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// planned is what would be written for a tool.
func planned(m *machine, source, events string, h hook) (hooks []settings.Hook, changes []*change) {
	m.Helper()
	place, err := settings.ThisMachine(".")
	if err != nil {
		m.Fatal(err)
	}
	if h.shim == "" {
		h.shim, h.argv = m.bin+"/"+shimName, []string{m.project + "/guard.sh"}
	}
	p := &planner{place: place, hook: h, events: strings.Split(events, ",")}
	if h.portable {
		p.scope = setup.ProjectScope
	}
	if changes, err = p.install(m.tool(source)); err != nil {
		m.Fatalf("%s: %v", source, err)
	}
	for _, c := range changes {
		some, err := settings.Read(c.layout, c.file.Path, c.data)
		if err != nil {
			m.Fatalf("%s: %v", source, err)
		}
		if c.layout.Syntax == setup.Script {
			some[0].Command = string(c.data) // the script is what is run
		}
		hooks = append(hooks, some...)
	}
	return hooks, changes
}

// ours is the timeout in a line of ours, 0 if there is none.
func ours(t *testing.T, command string) time.Duration {
	t.Helper()
	_, rest, ok := strings.Cut(command, " --timeout ")
	if !ok {
		return 0
	}
	word, _, _ := strings.Cut(rest, " ")
	d, err := time.ParseDuration(word)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The tool waits longer than we do, and never longer than it can; what it is told is in
// its own unit.
func TestTimeouts(t *testing.T) {
	m := newMachine(t)
	for _, source := range sources(setup.UserScope) {
		for _, timeout := range [...]time.Duration{0, time.Millisecond, time.Second, 2900 * time.Millisecond,
			90 * time.Second, 10 * time.Minute, time.Hour} {
			tool := m.tool(source)
			hooks, changes := planned(m, source, "*", hook{timeout: timeout})
			c := changes[0]
			if c.layout.Unit == 0 {
				continue
			}
			for _, h := range hooks {
				theirs := time.Duration(h.Timeout*float64(c.layout.Unit)) * time.Millisecond
				if own := ours(t, h.Command); own <= 0 || own >= theirs || theirs > tool.maxToolTimeout(h.Event) ||
					timeout > 0 && own > timeout {
					t.Errorf("%s %s --timeout %v: ours %v, theirs %v", source, h.Event, timeout, own, theirs)
				}
			}
		}
	}
	for _, c := range [...]struct {
		source, event string
		timeout       time.Duration
		ours          string
		theirs        float64
	}{
		{"claude-code", "PreToolUse", 0, "54s", 60},
		{"claude-code", "Stop", 0, "9m", 600},
		{"claude-code", "PreToolUse", 90 * time.Second, "1m30s", 101},
		{"gemini-cli", "BeforeTool", 90 * time.Second, "1m30s", 101000},
		{"augment", "PreToolUse", 90 * time.Second, "1m30s", 101000},
		{"kimi", "PreToolUse", 90 * time.Second, "1m30s", 101},
		{"codex", "PreToolUse", 90 * time.Second, "1m30s", 101},
		{"codex", "SessionEnd", 90 * time.Second, "2.7s", 3},
		{"codex", "SessionEnd", 0, "2.7s", 3},
		{"codex", "SessionEnd", time.Second, "1s", 2},
		{"claude-code", "SessionEnd", 90 * time.Second, "54s", 60},
		{"claude-code", "Stop", time.Hour, "9m", 600},
		{"windsurf", "pre_run_command", 0, "", 0},
		{"windsurf", "pre_run_command", 90 * time.Second, "1m30s", 0},
	} {
		hooks, _ := planned(m, c.source, c.event, hook{timeout: c.timeout})
		want := ""
		if c.ours != "" {
			want = " --timeout " + c.ours + " "
		}
		if len(hooks) != 1 || !strings.Contains(hooks[0].Command, want) ||
			(want == "") == strings.Contains(hooks[0].Command, "--timeout") || hooks[0].Timeout != c.theirs {
			t.Errorf("%+v: %+v", c, hooks)
		}
	}
}

// Cursor runs a line of Claude Code's settings once only if it is the same as its own.
func TestCursorsLines(t *testing.T) {
	m := newMachine(t)
	for _, h := range [...]hook{{}, {timeout: 90 * time.Second}, {timeout: time.Hour}, {failClosed: true},
		{flags: []string{"--format", "claude-code"}}} {
		lines := map[string]string{} // by type
		for _, source := range [...]string{"claude-code", "cursor"} {
			hooks, changes := planned(m, source, "*", h)
			for i, e := range changes[0].events {
				for _, typ := range e.types {
					if have, ok := lines[typ]; ok && have != hooks[i].Command {
						t.Errorf("%s:\n%s\n%s", typ, have, hooks[i].Command)
					}
					lines[typ] = hooks[i].Command
				}
			}
		}
		if len(lines) < 8 {
			t.Errorf("%q", lines)
		}
	}
}

// Where the client has a key for a hook that must not fail, it is written if the
// installed version knows it.
func TestClosed(t *testing.T) {
	for _, c := range [...]struct{ source, program, version, key string }{
		{"claude-code", "", "", ""},
		{"claude-code", "claude", "what", ""},
		{"claude-code", "claude", "2.1.294", ""},
		{"claude-code", "claude", "2.1.295", `"onFailure": "block"`},
		{"claude-code", "claude", "2.2.0", `"onFailure": "block"`},
		{"claude-code", "claude", "10.0", `"onFailure": "block"`},
		{"cursor", "", "", `"failClosed": true`},
		{"goose", "", "", `"on_failure": "block"`},
		{"mistral-vibe", "", "", "strict = true"},
		{"codex", "", "", ""},
		{"kimi", "", "", ""},
	} {
		for _, closed := range [...]bool{false, true} {
			m := newMachine(t)
			if c.program != "" {
				m.program(c.program, c.version)
			}
			hooks, changes := planned(m, c.source, "tool.start", hook{failClosed: closed})
			data := string(changes[0].data)
			for _, key := range [...]string{"onFailure", "failClosed", "on_failure", "strict"} {
				has := closed && strings.Contains(c.key, key)
				if strings.Count(data, key) != map[bool]int{true: len(hooks)}[has] ||
					has && !strings.Contains(data, c.key) {
					t.Errorf("%+v %v:\n%s", c, closed, data)
				}
			}
			for _, h := range hooks {
				if strings.Contains(h.Command, " --fail-closed") != closed {
					t.Errorf("%+v %v: %s", c, closed, h.Command)
				}
			}
		}
	}
}

// An older version is told of nothing that it does not know, in its own words.
func TestOldVersions(t *testing.T) {
	const old = "PreToolUse PostToolUse UserPromptSubmit Notification Stop SubagentStop PreCompact SessionStart SessionEnd"
	for _, c := range [...]struct{ source, program, version, events, want string }{
		{"claude-code", "claude", "2.0.59", "*", old},
		{"claude-code", "claude", "2.0.60", "*", old + " PostToolUseFailure SubagentStart PermissionRequest"},
		{"claude-code", "claude", "2.1.100", "*", old + " PostToolUseFailure SubagentStart PermissionRequest"},
		{"claude-code", "claude", "2.0.60", defaultEvents,
			"SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop"},
		{"claude-code", "claude", "2.1.101", defaultEvents,
			"SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop"},
		{"claude-code", "", "", defaultEvents, "SessionStart SessionEnd UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Stop"},
		{"mistral-vibe", "vibe", "2.18.0", "*", "before_tool after_tool post_agent_turn"},
		{"mistral-vibe", "vibe", "2.20.9", "tool.start", "before_tool"},
		{"mistral-vibe", "vibe", "2.21.0", "*", "pre_tool post_tool post_agent"},
		{"mistral-vibe", "", "", "tool.start", "pre_tool"},
	} {
		m := newMachine(t)
		if c.program != "" {
			m.program(c.program, c.version)
		}
		hooks, _ := planned(m, c.source, c.events, hook{})
		var got []string
		for _, h := range hooks {
			got = append(got, h.Event)
		}
		want := strings.Fields(c.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%+v: %q", c, got)
		}
	}
	m := newMachine(t)
	m.program("vibe", "2.18.0")
	if out := m.do("install", "mistral-vibe", "--yes", "--", "./guard.sh"); !strings.Contains(out, "deny works") ||
		!strings.Contains(out, "before_tool") {
		t.Errorf("%s", out)
	}
}
