package client

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// qwDoes is the effect of a block on an event.
type qwDoes int

const (
	qwNothing  qwDoes = iota
	qwStops           // the action does not happen
	qwReplaces        // too late to stop: the reason takes the place of a result
	qwGoesOn          // the agent may not stop
)

type qwEvent struct {
	name     string
	block    qwDoes
	words    string // the decisions that block
	halt     bool   // continue:false blocks too
	text     bool   // plain stdout of a hook that ends well is context
	ctx      bool   // additionalContext reaches the model
	longest  int    // the longest context, in UTF-16 units after escaping; 0 no limit
	message  bool   // systemMessage is shown, and a hook's warning with it
	mute     bool   // a block's reason reaches nobody
	announce string // what stands before a block's reason
}

// qwEvents are the 22 events of 0.24.4. A row is a case of
// ../qwen-code/observed-answers.json; "source" and "docs" are those of the package.
var qwEvents = []qwEvent{
	{name: "SessionStart", text: true, ctx: true}, // q-ss-text0, q-ss-ctx, q-ss-cont
	{name: "SessionEnd"},
	{name: "SessionDelete"},
	{name: "UserPromptSubmit", block: qwStops, words: "block deny", halt: true, text: true, ctx: true, mute: true}, // q-ups-block
	{name: "UserPromptExpansion", block: qwStops, words: "block deny", halt: true, text: true, ctx: true, longest: 10_000,
		announce: "UserPromptExpansion blocked: "}, // docs
	{name: "PreToolUse", block: qwStops, halt: true}, // its words: qwRun.preTool; q-pre-cont-false
	{name: "PermissionRequest", block: qwStops},      // its word: qwRun.permission; exit 2 is no decision
	{name: "PermissionDenied"},
	{name: "PostToolUse", block: qwReplaces, halt: true, ctx: true}, // q-post-block, q-post-cont
	{name: "PostToolUseFailure", ctx: true},
	{name: "PostToolBatch", block: qwReplaces, words: "block deny", halt: true, ctx: true}, // docs
	{name: "Stop", block: qwGoesOn, words: "block deny", halt: true, message: true},        // q-stop-cont-false, q-stop-text0
	{name: "StopFailure"},
	{name: "SubagentStart", ctx: true}, // source
	{name: "SubagentStop", block: qwGoesOn, words: "block deny", halt: true},
	{name: "PreCompact"},
	{name: "PostCompact"},
	{name: "Notification"},
	// The client does not know deny, nor exit 2 with it, although the docs say so
	// (source).
	{name: "TodoCreated", block: qwStops, words: "block",
		announce: "Todo list was not modified because a TodoCreated hook blocked the operation: "},
	{name: "TodoCompleted", block: qwStops, words: "block",
		announce: "Todo list was not modified because a TodoCompleted hook blocked the operation: "},
	{name: "InstructionsLoaded"},
	{name: "MessageDisplay"},
}

// qwLongest is how many bytes of stdout and of stderr the client reads (source).
const qwLongest = 1 << 20

// qwRun is one hook call: the payload, the answer and its effect.
type qwRun struct {
	Effect
	ev      qwEvent
	payload ccObject
	answer  ccObject
	out     ccObject // its hookSpecificOutput
}

// QwenCode models Qwen Code 0.24.4 with one hook. User is what a headless run shows.
// Asked is a dialog. Without a terminal it is a block, and the model gets its reason.
func QwenCode(r Reply) Effect {
	i := slices.IndexFunc(qwEvents, func(ev qwEvent) bool { return ev.name == r.Event })
	if i < 0 || r.Late { // q-pre-timeout: nobody hears of it
		return Effect{}
	}
	q := qwRun{ev: qwEvents[i], payload: ccParse(r.Payload)}
	if q.payload.text("phase") == "postWrite" {
		q.ev.block = qwNothing
	}
	q.answer = qwAnswer(r, q.ev)
	q.out = q.answer.object("hookSpecificOutput")
	if q.ev.message {
		q.tellUser(q.answer.text("systemMessage"))
		q.Failed = q.answer["failed"] != nil
	}
	switch q.ev.name {
	case "PreToolUse":
		q.preTool()
	case "PermissionRequest":
		q.permission()
	default:
		halted := q.ev.halt && string(q.answer["continue"]) == "false"
		if halted || slices.Contains(strings.Fields(q.ev.words), q.answer.text("decision")) {
			q.blocked(cmp.Or(q.answer.text("stopReason"), q.answer.text("reason"), "No reason provided"))
		}
	}
	q.context()
	return q.Effect
}

// qwAnswer returns the client's answer in an output, nil if there is none.
func qwAnswer(r Reply, ev qwEvent) ccObject {
	stdout, stderr := qwText(r.Stdout), qwText(r.Stderr)
	said := cmp.Or(stdout, stderr) // q-pre-stderr-json0
	if r.Exit == 2 {               // q-pre-e2-stdout-only, q-pre-e2-both
		said = stderr
	}
	doc := []byte(said)
	if inner := ""; json.Unmarshal(doc, &inner) == nil { // an object in a string (source)
		doc = []byte(inner)
	}
	switch answer := ccParse(doc); {
	case said == "":
		return nil
	case answer != nil: // whatever the exit code: q-pre-e1-json-deny
		delete(answer, "failed")
		return answer
	case r.Exit != 2 && strings.HasPrefix(said, "{") && !json.Valid(doc):
		return nil
	case r.Exit == 2:
		return qwSay(`{"decision":"deny","reason":%s}`, said)
	case r.Exit != 0: // q-pre-e1-stderr, q-pre-e127, q-pre-sig9
		return qwSay(`{"systemMessage":%s,"failed":true}`, "Warning: "+said)
	case ev.text && stdout != "": // q-ups-text0
		return qwSay(`{"hookSpecificOutput":{"additionalContext":%s}}`, said)
	}
	return qwSay(`{"systemMessage":%s}`, said) // q-stop-text0
}

func qwSay(form, text string) ccObject {
	quoted, _ := json.Marshal(text)
	return ccParse(fmt.Appendf(nil, form, quoted))
}

func qwText(b []byte) string {
	return string(bytes.TrimSpace(bytes.TrimPrefix(b[:min(len(b), qwLongest)], []byte("\ufeff"))))
}

// preTool reads the decision of hookSpecificOutput first, then the other one, then
// continue. An approval changes nothing, nor does a new input or a context
// (q-pre-updatedInput, q-pre-ctx).
func (q *qwRun) preTool() {
	decision, reason := q.answer.text("decision"), q.answer.text("reason")
	if own := q.out.text("permissionDecision"); own == "allow" || own == "deny" || own == "ask" {
		decision = own
	}
	if q.out["permissionDecisionReason"] != nil {
		reason = q.out.text("permissionDecisionReason")
	}
	effective := cmp.Or(q.answer.text("stopReason"), q.answer.text("reason"), "No reason provided")
	switch {
	case decision == "deny" || decision == "block":
		q.blocked(cmp.Or(reason, effective))
	case decision == "ask": // q-pre-ask-yolo
		q.blocked(cmp.Or(reason, "User confirmation required"))
		q.Stopped, q.Asked = false, true
	case string(q.answer["continue"]) == "false":
		q.blocked(effective)
	}
}

// permission takes any object as a decision. Any decision but an approval is a denial.
func (q *qwRun) permission() {
	verdict := q.out.object("decision")
	switch {
	case verdict == nil:
	case verdict.text("behavior") == "allow":
		q.Approved = true
		if input := verdict["updatedInput"]; input != nil && ccKind(input) == "object" {
			q.Input = string(input)
		}
	default:
		q.Stopped = true
		q.Model = cmp.Or(verdict.text("message"), fmt.Sprintf("Permission denied by hook for %q", q.payload.text("tool_name")))
	}
}

func (q *qwRun) blocked(reason string) {
	if q.ev.block == qwNothing {
		return
	}
	q.Stopped = q.ev.block == qwStops
	q.GoesOn = q.ev.block == qwGoesOn
	switch {
	case q.ev.mute: // q-ups-block: an empty line, exit 0
		// q-x-ups-cont-second: the call that brings tool results does not happen.
		q.Ends = q.payload.text("prompt") == "" && q.payload["submitted_prompt"] == nil
	case q.ev.block == qwReplaces:
		q.Output = reason
	case q.ev.name == "UserPromptExpansion":
		q.tellUser(q.ev.announce + reason)
	default:
		q.Model = q.ev.announce + reason
	}
	if q.ev.name == "PreToolUse" || q.ev.name == "PostToolUse" { // q-post-cont: although it was
		q.tellUser(fmt.Sprintf("Warning: Tool %q was not run: %s", q.payload.text("tool_name"), reason))
	}
}

// context appends the context. In a batch it goes to the last result, even if the hook
// replaced that one. With one tool it goes to the result only if the hook did not
// replace it (source).
func (q *qwRun) context() {
	text := strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(q.out.text("additionalContext")) // q-post-ctx
	if q.ev.longest > 0 {
		text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(q.out.text("additionalContext"))
		text = text[:min(len(text), q.ev.longest)]
	}
	replaced := q.ev.name == "PostToolUse" && q.Output != ""
	if q.ev.ctx && !q.Stopped && !replaced && text != "" {
		q.Model = text
	}
}

func (q *qwRun) tellUser(text string) { q.User = cxJoin(q.User, text) }
