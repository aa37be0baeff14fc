#!/usr/bin/env python3
"""SessionStart, UserPromptSubmit, PreToolUse, PostToolUse: the project's notes."""
import json
import os
import sys

call = json.load(sys.stdin)
with open(os.path.join(os.environ["CLAUDE_PROJECT_DIR"], "NOTES.md")) as f:
    notes = f.read()
print(json.dumps({
    "hookSpecificOutput": {
        "hookEventName": call["hook_event_name"],
        "additionalContext": "Notes of this project:\n" + notes,
    }
}))
