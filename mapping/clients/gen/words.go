package main

import "strings"

// The closed lists of the table language. The tests hold them against package
// mapping and against docs/adding-a-provider.md.
var (
	fieldWords = list(`event session_id time cwd project model transcript_path permission_mode
		agent_id agent_type agent_parent_id agent_transcript_path
		tool_name tool_call_id tool_input tool_input_truncated tool_output
		mcp_server mcp_tool mcp_url mcp_command status success duration_ms error
		prompt synthetic reason stop_hook_active last_message kind message title trigger
		custom_instructions input_tokens output_tokens cache_read_tokens cache_write_tokens file_path files`)

	typeWords = list(`session.start session.end session.setup prompt.submit prompt.expand
		tool.select tool.start tool.end tool.batch permission.request permission.result permission.denied
		agent.start agent.stop agent.response agent.thought agent.error agent.interrupt agent.notification
		subagent.start subagent.stop context.compact context.compacted model.request model.response
		file.change file.create file.save file.delete file.write task.start task.end task.create task.complete
		config.change`)

	wishWords = list(`allow deny ask rewrite context output stop message quiet none`)

	flagWords = list(`success error text goes-on raw with-allow unheard too-late mute ask-unsafe bare`)

	kindWords = list(`string number object array bool`) // of a JSON value

	valueWords = list(`millis seconds strings`) // how a field is carried over

	inputWords = list(`lines commands files patch strings`) // how a key of a tool's input is

	toolWords = list(`shell file_read file_write file_edit search find web_search web_fetch agent mcp`)

	toolFlags = list(`merge never create update delete read`)

	inputKeys = list(`command cwd file_path content old_string new_string edits patch
		pattern path url prompt query description`)

	partWords = list(`reason stop context message event input output mcp_output output_text command`)

	placeWords = list(`exit stdout stderr line`)

	rewriteWords = list(`whole merge never`)

	knownWords = list(`recorded source docs`)

	dialectFlags = list(`home any-case uris envelope format spaced as-format`)

	codeWords = list(`refine fix event said encode`)

	headWords = list(`client product version date known cloud note blind`)

	dialectWords = list(`name environment fields mcp frame valid none fault new-input longest-context argument
		variable machine-prompt stderr flags code`)

	setupWords = list(`finds program moved shell windows-shell leave covered about matcher-also old longest
		trust trusted todo project-todo flags user project local system layout entry flat new`)

	setupFlags = list(`gui restart once no-slashes no-links exit-2-denies needs-event file-matcher`)

	fileWords = list(`layout dialect mac windows of if off`)

	layoutWords = list(`syntax entry root event-key flat-events unit closed closed-since windows-command needs only
		entry-only absent off no-star keys`)

	layoutFlags = list(`named strict`)

	syntaxWords = list(`json toml script plugin`)

	shellWords = list(`posix cmd powershell git-bash`)

	sectionWords = list(`dialect marks traces phrases events answers tools setup unseen`)
)

// meanings are our words where a field has a closed list of values.
var meanings = map[string][]string{
	"reason": list(`startup resume clear compact fork user_exit timeout error completed`),
	"kind":   list(`permission idle done other`),
	"status": list(`success error`),
}

func list(words string) []string { return strings.Fields(words) }
