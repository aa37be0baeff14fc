package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// A Decision is what a hook wants to happen to an action.
type Decision uint8

const (
	NoOpinion Decision = iota
	Allow
	Ask
	Deny
)

// An Answer is what a hook answered, in whatever format.
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
	Native     string // raw JSON object keyed by source: abilities without a canonical name
	Raw        []byte // on an event with RawOutput: what the hook printed
	Ignored    string // the part of the output that does not count, and why; "" none
	Unread     bool   // it holds an unreadable decision, which is a fault if faults block
}

// A HookOutput is what a hook printed, and how it ended.
type HookOutput struct {
	Stdout, Stderr []byte
	Exit           int    // 128+n for a signal
	Cut            bool   // stdout was larger than the limit; the rest may hold an answer
	Hook           string // the hook's name, for reasons
}

// readable returns the same in UTF-8, because the client's parser may take nothing else.
func (p HookOutput) readable() HookOutput {
	p.Stdout, p.Stderr = decodeText(p.Stdout), decodeText(p.Stderr)
	return p
}

const (
	errBroken = Error("printed broken JSON")
	errWords  = Error("gave an unknown decision; use allow, deny or ask")
	errCut    = Error("printed more than the shim reads")

	inBrokenJSON = "the hook said so in broken JSON"
	notAlone     = "the shim ignores the hook's output: it is not exactly one JSON object"
	notFramed    = "the shim ignores hookSpecificOutput: its hookEventName is not this event's"
	notValid     = "the shim ignores the hook's output: the client that it is written for would ignore it too"
)

// DecodeAnswer reads the output of a hook that was given the OpenHook envelope. An error
// means that the hook failed. The answer is empty then.
func (c *Call) DecodeAnswer(p HookOutput, blockOn BlockOn) (Answer, error) {
	if c.Event.Flags&RawOutput != 0 && p.Exit == 0 {
		return Answer{Raw: p.Stdout}, nil
	}
	p = p.readable()
	prose := c.Type == SessionStart || c.Type == PromptSubmit
	out := c.readOutput(nil, p, prose)
	granted, ignored := c.granted(out.sole)
	var asked, a Answer
	err := asked.readMembers(out.sole)
	if specific := jsontext.ValueOf(granted, "hookSpecificOutput"); specific != "" &&
		!c.named(jsontext.Text(jsontext.ValueOf(specific, "hookEventName"))) {
		granted, ignored = jsontext.Replace(granted, "hookSpecificOutput", "null"), notFramed
	}
	a.readMembers(granted)
	if p.Exit == 2 || blockOn.has(p.Exit) {
		return c.blocked(p, out, a), nil
	}
	if p.Exit != 0 {
		return Answer{}, exitError(p.Exit)
	}
	return c.conclude(p, out, asked, a, ignored, err, prose)
}

// conclude joins what a hook that ended well said against the action with what it said for
// it. asked is its full answer for the action, a the part of it that counts.
func (c *Call) conclude(
	p HookOutput, out *output, asked, a Answer, ignored string, err error, prose bool,
) (Answer, error) {
	if asked.Input != "" && a.Input == "" && c.Deniable() {
		// The hook did not approve the call with its old input.
		out.Answer = out.Answer.strictest(Answer{Decision: Deny, Reason: CannotChange + ignored})
	}
	if p.Cut && c.Deniable() { // the rest may hold a deny
		out.Answer = out.Answer.strictest(Answer{Decision: Deny, Reason: "the hook " + errCut.Error()})
	}
	if out.sole == "" && (out.found || out.broken || strings.HasPrefix(out.text, "{")) {
		a = Answer{} // text with objects in it is no text for the model
	}
	if a.Ignored = ignored; out.Decision > Allow || out.Stop {
		a.Decision = NoOpinion
		return a.strictest(out.Answer), nil
	}
	switch {
	case p.Cut:
		return Answer{}, errCut
	case out.unknown:
		return Answer{}, errWords
	case err != nil:
		return Answer{}, err
	case out.deep:
		a.Unread, a.Ignored = true, "the shim ignores a decision: it is not where an answer has one"
		return a, nil
	case out.sole != "" || out.sent != nil || out.text == "":
		return a, nil
	case out.broken || out.text[0] == '{' && !out.found:
		return Answer{}, errBroken
	case out.decides:
		a.Unread, a.Ignored = true, notAlone
	case prose: // it may show objects that decide nothing
		if out.text[0] != '{' {
			a.Context = out.text
			break
		}
		a.Ignored = notAlone
	case MayDecide(jsontext.BytesOf(out.text)) || isDecision(out.text):
		a.Unread, a.Ignored = true, notAlone
	case out.text[0] == '{':
		a.Ignored = notAlone
	}
	return a, nil
}

// blocked returns the answer of a hook that denied by its exit code.
func (c *Call) blocked(p HookOutput, out *output, a Answer) Answer {
	said := FirstOf(out.Reason, a.Reason)
	if out.sole == "" && out.Reason == "" {
		said = out.text
	}
	a = Answer{Decision: Deny, Stop: out.Stop, StopReason: out.StopReason, Message: a.Message, Context: a.Context,
		Ignored: a.Ignored}
	for _, reason := range [...]string{jsontext.View(trim(p.Stderr)), said, "Blocked by " + p.Hook} {
		if a.Reason = strings.TrimSpace(reason); a.Reason != "" {
			break
		}
	}
	return a
}

// strictest keeps the parts of two answers that hold the agent back.
func (a Answer) strictest(b Answer) Answer {
	if b.Decision > Allow && (b.Decision > a.Decision || b.Decision == a.Decision && a.Reason == "") {
		a.Decision, a.Reason = b.Decision, b.Reason
	}
	if b.Stop && !a.Stop {
		a.Stop, a.StopReason = true, b.StopReason
	}
	return a
}

// MergeFiles joins a hook's answers on two parts of a call. The result approves only if
// both do. A new input for one part becomes a deny.
func (a Answer) MergeFiles(b Answer) Answer {
	both := a.strictest(b)
	if both.Decision == Allow && b.Decision != Allow {
		both.Decision = NoOpinion
	}
	both.Context = strings.TrimSpace(a.Context + "\n" + b.Context)
	both.Message = strings.TrimSpace(a.Message + "\n" + b.Message)
	both.Output = FirstOf(a.Output, b.Output)
	if (a.Input != "" || b.Input != "") && both.Decision != Deny {
		both.Decision, both.Reason = Deny, CannotChange+"it touches several files"
	}
	both.Input = ""
	return both
}

// readMembers reads what an object says for the action: OpenHook's answer, Claude Code's
// output, or the Hook contract's.
func (a *Answer) readMembers(object string) (err error) {
	jsontext.EachKey(object, func(key, raw string) {
		if raw == "null" {
			return
		}
		switch key {
		case "decision":
			a.readApproval(raw)
		case "reason":
			a.Reason = jsontext.Text(raw)
		case "message", "system_message", "systemMessage":
			a.Message = jsontext.Text(raw)
		case "context":
			a.Context = jsontext.Text(raw)
		case "updated_input":
			err = firstError(err, a.readInput(key, raw))
		case "updated_output":
			a.Output = raw
		case "suppress_output", "suppressOutput":
			a.Quiet = raw == "true"
		case "lint_command":
			a.suggest(raw)
		case "native":
			if jsontext.IsObject(raw) {
				a.Native = raw
			}
		case "hookSpecificOutput":
			err = firstError(err, a.readSpecific(raw))
		}
	})
	return err
}

// readSpecific reads Claude Code's hookSpecificOutput.
func (a *Answer) readSpecific(object string) (err error) {
	jsontext.EachKey(object, func(key, raw string) {
		if raw == "null" {
			return
		}
		switch key {
		case "permissionDecision":
			a.readApproval(raw)
		case "permissionDecisionReason":
			a.Reason = jsontext.Text(raw)
		case "additionalContext":
			a.Context = jsontext.Text(raw)
		case "updatedInput":
			err = firstError(err, a.readInput(key, raw))
		case "updatedToolOutput", "updatedMCPToolOutput":
			a.Output = raw
		case "decision": // of a PermissionRequest
			a.readApproval(jsontext.ValueOf(raw, "behavior"))
			if input := jsontext.ValueOf(raw, "updatedInput"); input != "" {
				err = firstError(err, a.readInput("updatedInput", input))
			}
		}
	})
	return err
}

// named reports whether any client has this event under a native name.
func (c *Call) named(native string) bool {
	for _, d := range c.registry.Dialects {
		if e := d.event(native); e != nil && TypeOf(c.Source, e) == c.Type {
			return true
		}
	}
	return native == c.Native
}

// suggest adds to the context a command that the model may run.
func (a *Answer) suggest(raw string) {
	if command := jsontext.Text(raw); command != "" {
		a.Context = strings.TrimSpace(a.Context + "\nRun: " + command)
	}
}

func (a *Answer) readApproval(raw string) {
	if d, _ := decisionOf(foldedText(raw)); d == Allow && raw[0] == '"' {
		a.Decision = Allow
	}
}

func (a *Answer) readInput(key, raw string) error {
	if !jsontext.IsObject(raw) {
		return Error(key + " is not an object")
	}
	a.Input = raw
	return nil
}

func firstError(a, b error) error {
	if a != nil {
		return a
	}
	return b
}
