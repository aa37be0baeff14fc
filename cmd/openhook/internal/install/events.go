package install

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/mapping"
)

// defaultEvents are the types that a hook is installed for if nobody says otherwise.
const defaultEvents = "session.start,session.end,prompt.submit,tool.start,tool.end,agent.stop"

const (
	usualTimeout = 60 * time.Second  // a timeout
	stopTimeout  = 600 * time.Second // one for a hook that may run tests before the agent stops
)

// An event is one of a tool's that a hook is installed for.
type event struct {
	name      string // in the words of this version
	tableName string // in those of the tables
	types     []string
	timeout   time.Duration // that the tool gives the hook
}

// events are those of a tool that patterns name: types or native names, with globs.
func (t *Tool) events(patterns []string) []event {
	leave := strings.Fields(t.Leave)
	var all []event
	for _, d := range mapping.Dialects() {
		if d.Name != t.Source {
			continue
		}
		for e := range d.AllEvents {
			typ := mapping.TypeOf(d.Name, e)
			i := slices.IndexFunc(all, func(have event) bool { return have.tableName == e.Native })
			switch {
			case slices.Contains(leave, e.Native):
			case i >= 0:
				all[i].types = append(all[i].types, typ)
			default:
				all = append(all, event{name: e.Native, tableName: e.Native, types: []string{typ}})
			}
		}
	}
	all = slices.DeleteFunc(all, func(e event) bool {
		return !slices.ContainsFunc(patterns, func(p string) bool {
			return p == e.name || slices.ContainsFunc(e.types, func(typ string) bool { return mapping.Glob(p, typ) })
		})
	})
	for i := range all {
		all[i].timeout = t.timeout(all[i])
	}
	return t.forVersion(all)
}

// timeout is what the tool shall give a hook on an event.
func (t *Tool) timeout(e event) time.Duration {
	want := usualTimeout
	for _, typ := range e.types {
		if typ == mapping.AgentStop || typ == mapping.SubagentStop {
			want = stopTimeout
		}
	}
	return min(want, t.maxToolTimeout(e.tableName))
}

func (t *Tool) maxToolTimeout(native string) time.Duration {
	longest := 24 * time.Hour
	for _, l := range t.Longest {
		if l.Event == native || l.Event == "*" {
			longest = min(longest, time.Duration(l.Seconds)*time.Second)
		}
	}
	return longest
}

// forVersion leaves out what the installed version does not know, and says the rest in
// its words.
func (t *Tool) forVersion(all []event) []event {
	for _, old := range t.Old {
		if !IsBefore(t.Version(), old.Before) {
			continue
		}
		names := map[string]string{}
		for word := range strings.FieldsSeq(old.Names) {
			now, then, _ := strings.Cut(word, "=")
			names[now] = cmp.Or(then, now)
		}
		all = slices.DeleteFunc(all, func(e event) bool { return names[e.name] == "" })
		for i := range all {
			all[i].name = names[all[i].name]
		}
	}
	return all
}

// versionDoubt says what an older version would make of events, where nobody can tell which
// version is here; "" if nothing.
func (t *Tool) versionDoubt(events []event) string {
	if len(t.Old) == 0 || t.Version() != "" || strings.Contains(t.Old[0].Names, "=") {
		return ""
	}
	for _, e := range events {
		if !slices.Contains(strings.Fields(t.Old[0].Names), e.name) {
			return fmt.Sprintf("unknown version of the tool: before %s, %s makes it ignore the whole file",
				t.Old[0].Before, e.name)
		}
	}
	return ""
}

// checkEvents refuses what no tool has.
func checkEvents(patterns []string) error {
	for _, p := range patterns {
		found := false
		for _, d := range mapping.Dialects() {
			for e := range d.AllEvents {
				found = found || p == e.Native || mapping.Glob(p, mapping.TypeOf(d.Name, e))
			}
		}
		if !found {
			return exitcode.Errorf(exitcode.Usage,
				"--events %s: unknown event; use tool.start for example, or see docs/providers.md", p)
		}
	}
	return nil
}
