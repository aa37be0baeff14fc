package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
)

// A soakHook is a kind of hook. Steps are those of golden/play. SEEN stands for a file,
// PLAY for the program.
type soakHook struct {
	name    string
	steps   []string
	argv    []string            // instead of play
	timeout string              // "": a long one
	spoil   func([]byte) []byte // changes the payload before it arrives
	odd     bool                // it takes long, or does not run
	wants   wish
}

// A wish is the effect that a hook wants.
type wish int

const (
	nothing wish = iota
	approval
	denial
	question
	halt
	change
	words
	failure // it gives no answer
)

const (
	denyJSON = `{"decision":"deny","reason":"REASON"}`
	million  = "1000000"
)

var soakHooks = []soakHook{
	{name: "allow", steps: []string{"out", allow}, wants: approval},
	{name: "allow, having read all", steps: []string{"read", "out", allow}, wants: approval},
	{name: "deny by exit 2", steps: []string{"err", "REASON", "exit", "2"}, wants: denial},
	{name: "deny by exit 2, wordless", steps: []string{"exit", "2"}, wants: denial},
	{name: "deny by JSON", steps: []string{"out", denyJSON}, wants: denial},
	{name: "deny in Claude's words", steps: []string{"read", "out",
		`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"REASON"}}`}, wants: denial},
	{name: "ask", steps: []string{"out", `{"decision":"ask","reason":"REASON"}`}, wants: question},
	{name: "stop", steps: []string{"out", `{"continue":false,"reason":"REASON"}`}, wants: halt},
	{name: "rewrite", steps: []string{"out",
		`{"updated_input":{"command":"echo REWRITTEN","file_path":"/REWRITTEN"}}`}, wants: change},
	{name: "context", steps: []string{"out", `{"context":"CTX"}`}, wants: words},
	{name: "text", steps: []string{"out", "all is well\n"}, wants: words},
	{name: "silent", steps: []string{"read"}},
	{name: "keeps what it reads", steps: []string{"save", "SEEN"}},
	{name: "keeps what it reads and denies", steps: []string{"save", "SEEN", "out", denyJSON}, wants: denial},
	{name: "broken JSON", steps: []string{"out", `{"decision":"allow"`}, wants: failure},
	{name: "exit 1 with an approval", steps: []string{"out", allow, "exit", "1"}, wants: failure},
	{name: "crash by SIGKILL", steps: []string{"out", allow, "kill", "9"}, wants: failure},
	{name: "crash by SIGTERM", steps: []string{"kill", "15"}, wants: failure},
	{name: "hangs", steps: []string{"out", allow, "sleep", "1h"}, timeout: "150ms", odd: true, wants: failure},
	{name: "hangs and ignores TERM", steps: []string{"ignore", "sleep", "1h"}, timeout: "150ms", odd: true,
		wants: failure},
	{name: "hangs with a child in a session of its own",
		argv: []string{"sh", "-c", `"PLAY" setsid ignore sleep 1h; sleep 3600`}, timeout: "300ms", odd: true,
		wants: failure},
	{name: "hangs and prints", steps: []string{"flood", "100000", "ignore", "floods", "100000", "sleep", "1h"},
		timeout: "150ms", odd: true, wants: failure},
	{name: "deny, a grandchild is left", steps: []string{"out", denyJSON, "fork", "sleep", lingers.String()},
		wants: denial},
	{name: "silent, a grandchild is left", steps: []string{"setsid", "sleep", lingers.String()}},
	{name: "exit 2, a grandchild is left", argv: []string{"sh", "-c", `"PLAY" sleep ` + lingers.String() +
		` & echo REASON >&2; exit 2`}, wants: denial},
	{name: "closes stdin and denies", argv: []string{"sh", "-c", `exec <&-; echo '` + denyJSON + `'`}, wants: denial},
	{name: "closes all and exits 2", steps: []string{"err", "REASON", "close", "sleep", "20ms", "exit", "2"},
		wants: denial},
	{name: "1 MB, then a deny", steps: []string{"flood", million, "out", "\n" + denyJSON + "\n"}, wants: denial},
	{name: "an approval, then 1 MB", steps: []string{"out", allow + "\n", "flood", million}, wants: failure},
	{name: "1 MB on stderr, exit 2", steps: []string{"floods", million, "exit", "2"}, wants: denial},
	{name: "byte by byte", steps: byteByByte(denyJSON), wants: denial},
	{name: "is not there", argv: []string{"./no-such-hook"}, odd: true, wants: failure},
	{name: "stdin is cut off", steps: []string{"out", allow}, spoil: func(p []byte) []byte { return p[:len(p)-3] },
		odd: true, wants: failure},
	{name: "stdin is empty", steps: []string{"out", allow}, spoil: func([]byte) []byte { return nil }, odd: true,
		wants: failure},
	{name: "stdin is two documents", steps: []string{"out", allow},
		spoil: func(p []byte) []byte { return slices.Concat(p, []byte("\n"), p) }, odd: true, wants: failure},
}

func byteByByte(s string) (steps []string) {
	for i := range len(s) {
		steps = append(steps, "out", s[i:i+1], "sleep", "500us")
	}
	return steps
}

// judge reports what is wrong with an effect, "" if nothing is.
func (h soakHook) judge(c soakCall, e client.Effect) string {
	wants := h.wants
	if wants == failure && c.closed && c.call.Deniable() {
		wants = denial
	}
	switch {
	case e.Approved && wants != approval:
		return "it is approved"
	case e.Input != "" && wants != change:
		return "it gets another input"
	case e.Failed && h.wants != failure:
		return "the client says that the hook failed"
	}
	switch wants {
	case denial, halt:
		return judgeStop(c, wants, e)
	case question:
		return judgeQuestion(c, e)
	case change:
		return judgeChange(c, e)
	case words:
		return h.judgeWords(c, e)
	}
	return judgeGoOn(c, wants, e)
}

// held says whether the client stops the action or the agent.
func held(e client.Effect) bool { return e.Stopped || e.Ends }

// judgeGoOn judges a hook that prevents nothing: an approval, a failure, or no opinion.
func judgeGoOn(c soakCall, wants wish, e client.Effect) string {
	switch {
	case held(e) || e.Asked || e.GoesOn:
		return "more happens than it wants"
	case e.Model+e.Output != "":
		return "the model hears something"
	case wants == approval && slices.Contains(c.call.Can(), "allow") && !e.Approved && approvable(c.provider):
		return "it is not approved"
	}
	return ""
}

// judgeWords judges a hook that has something to tell the model.
func (h soakHook) judgeWords(c soakCall, e client.Effect) string {
	tells := h.name == "context" || c.call.Type == mapping.SessionStart || c.call.Type == mapping.PromptSubmit
	if !tells || held(e) || e.Asked || e.GoesOn {
		return judgeGoOn(c, words, e)
	}
	hears := strings.Contains(e.Model, "CTX") || strings.Contains(e.Model, "all is well")
	if slices.Contains(c.call.Can(), "context") && !c.call.KeepsGoing() && !hears {
		return "the model does not hear it"
	}
	return ""
}

// judgeStop judges a denial, and a hook that stops the agent.
func judgeStop(c soakCall, wants wish, e client.Effect) string {
	call, can := c.call, c.call.Can()
	switch {
	case call.Deniable() && !held(e):
		return "it is not prevented"
	case wants == halt && e.GoesOn:
		return "the agent goes on"
	case wants != denial:
		return ""
	case c.endless && call.KeepsGoing() && slices.Contains(can, "go_on") && !e.GoesOn:
		return "the agent stops"
	case slices.Contains(can, "feedback") && e.Model+e.Output == "":
		return "the model does not learn of it"
	case held(e) && !call.Deniable():
		return fmt.Sprintf("more happens than a %s can do", call.Type)
	}
	return ""
}

func judgeQuestion(c soakCall, e client.Effect) string {
	if e.GoesOn || c.call.Deniable() && c.call.Type != mapping.PermissionRequest && !held(e) && !e.Asked {
		return "nobody is asked"
	}
	return ""
}

func judgeChange(c soakCall, e client.Effect) string {
	isTool := c.call.Text(mapping.ToolName) != ""
	if isTool && c.call.Deniable() && !held(e) && !strings.Contains(e.Input, "REWRITTEN") {
		return "it runs as it was"
	}
	return ""
}

// approvable reports whether the model of a client shows an approval. Cursor's does
// not, because an approval overrides nothing there.
func approvable(provider string) bool { return provider != "cursor" }
