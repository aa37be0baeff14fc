package mapping

// About is what people want to know of a client and the shim never does: nothing
// that runs in a hook call names these values, so the linker leaves them out.
type About struct {
	Source  string // the dialects' name
	Product string
	Version string // newest that the tables were checked against
	Date    string // when, YYYY-MM-DD
	Known   string // recorded, source or docs: how the tables are known
	Cloud   string // what a cloud runner of this client loads; "" nothing is known of one
	Note    string // what to know before one relies on it
}

// Abouts returns the facts of every client.
func Abouts() []About {
	return []About{
		claudeCodeAbout, cursorAbout, codexAbout, geminiAbout, copilotAbout, kiroAbout, windsurfAbout, clineAbout,
		qwenAbout, droidAbout, devinAbout, augmentAbout, vscodeAbout,
		antigravityAbout, crushAbout, gooseAbout, vibeAbout, opencodeAbout,
		kimiAbout, grokAbout,
	}
}
