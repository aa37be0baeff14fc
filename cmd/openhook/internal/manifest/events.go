package manifest

import (
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/mapping"
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

// A nativeEvent event is one of a provider's, with all that its tables know of it.
type nativeEvent struct {
	mapping.Event
	canonicalNames   []string        // events of the format; two generations of a client may differ
	otherGenerations []mapping.Event // the same in other generations
	tool             string          // canonical, of an event that is about one tool only
}

// canonicalName is what the format calls it: what most tools have too, if anything.
func (n nativeEvent) canonicalName() string {
	for _, c := range n.canonicalNames {
		if slices.Contains(usualEvents, c) {
			return c
		}
	}
	return n.canonicalNames[0]
}

// canBlock says whether a hook that blocks keeps something from happening. At a session's
// start the format has nothing to hold back, and what a hook prints there is context.
func (n nativeEvent) canBlock() bool {
	return (n.Prevents() || slices.ContainsFunc(n.otherGenerations,
		func(e mapping.Event) bool { return e.Prevents() })) && n.canonicalName() != "session_start"
}

// alwaysBlocks says whether it does so in every generation of the client.
func (n nativeEvent) alwaysBlocks() bool {
	return n.canBlock() && n.Prevents() && !slices.ContainsFunc(n.otherGenerations,
		func(e mapping.Event) bool { return !e.Prevents() })
}

// blocksWithoutLoop says the same of what is not just the agent's end, where blocking without end
// would keep it running without end.
func (n nativeEvent) blocksWithoutLoop() bool { return n.canBlock() && n.Flags&mapping.KeepsGoing == 0 }

// eventsOf are a provider's events.
func eventsOf(provider string) (all []nativeEvent) {
	for _, d := range dialects(provider) {
		for e := range d.AllEvents {
			canon := canonical(mapping.TypeOf(provider, e))
			if i := slices.IndexFunc(all, func(n nativeEvent) bool { return n.Native == e.Native }); i >= 0 {
				all[i].canonicalNames, all[i].otherGenerations = append(all[i].canonicalNames, canon),
					append(all[i].otherGenerations, *e)
				continue
			}
			n := nativeEvent{Event: *e, canonicalNames: []string{canon}}
			if e.Tool != "" {
				n.tool = toolOf(d, e.Tool)
			}
			all = append(all, n)
		}
	}
	t := install.ToolNamed(provider)
	for i := range all {
		tool := ""
		if t != nil {
			tool = mapping.Value(t.About, all[i].Native)
		}
		if tool == "" {
			continue
		}
		// Hook Interchange counts what is about a tool among that tool's calls.
		if all[i].tool = tool; !isAboutTool(all[i].canonicalName()) {
			all[i].canonicalNames = []string{canonical(mapping.ToolEnd)}
		}
	}
	return all
}

func toolOf(d *mapping.Dialect, name string) string {
	for t := range d.Tools.Each {
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
	for _, d := range mapping.Dialects() {
		for e := range d.AllEvents {
			if !d.Format && canonical(mapping.TypeOf(d.Name, e)) == name {
				return true
			}
		}
	}
	return false
}

// eventNamed finds a provider's event by its native name, in any spelling of case.
func eventNamed(provider, name string) (nativeEvent, bool) {
	all := eventsOf(provider)
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		if i := slices.IndexFunc(all, func(n nativeEvent) bool { return same(n.Native, name) }); i >= 0 {
			return all[i], true
		}
	}
	return nativeEvent{}, false
}

// targetEvents are the events of a tool's file that make up one of the format's: those that
// install takes, or where it leaves all of them, these.
func targetEvents(t *install.Tool, event string) (all []nativeEvent) {
	var left []nativeEvent
	leave := strings.Fields(t.Leave)
	for _, n := range eventsOf(t.Source) {
		switch {
		case n.canonicalName() != event, mapping.Value(t.Covered, n.Native) != "":
		case slices.Contains(leave, n.Native):
			left = append(left, n)
		default:
			all = append(all, n)
		}
	}
	if len(all) == 0 {
		return ofInstallFile(t, left)
	}
	return all
}

// ofInstallFile leaves out the events of generations whose files are others than install's.
func ofInstallFile(t *install.Tool, all []nativeEvent) []nativeEvent {
	d := t.InstallFile().Dialect
	if d == nil {
		return all
	}
	return slices.DeleteFunc(all, func(n nativeEvent) bool {
		return !slices.ContainsFunc(slices.Collect(d.AllEvents),
			func(e *mapping.Event) bool { return e.Native == n.Native })
	})
}

// eventsForTools are those of split events that are about a tool that a matcher names.
func eventsForTools(all []nativeEvent, m *Matcher) []nativeEvent {
	return slices.DeleteFunc(slices.Clone(all), func(n nativeEvent) bool {
		if n.tool == "" {
			return false
		}
		if n.tool == mapping.FileEdit && m.names(mapping.FileWrite) { // the same event tells both
			return false
		}
		return !m.names(n.tool)
	})
}

// isAboutTool says whether an event is about a tool, so that a matcher counts.
func isAboutTool(event string) bool {
	switch event {
	case canonical(mapping.ToolStart), canonical(mapping.ToolEnd), canonical(mapping.PermissionRequest),
		"permission_denied":
		return true
	}
	return false
}

func nativeNames(all []nativeEvent) (out []string) {
	for _, n := range all {
		out = append(out, n.Native)
	}
	return out
}
