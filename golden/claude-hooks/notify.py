#!/usr/bin/env python3
"""Notification, Stop: a line for the phone."""
import json
import os
import sys

call = json.load(sys.stdin)
if call["hook_event_name"] == "Notification":
    message = call["message"]
else:
    message = "done in " + call["cwd"]
with open(os.path.expanduser("~/notifications.txt"), "a") as f:
    f.write(message.replace("\n", " ") + "\n")
