package shim

import "time"

// A hookProcess is a hook that the shim starts.
type hookProcess struct {
	path     string   // the program
	argv     []string // with argv[0]
	env      []string
	dir      string // its working directory; "": the shim's own
	stdin    [][]byte
	deadline time.Time
	// isAnswer reports whether the output so far is a complete answer for an exit code.
	// If so, the shim does not wait for a background process that keeps stdout open.
	isAnswer func(stdout []byte, exit int) bool
}

// An outcome is how a hook ended.
type outcome struct {
	stdout, stderr []byte
	cut            bool // the shim dropped a part of stdout that may be an answer
	exit           int  // 128+n for signal n
	timedOut       bool
	signal         int   // the signal that ended the shim; 0: none
	err            error // why the hook did not start
}

const (
	// afterExit is how long the shim waits for output from a process that the hook left
	// behind, such as the tee of a process substitution.
	afterExit = 250 * time.Millisecond
	// afterBlock is the same wait for the reason of an exit code 2.
	afterBlock = 10 * time.Millisecond
	// grace is the time between TERM and KILL.
	grace = 500 * time.Millisecond
)

// outputWait is how long to wait for more output after the hook's end.
func (c *hookProcess) outputWait(stdout, stderr *stream, exit int) time.Duration {
	switch {
	case exit == 2 && len(stderr.head) == 0 && !stderr.eof && !c.isAnswer(stdout.bytes(), exit):
		return afterBlock
	case exit == 2 || stdout.eof || c.isAnswer(stdout.bytes(), exit):
		return 0
	}
	return afterExit
}
