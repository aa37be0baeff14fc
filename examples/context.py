#!/bin/sh
"exec" "python3" "-I" "$0" "$@"  # python3 -I loads no module that lies beside this file
# Gives the model the state of the repository at the start of a session: branch, changed files (20 at most), last 3 commits.
# Prints nothing without a repository, and never fails.
import os, subprocess, sys
GIT = ["git", "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "log.showSignature=false"]
def git(*args):  # its lines, or None if it fails
    ran = subprocess.run(GIT + list(args), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return None if ran.returncode else [line[:200] for line in ran.stdout.decode("utf-8", "replace").split("\n") if line]
try:
    if os.environ.get("OPENHOOK_TYPE") != "session.start": sys.exit(0)
    os.chdir(os.environ.get("OPENHOOK_PROJECT") or os.environ.get("OPENHOOK_CWD") or ".")
    if git("rev-parse", "--is-inside-work-tree") is None: sys.exit(0)
    branch = git("symbolic-ref", "--short", "-q", "HEAD") or git("rev-parse", "--short", "HEAD") or [""]
    changes = git("status", "--porcelain")
    lines = ["Git branch: " + branch[0]]
    lines += [f"Uncommitted changes ({len(changes)}):"] + changes[:20] if changes else ["No uncommitted changes."]
    lines += ["Last commits:"] + (git("log", "-3", "--no-color", "--format=%h %cs %s") or [])
    sys.stdout.buffer.write("\n".join(lines + [""]).encode())
    sys.stdout.flush()
except Exception: pass
