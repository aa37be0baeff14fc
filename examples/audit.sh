#!/bin/sh
# Appends one JSON line per event to $AUDIT_FILE, or ~/.openhook/audit.jsonl: who did what, and when. Commands, prompts and
# the list of files only as SHA-256, no contents. Prints nothing and never fails the agent.
umask 077
sum() { if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi; }
add() { # only characters that cannot end a JSON string
  word=$(printf '%s' "$2" | LC_ALL=C tr -cd 'A-Za-z0-9._:/@+-')
  [ -z "$word" ] || line="${line:+$line,}\"$1\":\"$word\""
}
hash() { [ -z "$2" ] || add "$1" "$(printf '%s' "$2" | sum | cut -d' ' -f1)"; }
{
  log=${AUDIT_FILE:-$HOME/.openhook/audit.jsonl} line=
  mkdir -p "$(dirname "$log")"
  add time "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
  add source "$OPENHOOK_SOURCE"; add type "$OPENHOOK_TYPE"; add session_id "$OPENHOOK_SESSION_ID"
  add tool "$OPENHOOK_TOOL"; add tool_name "$OPENHOOK_TOOL_NAME"; add status "$OPENHOOK_STATUS"
  hash files_sha256 "$OPENHOOK_FILES"; hash command_sha256 "$OPENHOOK_COMMAND"; hash prompt_sha256 "$OPENHOOK_PROMPT"
  printf '{%s}\n' "$line" >>"$log" # one write: lines of parallel hooks never mix
} </dev/null >/dev/null 2>&1
exit 0
