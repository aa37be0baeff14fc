#!/usr/bin/env bash
# The shim's job for Claude Code's PreToolUse: bash shim.sh PROGRAM [ARG…]
# One jq writes the variables on its first line and the envelope on its second:
# read takes no byte more than the first, so that the hook finds the other.
id=$(</proc/sys/kernel/random/uuid)
TZ=UTC printf -v time "%(%Y-%m-%dT%H:%M:%S)T" "$EPOCHSECONDS"
micros=${EPOCHREALTIME#*.}

said=$(
  jq -rc --arg id "$id" --arg time "$time.${micros:0:3}Z" '
    {Bash: ["shell"], Read: ["file_read", "read"], Write: ["file_write", "create"], Edit: ["file_edit", "update"]}[.tool_name] as [$tool, $op]
    | (if $op then [{path: .tool_input.file_path, op: $op}] else null end) as $files
    | ({SOURCE: "claude-code", TYPE: "tool.start", SESSION_ID: .session_id, CWD: .cwd, PROJECT: .cwd,
        TRANSCRIPT_PATH: .transcript_path, PERMISSION_MODE: .permission_mode, TOOL_NAME: .tool_name, TOOL: $tool,
        COMMAND: .tool_input.command, FILES: ($files // [] | map(.path) | join(" ")), DEPTH: "1"}
       | to_entries | map(select(.value) | "OPENHOOK_\(.key)=\(.value | @sh)") | join(" ")),
      {openhook: "0.1", id: $id, source: "claude-code", type: "tool.start", time: $time, session_id, cwd, context: "file://\(.cwd)",
       data: ({transcript_path, permission_mode, tool_name, tool_call_id: .tool_use_id, tool: $tool, files: $files, tool_input}
              | with_entries(select(.value))),
       extensions: {"openhook-shim": {version: "0.1.0-dev", event: "before_tool_execute", native_event: .hook_event_name,
                      can: ["allow", "deny", "ask", "rewrite", "context", "stop", "message", "suppress"]},
                    "claude-code": .}}' |
    {
      read -r variables
      eval "export $variables"
      "$@"
    }
)
case $? in
  0) ;;
  2) said='{"decision":"deny"}' ;;
  *) exit 0 ;;
esac
[ -z "$said" ] ||
  jq -c '{hookSpecificOutput: ({hookEventName: "PreToolUse", permissionDecision: .decision} + if .reason then {permissionDecisionReason: .reason} else {} end)}' <<<"$said"
