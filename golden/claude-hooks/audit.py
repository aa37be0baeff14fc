#!/usr/bin/env python3
"""Every event: one line of JSON."""
import json
import os
import sys

call = json.load(sys.stdin)
log = os.path.expanduser("~/.claude/audit.jsonl")
os.makedirs(os.path.dirname(log), exist_ok=True)
with open(log, "a") as f:
    f.write(json.dumps({
        "event": call["hook_event_name"],
        "session": call["session_id"],
        "transcript": call["transcript_path"],
        "cwd": call["cwd"],
        "tool": call.get("tool_name"),
    }) + "\n")
