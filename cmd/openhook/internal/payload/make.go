// Package payload makes a tool's payload for a command, file or prompt out of a recording.
package payload

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// A Want describes the call of a payload in OpenHook's words. An empty field keeps the recording's
// value.
type Want struct {
	Type    string // tool.start, prompt.submit, …
	Tool    string // shell, file_write, …
	Command string
	File    string // relative to the agent's directory, or absolute
	Content string // of the file, or the new text of an edit
	Prompt  string
	Cwd     string // the agent's directory
}

// A Sample is one payload.
type Sample struct {
	Provider string
	File     string   // the name of the recording
	Recorded bool     // recorded from the real client, and not written after its schema
	Event    string   // the event's native name
	Flags    []string // of the shim, for what the payload does not say
	Data     []byte
	Call     *mapping.Call
}

// Reasons for a missing payload.
var (
	ErrNoEvent    = errors.New("no such event")
	ErrNoRecorded = errors.New("no recording of this")
	ErrNoRoom     = errors.New("the recorded calls have no field for this")
)

// Make makes a provider's payload.
func Make(provider string, w Want) (Sample, error) {
	if !hasEvent(provider, w.Type) {
		return Sample{}, ErrNoEvent
	}
	fits, err := candidates(provider, w), ErrNoRecorded
	for _, m := range fits {
		data, ok := fillIn(m.Data, m.Event, w)
		if !ok {
			err = ErrNoRoom
			continue
		}
		m.Data = data
		if m.Call, err = Decode(data, m.Event); err == nil {
			return m, nil
		}
	}
	return Sample{}, err
}

// hasEvent reports whether a client's tables have an event of a type.
func hasEvent(provider, typ string) bool {
	for _, d := range clients.Registry.Dialects {
		for e := range d.AllEvents {
			if d.Name == provider && mapping.TypeOf(provider, e) == typ {
				return true
			}
		}
	}
	return false
}

// hasNative reports whether a client's tables have an event of a native name.
func hasNative(provider, native string) bool {
	return slices.ContainsFunc(clients.Registry.Dialects, func(d *mapping.Dialect) bool {
		return d.Name == provider && slices.ContainsFunc(slices.Collect(d.AllEvents),
			func(e *mapping.Event) bool { return e.Native == native })
	})
}

// candidates returns the recordings of the event and tool, the plainest first. Recorded edits also
// serve for a client that has no tool to write files.
func candidates(provider string, w Want) []Sample {
	var all []Sample
	rank := map[string]int{}
	for file, data := range golden.Payloads(provider) {
		if strings.Contains(file, ".argv.") || strings.Contains(file, "USER_PROMPT") {
			continue // not sent on stdin
		}
		m, err := Describe(provider, file, data)
		if err != nil || m.Call.Source != provider || m.Call.Type != w.Type {
			continue
		}
		rank[file] = oddity(file)
		switch {
		case m.Call.Canon == w.Tool:
		case w.Tool == mapping.FileWrite && m.Call.Canon == mapping.FileEdit:
			rank[file] += 1000
		default:
			continue
		}
		if !m.Call.Deniable() && m.Call.Type == mapping.ToolStart {
			rank[file] += 500
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b Sample) int {
		return cmp.Or(cmp.Compare(rank[a.File], rank[b.File]), cmp.Compare(a.File, b.File))
	})
	return all
}

// PlainestCall returns the plainest recorded call of a native event, nil if there is none.
func PlainestCall(provider, event string) *mapping.Call {
	var best Sample
	for file, data := range golden.Payloads(provider) {
		m, err := Describe(provider, file, data)
		if err != nil || m.Call.Source != provider || m.Call.Native != event {
			continue
		}
		if rank := cmp.Compare(oddity(file), oddity(best.File)); best.Call == nil || rank < 0 ||
			rank == 0 && file < best.File {
			best = m
		}
	}
	return best.Call
}

// Describe describes an existing payload. file is its name in the golden folder, or its event.
func Describe(provider, file string, data []byte) (Sample, error) {
	m := Sample{Provider: provider, File: file, Event: golden.Event(file), Data: data,
		Recorded: !strings.Contains(file, "after-schema")}
	plain, err := Decode(data, "")
	if err != nil {
		return m, err
	}
	m.Call = plain
	if !hasNative(provider, m.Event) {
		m.Event = "" // a name with dots; the payload says it
	}
	if m.Event == "" {
		m.Event = plain.Native
	} else if plain.Native != m.Event {
		if m.Call, err = Decode(data, m.Event); err != nil {
			return m, err
		}
		if m.Call.Native != plain.Native {
			m.Flags = []string{"--event", m.Event}
		}
	}
	return m, nil
}

// oddParts mark recordings of a special case by a part of their name.
var oddParts = []string{"after-schema", "windows", "subagent", "minimal", "served", "fail", "error", "missing",
	"interrupt", "active",
	"documented", "docs-", "from-claude", "agent-flag", "cancelled", "exit3", "-3x", "old", "many", "empty", "unicode",
	"auto-mode",
	"compact", "clear", "fork", "partial", "two-", "task-notification", "heredoc", "continuation", ".v2.", "-v1.",
	"vscode"}

// oddity is higher for less usual payloads.
func oddity(file string) int {
	n := len(file)
	for _, part := range oddParts {
		if strings.Contains(file, part) {
			n += 100
		}
	}
	return n
}
