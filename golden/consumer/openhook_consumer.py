"""A consumer of OpenHook v0.1, written from the specification alone.

It reads one envelope on each line of stdin and prints what it understood; it
refuses what the specification does not allow.
"""

import json
import re
import sys
import uuid
from dataclasses import dataclass, field
from datetime import datetime

KNOWN = {
    "session.start": {"model": str},
    "session.end": {"transcript_path": str, "reason": str, "model": str, "duration_ms": int, "input_tokens": int, "output_tokens": int},
    "prompt.submit": {"prompt_length": int},
    "tool.start": {"tool_name": str, "tool_call_id": str},
    "tool.end": {"tool_name": str, "tool_call_id": str, "status": str, "duration_ms": int},
}
REASONS = {"user_exit", "timeout", "error", "completed"}
STATUSES = {"success", "error"}


@dataclass
class Event:
    openhook: str
    id: str
    source: str
    type: str
    time: str
    session_id: str
    data: dict = field(default_factory=dict)
    cwd: str = ""
    extensions: dict = field(default_factory=dict)

    @classmethod
    def parse(cls, line, strict):
        raw = json.loads(line)
        if not isinstance(raw, dict):
            raise ValueError("an envelope is an object")
        names = set(cls.__dataclass_fields__)
        if strict and set(raw) - names:
            raise ValueError(f"unknown fields {set(raw) - names}")
        event = cls(**{key: value for key, value in raw.items() if key in names})
        event.check()
        return event

    def check(self):
        if not re.fullmatch(r"\d+\.\d+", self.openhook):
            raise ValueError(f"openhook {self.openhook}")
        uuid.UUID(self.id)
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", self.source):
            raise ValueError(f"source {self.source}")
        if not re.fullmatch(r"[a-z0-9_-]+(\.[a-z0-9_-]+)+", self.type):
            raise ValueError(f"type {self.type}")
        if datetime.fromisoformat(self.time.replace("Z", "+00:00")).tzinfo is None:
            raise ValueError(f"time {self.time} has no timezone")
        for name, kind in (("session_id", str), ("cwd", str), ("data", dict), ("extensions", dict)):
            if not isinstance(getattr(self, name), kind):
                raise ValueError(f"{name} is no {kind.__name__}")
        for key, kind in KNOWN.get(self.type, {}).items():
            value = self.data.get(key)
            if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
                raise ValueError(f"{self.type}: {key} is {value!r}")
        if self.type == "session.end" and self.data.get("reason", "error") not in REASONS:
            raise ValueError(f"reason {self.data['reason']}")
        if self.type == "tool.end" and self.data.get("status", "error") not in STATUSES:
            raise ValueError(f"status {self.data['status']}")


def main():
    strict = "--strict" in sys.argv
    for line in sys.stdin.buffer.read().decode("utf-8").splitlines():
        event = Event.parse(line, strict)
        print(event.source, event.type, event.data.get("tool_name", ""), sep="\t")


main()
