package shim

import (
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

const (
	// firstByteWait is how long a client may take to write anything.
	firstByteWait = 2 * time.Second
	// otherwiseWait is the same where the payload may lie elsewhere: the old Kiro
	// IDE never writes to the pipe that it leaves open.
	otherwiseWait = 100 * time.Millisecond
	// lastByteWait is how long to look for more once a whole value is in: a client
	// may never close the pipe.
	lastByteWait = 50 * time.Millisecond
	// partialTimeout is how long to wait for a value that has begun and does not
	// go on.
	partialTimeout = 20 * time.Second
)

const (
	errSilent   = mapping.Error(msgSilent)
	errTerminal = mapping.Error(msgTerminal)
)
