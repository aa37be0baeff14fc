#!/usr/bin/env python3
"""Stop: the agent is not done before the tests pass, and is told so once."""
import json
import os
import subprocess
import sys

call = json.load(sys.stdin)
if call["stop_hook_active"]:
    sys.exit(0)
tests = subprocess.run(["sh", "run-tests.sh"], cwd=os.environ["CLAUDE_PROJECT_DIR"], capture_output=True, text=True)
if tests.returncode != 0:
    print(json.dumps({"decision": "block", "reason": "The tests fail:\n" + tests.stdout}))
