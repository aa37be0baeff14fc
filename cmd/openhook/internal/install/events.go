package install

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// defaultEvents are the types of events for an install without --events.
const defaultEvents = "session.start,session.end,prompt.submit,tool.start,tool.end,agent.stop"

const (
	usualTimeout = 60 * time.Second
	stopTimeout  = 600 * time.Second // the hook may run tests before the agent stops
)

// An event is a tool's event that gets the hook.
type event struct {
	name      string // in the installed version
	tableName string // in the tables
	types     []string
	timeout   time.Duration // the tool's limit for the hook
}

// events returns the tool's events that match the patterns: types or native names, with globs.
func (t *Tool) events(patterns []string) []event {
	leave := strings.Fields(t.Leave)
	var all []event
	for _, d := range clients.Registry.Dialects {
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

// timeout returns the timeout that openhook writes for an event.
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

// forVersion removes events that the installed version does not know, and uses that version's
// names.
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

// versionDoubt warns about events that an older version may not know, if the version is unknown.
// It returns "" if there is no doubt.
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

// checkEvents refuses patterns that match no tool's event.
func checkEvents(patterns []string) error {
	for _, p := range patterns {
		found := false
		for _, d := range clients.Registry.Dialects {
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
