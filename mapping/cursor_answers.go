package mapping

import (
	"strings"

	"github.com/tidwall/gjson"
)

// Every decision goes out as exit 0 with one JSON object: with exit 2 the reason
// comes out as "Hook blocked with message: …", and text beside JSON blocks by
// itself (SDK 1.0.32). The model reads user_message there; the IDE's
// documentation promises it agent_message, so both hold the reason.

// cursorNone: an empty stdout blocks where the hook has failClosed.
const cursorNone Form = "#stdout={}"

// cursorFault is any exit code but 0 and 2: the call goes on, with failClosed it
// is blocked and the text on stderr is the reason.
const cursorFault Form = "#exit=1 #stderr=$reason"

const cursorForms Table = `
unknown:
  deny #exit=2 #stderr=$reason
` +
	// An ask is ignored and the tool runs. An approval skips no prompt, a hook can only deny (forum
	// 155434, 144244); the documented form of a new input holds one.
	`pre-tool:
  allow permission="allow"
  deny permission="deny" user_message=$reason agent_message=$reason
  rewrite permission="allow" updated_input=$input
  context additional_context=$context
  +ask permission="ask" user_message=$reason agent_message=$reason
  +context additionalContext=$context
` +
	// An ask runs the command unasked in the SDK and in the IDE since 2.2, so it is not sent.
	`gate:
  allow permission="allow"
  deny permission="deny" user_message=$reason agent_message=$reason
  +ask permission="ask" user_message=$reason agent_message=$reason
` +
	// An ask is invalid, which denies with an ugly text.
	`read:
  allow permission="allow"
  deny permission="deny" user_message=$reason
  +ask permission="ask" user_message=$reason agent_message=$reason
` +
	// An ask counts as a deny (documentation).
	`subagent:
  allow permission="allow"
  deny permission="deny" user_message=$reason
  context additional_context=$context
  +ask permission="ask" user_message=$reason agent_message=$reason
` +
	// Permission and decision are not read here. The context stands without continue:true, which would
	// undo a deny beside it.
	`prompt:
  deny continue=false user_message=$reason
  context additional_context=$context
  stop continue=false user_message=$reason
  +context additionalContext=$context
` +
	// The SDK aborts the run, the IDE does not wait for the answer; the IDE passes the context on, the
	// SDK drops it.
	`start:
  deny continue=false user_message=$reason
  context additional_context=$context
  stop continue=false user_message=$reason
  +context additionalContext=$context
post-tool:
  context additional_context=$context
  output updated_mcp_tool_output=$mcp_output
  +context additionalContext=$context
context:
  context additional_context=$context
  +context additionalContext=$context
` +
	// Exit 2 and continue:false do nothing here; the agent stops.
	`stop:
  deny followup_message=$reason
  +deny decision="block" reason=$reason
compact:
  message user_message=$message
`

// cursorAnswer holds back what the client would take for an error, or pass over
// without a word (SDK 1.0.32).
func cursorAnswer(c *Call, a *Answer) (warning string) {
	own := valueOf(a.Native, c.Source)
	for _, list := range [...]string{child(own, "env"), child(own, "pluginPaths")} {
		gjson.Parse(list).ForEach(func(_, v gjson.Result) bool {
			if v.Type != gjson.String || list[0] == '[' && strings.TrimSpace(v.Str) == "" {
				a.Native, warning = "", "env and pluginPaths hold texts only; neither is sent"
			}
			return warning == ""
		})
	}
	if a.Input == "" || c.Canon == MCP {
		return warning
	}
	each(a.Input, func(key, raw string) {
		want := "string"
		if key == "timeout" {
			want = "number"
		}
		if !isKind(raw, want) {
			a.Decision, a.Reason = Deny, cannotChange+"this client ignores a "+key+" of that type"
		}
	})
	if a.Decision == Deny {
		a.Input = ""
	}
	return warning
}
