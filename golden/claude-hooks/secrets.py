#!/usr/bin/env python3
"""PreToolUse, matcher "Write|Edit": no .env file is touched, no AWS key written."""
import json
import os
import re
import sys

call = json.load(sys.stdin)
path = call["tool_input"]["file_path"]
text = call["tool_input"].get("content") or call["tool_input"].get("new_string") or ""

reason = None
if os.path.basename(path).startswith(".env"):
    reason = "secrets: " + os.path.relpath(path, os.environ["CLAUDE_PROJECT_DIR"]) + " is not for you"
elif re.search(r"AKIA[0-9A-Z]{16}", text):
    reason = "secrets: that is an AWS access key"
if reason:
    print(json.dumps({
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": reason,
        }
    }))
