package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// impossible writes the README's table of answers that a client cannot obey on any event of a
// type.
func impossible() string {
	var b strings.Builder
	b.WriteString("| a hook wants | impossible in | the shim sends |\n|---|---|---|\n")
	for _, row := range []struct{ what, can, types, becomes string }{
		{"to deny a tool's call", "deny", mapping.ToolStart, "–"},
		{"to ask the user before a tool runs", "ask", mapping.ToolStart, "a deny"},
		{"to change a tool's input", "rewrite", mapping.ToolStart, "a deny"},
		{"to change a tool's result", "output", mapping.ToolEnd, "a warning"},
		{"to reject a prompt", "deny", mapping.PromptSubmit, "a warning"},
		{"to add context at a session's start or with a prompt", "context",
			mapping.SessionStart + " " + mapping.PromptSubmit, "a warning"},
		{"to make the agent go on at the end of its turn", "go_on", mapping.AgentStop, "a warning"},
	} {
		var without []string
		for _, a := range setup.Abouts() {
			if !able(a.Source, row.can, row.types) {
				without = append(without, a.Source)
			}
		}
		slices.Sort(without)
		not := strings.Join(without, ", ")
		if not == "" {
			not, row.becomes = "possible in all", "–"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", row.what, not, row.becomes)
	}
	return b.String()
}

// able reports whether an event of one of the types can do something.
func able(source, can, types string) bool {
	for _, d := range clients.Registry.Dialects {
		if d.Name != source {
			continue
		}
		for e := range d.AllEvents {
			c := mapping.Call{Dialect: d, Event: e, Source: source, Type: mapping.TypeOf(source, e)}
			if slices.Contains(strings.Fields(types), c.Type) && slices.Contains(c.Can(), can) {
				return true
			}
		}
	}
	return false
}
