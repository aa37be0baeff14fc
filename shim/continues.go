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

// continuesFor is how long a count of continuations is remembered.
const countMemory = 10 * time.Minute

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

// reachedFor is how long a count that was reached is: the same hook may stand in
// two settings, and run twice at one stop.
const limitMemory = time.Minute

// readCount returns the count that a file holds, 0 if that no longer counts.
func (c *call) readCount(file string) int {
	n, age, ok := parseCount(file, c.started)
	if !ok || !within(age, countMemory) || n > c.maxContinues && age > limitMemory {
		return 0
	}
	return n
}

// within says whether an age is at most d, either way: a clock may be set back.
func within(age, d time.Duration) bool { return uint64(age+d) <= uint64(2*d) }

// countIn reads "COUNT SECONDS".
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

// forgetCounts removes the counts that are older than d, which those of agents are that
// have long stopped. It is called once in a row of stops.
func removeOldCounts(dir string, now time.Time, d time.Duration) {
	for _, name := range namesIn(dir) {
		file := filepath.Join(dir, name)
		if _, age, ok := parseCount(file, now); ok && !within(age, d) {
			removeFile(file)
		}
	}
}

// countFile is where the count of this agent of this session stands, in the
// folder of the user's state; "" if the user has none.
func (c *call) countFile() string {
	// A subagent's own stop and the stop of its parent's event count apart: in
	// Copilot CLI 1.0.102 the first says again and again that it is the first. So do
	// two hooks, which run side by side at one stop.
	key := c.call.Source + "\n" + c.call.Type + "\n" + c.call.Text(mapping.SessionID) + "\n" + c.call.Text(mapping.AgentID) + "\n" +
		c.line + strings.Join(c.argv, "\x00")
	return hookfile.StateFile(runtime.GOOS, os.Getenv, "continues/"+uuid.NewSHA1(uuid.NameSpaceOID, []byte(key)).String())
}

// remember tells the hook that the agent was kept going, where the client does not say
// so: a hook that lets go the second time would else block until the limit.
func (c *call) noteContinued() {
	if !c.call.KeepsGoing() || c.call.Text(mapping.StopActive) != "" {
		return
	}
	if file := c.countFile(); file != "" && c.readCount(file) > 0 {
		c.call.Continued()
		c.ownCount = true
	}
}
