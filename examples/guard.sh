#!/bin/sh
# Stops shell commands that nobody can undo: rm -r of / ~ . *, forced pushes to main, git reset --hard, mkfs, dd to a disk,
# DROP TABLE, terraform destroy, curl | sh. A seat belt, not a sandbox: variables and scripts hide things from it.
[ "$OPENHOOK_TYPE" = tool.start ] && [ "$OPENHOOK_TOOL" = shell ] || exit 0
why=$([ -z "$OPENHOOK_CUT" ] && printf '%s\n' "$OPENHOOK_COMMAND" | LC_ALL=C awk 'function no(what) { print what; exit }
BEGIN { RS = "\001"; sh = "(ba|z|da|k)?sh"; sql = "psql|mysql|mariadb|sqlite3|mongosh"; deep = " (-[a-z]*r[a-z]*|--r[a-z]*|/s) "
  wrap = "^([^ ]*/)?(sudo|doas|su|env|command|exec|eval|nohup|nice|time|timeout|xargs|docker|podman|kubectl|ssh|then|do|else|if|[{!]|[^ ]*=[^ ]*|" sh ") "
  risky = " ([^ ]*/)?(rm|rd|remove-item|chmod|git|dd|mkfs[^ ]*|dropdb|terraform|tofu|pulumi|curl|wget|" sql "|" sh ") "
  top = " (~|[a-z]:|/([a-z]|bin|boot|dev|etc|lib|opt|root|sbin|srv|sys|usr|var|(home|users)(/[^/ ]+)?)?)[/.*]* " }
{ t = tolower($0); gsub(/\\\n|["\047\\]/, "", t); gsub(/[<>]/, " &", t); gsub(/ -exec(dir)? /, ";", t); gsub(/[$][{]?ifs[}]?|[ \t\r]+/, " ", t)
  gsub(/[$][{]home[^a-z0-9_}]*[}]|[$]home/, "~", t); gsub(/[$][{]pwd[}]|[$]pwd|[$][(]pwd[)]|`pwd`/, ".", t)
  gsub(/&[a-z0-9_.-]+=/, "=", t); gsub(/[|]&?/, ";|", t); if ((n = split(t, part, /[;&()`\n]/)) > 20000) no("far too many commands at once")
  if (t ~ /(^|[ ;&|\n]): ?[(] ?[)] ?[{]/ || t ~ /> ?\/dev\/([shv]d|xvd|nvme|mmcblk|r?disk)/) no("a fork bomb or a write to a disk")
  if (t ~ "(^|[ /;&|(\n])(" sh "|eval|source|[.])( -[a-z]+)* ([<$] ?[(]|`) ?(curl|wget) ") no("a download run by a shell")
  for (i = 1; i <= n; i++) { c = part[i] " "; new = c !~ /^[|]/; sub(/^[| ]+/, "", c); if (new || c == "") got = 0   # got: the pipe began with a download
    while (c ~ wrap && match(c, risky)) c = substr(c, RSTART + 1); sub(/^[^ ]*\//, "", c); if (c ~ /^(curl|wget) /) got = 1
    if (got && c ~ "^" sh " |^(python[0-9.]*|perl|ruby|node) (- )?$") no("a download piped into an interpreter")
    if (c ~ /^(rm|rd|remove-item) / && c ~ deep && (c ~ top || c ~ / ([.*][\/.*]*|--no-pres[a-z-]*) /)) no("the removal of a whole tree")
    if (c ~ /^git( -c [^ ]+| -[^ ]+)* (reset .*--hard|clean .*-[a-z]*f)/) no("throwing uncommitted work away")
    if (c ~ /^git( -c [^ ]+| -[^ ]+)* push( .*)? (-[a-z]*[fd]|--force|--delete|[+:])/ && c ~ / [+:]?([^ ]*:)?(refs.heads.)?ma(in|ster) /) no("rewriting main")
    if (c ~ /^(mkfs|dropdb )|^dd .*of=.+dev/ && c !~ /of=.dev.(null|zero|stdout|stderr|tty) / || c ~ /^chmod .*0?777 / && c ~ deep && c ~ top) no("ruining a disk")
    if (c ~ "^(" sql ") " && t ~ /drop (table|database|schema) / || c ~ /^(terraform|tofu|pulumi) (.* )?-?-?destroy / && c !~ / plan /) no("dropping tables or servers")
} }') || why='a command that could not be checked'
[ -z "$why" ] || { printf 'guard.sh stopped this: %s. Name exactly what is meant, or ask the user to run it.\n' "$why" >&2; exit 2; }
