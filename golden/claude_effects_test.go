//go:build !windows

package golden

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

const (
	unformatted = "one  \n\ttwo\t\n"
	formatted   = "one\n\ttwo\n"
)

func formatTrials(t *testing.T, c *mapping.Call, payload []byte) []trial {
	if len(c.Files) == 0 {
		t.Errorf("no file is named by %s", payload)
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

func unformattedFiles(s *scene) {
	for _, f := range s.call.Files {
		if f.Op == "delete" {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
			s.t.Error(err)
		}
		if err := os.WriteFile(f.Path, []byte(unformatted), 0o644); err != nil {
			s.t.Error(err)
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

func gateTrials(_ *testing.T, c *mapping.Call, payload []byte) []trial {
	if !slices.Contains(c.Can(), "go_on") {
		return nil
	}
	if c.Text(mapping.StopActive) == "true" {
		return []trial{{name: "as recorded", payload: payload, wants: noEffect}}
	}
	again := payload // where the client does not say it, the same
	for first, word := range map[*regexp.Regexp]string{notYet: "true", noTimes: "1"} {
		again = first.ReplaceAll(again, []byte("${1}"+word))
	}
	return []trial{{name: "three stops", payload: payload, wants: func(s *scene) string {
		if wrong := keptGoing(s); wrong != "" {
			return wrong
		}
		s.send(again)
		if wrong := noEffect(s); wrong != "" {
			return "at the second stop " + wrong
		}
		s.send(payload) // of the next turn
		return keptGoing(s)
	}}}
}

func keptGoing(s *scene) string {
	switch {
	case !s.GoesOn || s.Failed || s.Ends:
		return "the agent stops"
	case !strings.Contains(s.Model, "The tests fail:\nFAIL TestSum"):
		return "the model does not read why it goes on"
	}
	return ""
}

// Clients say whether, or how often, they were kept going.
var (
	notYet  = regexp.MustCompile(`("(?:stop_hook_active|stopHookActive)":\s*)false`)
	noTimes = regexp.MustCompile(`("(?:loop_count|executionNum)":\s*)0`)
)

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
		if line != want || !s.says(s.call.Text(mapping.Text)) || want == "" {
			return "the line is " + line
		}
		return noEffect(s)
	}}}
}

func auditTrials(_ *testing.T, c *mapping.Call, payload []byte) []trial {
	return []trial{{name: "as recorded", payload: payload, wants: func(s *scene) string {
		lines := strings.Split(s.appended(".claude/audit.jsonl"), "\n")
		if len(lines) != claudeCalls(s.call) {
			return "there are other lines: " + strings.Join(lines, "\n")
		}
		for _, one := range lines {
			var line struct{ Event, Session, Transcript, Cwd, Tool string }
			if json.Unmarshal([]byte(one), &line) != nil {
				return "the line is " + one
			}
			for _, value := range [...]struct{ got, want string }{
				{line.Event, claudeEvent(s.call)}, {line.Session, s.call.Text(mapping.SessionID)}, {line.Cwd, s.call.Cwd()},
				{line.Transcript, s.call.Text(mapping.TranscriptPath)}, {line.Tool, claudeTool(s.call)},
			} {
				patched := value.want == "Edit" && value.got == "Write" // a patch may write a new file
				if value.got != value.want && !patched {
					return value.got + " stands for " + value.want
				}
			}
			if !s.says(line.Session) || !s.says(line.Transcript) {
				return "it is not what the client said"
			}
		}
		return noEffect(s)
	}}}
}

// claudeCalls is how many calls Claude Code would make of one: its file tools touch
// one file each.
func claudeCalls(c *mapping.Call) int {
	if c.Dialect != claudeCode && strings.Contains("Read Write Edit", claudeTools[c.Canon]) && c.Canon != "" {
		return max(len(c.Files), 1)
	}
	return 1
}

// says tells whether a text stands in what the client sent.
func (s *scene) says(text string) bool {
	_, ok := swap(s.sent, inner(text), "")
	return ok || text == ""
}

// appended is what the hook wrote below the user's home, without the line break at
// its end.
func (s *scene) appended(name string) string {
	text, _ := os.ReadFile(filepath.Join(s.dir, name))
	return strings.TrimSuffix(string(text), "\n")
}
