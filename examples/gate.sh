#!/bin/sh
# Runs the tests when the agent wants to stop. If they fail, the agent goes on, once, with the end of their output. Set the
# command with GATE='npm test' or an argument, and a longer limit with: openhook-shim --timeout 10m
[ "$OPENHOOK_TYPE" = agent.stop ] || exit 0
[ "$OPENHOOK_STOP_ACTIVE" = true ] && exit 0 # this hook has already made it go on: let it end, never loop
cd "${OPENHOOK_PROJECT:-${OPENHOOK_CWD:-.}}" || exit 1
gate=${GATE:-$*}
if [ -z "$gate" ]; then # no command set: choose one by the project's files
  if grep -qs '^test *:' Makefile makefile GNUmakefile; then gate='make test'
  elif [ -f go.mod ]; then gate='go test ./...'
  elif [ -f Cargo.toml ]; then gate='cargo test'
  elif grep -s '"test" *:' package.json | grep -qv 'no test specified'; then gate='npm test'
  else exit 0; fi
fi
output=$(CI=true sh -c "$gate" </dev/null 2>&1) && exit 0
status=$?
case $status in 126 | 127) echo "gate.sh: cannot run: $gate" >&2; exit 1 ;; esac # not the agent's fault
{ printf 'gate.sh: "%s" failed with exit code %s. Mend it before you stop. The end of its output:\n' "$gate" "$status"
  printf '%s\n' "$output" | tail -n 40 | cut -c1-500; } >&2
exit 2
