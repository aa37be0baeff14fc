package shim

import "time"

// A child is a hook to be run.
type hookProcess struct {
	path     string   // what is executed
	argv     []string // argv[0] included
	env      []string
	dir      string // where it runs; "" where we do
	stdin    [][]byte
	deadline time.Time
	// whole says whether what was printed so far is a whole answer for an exit
	// code, so that nobody waits for a background process that keeps it open.
	isAnswer func(stdout []byte, exit int) bool
}

// An outcome is how a hook ended.
type outcome struct {
	stdout, stderr []byte
	cut            bool // of stdout something is not kept that may be an answer
	exit           int  // 128+n for signal n
	timedOut       bool
	signal         int   // we were told to end by this signal
	err            error // it could not be started
}

const (
	// afterExit is how long output may still come from a process that the hook
	// left behind, such as the tee of a process substitution.
	afterExit = 250 * time.Millisecond
	// afterBlock is the same for the reason of an exit code 2.
	afterBlock = 10 * time.Millisecond
	// grace is the time between TERM and KILL.
	grace = 500 * time.Millisecond
)

// patience is how long to wait for more output after the hook ended.
func (c *hookProcess) outputWait(stdout, stderr *stream, exit int) time.Duration {
	switch {
	case exit == 2 && len(stderr.head) == 0 && !stderr.eof && !c.isAnswer(stdout.bytes(), exit):
		return afterBlock
	case exit == 2 || stdout.eof || c.isAnswer(stdout.bytes(), exit):
		return 0
	}
	return afterExit
}
