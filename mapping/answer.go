package mapping

import (
	"strings"
	"unicode/utf8"
)

// A Decision is what a hook wants to happen to an action.
type Decision uint8

const (
	NoOpinion Decision = iota
	Allow
	Ask
	Deny
)

// An Answer is what a hook said, whatever it said it in.
type Answer struct {
	Decision   Decision
	Reason     string
	Stop       bool // end the agent's loop
	StopReason string
	Context    string // for the model
	Message    string // for the user
	Input      string // new tool input in canonical keys, raw JSON object; "" none
	Output     string // new tool result, raw JSON; "" none
	Quiet      bool
	Native     string // raw JSON object keyed by source: powers that have no canonical name
	Raw        []byte // on an event with RawOutput: what the hook printed
}

// Printed is what came out of a hook.
type Printed struct {
	Stdout, Stderr []byte
	Exit           int    // 128+n for a signal
	Cut            bool   // stdout was larger than what is kept, and what is not may hold an answer
	Hook           string // the hook's name, for reasons
}

// readable returns the same in UTF-8: whatever is passed on goes to a parser that
// may take nothing else.
func (p Printed) readable() Printed {
	for _, b := range [...]*[]byte{&p.Stdout, &p.Stderr} {
		if !utf8.Valid(*b) {
			*b = []byte(strings.ToValidUTF8(view(*b), "\uFFFD"))
		}
	}
	return p
}

const (
	errBroken = Error("printed broken JSON")
	errWords  = Error("gave a decision that is none of allow, deny, ask")
	errCut    = Error("printed more than can be read")

	inBrokenJSON = "the hook said so in broken JSON"
)

// DecodeAnswer reads what a hook printed that was given the OpenHook envelope.
// An error means that the hook failed; the answer is then empty.
func (c *Call) DecodeAnswer(p Printed, blockOn BlockOn) (Answer, error) {
	if c.Event.Flags&RawOutput != 0 && p.Exit == 0 {
		return Answer{Raw: p.Stdout}, nil
	}
	p = p.readable()
	out := trim(p.Stdout)
	if p.Exit == 2 || blockOn.has(p.Exit) {
		return c.blocked(p, out), nil
	}
	if p.Exit != 0 {
		return Answer{}, exitError(p.Exit)
	}
	return c.printed(p, out)
}

// blocked is the answer of a hook that said no by its exit code.
func (c *Call) blocked(p Printed, out []byte) Answer {
	var a Answer
	said := ""
	if isObject(view(out)) && valid(out) == nil {
		a, _ = understand(view(out))
		said = a.Reason
	} else {
		said = view(out)
	}
	a = Answer{Decision: Deny, Stop: a.Stop, StopReason: a.StopReason, Message: a.Message, Context: a.Context}
	for _, reason := range [...]string{view(trim(p.Stderr)), said, "Blocked by " + p.Hook} {
		if a.Reason = strings.TrimSpace(reason); a.Reason != "" {
			break
		}
	}
	return a
}

// printed is the answer of a hook that ended well.
func (c *Call) printed(p Printed, out []byte) (Answer, error) {
	s := view(out)
	switch {
	case s == "":
		return Answer{}, nil
	case p.Cut:
		if c.Deniable() {
			return Answer{Decision: Deny, Reason: "the hook " + errCut.Error()}, nil
		}
		return Answer{}, errCut
	case s[0] == '{' && valid(out) == nil:
		a, err := understand(s)
		if a.Decision == Allow && c.echoes() {
			a.Decision = NoOpinion
		}
		return a, err
	}
	a, found, err := stricter(s)
	if found || err != nil {
		return a, err
	}
	if s[0] == '{' {
		return Answer{}, errBroken
	}
	if c.Type == SessionStart || c.Type == PromptSubmit {
		return Answer{Context: s}, nil
	}
	return Answer{}, nil
}

// strictest keeps of two answers what holds the agent back.
func (a Answer) strictest(b Answer) Answer {
	if b.Decision > Allow && (b.Decision > a.Decision || b.Decision == a.Decision && a.Reason == "") {
		a.Decision, a.Reason = b.Decision, b.Reason
	}
	if b.Stop && !a.Stop {
		a.Stop, a.StopReason = true, b.StopReason
	}
	return a
}

// And joins what a hook said of one part of a call with what it said of another.
// It approves only what it approved in every part, and a new input for one part
// is none for the whole.
func (a Answer) And(b Answer) Answer {
	both := a.strictest(b)
	if both.Decision == Allow && b.Decision != Allow {
		both.Decision = NoOpinion
	}
	both.Context = strings.TrimSpace(a.Context + "\n" + b.Context)
	both.Message = strings.TrimSpace(a.Message + "\n" + b.Message)
	both.Output = firstOf(a.Output, b.Output)
	if (a.Input != "" || b.Input != "") && both.Decision != Deny {
		both.Decision, both.Reason = Deny, cannotChange+"it touches several files"
	}
	both.Input = ""
	return both
}

// understand reads one valid JSON object: OpenHook's answer, Claude Code's
// output, or the Hook contract's.
func understand(s string) (Answer, error) {
	var a Answer
	err := a.members(s)
	if err != nil {
		// What was plainly said counts all the same.
		a = Answer{}.strictest(a)
		if a.Decision > Allow || a.Stop {
			err = nil
		}
	}
	return a, err
}

func (a *Answer) members(s string) (err error) {
	fail := func(e error) {
		if e != nil {
			err = e
		}
	}
	each(s, func(key, raw string) {
		if raw == "null" {
			return
		}
		switch key {
		case "decision", "permissionDecision", "behavior":
			if isObject(raw) { // Claude Code's PermissionRequest
				fail(a.members(raw))
				return
			}
			d, ok := decisionOf(raw)
			if !ok {
				fail(errWords)
			}
			a.Decision = max(a.Decision, d)
		case "reason", "permissionDecisionReason":
			a.Reason = text(raw)
		case "message":
			a.Message = text(raw)
		case "continue":
			a.Stop = a.Stop || raw == "false"
			if !isKind(raw, "bool") {
				fail(errWords)
			}
		case "stopReason":
			a.StopReason = text(raw)
		case "context", "additionalContext":
			a.Context = text(raw)
		case "system_message", "systemMessage":
			a.Message = text(raw)
		case "updated_input", "updatedInput":
			if !isObject(raw) {
				fail(Error(key + " is no object"))
				return
			}
			a.Input = raw
		case "updated_output", "updatedToolOutput", "updatedMCPToolOutput":
			a.Output = raw
		case "suppress_output", "suppressOutput":
			a.Quiet = raw == "true"
		case "lint_command":
			a.Context = strings.TrimSpace(a.Context + "\nRun: " + text(raw))
		case "native":
			if isObject(raw) {
				a.Native = raw
			}
		case "hookSpecificOutput":
			fail(a.members(raw))
		}
	})
	if a.Reason == "" && a.Decision > Allow {
		a.Reason = a.Message
	}
	return err
}

func decisionOf(raw string) (Decision, bool) {
	switch strings.ToLower(strings.Trim(text(raw), " \t\r\n")) { // what plain strips too
	case "":
		return NoOpinion, raw == `""`
	case "allow", "approve":
		return Allow, raw[0] == '"'
	case "ask":
		return Ask, raw[0] == '"'
	case "deny", "block":
		return Deny, raw[0] == '"'
	}
	return NoOpinion, false
}
