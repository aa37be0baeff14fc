#!/bin/sh
"exec" "python3" "-I" "$0" "$@"  # python3 -I loads no module that lies beside this file
# Stops shell commands that you cannot undo. This is a seat belt, not a sandbox: variables and scripts can hide a command.
import os, re, sys
FRONT = r"^ ?([^ ]*/)?(sudo|doas|env|command|exec|eval|nohup|time|timeout [^ ]+|xargs|docker exec [^ ]+|ssh [^ ]+|then|do|else|[{!]|(ba|z|da|k)?sh|[A-Za-z_]+=[^ ]*|-[a-zA-Z]+) "
GIT, TREE = r"^git( -C [^ ]+| -[^ ]+)*", r" (--no-preserve-root|/|~|[.*/]+|~/[*.]*|/(bin|boot|dev|etc|lib|opt|root|sbin|srv|sys|usr|var|(home|users)(/[^/ ]+)?)/?[*.]*) "
def stop(why):
    sys.exit(print(f"guard.py stopped this: {why}. Name exactly what is meant, or ask the user to run it.", file=sys.stderr) or 2)
def has(pattern): return any(re.search(pattern, command, re.I) for command in commands)
def says(pattern): return any(re.search(pattern, line, re.I) for line in whole.split("\n"))
if os.environ.get("OPENHOOK_TYPE") != "tool.start": sys.exit(0)  # whichever tool runs the command
if "COMMAND" in os.environ.get("OPENHOOK_CUT", ""): stop("the command cannot be read whole")
whole, commands = re.sub(r"[\"'\\]", "", os.environ.get("OPENHOOK_COMMAND", "")), []
for pattern, plain in (r"\$(HOME|\{HOME[^}]*\})", "~"), (r"\$\{?PWD\}?|\$\(pwd\)", "."), (r"\$\{?IFS\}?", " "), (r"\|\|", ";"): whole = re.sub(pattern, plain, whole)
for one in re.split(r"[;&|()<>`\n]", whole):  # one simple command at a time, and nothing in front of it such as sudo
    one = re.sub(r"[ \t]+", " ", one)
    while re.search(FRONT, one): one = re.sub(FRONT, "", one)
    commands.append(re.sub(r"^ ?(/[^ ]*/)?", "", one) + " ")
if has(r"^rm.* (-[a-z]*r|--recursive)") and has(r"^rm.*" + TREE): stop("it removes a whole tree")
if has(GIT + r" (reset .*--hard|clean .*-[a-z]*f)"): stop("it throws uncommitted work away")
if has(GIT + r" push.* (-[a-z]*[fd]|--force|--delete|[+:])") and has(GIT + r" push.*[ +:/](main|master) "): stop("it rewrites a shared branch")
if has(r"^mkfs|^dd .*of=/dev/(sd|hd|vd|nvme|mmc|disk)") or says(r"> *>?/dev/(sd|hd|vd|nvme|mmc|disk)|: *\( *\) *\{"): stop("it can ruin the machine")
if says(r"(curl|wget) [^;]*\|&? *((sudo|env)( -E| [A-Z]+=[^ ]*)* )?([^ ]*/)?((ba|z|da)?sh|(python3?|perl|ruby|node) *(-|$))( |;|$)|(^|[^a-z])((ba|z|da)?sh|eval|source)( -c)? (<\(|\$\()(curl|wget)"): stop("it runs a download")
if has(r"^chmod .*777.*" + TREE) and has(r"^chmod .*-[a-z]*R"): stop("it opens a whole tree to everybody")
if (has(r"^(psql|mysql|mariadb|sqlite3)") and says(r"drop +(table|database|schema)")) or has(r"^dropdb|^(terraform|tofu|pulumi) (-[^ ]+ |apply .*-)*destroy"): stop("it drops tables or servers")
