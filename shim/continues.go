package shim

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/openhook/openhook-shim/mapping"
)

// continuesFor is how long a count of continuations is remembered.
const continuesFor = 10 * time.Minute

// mayContinue counts how often in a row a hook has made the agent go on, and says
// whether it may once more: some clients have no cap of their own. A count that
// cannot be kept counts as reached, unless the client says that this is the
// first stop.
func (c *call) mayContinue() bool {
	if c.maxContinues == 0 {
		return true
	}
	first := c.call.Text(mapping.StopActive) == "false"
	file := c.countFile()
	if file == "" {
		return first
	}
	n := 0
	if !first {
		n = readCount(file, c.started)
	}
	if n >= c.maxContinues {
		removeFile(file)
		return false
	}
	count := strconv.Itoa(n+1) + " " + strconv.FormatInt(c.started.Unix(), 10)
	return writeFile(file, []byte(count)) == nil || first
}

// readCount reads "COUNT SECONDS", 0 if it is too old or not there.
func readCount(file string, now time.Time) int {
	b, err := readHead(file, 64)
	count, at, _ := strings.Cut(string(b), " ")
	seconds, err2 := strconv.ParseInt(at, 10, 64)
	n, err3 := strconv.Atoi(count)
	if err != nil || err2 != nil || err3 != nil || now.Sub(time.Unix(seconds, 0)) > continuesFor {
		return 0
	}
	return n
}

// countFile is where the count of this agent of this session stands, in the
// folder of the user's state; "" if the user has none.
func (c *call) countFile() string {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = os.UserCacheDir(); err != nil {
			return ""
		}
	}
	// A subagent's own stop and the stop of its parent's event count apart: in
	// Copilot CLI 1.0.102 the first says again and again that it is the first.
	key := c.call.Source + "\n" + c.call.Type + "\n" + c.call.Text(mapping.SessionID) + "\n" + c.call.Text(mapping.AgentID)
	return filepath.Join(dir, "openhook", "continues", uuid.NewSHA1(uuid.NameSpaceOID, []byte(key)).String())
}
