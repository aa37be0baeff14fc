#!/bin/sh
# Formats each file that the agent has just written, with the formatter of its language if there is one: gofmt, rustfmt,
# ruff, shfmt, prettier (the project's own before the global one). Prints nothing and never fails.
[ "$OPENHOOK_TYPE" = tool.end ] && [ "$OPENHOOK_STATUS" != error ] || exit 0
case $OPENHOOK_TOOL in file_write | file_edit) ;; *) exit 0 ;; esac
if [ -d "$OPENHOOK_PROJECT" ]; then
  cd "$OPENHOOK_PROJECT" && PATH=$PWD/node_modules/.bin:$PWD/.venv/bin:$PATH # prettier looks for its ignore file here
fi
printf '%s\n' "$OPENHOOK_FILES" | while IFS= read -r file; do
  [ -f "$file" ] || continue # deleted or moved
  case $file in
    *.go) set -- gofmt -w ;;
    *.rs) set -- rustfmt --edition 2021 ;;
    *.py | *.pyi) set -- ruff format ;;
    *.sh | *.bash) set -- shfmt -w ;;
    *.js | *.jsx | *.mjs | *.cjs | *.ts | *.tsx | *.vue | *.css | *.scss | *.html | *.json | *.md | *.yaml | *.yml) set -- prettier --write ;;
    *) continue ;;
  esac
  command -v "$1" && "$@" "$file" </dev/null
done >/dev/null 2>&1
exit 0
