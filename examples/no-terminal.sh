#!/bin/sh
# Stops shells, interpreters and remote sessions that would stay open, and text typed into them: some tools run no hook
# on such text (openhook doctor lists them), so a guard gets the start of the session and none of its later commands.
[ "$OPENHOOK_TYPE" = tool.start ] || exit 0
stop() { echo "no-terminal.sh stopped this: $1. Run one whole command at a time, with its input in a file." >&2; exit 2; }
[ -z "$OPENHOOK_CUT" ] || stop 'the command cannot be read whole'
case $OPENHOOK_TOOL_NAME in *stdin* | *Stdin* | *STDIN* | write_bash | write_powershell | write-process | send_command_input) stop 'it types into a session that is open' ;; esac
[ -n "$OPENHOOK_COMMAND" ] || exit 0

# One simple command on each line, without quotes and prefixes.
commands=$(printf '%s\n' "$OPENHOOK_COMMAND" | tr -d "\"'\\\\" | tr ';&()`\t' '\n\n\n\n\n ' | sed -E 's,\|+,|,g; s,^ +,,; s, +$,,; s, +, ,g; :front
s,^((sudo|doas|env|exec|command|nohup|time|script( -[a-z]+)*|[A-Za-z_]+=[^ ]*|-[a-zA-Z]+) |([^ ]*/)),,; t front') || stop 'the command could not be checked'
is() { printf '%s\n' "$commands" | grep -Eiq -e "^($1)$"; }

shell='((ba|z|da|k|fi|a)?sh|cmd|pwsh|powershell)(\.exe)?' more='(python[0-9.]*|node|irb|ruby|perl|php -a|lua|ghci|iex|julia|R|bc|ftp|sftp [^ ]+|telnet( [^ ]+)*|nc [^|<]*|gdb [^|<]*)'
is "($shell)( -[ilsv]+| --?(login|interactive|noprofile|norc|posix))*" && stop 'it opens a shell'
is "$more( -[iqu]+)*" && stop 'it opens an interpreter or a session'
is '(psql|mysql|mariadb|sqlite3|redis-cli|mongosh?)( [^|<]*)?' && ! is '.* (-[a-z]*[ce]|--command|--execute|-f|--file)[ =].*|(sqlite3|redis-cli) [^ ]+ .+' && stop 'it opens a database session'
is 'ssh( -[46AaCfGgKkMNnqsTtVvXxYy]+| -[a-zA-Z] ?[^ ]+)* [^ -][^ ]*' && stop 'it opens a remote shell'
is '(docker|podman|kubectl)( compose)? (exec|run|attach).* -[a-z]*(it|ti).*' && stop 'it opens a terminal in a container'
is '(screen|tmux|byobu|su|login|chroot [^ ]+|machinectl shell.*|at|batch)( -[a-z]*)?( new(-session)?.*| send-keys.*)?' && stop 'it opens a terminal that stays'
exit 0
