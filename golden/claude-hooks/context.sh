#!/bin/sh
# SessionStart, UserPromptSubmit: the project's notes, as plain text.
echo "Notes of this project:"
cat "$CLAUDE_PROJECT_DIR/NOTES.md"
