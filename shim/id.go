package shim

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/google/uuid"
)

// newID returns the id of a call, a random UUID. Its bits come from the runtime's
// ChaCha8, which the kernel seeds at the start of each process. An id must be unique,
// but it is no secret. The first read of crypto/rand costs 0.1 ms, a twelfth of the
// whole call.
func newID() string {
	id, _ := uuid.NewRandomFromReader(random{}) // random never fails
	return id.String()
}

type random struct{}

func (random) Read(p []byte) (int, error) {
	for i := 0; i < len(p); i += 8 {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], rand.Uint64())
		copy(p[i:], word[:])
	}
	return len(p), nil
}
