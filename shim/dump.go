package shim

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
)

// dumpVariable names the folder in which every call is kept: what the client
// sent, what it got back, and which variables there were, without their values.
const dumpVariable = "OPENHOOK_DUMP"

// startDump keeps what is known before the hook runs, so that a call which never
// ends is seen as well. A dump that cannot be written is none; the call goes on.
func (c *call) startDump(dir string, stdin []byte) {
	if mkdirAll(dir) != nil {
		return
	}
	name := strings.ReplaceAll(mapping.Stamp(c.started), ":", "-") + "-" + strconv.Itoa(os.Getpid())
	c.dump = filepath.Join(dir, name)
	if !newFile(c.dump+".stdin", stdin) {
		c.dump = ""
		return
	}
	var names []byte
	for _, e := range os.Environ() {
		if name, _, ok := strings.Cut(e, "="); ok && name != "" {
			names = append(append(names, name...), '\n')
		}
	}
	c.keep(".env", names)
}

func (c *call) keep(ending string, b []byte) {
	if c.dump != "" {
		newFile(c.dump+ending, b)
	}
}
