#!/bin/sh
"exec" "python3" "-I" "$0" "$@"  # python3 -I loads no module that lies beside this file
# Runs the tests when the agent wants to stop. If they fail, the agent goes on, once, with the end of their output. Set the
# command with GATE='npm test' or an argument, and a longer limit with: openhook-shim --timeout 10m
import os, re, subprocess, sys
def find(pattern, *files):  # the lines that match
    text = "\n".join(open(f, encoding="utf-8", errors="replace").read() for f in files if os.path.isfile(f))
    return [line for line in text.split("\n") if re.search(pattern, line)]
def guess():  # nothing said: whatever this project looks like
    if find(r"^test *:", "Makefile", "makefile", "GNUmakefile"): return "make test"
    if os.path.isfile("go.mod"): return "go test ./..."
    if os.path.isfile("Cargo.toml"): return "cargo test"
    if any("no test specified" not in line for line in find(r'"test" *:', "package.json")): return "npm test"
if os.environ.get("OPENHOOK_TYPE") != "agent.stop": sys.exit(0)
if os.environ.get("OPENHOOK_STOP_ACTIVE") == "true": sys.exit(0)  # it goes on because of us already: let it end, never loop
try:
    os.chdir(os.environ.get("OPENHOOK_PROJECT") or os.environ.get("OPENHOOK_CWD") or ".")
    gate = os.environ.get("GATE") or " ".join(sys.argv[1:]) or guess() or sys.exit(0)
    ran = subprocess.run(gate, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "CI": "true"})
except Exception as e: sys.exit(f"gate.py: {e}")  # exit 1: not the agent's fault
status = ran.returncode if ran.returncode >= 0 else 128 - ran.returncode
if status in (126, 127, 9009): sys.exit(f"gate.py: cannot run: {gate}")
end = "".join(line[:500] + "\n" for line in ran.stdout.decode("utf-8", "replace").rstrip("\n").split("\n")[-40:])
if status: sys.exit(sys.stderr.write(f'gate.py: "{gate}" failed with exit code {status}. Mend it before you stop. The end of its output:\n{end}') and 2)
