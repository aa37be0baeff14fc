# Check command content
echo "Dangerous command blocked: rm -rf / would destroy the system" >&2
exit 2
