package mapping

// droidRefine reads from a subagent's end how it ended: it has a result or an error.
func droidRefine(c *Call) {
	switch {
	case c.Type != SubagentStop:
	case c.values[ErrorText] != "":
		c.values[Status] = `"error"`
	case c.values[LastMessage] != "":
		c.values[Status] = `"success"`
	}
}
