package mapping

// contractEvent tells the events, which stand where a tool's name does, from tools.
func contractEvent(p *Payload, hint string) string {
	for _, name := range [...]string{p.text("tool_name"), hint} {
		if _, ok := hookContractEvents.entry(name); ok && isName(name) {
			return name
		}
	}
	return "preToolUse"
}
