#!/usr/bin/env python3
"""PostToolUse, matcher "Write|Edit": blanks at the ends of lines go."""
import json
import os
import sys

path = json.load(sys.stdin)["tool_input"]["file_path"]
if os.path.exists(path):
    with open(path) as f:
        lines = f.read().splitlines()
    with open(path, "w") as f:
        f.writelines(line.rstrip() + "\n" for line in lines)
