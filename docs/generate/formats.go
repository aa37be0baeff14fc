package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
)

const formatsHead = `# Hooks of other formats

A hook that was written for another standard than [OpenHook](contract.md) runs unchanged, behind any tool:

` + "```sh\nopenhook-shim --format claude-code -- ./their-hook.py\n```" + `

| ` + "`--format`" + ` | the hook reads | it answers |
|---|---|---|
| ` + "`openhook`" + `, the default | one [OpenHook v0.1](contract.md) envelope; with ` + "`--strict`" + ` no field beside the specification's, with ` + "`--no-native`" + ` without the tool's own payload | [the contract](contract.md) |
| ` + "`native`" + ` | the tool's own payload, byte for byte | in the tool's own words, at any exit code |
| ` + "`claude-code`" + ` | what Claude Code 2.1.328 would send; ` + "`CLAUDE_PROJECT_DIR`" + ` is set | in Claude Code's words, at any exit code; exit 2 blocks |
| ` + "`hook-contract`" + ` | ` + "`{\"tool_name\": …, \"tool_input\": {…}}`" + ` with the contract's names and shapes | ` + "`decision`, `reason`, `message`, `lint_command`" + `; exit 2 blocks, any other but 0 fails open |
| ` + "`agent-hooks`" + ` | an Agent Hooks 0.1.0 event; a prompt and a last message as hash and length, unless ` + "`OPENHOOK_LOG_CONTENT=1`" + ` | ` + "`{\"outcome\": \"deny\", \"reason\": …}`" + `, by itself, as ` + "`decision`" + `, or in the event's ` + "`data.decision`" + `; exit 2 blocks |
| ` + "`hook-md`" + ` | the event data of the Agent Hooks specification for HOOK.md | ` + "`decision`, `updated_input`, `context`" + ` at exit 0; exit 2 blocks |

In the last three an ` + "`allow`" + ` is the ordinary way of letting a call pass. It is no opinion: the tool's own rules decide.
What a tool cannot do with an answer becomes the safer thing, as with any hook. An event that a format does not have is
not given to the hook, with a line on stderr; Agent Hooks takes every event, as ` + "`vendor.TOOL.EVENT`" + ` if need be.

A call that touches several files runs the hook once for each: the tools of these formats touch one. A patch is shown as
what it does to that file, ` + "`content`" + ` or ` + "`old_string`" + ` and ` + "`new_string`" + `, whatever else the model wrote beside it. The first
block ends it; an approval counts if it was given for every file; a new input for one of several files, or for what is a
patch, is a block, because it cannot be carried out.

## Called by them

A tool that speaks one of these formats itself needs no flag: it is recognised like any other provider, and your hook gets
its envelope. In the Hook contract a call does not say whether the tool has run; ` + "`--event postToolUse`" + ` does.

| caller | known by | no opinion | deny | a hook that failed |
|---|---|---|---|---|
| OpenHook | ` + "`openhook`, `type`" + ` | nothing | ` + "`{\"decision\":\"deny\",\"reason\":…}`" + ` | exit 1 |
| Hook contract | ` + "`tool_name`, `tool_input`" + ` and nothing that others send | ` + "`{\"decision\":\"allow\"}`" + `, ` + "`{}`" + ` on lifecycle events | ` + "`{\"decision\":\"deny\",\"reason\":…}`" + ` | ` + "`{\"decision\":\"allow\"}`" + `, exit 0 |
| Agent Hooks | ` + "`event_type`, `spec_version`, `event_id`" + ` | nothing | ` + "`{\"decision\":{\"outcome\":\"deny\",\"reason\":…}}`" + `, exit 2, the reason on stderr | exit 1 |
| HOOK.md | ` + "`event_type`, `work_dir`" + ` | nothing | exit 2, the reason on stderr | exit 1 |

## What is lost

| format | what it has no place for |
|---|---|
| ` + "`claude-code`" + ` | ` + "`effort`" + ` is not sent, ` + "`prompt_id`" + ` is empty, ` + "`permission_mode`" + ` is the tool's own word or ` + "`default`" + `; ` + "`tool_response`" + ` is the tool's own result, which differs from Claude Code's in shape |
| ` + "`hook-contract`" + ` | the session and working folder of a tool call, its result, permission requests; any event beside its seven |
| ` + "`agent-hooks`" + ` | ` + "`cwd`" + ` stands in ` + "`metadata`" + `; results of tools are left out unless contents are asked for; a rewrite and a context cannot be said |
| ` + "`hook-md`" + ` | ` + "`duration_seconds`, `total_steps` and `step_count`" + ` are not sent: no tool says them; permission requests, notifications |

## Events

| type | `

// formatsPage is docs/formats.md.
func formatsPage() []byte {
	var b bytes.Buffer
	b.WriteString(formatsHead)
	names := []string{"claude-code", "hook-contract", "agent-hooks", "hook-md"}
	var types []string
	events := map[string]string{}
	for _, name := range names {
		for _, d := range mapping.Dialects() {
			if d.Name != name {
				continue
			}
			for e := range d.AllEvents {
				if e.Type == "" || e.Tool != "" {
					continue
				}
				if !slices.Contains(types, e.Type) {
					types = append(types, e.Type)
				}
				key := name + " " + e.Type
				events[key] = strings.TrimPrefix(events[key]+", `"+e.Native+"`", ", ")
			}
		}
	}
	slices.Sort(types)
	b.WriteString(strings.Join(names, " | ") + " |\n|---" + strings.Repeat("|---", len(names)) + "|\n")
	for _, typ := range types {
		fmt.Fprintf(&b, "| %s |", typ)
		for _, name := range names {
			cell := events[name+" "+typ]
			if cell == "" {
				cell = "–"
			}
			b.WriteString(" " + cell + " |")
		}
		b.WriteString("\n")
	}
	return b.Bytes()
}
