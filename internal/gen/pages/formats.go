package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping/clients"
)

const formatsHead = `# Hooks of other formats

A hook in another format than [OpenHook](contract.md) runs unchanged in any tool:

` + "```sh\nopenhook-shim --format claude-code -- ./their-hook.py\n```" + `

| ` + "`--format`" + ` | the hook's input | its answer |
|---|---|---|
| ` + "`openhook`" + `, the default | one [OpenHook v0.1](contract.md) envelope; with ` + "`--strict`" +
	` only the specification's fields, with ` + "`--no-native`" +
	` without the tool's own payload | [the contract](contract.md) |
| ` + "`native`" + ` | the tool's own payload, byte for byte | the tool's own format, at any exit code |
| ` + "`claude-code`" + ` | the payload of Claude Code 2.1.328; ` + "`CLAUDE_PROJECT_DIR`" +
	` is set | Claude Code's format, at any exit code; exit 2 blocks |
| ` + "`hook-contract`" + ` | ` + "`{\"tool_name\": …, \"tool_input\": {…}}`" +
	` with the contract's names and shapes | ` + "`decision`, `reason`, `message`, `lint_command`" +
	`; exit 2 blocks, any other but 0 fails open |
| ` + "`agent-hooks`" + ` | an Agent Hooks 0.1.0 event; a prompt and a last message as hash and length, unless ` +
	"`OPENHOOK_LOG_CONTENT=1`" + ` | ` + "`{\"outcome\": \"deny\", \"reason\": …}`" + `, by itself, as ` +
	"`decision`" + `, or in the event's ` + "`data.decision`" + `; exit 2 blocks |
| ` + "`hook-md`" + ` | the event data of the Agent Hooks specification for HOOK.md, with a space behind each colon and comma | ` +
	"`decision`, `updated_input` or `modified_input`, `context` or `additional_context`" +
	` at exit 0; exit 2 blocks |

In the last three formats an ` + "`allow`" + ` only lets a call pass. It means no opinion: the tool's own rules decide. If a tool cannot
obey an answer, the shim sends the safer one, the same as for any hook. If a format has no such event, the hook does not run, and
the shim prints a line on stderr. Agent Hooks takes every event, under the name ` + "`vendor.TOOL.EVENT`" +
	` if it has no other.

In these formats a tool touches one file. So for a call with several files the hook runs once for each file. From a patch the hook
gets the change of that file: ` + "`content`, or `old_string` and `new_string`" +
	`. The first block ends the list. An approval counts
only if the hook gives it for every file. The shim cannot change one file of several, nor a patch. It blocks the call instead.

In Agent Hooks ` + "`agent.response`, `agent.thought` and a tool's `file.write` are `Agent.Response`, `Model.Responded` and `Action.After`" + `
too, by the specification's table of vendors.

In the Hook contract a list of edits is ` + "`MultiEdit` with `path` and `edits`" + `. The model gets a ` + "`lint_command`" +
	` as context, or
with the reason of a deny if the tool takes no context.

## Tools with these formats

A tool that sends one of these formats itself needs no flag. The shim detects it like any other provider, and your hook gets the
envelope. In the Hook contract a payload does not show whether the tool has run. Add ` + "`--event postToolUse`" +
	` for that event.

| caller | known by | no opinion | deny | a hook that failed |
|---|---|---|---|---|
| OpenHook | ` + "`openhook`, `type`" + ` | nothing | ` + "`{\"decision\":\"deny\",\"reason\":…}`" + ` | exit 1 |
| Hook contract | ` + "`tool_name`, `tool_input`" + ` and no key of another tool | ` + "`{\"decision\":\"allow\"}`" +
	`, ` + "`{}`" + ` on lifecycle events | ` + "`{\"decision\":\"deny\",\"reason\":…}`" + ` | ` +
	"`{\"decision\":\"allow\"}`" + `, exit 0 |
| Agent Hooks | ` + "`event_type`, `spec_version`, `event_id`" + ` | nothing | ` +
	"`{\"decision\":{\"outcome\":\"deny\",\"reason\":…}}`" + `, exit 2, the reason on stderr | exit 1 |
| HOOK.md | ` + "`event_type`, `work_dir`" + ` | nothing | exit 2, the reason on stderr | exit 1 |

## Losses

| format | it has no place for |
|---|---|
| ` + "`claude-code`" + ` | ` + "`effort`" + ` is absent, ` + "`prompt_id`" + ` is empty, ` + "`permission_mode`" +
	` is the tool's own word or ` + "`default`" + `; ` + "`tool_response`" +
	` is the tool's own result, which differs from Claude Code's in shape |
| ` + "`hook-contract`" + ` | the session and working folder of a tool call, its result, permission requests; any event except its seven |
| ` + "`agent-hooks`" + ` | ` + "`cwd`" + ` is in ` + "`metadata`" +
	`; there are no results of tools unless you ask for contents; an answer cannot hold a rewrite or a context |
| ` + "`hook-md`" + ` | ` + "`total_steps` and `step_count`" +
	` are absent because no tool sends them, and ` + "`duration_seconds`" +
	` if the tool does not; permission requests, notifications |

## Events

| type | `

// formatsPage is docs/formats.md.
func formatsPage() []byte {
	var b bytes.Buffer
	b.WriteString(formatsHead)
	names := clients.Registry.Formats()
	var types []string
	events := map[string]string{}
	for _, name := range names {
		for _, d := range clients.Registry.Dialects {
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
