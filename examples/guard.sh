#!/bin/sh
# Stops shell commands that you cannot undo. This is a seat belt, not a sandbox: variables and scripts can hide a command.
[ "$OPENHOOK_TYPE" = tool.start ] && [ -n "$OPENHOOK_COMMAND$OPENHOOK_CUT" ] || exit 0 # for any tool
stop() { echo "guard.sh stopped this: $1. Name exactly what is meant, or ask the user to run it." >&2; exit 2; }
case $OPENHOOK_CUT in *COMMAND*) stop 'the command cannot be read whole' ;; esac

# One simple command on each line, without quotes and without a prefix like sudo, env, sh -c or NAME=value.
front='sudo|doas|env|command|exec|eval|nohup|time|timeout [^ ]+|xargs|docker exec [^ ]+|ssh [^ ]+|then|do|else|[{!]|(ba|z|da|k)?sh|[A-Za-z_]+=[^ ]*|-[a-zA-Z]+'
whole=$(printf '%s\n' "$OPENHOOK_COMMAND" | tr -d "\"'\\\\" | sed -E 's/\$(HOME|\{HOME[^}]*\})/~/g; s/\$\{?PWD\}?|\$\(pwd\)/./g; s/\$\{?IFS\}?/ /g; s/\|\|/;/g')
commands=$(printf '%s\n' "$whole" | tr ';&|()<>`\t' '\n\n\n\n\n\n\n\n ' | sed -E "s,  *, ,g; :front
s,^ ?([^ ]*/)?($front) ,,; t front
s,^ ?(/[^ ]*/)?,,; s,\$, ,") || stop 'the command could not be checked'
has() { printf '%s\n' "$commands" | grep -Eiq -e "$1"; }
says() { printf '%s\n' "$whole" | grep -Eiq -e "$1"; }
git='^git( -C [^ ]+| -[^ ]+)*' tree=' (--no-preserve-root|/|~|[.*/]+|~/[*.]*|/(bin|boot|dev|etc|lib|opt|root|sbin|srv|sys|usr|var|(home|users)(/[^/ ]+)?)/?[*.]*) '

has '^rm.* (-[a-z]*r|--recursive)' && has "^rm.*$tree" && stop 'it removes a whole tree'
has "$git (reset .*--hard|clean .*-[a-z]*f)" && stop 'it throws uncommitted work away'
has "$git push.* (-[a-z]*[fd]|--force|--delete|[+:])" && has "$git push.*[ +:/](main|master) " && stop 'it rewrites a shared branch'
has '^mkfs|^dd .*of=/dev/(sd|hd|vd|nvme|mmc|disk)' || says '> *>?/dev/(sd|hd|vd|nvme|mmc|disk)|: *\( *\) *\{' && stop 'it can ruin the machine'
has "^chmod .*777.*$tree" && has '^chmod .*-[a-z]*R' && stop 'it opens a whole tree to everybody'
says '(curl|wget) [^;]*\|&? *((sudo|env)( -E| [A-Z]+=[^ ]*)* )?([^ ]*/)?((ba|z|da)?sh|(python3?|perl|ruby|node) *(-|$))( |;|$)|(^|[^a-z])((ba|z|da)?sh|eval|source)( -c)? (<\(|\$\()(curl|wget)' && stop 'it runs a download'
has '^(psql|mysql|mariadb|sqlite3)' && says 'drop +(table|database|schema)' || has '^dropdb|^(terraform|tofu|pulumi) (-[^ ]+ |apply .*-)*destroy' && stop 'it drops tables or servers'
exit 0
