package client

import (
	"strings"
)

// kiroRow is the effect of a hook's exit code on one event of one generation.
type kiroRow struct {
	generation, event string
	block             kiroBlock
	text              bool // stdout with exit 0 reaches the model
}

// kiroBlock is the exit code that blocks.
type kiroBlock int

const (
	kiroNever  kiroBlock = iota
	kiroOnTwo            // 2, with something on stderr
	kiroOnFail           // any but 0
)

// kiroRows has the events of the IDE up to 0.12 (A), the CLI up to 2.x (B), and the IDE
// from 1.0 with CLI V3 (C). A cell is empty unless a measurement or the vendor's
// documentation fills it.
var kiroRows = []kiroRow{
	{"A", "promptSubmit", kiroOnFail, true}, // kiro.dev/docs/hooks/actions
	{"A", "preToolUse", kiroOnFail, true},   // the same
	{"A", "postToolUse", kiroNever, false},  // 0.12 discards it, the documentation does not (aidlc-workflows)
	{"A", "agentStop", kiroNever, true},
	{"A", "fileEdited", kiroNever, true},
	{"A", "fileCreated", kiroNever, true},
	{"A", "fileDeleted", kiroNever, true},
	{"A", "preTaskExecution", kiroNever, true},
	{"A", "postTaskExecution", kiroNever, true},
	{"A", "userTriggered", kiroNever, true},

	{"B", "agentSpawn", kiroNever, true}, // amazon-q-developer-cli docs/hooks.md, as all of B
	{"B", "userPromptSubmit", kiroNever, true},
	{"B", "preToolUse", kiroOnTwo, false},
	{"B", "postToolUse", kiroNever, false},
	{"B", "stop", kiroNever, false},

	{"C", "SessionStart", kiroNever, true}, // exit code table of IDE 1.2.37, as all of C (aidlc-workflows)
	{"C", "UserPromptSubmit", kiroOnTwo, true},
	{"C", "PreToolUse", kiroOnTwo, false},
	{"C", "PostToolUse", kiroNever, false},
	{"C", "Stop", kiroNever, false},
	{"C", "PostFileSave", kiroNever, false},
	{"C", "PostFileCreate", kiroNever, false},
	{"C", "PostFileDelete", kiroNever, false},
	{"C", "PreTaskExec", kiroOnTwo, false},
	{"C", "PostTaskExec", kiroNever, false},
}

// kiroMaxOutput is max_output_size of the CLI.
const kiroMaxOutput = 10 << 10

// Kiro models Kiro from measurements of others and from documents, because we have no
// recording. UserPromptSubmit of C blocks like in the documents, although 1.0.337 sent
// the prompt all the same (kirodotdev/Kiro#11050).
func Kiro(r Reply) Effect {
	row := kiroEvent(r)
	stdout, stderr := strings.TrimSpace(string(r.Stdout)), strings.TrimSpace(string(r.Stderr))
	late := r.Late || r.Exit >= 128
	switch {
	case row.block == kiroOnFail && (r.Exit != 0 || late):
		return Effect{Stopped: true, Model: stderr}
	case row.block == kiroOnTwo && r.Exit == 2 && stderr != "" && !late: // 1.1.14: with an empty stderr the tool runs
		return Effect{Stopped: true, Model: stderr}
	case r.Exit == 0 && !late && row.text:
		if row.generation == "B" && len(r.Stdout) > kiroMaxOutput {
			stdout = string(r.Stdout[:kiroMaxOutput]) + " ... truncated"
		}
		return Effect{Model: stdout}
	case r.Exit == 0 && !late:
		return Effect{}
	case row.generation == "A": // the agent is told that the hook failed
		return Effect{Failed: true, Model: stderr}
	case row.generation == "B": // a warning
		return Effect{Failed: true, User: stderr}
	}
	return Effect{Failed: true} // C: nobody hears of it
}

// kiroEvent finds the row of a call. Only generation A does not name its event.
func kiroEvent(r Reply) kiroRow {
	p := ccParse(r.Payload)
	name := p.text("hook_event_name")
	generation, event := "A", r.Event
	switch {
	case name != "" && strings.ToLower(name[:1]) == name[:1]:
		generation, event = "B", name
	case name != "":
		generation, event = "C", name
	case p["toolSuccess"] != nil:
		event = "postToolUse"
	case p.text("toolName") != "":
		event = "preToolUse"
	case p.text("USER_PROMPT") != "":
		event = "promptSubmit"
	}
	for _, row := range kiroRows {
		if row.generation == generation && row.event == event {
			return row
		}
	}
	return kiroRow{generation: generation, event: event}
}
