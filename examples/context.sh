#!/bin/sh
# Gives the model the state of the repository at the start of a session: branch, changed files (20 at most), last 3 commits.
[ "$OPENHOOK_TYPE" = session.start ] || exit 0
cd "${OPENHOOK_PROJECT:-${OPENHOOK_CWD:-.}}" 2>/dev/null || exit 0
git() { command git --no-optional-locks -c core.fsmonitor=false -c log.showSignature=false "$@" 2>/dev/null; }
git rev-parse --is-inside-work-tree >/dev/null || exit 0
echo "Git branch: $(git symbolic-ref --short -q HEAD || git rev-parse --short HEAD)"
changes=$(git status --porcelain)
if [ -z "$changes" ]; then
  echo 'No uncommitted changes.'
else
  echo "Uncommitted changes ($(printf '%s\n' "$changes" | wc -l | tr -d ' ')):"
  printf '%s\n' "$changes" | head -n 20 | cut -c1-200
fi
echo 'Last commits:'
git log -3 --no-color --format='%h %cs %s' | cut -c1-200
exit 0
