package manifest

import (
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// usualEvents are the core and extended events of the format's registry.
var usualEvents = []string{
	"before_tool_execute", "after_tool_execute", "session_start", "session_end", "before_prompt", "agent_stop",
	"before_compact", "notification", "error_occurred", "subagent_start", "subagent_stop", "permission_request",
}

// registryNames are the names of the format's registry for events that our tables call otherwise, with
// the clients' names of them. Those without a client's name are of no client that we know.
var registryNames = map[string][]string{
	"tool_use_failure":             {"PostToolUseFailure", "postToolUseFailure"},
	"task_created":                 {"TaskCreated"},
	"task_completed":               {"TaskCompleted"},
	"file_changed":                 {"PostFileSave", "fileEdited", "afterFileEdit", "file.edited"},
	"file_saved":                   {"FileChanged"}, // became file_changed in hooks/0.1
	"manual_trigger":               {"userTriggered"},
	"windsurf_transcript_response": {"post_cascade_response_with_transcript"},
	"windsurf_worktree_setup":      {"post_setup_worktree"},
	"cursor_agent_thought":         {"afterAgentThought"},
	"cursor_tab_file_read":         {"beforeTabFileRead"},
	"cursor_tab_file_edit":         {"afterTabFileEdit"},
	"opencode_command_before":      nil,
	"opencode_command_after":       nil,
	"opencode_chat_params":         nil,
	"opencode_chat_headers":        nil,
	"opencode_shell_env":           nil,
	"opencode_tool_definition":     nil,
	"opencode_tui_events":          nil,
}

// is reports whether an event of the format stands for the client's event.
func (n nativeEvent) is(event string) bool {
	return n.canonicalName() == event || slices.Contains(registryNames[event], n.Native)
}

// canonical returns the format's name of an event type: the registry's, or else one made of the
// OpenHook type or the client's name.
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

// A nativeEvent is a provider's event with all data of its tables.
type nativeEvent struct {
	mapping.Event
	canonicalNames   []string        // two generations of a client may differ
	otherGenerations []mapping.Event // the same event in other generations
	tool             string          // canonical name, for an event about a single tool
}

// canonicalName returns the registry's name if the event has one, or else its first name.
func (n nativeEvent) canonicalName() string {
	for _, c := range n.canonicalNames {
		if slices.Contains(usualEvents, c) {
			return c
		}
	}
	return n.canonicalNames[0]
}

// canBlock reports whether a hook can prevent something on the event. The format knows no block at
// a session's start: output there is context.
func (n nativeEvent) canBlock() bool { return n.prevents() && n.canonicalName() != "session_start" }

// prevents reports whether a hook can prevent something in any generation of the client.
func (n nativeEvent) prevents() bool {
	return n.Prevents() || slices.ContainsFunc(n.otherGenerations, func(e mapping.Event) bool { return e.Prevents() })
}

// alwaysBlocks reports whether canBlock holds in every generation of the client.
func (n nativeEvent) alwaysBlocks() bool {
	return n.canBlock() && n.Prevents() && !slices.ContainsFunc(n.otherGenerations,
		func(e mapping.Event) bool { return !e.Prevents() })
}

// blocksWithoutLoop reports whether a hook may always block. At the agent's end that would keep
// the agent running without end.
func (n nativeEvent) blocksWithoutLoop() bool { return n.canBlock() && n.Flags&mapping.KeepsGoing == 0 }

// eventsOf returns a provider's events.
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
			tool = setup.Value(t.About, all[i].Native)
		}
		if tool == "" {
			continue
		}
		// Hook Interchange counts an event about a tool among the tool calls.
		if all[i].tool = tool; !isAboutTool(all[i].canonicalName()) {
			all[i].canonicalNames = []string{canonical(mapping.ToolEnd)}
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

// isEvent reports whether any provider has an event.
func isEvent(name string) bool {
	if _, known := registryNames[name]; known || slices.Contains(usualEvents, name) {
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

// eventNamed returns a provider's event by its native name, in any case.
func eventNamed(provider, name string) (nativeEvent, bool) {
	all := eventsOf(provider)
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		if i := slices.IndexFunc(all, func(n nativeEvent) bool { return same(n.Native, name) }); i >= 0 {
			return all[i], true
		}
	}
	return nativeEvent{}, false
}

// targetEvents returns the tool's events for an event of the format: those that install uses, or
// else those that it leaves out.
func targetEvents(t *install.Tool, event string) (all []nativeEvent) {
	var left []nativeEvent
	leave := strings.Fields(t.Leave)
	for _, n := range eventsOf(t.Source) {
		switch {
		case !n.is(event), n.canonicalName() == event && setup.Value(t.Covered, n.Native) != "":
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

// ofInstallFile keeps the events of the generation whose file install writes.
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

// eventsForTools keeps the events about tools that a matcher names.
func eventsForTools(all []nativeEvent, m *Matcher) []nativeEvent {
	return slices.DeleteFunc(slices.Clone(all), func(n nativeEvent) bool {
		if n.tool == "" {
			return false
		}
		if n.tool == mapping.FileEdit && m.names(mapping.FileWrite) { // one event covers both
			return false
		}
		return !m.names(n.tool)
	})
}

// isAboutTool reports whether an event is about a tool. Only there a matcher applies.
func isAboutTool(event string) bool {
	switch event {
	case canonical(mapping.ToolStart), canonical(mapping.ToolEnd), canonical(mapping.PermissionRequest),
		"permission_denied", "tool_use_failure":
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
