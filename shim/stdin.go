package shim

import (
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

const (
	// firstByteWait is how long a client may take for its first byte.
	firstByteWait = 2 * time.Second
	// otherwiseWait is the same if the payload may be in another place: the old Kiro
	// IDE leaves stdin open and never writes to it.
	otherwiseWait = 100 * time.Millisecond
	// lastByteWait is how long the shim waits for more after a complete value, because
	// a client may never close the pipe.
	lastByteWait = 50 * time.Millisecond
	// partialTimeout is how long the shim waits for the rest of a value.
	partialTimeout = 20 * time.Second
)

const (
	errSilent   = mapping.Error(msgSilent)
	errTerminal = mapping.Error(msgTerminal)
)
