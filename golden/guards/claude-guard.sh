#!/bin/sh
# A guard as people write them for Claude Code: shell tools only, Claude Code's names, keys and answers.
input=$(cat)
value() { printf '%s' "$input" | sed -n "s/.*\"tool_input\":{[^}]*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
case $(printf '%s' "$input" | sed -n 's/.*"tool_name":"\([^"]*\)".*/\1/p') in
  Bash | PowerShell | Monitor) case $(value command) in *'rm -rf /'*) reason='a whole tree would be removed' ;; esac ;;
  Read | Write | Edit) case $(value file_path) in */.env | .env) reason='.env holds secrets' ;; esac ;;
esac
[ -z "$reason" ] || { echo "$reason" >&2; exit 2; }
