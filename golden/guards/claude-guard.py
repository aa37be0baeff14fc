#!/usr/bin/env python3
# A guard as people write them for Claude Code: its names, its keys, its answer.
import json
import os
import sys

call = json.load(sys.stdin)
tool, given = call.get("tool_name"), call.get("tool_input") or {}
reason = None
if tool in ("Bash", "PowerShell", "Monitor") and "rm -rf /" in given.get("command", ""):
    reason = "a whole tree would be removed"
elif tool in ("Read", "Write", "Edit", "MultiEdit") and os.path.basename(given.get("file_path", "")) == ".env":
    reason = ".env holds secrets"
if reason:
    print(json.dumps({"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason}}))
