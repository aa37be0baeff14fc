#!/bin/sh
# Keeps the agent's hands off the hooks that watch it: no writing, moving or deleting of any AI coding tool's hook settings,
# hook folders, .openhook.json or this script; reading is fine. Protect more by an argument: protect-hooks.sh 'scripts/guards/'
[ "$OPENHOOK_TYPE" = tool.start ] || exit 0
case "$OPENHOOK_TOOL $OPENHOOK_COMMAND" in 'file_read ' | 'search ' | 'find ' | 'web_search ' | 'web_fetch ' | 'agent ') exit 0 ;; esac
stop() { echo "protect-hooks.sh stopped this: $1. Hooks and their settings are for the user to change." >&2; exit 2; }
[ -z "$OPENHOOK_CUT" ] || stop 'it cannot be read whole'

# The touched paths in one spelling: / for \ and for // or /./, no quotes, no output to /dev/null, no worktree of a tool.
text=$(printf '%s\n' "$OPENHOOK_COMMAND" "$OPENHOOK_FILES" "cd $OPENHOOK_CWD" | tr -d "\"'" | tr '\\' / |
  sed -E 's,/(\.?/)+,/,g; s,[0-9&]*>+ *(/dev/null|&[0-9-]),,g; s,\.[a-z]+/worktrees/,,g') || stop 'it could not be checked'
says() { printf '%s\n' "$text" | grep -Eiq -e "$1"; }

tools='\.(claude|cursor|codex|gemini|copilot|kiro|clinerules|cline|windsurf|factory|qwen|augment|vscode|opencode|grok|kimi(-code)?|git)'
paths="\.(codex|factory|qwen|augment)/|$tools/([^ ;&|]*/)?(hooks|settings|config|tasks)|\.github/(hooks|copilot)|\.kiro/agents|opencode/plugins?/"
paths="$paths|(^|[^a-z0-9_-])hooks\.(json|toml)|\.openhook|(opencode|crush)\.json|devin/config|documents/cline/hooks|amazonq/cli-agents"
paths="$paths|(config|state|local|roaming)/openhook|openhook/(trust|hooks)|openhook +((un)?install|allow|deny|sync)|$(printf '%s' "${0##*/}" | sed 's/\./[.]/g')${1:+|$1}"
folder="$tools/?[*]?( |;|&|$)" # the folder itself, or everything in it
writes='>|(^|[^a-z0-9_.-])(rm|rmdir|unlink|shred|mv|cp|ln|install|tee|dd|touch|truncate|chmod|chown|rsync|patch|apply_patch|ed|ex|vim?|nano|sponge|del|erase|ren|move|copy|[a-z]+-(content|item)|curl|wget|openhook)( |$)'
writes="$writes|sed [^;&|]*-[a-z]*i|git [^;&|]*(checkout|restore|rm|mv|apply|stash|clean)|find [^;&|]*-delete|tar [^;&|]*x|(python[0-9.]*|perl|ruby|node) *[-<]"

says "$paths|$folder" || exit 0
[ -n "$OPENHOOK_COMMAND" ] && [ -z "$OPENHOOK_FILES" ] && ! says "$writes" && exit 0 # a command that only reads
stop 'it touches hooks or hook settings'
