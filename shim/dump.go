package shim

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping"
)

// dumpVariable names the folder that keeps every call: the payload, the reply, and the
// names of the environment variables without their values.
const dumpVariable = "OPENHOOK_DUMP"

// liveLimit is how long openhook doctor --live may record. A killed doctor leaves its
// file behind, and that file must not keep calls for ever.
const liveLimit = 10 * time.Minute

// dumpDir is the folder of the dump, "" if there is none.
func (c *call) dumpDir() string {
	dir := os.Getenv(dumpVariable)
	if dir == "" {
		file := hookfile.LiveFile(runtime.GOOS, os.Getenv)
		if _, age, ok := parseCount(file, c.started); ok && within(age, liveLimit) {
			dir = file + hookfile.LiveCalls
		}
	}
	if dir != "" && !filepath.IsAbs(dir) {
		c.warn(msgDump + dir + ": " + msgAbsolute)
		return ""
	}
	return dir
}

// startDump writes what is known before the hook runs, so that the dump also has a call
// that never ends. If the shim cannot write, it warns and the call goes on.
func (c *call) startDump(dir string, stdin []byte) {
	if err := mkdirAll(dir); err != nil {
		c.warn(msgDump + dir + ": " + err.Error())
		return
	}
	c.dump = dir + "/" + strings.ReplaceAll(mapping.Stamp(c.started), ":", "-") + "-" + strconv.Itoa(os.Getpid())
	if !newFile(c.dump+".stdin", stdin) {
		c.warn(msgDump + c.dump + ".stdin: " + msgUnwritten)
		c.dump = ""
		return
	}
	var names []byte
	for _, e := range os.Environ() {
		if i := strings.IndexByte(e, '='); i > 0 {
			names = append(append(names, e[:i]...), '\n')
		}
	}
	c.dumpPart(".env", names)
}

func (c *call) dumpPart(ending string, b []byte) {
	if c.dump != "" {
		newFile(c.dump+ending, b)
	}
}
