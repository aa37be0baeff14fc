#!/bin/sh
# Stops file writes, shell commands, MCP calls and unknown tools that hold a key or token: AWS, GitHub, GitLab, Anthropic, OpenAI, Slack,
# Google, Stripe, npm, private keys. The removed text of an edit (old_string) does not count.
[ "$OPENHOOK_TYPE" = tool.start ] || exit 0
case "$OPENHOOK_TOOL $OPENHOOK_COMMAND" in 'file_read ' | 'search ' | 'find ' | 'web_search ' | 'web_fetch ' | 'agent ') exit 0 ;; esac
stop() { printf 'secrets.sh stopped this: %s\n' "$1" >&2; exit 2; }
[ -z "$OPENHOOK_CUT" ] || stop 'too long to be checked'
export LC_ALL=C
# The envelope is one line of JSON: a key at the start of a line comes after the n of "\n"
edge='(^|\\[bfnrt]|\\u[0-9A-Fa-f]{4}|[^A-Za-z0-9])'
keys="(AKIA|ASIA)[A-Z0-9]{16}|gh[opsur]_[A-Za-z0-9]{30}|github_pat_[A-Za-z0-9_]{22}|glpat-[A-Za-z0-9_-]{20}|npm_[A-Za-z0-9]{36}"
keys="$keys|sk-ant-[A-Za-z0-9_-]{20}|${edge}sk-((proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20}|[A-Za-z0-9]{32})|[sr]k_live_[A-Za-z0-9]{16}"
keys="$keys|xox[abeoprs]-[A-Za-z0-9-]{10}|${edge}AIza[A-Za-z0-9_-]{35}|-----BEGIN [A-Z0-9 ]*PRIVATE KEY"
# Not searched: the tool's own payload (last member, the same again), the old text of an edit, the xxxx of a placeholder
command -v sed >/dev/null || stop 'it could not be checked (sed is missing)'
sed -E -e 's/(.*),"extensions":\{"openhook-shim":.*/\1/' -e 's/"old[A-Za-z_]*":"([^"\\]|\\.)*"//g; s/[xX]{8,}//g' | grep -Eq -e "$keys"
case $? in
  0) stop 'it holds what looks like a key or a token. Keep it out of the code: read it from the environment or a secret store.' ;;
  1) exit 0 ;;
  *) stop 'it could not be checked (grep failed)' ;;
esac
