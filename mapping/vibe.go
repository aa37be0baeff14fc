package mapping

// vibeOutput: a deny and a new result share one key, and the deny counts.
func vibeOutput(_ *Call, a *Answer) string {
	if a.Decision != Deny || a.Output == "" {
		return ""
	}
	a.Output = ""
	return "the shim drops the new result beside a block because Vibe takes only one of them"
}
