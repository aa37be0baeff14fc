package mapping

// A Record is what is known of a call beside what the client sent.
type Record struct {
	ID, Version string
	Content     bool                // contents stand in it, not their hashes alone
	Hash        func([]byte) string // SHA-256, hexadecimal

	// For the log:
	Host, User string
	Hooks      string // the commands that ran
	Exit       int    // of the last one
	Millis     int64  // how long all of it took
	Wanted     Answer // what the hooks said
	Given      Answer // what the client was told
	Failed     string // why there is no answer
	Warnings   []string
	Observe    bool
	ForLog     bool // it is for the log and not for a hook
}
