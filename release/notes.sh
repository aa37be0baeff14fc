#!/bin/sh
# Prints what CHANGELOG.md says of a version: release/notes.sh 0.1.0. A version without a section, or with an empty
# one, is an error.
set -eu
[ $# -eq 1 ] || { echo "notes: name one version: release/notes.sh 0.1.0" >&2; exit 64; }
cd "$(dirname "$0")/.."
notes=$(awk -v head="## [$1]" '
	/^## / || /^\[[^]]*\]: / { on = 0 }
	index($0, head) == 1 { on = 1; next }
	on' CHANGELOG.md)
[ -n "$notes" ] || { echo "notes: CHANGELOG.md says nothing of $1: add a section \"## [$1] - DATE\"" >&2; exit 1; }
printf '%s\n' "$notes"
