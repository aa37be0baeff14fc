//go:build e2e

package main

import (
	"slices"
	"strings"
)

// A scenario is one thing that a hook may want, asked of every client alike.
type scenario struct {
	name string
	// form is what extensions.openhook-shim.can must list on an envelope of one of
	// these types for the wish to be possible; no form: always possible.
	events    []string
	form      string
	script    []step            // what the model does; then it says that it is done
	answers   map[string]string // lines of sh by envelope type: what the hook does then
	flags     []string          // of openhook-shim, or of openhook install
	missing   bool              // the hook's file is not there
	file      bool              // the hook stands in the project's .openhook.json, not in the client's settings
	byInstall bool              // openhook install puts the hook into the client's settings, and openhook uninstall takes it out
	manifest  bool              // openhook convert makes the hook's file of a manifest
	careful   bool              // the client is not told to run everything unasked

	obeyed []check // what there is to see when the wish came true
	// instead is what must be seen where the form is missing, and its words.
	instead     []check
	insteadText string
}

// step is one thing that the model does, in nobody's own words. A client
// without such a tool leaves the step out.
type step struct {
	do   string // shell, write, read, edit, mcp
	text string // the command, the content of note.txt, –, what replaces "before" in old.txt, what is echoed
}

// What hooks say is looked for in what reaches the model, and nowhere else in it.
const (
	reason = "REASON-4711"
	added  = "CONTEXT-0815"
	fresh  = "RESULT-NEW-99"
	secret = "RESULT-OLD-77"
)

// readsWhy is a scenario. Where a client offers it, that must hold for an installed hook too.
const readsWhy = "the model reads why"

const deny = "echo " + reason + " >&2; exit 2"

var (
	talk  = []step(nil)
	shell = []step{{"shell", "sh make.sh"}}
	write = []step{{"write", "new"}}
	edit  = []step{{"read", ""}, {"edit", "after"}}
	mcp   = []step{{"mcp", "hello"}}
)

// megabyte is the content of a large write: lines, so that any editor takes it.
var megabyte = strings.Repeat("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.\n", 1<<20/64)

var scenarios = []scenario{
	{name: "session start seen", script: talk, obeyed: []check{called("session.start")}},
	{name: "session end seen", script: talk, obeyed: []check{called("session.end")}},

	{name: "left alone", script: slices.Concat(shell, write, edit, mcp),
		obeyed: []check{called("tool.start"), ran, written("new"), edited, echoed}},
	{name: "no opinion gives no permission", script: shell, careful: true,
		obeyed: []check{not(ran)}},
	{name: "allowed without asking", events: []string{"tool.start", "permission.request"}, form: "allow",
		script: shell, careful: true,
		answers: map[string]string{"tool.start": `echo '{"decision":"allow"}'`,
			"permission.request": `echo '{"decision":"allow"}'`},
		obeyed: []check{ran}, instead: []check{not(ran)}, insteadText: "the client's own rules decided"},

	{name: "shell denied", events: []string{"tool.start"}, form: "deny", script: shell, answers: onCall(deny),
		obeyed: []check{calledFor("shell"), not(ran)}},
	{name: readsWhy, events: []string{"tool.start"}, form: "deny", script: shell, answers: onCall(deny),
		obeyed: []check{not(ran), reads(reason)}, instead: []check{calledFor("shell"), not(ran)},
		insteadText: "denied without a word to the model"},
	{name: "write denied", events: []string{"tool.start"}, form: "deny", script: write, answers: onCall(deny),
		obeyed: []check{saw("note.txt"), not(written("new"))}},
	{name: "edit denied", events: []string{"tool.start"}, form: "deny", script: edit, answers: onEdit(deny),
		obeyed: []check{saw("old.txt"), not(edited)}},
	{name: "MCP tool denied", events: []string{"tool.start"}, form: "deny", script: mcp, answers: onCall(deny),
		obeyed: []check{calledFor("mcp"), not(echoed)}},

	{name: "command rewritten", events: []string{"tool.start"}, form: "rewrite", script: shell,
		answers: onCall(`echo '{"updated_input":{"command":"touch changed.txt"}}'`),
		obeyed:  []check{changed, not(ran)},
		instead: []check{calledFor("shell"), not(ran), not(changed)}, insteadText: "denied"},
	{name: "asked where nobody can answer", script: shell,
		answers: onCall(`echo '{"decision":"ask","reason":"` + reason + `"}'`),
		obeyed:  []check{calledFor("shell"), not(ran)}},

	{name: "context at the start", events: []string{"session.start"}, form: "context", script: talk,
		answers: map[string]string{"session.start": "echo " + added},
		obeyed:  []check{reads(added)}, instead: []check{asked}, insteadText: "dropped"},
	{name: "context with the prompt", events: []string{"prompt.submit"}, form: "context", script: talk,
		answers: map[string]string{"prompt.submit": "echo " + added},
		obeyed:  []check{reads(added)}, instead: []check{asked}, insteadText: "dropped"},
	{name: "context after a tool", events: []string{"tool.end"}, form: "context", script: shell,
		answers: map[string]string{"tool.end": `echo '{"context":"` + added + `"}'`},
		obeyed:  []check{ran, reads(added)}, instead: []check{ran}, insteadText: "dropped"},
	{name: "result replaced", events: []string{"tool.end"}, form: "output", script: []step{{"shell", "cat secret.txt"}},
		answers: map[string]string{"tool.end": `echo '{"updated_output":"` + fresh + `"}'`},
		obeyed:  []check{reads(fresh), not(reads(secret))},
		instead: []check{reads(secret)}, insteadText: "the model read the tool's own"},

	{name: "prompt rejected", events: []string{"prompt.submit"}, form: "deny", script: talk,
		answers: map[string]string{"prompt.submit": deny},
		obeyed:  []check{called("prompt.submit"), not(asked)}, instead: []check{asked},
		insteadText: "the prompt went to the model"},
	{name: "stop refused once", events: []string{"agent.stop"}, form: "go_on", script: talk,
		answers: map[string]string{"agent.stop": `[ -e "$dir/refused" ] || { : > "$dir/refused"; ` + deny + `; }`},
		obeyed:  []check{reads(reason)}, instead: []check{called("agent.stop")}, insteadText: "it ended"},

	{name: "hook crashes", script: shell, answers: onCall("kill -9 $$"), obeyed: []check{calledFor("shell"), ran}},
	{name: "hook crashes, --fail-closed", script: shell, answers: onCall("kill -9 $$"),
		flags:  []string{"--fail-closed"},
		obeyed: []check{calledFor("shell"), not(ran)}},
	{name: "hook hangs", script: shell, answers: onCall("sleep 20"), flags: []string{"--timeout", "1s"},
		obeyed: []check{calledFor("shell"), ran}},
	{name: "hook hangs, --fail-closed", script: shell, answers: onCall("sleep 20"),
		flags:  []string{"--timeout", "1s", "--fail-closed"},
		obeyed: []check{calledFor("shell"), not(ran)}},
	{name: "hook missing", script: shell, missing: true, obeyed: []check{asked, ran}},
	// A prompt would be blocked already, and the call never come up.
	{name: "hook missing, --fail-closed", script: shell, missing: true,
		flags:  []string{"--fail-closed", "--events", "tool.start"},
		obeyed: []check{asked, not(ran)}},

	{name: "denied by .openhook.json", events: []string{"tool.start"}, form: "deny", script: shell, file: true,
		answers: onCall(deny),
		obeyed:  []check{calledFor("shell"), not(ran)}},
	{name: "installed by openhook", events: []string{"tool.start"}, form: "deny", script: shell, byInstall: true,
		answers: onCall(deny),
		obeyed:  []check{calledFor("shell"), not(ran)}},
	// One event or key that a client does not know makes some drop all hooks.
	{name: "installed for every event", events: []string{"tool.start"}, form: "deny", script: shell, byInstall: true,
		answers: onCall(deny),
		flags:   []string{"--fail-closed", "--events", "*"}, obeyed: []check{calledFor("shell"), not(ran)}},
	{name: "converted from a manifest", events: []string{"tool.start"}, form: "deny", script: shell, manifest: true,
		answers: onCall(deny),
		obeyed:  []check{calledFor("shell"), not(ran)}},
	{name: "plain text", script: shell, answers: onCall("echo looks fine to me"),
		obeyed: []check{calledFor("shell"), ran}},
	{name: "text before a deny", events: []string{"tool.start"}, form: "deny", script: shell,
		answers: onCall(`echo a log line; echo '{"decision":"deny","reason":"` + reason + `"}'`),
		obeyed:  []check{calledFor("shell"), not(ran)}},
	{name: "deny in broken JSON", events: []string{"tool.start"}, form: "deny", script: shell,
		answers: onCall(`printf '{"decision":"deny","reason":"` + reason + `"'`),
		obeyed:  []check{calledFor("shell"), not(ran)}},
	{name: "1 MB write seen whole", script: []step{{"write", megabyte}},
		obeyed:  []check{written(megabyte), sent(megabyte)},
		instead: []check{called("tool.start")}},
}

func onCall(lines string) map[string]string { return map[string]string{"tool.start": lines} }

// onEdit lets the read pass that some clients want before an edit.
func onEdit(lines string) map[string]string {
	return onCall(`if [ "$OPENHOOK_TOOL" != file_read ]; then ` + lines + `; fi`)
}
