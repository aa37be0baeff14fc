"""The shim's job for Claude Code's PreToolUse: python3 -I -S shim.py PROGRAM [ARG…]"""
import json
import os
import subprocess
import sys
import time

TOOLS = {"Bash": ("shell", ""), "Read": ("file_read", "read"), "Write": ("file_write", "create"), "Edit": ("file_edit", "update")}
CAN = ["allow", "deny", "ask", "rewrite", "context", "stop", "message", "suppress"]


def new_id():
    b = bytearray(os.urandom(16))  # the uuid module alone would cost a third more
    b[6], b[8] = b[6] & 0x0F | 0x40, b[8] & 0x3F | 0x80
    h = b.hex()
    return f"{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}"


payload = json.loads(sys.stdin.buffer.read())
tool, op = TOOLS.get(payload["tool_name"], ("", ""))
inputs = payload["tool_input"]
files = [{"path": inputs["file_path"], "op": op}] if op else []
now = time.time()
data = {
    "transcript_path": payload.get("transcript_path"),
    "permission_mode": payload.get("permission_mode"),
    "tool_name": payload["tool_name"],
    "tool_call_id": payload.get("tool_use_id"),
    "tool": tool,
    "files": files,
    "tool_input": inputs,
}
envelope = {
    "openhook": "0.1",
    "id": new_id(),
    "source": "claude-code",
    "type": "tool.start",
    "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now)) + f".{int(now * 1000) % 1000:03}Z",
    "session_id": payload["session_id"],
    "cwd": payload["cwd"],
    "context": "file://" + payload["cwd"],
    "data": {k: v for k, v in data.items() if v},
    "extensions": {
        "openhook-shim": {"version": "0.1.0-dev", "event": "before_tool_execute", "native_event": payload["hook_event_name"], "can": CAN},
        "claude-code": payload,
    },
}
variables = {
    "SOURCE": "claude-code",
    "TYPE": "tool.start",
    "SESSION_ID": payload["session_id"],
    "CWD": payload["cwd"],
    "PROJECT": payload["cwd"],
    "TRANSCRIPT_PATH": payload.get("transcript_path"),
    "PERMISSION_MODE": payload.get("permission_mode"),
    "TOOL_NAME": payload["tool_name"],
    "TOOL": tool,
    "COMMAND": inputs.get("command"),
    "FILES": "\n".join(f["path"] for f in files),
    "DEPTH": "1",
}
env = {**os.environ, **{"OPENHOOK_" + k: v for k, v in variables.items() if v}}
line = json.dumps(envelope, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
hook = subprocess.run(sys.argv[1:], input=line, capture_output=True, env=env)
output = {"hookEventName": "PreToolUse"}
if hook.returncode == 2:
    output.update(permissionDecision="deny", permissionDecisionReason=hook.stderr.decode().strip())
else:
    sys.stderr.buffer.write(hook.stderr)
    if hook.returncode or not hook.stdout.strip():
        sys.exit(0)
    answer = json.loads(hook.stdout)
    output["permissionDecision"] = answer["decision"]
    if answer.get("reason"):
        output["permissionDecisionReason"] = answer["reason"]
print(json.dumps({"hookSpecificOutput": output}))
