package mapping

import "strings"

// kin finds an event for a name that is in no table: an event of the same dialect with the
// type that the name's words mean. A client adds events in words that it already uses:
// PreToolUse, then perhaps PreToolBatch.
func (d *Dialect) kin(native string) *Event {
	typ := familyOf(native)
	if typ == "" {
		return nil
	}
	if e := d.ofType(typ); e != nil {
		return e
	}
	return &Event{Type: typ}
}

// ofType returns the first event of a type that is about any tool, nil if there is none.
func (d *Dialect) ofType(typ string) *Event {
	for e := range d.AllEvents {
		if e.Type == typ && e.Tool == "" {
			return e
		}
	}
	return nil
}

// eventWords are words in events' names. The words of a line mean the same. The line begins
// with a sign for them.
const eventWords = `
B pre before
A post after
t tool tools shell command bash mcp exec execution
f file files read write edit
s stop stopped
S start started begin created spawn resume
E end ended finish finished complete completed shutdown closed
r result results output response failed failure error
x call use execute invoke request
c session conversation
u prompt
a agent turn assistant
b subagent sub
p permission approval
k compact compaction compress
m model llm
n notification notify
`

// nameSigns are the signs of the words in an event's name.
type nameSigns [128]bool

// familyOf returns the type that the words of an event's name mean, "" if they mean none.
func familyOf(native string) string {
	var signs nameSigns
	forEachNameWord(native, func(word string) { signs[lineOf(eventWords, strings.ToLower(word))] = true })
	return FirstOf(signs.toolFamily(), signs.stepFamily(), signs.turnFamily())
}

// toolFamily returns the type of an event about a tool or its permission.
func (signs *nameSigns) toolFamily() string {
	before, after, start, end := signs['B'], signs['A'], signs['S'], signs['E']
	switch {
	case signs['p'] && !after && !end:
		return PermissionRequest
	case signs['t'] && (after || end || signs['r']) && !before:
		return ToolEnd
	case signs['t'] && (before || start || signs['x']), signs['f'] && before:
		return ToolStart
	}
	return ""
}

// stepFamily returns the type of an event about a subagent, a compaction or a model.
func (signs *nameSigns) stepFamily() string {
	before, after := signs['B'], signs['A']
	switch {
	case signs['b'] && (signs['s'] || signs['E']):
		return SubagentStop
	case signs['b'] && signs['S']:
		return "subagent.start"
	case signs['k'] && before:
		return "context.compact"
	case signs['k'] && after:
		return "context.compacted"
	case signs['m'] && before:
		return "model.request"
	case signs['m'] && after:
		return "model.response"
	}
	return ""
}

// turnFamily returns the type of an event about a turn, a session or the user.
func (signs *nameSigns) turnFamily() string {
	before, after, start, stop, end := signs['B'], signs['A'], signs['S'], signs['s'], signs['E']
	switch {
	case stop && !before, signs['a'] && (end || after):
		return AgentStop
	case signs['c'] && start:
		return SessionStart
	case signs['c'] && end:
		return SessionEnd
	case signs['u'] && !after && !end:
		return PromptSubmit
	case signs['n']:
		return AgentNotification
	}
	return ""
}
