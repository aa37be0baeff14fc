package mapping

import "strings"

// A Record is what is known of a call beside what the client sent.
type Record struct {
	ID, Version string
	Content     bool                // contents stand in it, not their hashes alone
	Personal    bool                // the user's name, the host and paths of the home folder stand in it
	Hash        func([]byte) string // SHA-256, hexadecimal

	// For the log:
	Host, User string
	Home       string // the user's home folder; "" unknown
	Hooks      string // the commands that ran
	Exit       int    // of the last one
	Millis     int64  // how long all of it took
	Wanted     Answer // the answer of the hooks
	Given      Answer // the answer that the client got
	Failed     string // why there is no answer
	Warnings   []string
	Observe    bool
	Own, OwnID string // the type and the id of a line for what the shim did by itself; "" it is the call's line
	Loop       int    // how often in a row a hook kept the agent going, where the shim ended that
	ForLog     bool   // it is for the log and not for a hook
}

// WithoutHome returns a text of the log with "~" in place of the user's home folder,
// unless personal data may stand there.
func (r *Record) WithoutHome(s string) string {
	if !r.ForLog || r.Personal || len(r.Home) < 2 {
		return s
	}
	for _, home := range [...]string{r.Home, strings.ReplaceAll(r.Home, `\`, "/")} {
		for from := 0; ; {
			i := strings.Index(s[from:], home)
			if i < 0 {
				break
			}
			end := from + i + len(home)
			if end < len(s) && isLetter(s[end]) { // of a longer name
				from = end
				continue
			}
			s, from = s[:from+i]+"~"+s[end:], from+i+1
		}
	}
	return s
}
