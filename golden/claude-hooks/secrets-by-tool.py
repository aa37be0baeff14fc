#!/usr/bin/env python3
"""PreToolUse, matcher "Write|Edit": what secrets.py does, with each tool's own key."""
import json
import os
import re
import sys

call = json.load(sys.stdin)
path = call["tool_input"]["file_path"]
text = call["tool_input"]["content" if call["tool_name"] == "Write" else "new_string"]

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
