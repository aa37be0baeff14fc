#!/usr/bin/env python3
"""PreToolUse, matcher "Bash": no tree is removed from its root."""
import json
import re
import sys

call = json.load(sys.stdin)
if call["tool_name"] != "Bash":
    sys.exit(0)
command = call["tool_input"]["command"]
if re.search(r"\brm\s+-(rf|fr)\s+/(\s|$|\*)", command):
    print("guard: a whole tree would be removed", file=sys.stderr)
    sys.exit(2)
