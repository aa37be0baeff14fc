# Return decision via stdout JSON
echo '{"decision": "allow", "log": "Command validated"}'
exit 0
