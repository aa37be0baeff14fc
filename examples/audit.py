#!/bin/sh
"exec" "python3" "-I" "$0" "$@"  # python3 -I loads no module that lies beside this file
# Appends one JSON line per event to $AUDIT_FILE, or ~/.openhook/audit.jsonl: who did what to which files, and when.
# Commands and prompts only as SHA-256, no contents. Prints nothing and never fails the agent.
import hashlib, json, os, sys


def sha256(text):
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


try:
    event = json.loads(sys.stdin.buffer.read().decode("utf-8", "replace"))
    data = event.get("data") or {}
    line = {key: event.get(key) for key in ("time", "source", "type", "session_id")}
    line.update({key: data[key] for key in ("tool", "tool_name", "status", "files") if data.get(key)})
    for name, text in (("command", (data.get("tool_input") or {}).get("command")), ("prompt", data.get("prompt"))):
        if isinstance(text, str):
            line[name + "_sha256"] = sha256(text)
    path = os.path.expanduser(os.environ.get("AUDIT_FILE") or "~/.openhook/audit.jsonl")
    os.makedirs(os.path.dirname(path) or ".", mode=0o700, exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "wb", buffering=0) as log:
        log.write(json.dumps(line).encode() + b"\n")  # one write: lines of parallel hooks never mix
except BaseException:
    pass
