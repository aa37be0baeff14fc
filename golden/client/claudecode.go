package client

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

const (
	ccNoAnswer = "A hook gave no usable answer, so it didn't check this action."
	ccTooLate  = "A hook didn't answer in time, so it didn't check this action."
	ccCommand  = "[hook command]: " // in place of the command line, which a Reply does not have
)

// ccRun is one hook call: the payload, the answer and its effect.
type ccRun struct {
	Effect
	ev      ccEvent
	payload ccObject
	answer  ccObject // nil: stdout is plain text
	out     ccObject // its hookSpecificOutput
	old     bool     // 2.0.60
}

// ClaudeCode models Claude Code 2.1.328, and 2.0.60 where a row of
// observed-old-versions.jsonl differs. Where the two modes of the client differ, the
// effect is that of the mode that acts. "defer" ends a -p run, and the interactive mode
// ignores it. Only an interactive screen shows reasons, stderr and SessionStart's
// systemMessage. "ask" is Asked; -p answers it with no and gives the reason to the
// model. A comment names its evidence by the row in ../claude-code/observed-*.jsonl
// (tui-…: interactive).
func ClaudeCode(r Reply) Effect {
	i := slices.IndexFunc(ccEvents, func(ev ccEvent) bool { return ev.name == r.Event })
	if i < 0 {
		return Effect{}
	}
	c := ccRun{ev: ccEvents[i], payload: ccParse(r.Payload)}
	// Of the recorded versions only 2.0.60 ends no payload with a line break. Only
	// 2.0.60 and 2.1.88 send no prompt_id.
	c.old = !strings.HasSuffix(string(r.Payload), "\n") && c.payload["prompt_id"] == nil
	if c.ev.name == "ConfigChange" && c.payload.text("source") == "policy_settings" {
		c.ev.block = ccNothing
	}
	stderr := strings.TrimSpace(string(r.Stderr))
	switch {
	case c.ev.name == "WorktreeCreate":
		return c.worktree(r, stderr)
	case r.Late:
		return c.fail("", ccTooLate)
	}

	usable := c.read(r.Stdout)
	if string(c.answer["async"]) == "true" { // pre-A-async: a deny beside it is not read
		return Effect{}
	}
	decision, reason := c.decision()
	switch {
	case c.old && r.Exit == 2 && (c.out != nil || !usable): // old 2, old 5: the JSON wins, even of another event
	case r.Exit == 2 && c.ev.block > ccIgnored && !c.missing(r):
		if !usable {
			reason = ccCommand + "its output could not be processed"
		} else if decision != "deny" || reason == "" { // pre-A-exit2-jsondeny: else the JSON reason alone
			reason = ccCommand + cmp.Or(stderr, "No stderr output")
		}
		decision = "deny"
	case !usable:
		return c.fail("", ccNoAnswer)
	case r.Exit == 2 && c.ev.block == ccIgnored:
	case r.Exit == 2 && c.ev.block == ccNothing:
		c.Failed = true
		c.tell(ccUser, ccCommand+cmp.Or(stderr, "No stderr output"))
	case r.Exit >= 126 && c.answer == nil: // pre-A-127, pre-A-sigkill, pre-A-sigterm
		return c.fail(stderr, ccNoAnswer)
	case r.Exit != 0 && c.answer == nil: // pre-A-exit1: -p is silent; tui-pre-exit1: stderr is shown
		return c.fail(stderr, "")
	case c.answer == nil:
		c.tell(c.ev.text, ccShorten(strings.TrimSpace(string(r.Stdout))))
	}
	c.decide(decision, reason)
	c.obey()

	// pre-A-continue-false, stop-block-contfalse, ups-block: no further request, nothing is read.
	if c.Ends || c.Stopped && c.ev.prompt {
		c.Model, c.GoesOn = "", false
	}
	if c.Stopped {
		c.Input = ""
	}
	return c.Effect
}

// read parses stdout. It returns false if the client drops the whole answer.
func (c *ccRun) read(stdout []byte) bool {
	text := strings.TrimSpace(strings.TrimPrefix(string(stdout), "\ufeff"))
	if !strings.HasPrefix(text, "{") || !strings.HasSuffix(text, "}") { // pre-A-badjson: cut off is text
		return true
	}
	answer := ccParse([]byte(text))
	if answer == nil || !answer.valid(ccTop) { // pre-A-two-json, pre-A-toplevel-deny
		return false
	}
	out := answer.object("hookSpecificOutput")
	if out != nil && string(answer["async"]) != "true" {
		// pre-A-noevname, pre-A-wrongevname, pre-A-badenum
		if out.text("hookEventName") != c.ev.name || !out.valid(c.ev.fields) {
			return false
		}
		verdict := out.object("decision")
		if c.ev.block == ccIgnored && verdict != nil && (verdict["behavior"] == nil || !verdict.valid(ccVerdict)) {
			return false
		}
	}
	c.answer, c.out = answer, out
	return true
}

// missing reports a missing script, which events like Stop tell from a block.
func (c *ccRun) missing(r Reply) bool {
	said := strings.ToLower(string(r.Stderr))
	return c.ev.script && strings.TrimSpace(string(r.Stdout)) == "" &&
		(strings.Contains(said, "no such file") || strings.Contains(said, "can't open"))
}

// decision returns one word for all spellings of a decision.
func (c *ccRun) decision() (decision, reason string) {
	switch verdict := c.out.object("decision"); {
	case c.ev.block == ccIgnored: // pr-approve: a top-level decision means nothing here
		return verdict.text("behavior"), verdict.text("message")
	case c.ev.fields == ccAction && c.out.text("action") == "accept":
		return "allow", ""
	case c.ev.fields == ccAction && c.out["action"] != nil:
		return "deny", ""
	case c.out["permissionDecision"] != nil && strings.Contains(c.ev.fields, "permissionDecision:"): // ups-hso-deny
		return c.out.text("permissionDecision"), c.out.text("permissionDecisionReason")
	case c.ev.json && c.answer.text("decision") == "block":
		return "deny", c.answer.text("reason")
	case c.ev.name == "PreToolUse" && c.answer.text("decision") == "approve":
		return "allow", ""
	}
	return "", ""
}

func (c *ccRun) decide(decision, reason string) {
	switch decision {
	case "allow": // pre-N-allow-reason: nobody sees the reason
		c.Approved = true
	case "ask":
		if c.old { // old 8: ignored where a rule allows the tool
			return
		}
		c.Asked = true
		c.tell(c.ev.reason, reason)
	case "defer":
		c.Stopped, c.Ends = true, true
	case "deny":
		c.Stopped = c.ev.block == ccStops || c.ev.block == ccIgnored
		c.GoesOn = c.ev.block == ccGoesOn
		c.Ends = c.ev.block == ccEnds
		c.tell(c.ev.reason, cmp.Or(reason, "Blocked by hook"))
		if c.ev.prompt && string(c.out["suppressOriginalPrompt"]) != "true" {
			c.tell(ccUser, "Original prompt: "+c.payload.text("prompt"))
		}
	}
}

// obey applies the parts of an answer besides its decision.
func (c *ccRun) obey() {
	if string(c.answer["continue"]) == "false" && c.ev.ends { // pre-A-continue-false: this tool still runs
		c.Ends = true
		c.Stopped = c.Stopped || c.ev.prompt
		c.tell(ccUser, c.answer.text("stopReason"))
	}
	silent := c.old && (c.ev.name == "PreToolUse" || c.ev.name == "Stop") // old 7, old 9
	if ctx := c.out.text("additionalContext"); c.ev.ctx && ctx != "" && !silent {
		c.tell(ccModel, ccShorten(ctx))
		c.GoesOn = c.GoesOn || c.ev.block == ccGoesOn // since 2.1.163: now there is something to read
	}
	verdict := c.out.object("decision")
	switch c.ev.name {
	case "SessionStart": // ss-init: becomes a first prompt
		c.tell(ccModel, c.out.text("initialUserMessage"))
	case "PermissionDenied":
		if string(c.out["retry"]) == "true" {
			c.tell(ccModel, "the call may be retried") // the real wording is not recorded
		}
	case "MessageDisplay":
		c.tell(ccUser, c.out.text("displayContent"))
	case "PreToolUse": // pre-A-upd-partial: no merge; pre-A-upd-only: no allow needed
		if !c.old || c.Approved { // old 6
			c.Input = string(c.out["updatedInput"])
		}
	case "PermissionRequest": // pr-deny-interrupt
		c.Ends = c.Ends || c.Stopped && string(verdict["interrupt"]) == "true"
		if c.Approved {
			c.Input = string(verdict["updatedInput"])
		}
	case "Elicitation", "ElicitationResult":
		if c.Approved {
			c.Input = string(c.out["content"])
		}
	case "PostToolUse":
		if !c.old { // the shape of a result cannot be changed there (e2e)
			c.Output = c.output()
		}
	}
	if !c.ev.mute {
		c.tell(ccUser, ccShorten(c.answer.text("systemMessage")))
	}
}

// output is the value in the answer that replaces the tool's result.
func (c *ccRun) output() string {
	if v := c.out["updatedMCPToolOutput"]; v != nil && strings.HasPrefix(c.payload.text("tool_name"), "mcp__") {
		return cmp.Or(c.out.text("updatedMCPToolOutput"), string(v))
	}
	v, own := c.out["updatedToolOutput"], c.payload["tool_response"]
	if v == nil || own == nil || ccKind(v) != ccKind(own) { // a string for Bash is passed over
		return ""
	}
	known := ccParse(own)
	for name, value := range ccParse(v) { // which fields a shape needs is not recorded: be strict
		if known[name] == nil || ccKind(value) != ccKind(known[name]) {
			return ""
		}
	}
	return cmp.Or(c.out.text("updatedToolOutput"), string(v))
}

// worktree takes the last line of stdout as the directory, never as JSON. The hook must
// create that directory; the reply cannot show it.
func (c *ccRun) worktree(r Reply, stderr string) Effect {
	lines := strings.Split(strings.TrimSpace(string(r.Stdout)), "\n")
	path := strings.TrimSpace(lines[len(lines)-1])
	failed := r.Late || r.Exit != 0
	if !failed && (strings.HasPrefix(path, "/") || len(path) > 2 && path[1] == ':') {
		return Effect{}
	}
	why := stderr
	if !failed {
		why = "worktree directory " + path + " does not exist or is not a directory."
	}
	c.Stopped, c.Failed = true, true
	if c.payload["prompt_id"] != nil { // agent-worktree: only the Agent call fails
		c.tell(ccModel, why)
		return c.Effect
	}
	c.Ends = true // worktree-json, worktree-fail: --worktree, the session dies
	c.tell(ccUser, why)
	return c.Effect
}

// fail is the effect of a hook that counts for nothing. 2.1.328 -p reports it only on
// PreToolUse.
func (c *ccRun) fail(stderr, notice string) Effect {
	c.Failed = true
	c.tell(ccUser, stderr)
	if c.ev.name == "PreToolUse" {
		c.tell(ccUser, notice)
	}
	return c.Effect
}

func (c *ccRun) tell(to ccTo, text string) {
	if to&ccModel != 0 && text != "" {
		c.Model = strings.TrimPrefix(c.Model+"\n"+text, "\n")
	}
	if to&ccUser != 0 && text != "" {
		c.User = strings.TrimPrefix(c.User+"\n"+text, "\n")
	}
}

// ccShorten shortens a long context (pre-A-bigctx). A deny reason of 12,000 characters
// arrives whole.
func ccShorten(s string) string {
	if len(utf16.Encode([]rune(s))) <= 10_000 {
		return s
	}
	return fmt.Sprintf("<persisted-output>\nOutput too large (%.1fKB). Full output saved to a file\n\nPreview (first 2KB):\n%s",
		float64(len(s))/1024, strings.ToValidUTF8(s[:2048], ""))
}
