package shim

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping"
)

// countMemory is how long the shim remembers a count of continuations.
const countMemory = 10 * time.Minute

// mayContinue counts how often in a row a hook kept the agent going, and reports
// whether it may do so again. Some clients have no limit of their own. A count that the
// shim cannot store counts as reached, unless the client reports the first stop.
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
		n = c.readCount(file)
	}
	if n > c.maxContinues {
		return false
	}
	count := strconv.Itoa(n+1) + " " + strconv.FormatInt(c.started.Unix(), 10)
	kept := writeFile(file, []byte(count)) == nil
	if n == 0 {
		removeOldCounts(filepath.Dir(file), c.started, countMemory)
	}
	return n < c.maxContinues && (kept || first)
}

// limitMemory is how long the shim remembers a count that reached the limit. It is
// short because two settings files may name the same hook, which then runs twice at one
// stop.
const limitMemory = time.Minute

// readCount returns the count in a file, 0 if the count is too old.
func (c *call) readCount(file string) int {
	n, age, ok := parseCount(file, c.started)
	if !ok || !within(age, countMemory) || n > c.maxContinues && age > limitMemory {
		return 0
	}
	return n
}

// within reports whether an age is at most d in either direction, because a user may
// set the clock back.
func within(age, d time.Duration) bool { return uint64(age+d) <= uint64(2*d) }

// parseCount reads a file with "COUNT SECONDS". The seconds are since 1970.
func parseCount(file string, now time.Time) (n int, age time.Duration, ok bool) {
	b, err := readHead(file, 64)
	if err != nil {
		return 0, 0, false
	}
	count, at, _ := strings.Cut(string(b), " ")
	seconds, err := strconv.ParseInt(at, 10, 64)
	n, err2 := strconv.Atoi(count)
	return max(n, 0), now.Sub(time.Unix(seconds, 0)), err == nil && err2 == nil
}

// removeOldCounts removes the counts that are older than d. Their agents have stopped
// long ago. It runs once in a row of stops.
func removeOldCounts(dir string, now time.Time, d time.Duration) {
	for _, name := range namesIn(dir) {
		file := filepath.Join(dir, name)
		if _, age, ok := parseCount(file, now); ok && !within(age, d) {
			removeFile(file)
		}
	}
}

// countFile is the path of the count for this agent in this session, below the folder
// of the user's state. It is "" if the user has no such folder.
func (c *call) countFile() string {
	// The subagent's own stop and the stop that its parent reports count separately: in
	// Copilot CLI 1.0.102 the first always reports the first stop. Two hooks count
	// separately, too, because both run at one stop.
	key := c.call.Source + "\n" + c.call.Type + "\n" + c.call.Text(mapping.SessionID) + "\n" +
		c.call.Text(mapping.AgentID) + "\n" +
		c.line + strings.Join(c.argv, "\x00")
	return hookfile.StateFile(runtime.GOOS, os.Getenv,
		"continues/"+uuid.NewSHA1(uuid.NameSpaceOID, []byte(key)).String())
}

// noteContinued tells the hook that a hook kept the agent going, if the client does not
// report it. Many hooks let the agent stop the second time. Without this they would
// block until the limit.
func (c *call) noteContinued() {
	if !c.call.KeepsGoing() || c.call.Text(mapping.StopActive) != "" {
		return
	}
	if file := c.countFile(); file != "" && c.readCount(file) > 0 {
		c.call.Continued()
		c.ownCount = true
	}
}
