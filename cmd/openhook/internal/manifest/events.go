package manifest

import (
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// usualEvents are the core and the extended events of the format's registry.
var usualEvents = []string{
	"before_tool_execute", "after_tool_execute", "session_start", "session_end", "before_prompt", "agent_stop",
	"before_compact", "notification", "error_occurred", "subagent_start", "subagent_stop", "permission_request",
}

// canonical is an event's name in the format: the registry's, or, for an event that it
// does not have, what our type or the client calls it.
func canonical(typ string) string {
	if name := mapping.CanonicalEvent(typ); name != "" {
		return name
	}
	if rest, ok := strings.CutPrefix(typ, "vendor."); ok {
		_, name, _ := strings.Cut(rest, ".")
		return name
	}
	return strings.ReplaceAll(typ, ".", "_")
}

// A native event is one of a provider's, with all that its tables know of it.
type native struct {
	mapping.Event
	canon []string        // events of the format; two generations of a client may differ
	also  []mapping.Event // the same in other generations
	tool  string          // canonical, of an event that is about one tool only
}

// event is what the format calls it: what most tools have too, if anything.
func (n native) event() string {
	for _, c := range n.canon {
		if slices.Contains(usualEvents, c) {
			return c
		}
	}
	return n.canon[0]
}

// holds says whether a hook that blocks keeps something from happening. At a session's
// start the format has nothing to hold back, and what a hook prints there is context.
func (n native) holds() bool {
	return (n.Prevents() || slices.ContainsFunc(n.also, func(e mapping.Event) bool { return e.Prevents() })) && n.event() != "session_start"
}

// always says whether it does so in every generation of the client.
func (n native) always() bool {
	return n.holds() && n.Prevents() && !slices.ContainsFunc(n.also, func(e mapping.Event) bool { return !e.Prevents() })
}

// stops says the same of what is not just the agent's end, where blocking without end
// would keep it running without end.
func (n native) stops() bool { return n.holds() && n.Flags&mapping.KeepsGoing == 0 }

// eventsOf are a provider's events.
func eventsOf(provider string) (all []native) {
	for _, d := range dialects(provider) {
		for e := range d.AllEvents {
			canon := canonical(mapping.TypeOf(provider, e))
			if i := slices.IndexFunc(all, func(n native) bool { return n.Native == e.Native }); i >= 0 {
				all[i].canon, all[i].also = append(all[i].canon, canon), append(all[i].also, *e)
				continue
			}
			n := native{Event: *e, canon: []string{canon}}
			if e.Tool != "" {
				n.tool = toolOf(d, e.Tool)
			}
			all = append(all, n)
		}
	}
	t := install.Named(provider)
	for i := range all {
		tool := ""
		if t != nil {
			tool = setup.Value(t.About, all[i].Native)
		}
		if tool == "" {
			continue
		}
		// Hook Interchange counts what is about a tool among that tool's calls.
		if all[i].tool = tool; !ofTools(all[i].event()) {
			all[i].canon = []string{canonical(mapping.ToolEnd)}
		}
	}
	return all
}

func toolOf(d *mapping.Dialect, name string) string {
	for t := range d.Tools.All {
		if t.Native == name && t.Canon != "" {
			return t.Canon
		}
	}
	if strings.Contains(name, "mcp") {
		return mapping.MCP
	}
	return ""
}

// isEvent says whether any provider has an event.
func isEvent(name string) bool {
	if slices.Contains(usualEvents, name) {
		return true
	}
	for _, d := range clients.Registry.Dialects {
		for e := range d.AllEvents {
			if !d.Format && canonical(mapping.TypeOf(d.Name, e)) == name {
				return true
			}
		}
	}
	return false
}

// eventNamed finds a provider's event by its native name, in any spelling of case.
func eventNamed(provider, name string) (native, bool) {
	all := eventsOf(provider)
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		if i := slices.IndexFunc(all, func(n native) bool { return same(n.Native, name) }); i >= 0 {
			return all[i], true
		}
	}
	return native{}, false
}

// targets are the events of a tool's file that make up one of the format's: those that
// install takes, or where it leaves all of them, these.
func targets(t *install.Tool, event string) (all []native) {
	var left []native
	leave := strings.Fields(t.Leave)
	for _, n := range eventsOf(t.Source) {
		switch {
		case n.event() != event, setup.Value(t.Covered, n.Native) != "":
		case slices.Contains(leave, n.Native):
			left = append(left, n)
		default:
			all = append(all, n)
		}
	}
	if len(all) == 0 {
		return newest(t, left)
	}
	return all
}

// newest leaves out the events of generations whose files are others than install's.
func newest(t *install.Tool, all []native) []native {
	d := t.InstallFile().Dialect
	if d == nil {
		return all
	}
	return slices.DeleteFunc(all, func(n native) bool {
		return !slices.ContainsFunc(slices.Collect(d.AllEvents), func(e *mapping.Event) bool { return e.Native == n.Native })
	})
}

// forTool are those of split events that are about a tool that a matcher names.
func forTool(all []native, m *Matcher) []native {
	return slices.DeleteFunc(slices.Clone(all), func(n native) bool {
		if n.tool == "" {
			return false
		}
		if n.tool == mapping.FileEdit && m.has(mapping.FileWrite) { // the same event tells both
			return false
		}
		return !m.has(n.tool)
	})
}

// ofTools says whether an event is about a tool, so that a matcher counts.
func ofTools(event string) bool {
	switch event {
	case canonical(mapping.ToolStart), canonical(mapping.ToolEnd), canonical(mapping.PermissionRequest), "permission_denied":
		return true
	}
	return false
}

func names(all []native) (out []string) {
	for _, n := range all {
		out = append(out, n.Native)
	}
	return out
}
