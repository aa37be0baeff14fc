#!/bin/sh
# Keeps the agent's hands off the hooks that watch it: no writing, moving or deleting of any AI coding tool's hook settings,
# hook folders, .openhook.json or this script; reading is fine. Protect more by an argument: protect-hooks.sh 'scripts/guards/'
[ "$OPENHOOK_TYPE" = tool.start ] || exit 0
case $OPENHOOK_TOOL in file_read | search | find | web_search | web_fetch | agent) exit 0 ;; esac
stop() { printf 'protect-hooks.sh stopped this: %s. Hooks and their settings are for the user to change.\n' "$1" >&2; exit 2; }
[ -z "$OPENHOOK_CUT" ] || stop 'too long to be checked'
has() { printf '%s\n' "$text" | LC_ALL=C grep -Eiq -e "$1"; }
dot='(^|[^a-z0-9_.-])\.' sl='/([^;&|]*\./)?/*' end='([^a-z0-9_-]|$)' # sl: a slash, or what amounts to one: // /./ /x/../
self=$(printf '%s' "${0##*/}" | sed 's/[^A-Za-z0-9_-]/./g')
names="$dot(codex|factory|qwen|augment)$end|${dot}[a-z_]+${sl}hooks$end|(^|[^a-z0-9_-])hooks\.(json|toml)|hooks\.v1|\.openhook|(^|[^a-z0-9_.-])$self$end"
names="$names|$dot(claude|gemini|copilot|continue|vscode|github${sl}copilot)${sl}(settings|tasks)[^/ ]*json|opencode\.jsonc?|crush\.json|amazonq${sl}cli-agents"
names="$names|\.(kiro${sl}agents|(config/)?(opencode${sl}plugins?|(grok|kimi(-code)?|devin|junie)${sl}config))|documents${sl}cline${sl}hooks|openhook +((un)?install|allow|sync)${1:+|$1}"
folder="\.(claude|cursor|gemini|windsurf|github|vscode|kiro|clinerules|cline|opencode|copilot)/*([^a-z0-9_./-]|$)"
verb='(openhook|rm|rmdir|unlink|shred|mv|cp|ln|install|tee|dd|touch|truncate|chmod|chown|rsync|patch|apply_patch|ed|ex|vim?|nano|sponge|unzip|curl|wget|del|erase'
verb="$verb|ren|move|copy|[a-z]+-(content|item)|out-file|git[^;&|]* (checkout|restore|rm|mv|apply|stash|clean)|find[^;&|]* -delete|--write|--in-place)$end"
verb="(>|(^|[^a-z0-9_.-])($verb|(python[0-9.]*|perl|ruby|node|php) *[-<]|sed[^;&|]* -[a-z]*i|tar -?[a-z]*x))"
# Quotes, backslashes (also as slashes), 2>/dev/null and the .../worktrees/ that some tools work in are taken out first
text=$([ "$OPENHOOK_TOOL" = shell ] && printf '%s\ncd %s\n' "$OPENHOOK_COMMAND" "${OPENHOOK_CWD%/.github}" || printf '%s\n' "$OPENHOOK_FILES")
text=$(printf '%s\n' "$text" | LC_ALL=C sed -E -e "s/[\"']//g; s#[0-9&]*>+ *(/dev/null|&[0-9-])##g" -e '/\.\./!s#\.[a-z]+[/\\]worktrees[/\\]##g' -e 'h; s#\\#/#g; p; g; s#\\##g')
[ -n "$self" ] && has '' || stop 'it could not be checked (are grep and sed there?)'
has "$names|$folder" || exit 0
[ "$OPENHOOK_TOOL" != shell ] || { has "$verb" && has "$names|(cd|pushd|find|$verb)[^;&|]*$folder"; } || exit 0
stop 'it touches hooks or hook settings'
