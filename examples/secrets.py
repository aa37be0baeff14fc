#!/bin/sh
"exec" "python3" "-I" "$0" "$@"  # python3 -I loads no module that lies beside this file
# Stops file writes, shell commands, MCP calls and unknown tools that hold a key or token: AWS, GitHub, GitLab, Anthropic, OpenAI, Slack,
# Google, Stripe, npm, private keys. The removed text of an edit (old_string) does not count.
# If another Python hook in this folder imports the standard module secrets, rename this file: Python would load it instead.
import json, os, re, sys
EDGE = r"(^|\\[bfnrt]|\\u[0-9A-Fa-f]{4}|[^A-Za-z0-9])"  # also the \n of a string in source code
KEYS = re.compile(r"(AKIA|ASIA)[A-Z0-9]{16}|gh[opsur]_[A-Za-z0-9]{30}|github_pat_[A-Za-z0-9_]{22}|glpat-[A-Za-z0-9_-]{20}|npm_[A-Za-z0-9]{36}"
    r"|sk-ant-[A-Za-z0-9_-]{20}|" + EDGE + r"sk-((proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20}|[A-Za-z0-9]{32})|[sr]k_live_[A-Za-z0-9]{16}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10}|" + EDGE + r"AIza[A-Za-z0-9_-]{35}|-----BEGIN [A-Z0-9 ]*PRIVATE KEY")
def stop(why):
    try: print("secrets.py stopped this: " + why, file=sys.stderr, flush=True)
    finally: os._exit(2)  # whatever happens: any other exit code would let it pass
def holds(value):  # an object is a tuple of pairs here: a key that is there twice counts twice
    if isinstance(value, str): return KEYS.search(re.sub("[xX]{8,}", "", value))  # without the xxxx of a placeholder
    if isinstance(value, list): return any(holds(v) for v in value)
    return isinstance(value, tuple) and any(holds(k) or holds(v) for k, v in value if not (isinstance(v, str) and re.fullmatch("old[A-Za-z_]*", k)))
harmless = os.environ.get("OPENHOOK_TOOL") in ("file_read", "search", "find", "web_search", "web_fetch", "agent") and not os.environ.get("OPENHOOK_COMMAND")
if os.environ.get("OPENHOOK_TYPE") != "tool.start" or harmless: sys.exit(0)
if os.environ.get("OPENHOOK_CUT"): stop("too long to be checked")
try:
    event = json.loads(sys.stdin.buffer.read().decode("utf-8", "replace"), object_pairs_hook=tuple, parse_int=str, parse_float=str)
    found = any(holds((pair,)) for pair in event if pair[0] != "extensions")  # those say the same again
except BaseException as e: stop(f"it could not be checked ({type(e).__name__})")
if found: stop("it holds what looks like a key or a token. Keep it out of the code: read it from the environment or a secret store.")
