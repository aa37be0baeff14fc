package mapping

// A Record is the facts about a call beside its payload.
type Record struct {
	ID, Version string
	Content     bool                // it holds contents, not only their hashes
	Hash        func([]byte) string // SHA-256, hexadecimal

	// For the log:
	Host, User string
	Hooks      string // the commands that ran
	Exit       int    // of the last one
	Millis     int64  // how long all of it took
	Wanted     Answer // the answer of the hooks
	Given      Answer // the answer that the client got
	Failed     string // why there is no answer
	Warnings   []string
	Observe    bool
	ForLog     bool // it is for the log and not for a hook
}
