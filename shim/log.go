package shim

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/formats"
)

// logFile is the path of the log, "" if there is none. --log comes first, then the
// variables with an absolute path.
func (c *call) logFile() string {
	for _, file := range [...]string{c.logFlag, os.Getenv("OPENHOOK_LOG"), os.Getenv("AGENT_HOOKS_LOG")} {
		if filepath.IsAbs(file) {
			return file
		}
		if file != "" {
			c.warn(msgLog + file + ": " + msgAbsolute)
		}
	}
	return ""
}

// noteHook notes for the log that a hook ran.
func (c *call) noteHook(out outcome) {
	if c.logTo == "" {
		return
	}
	if c.record.Hooks != "" {
		c.record.Hooks += "\n"
	}
	if c.line != "" {
		c.record.Hooks += mapping.OneLine(c.line)
	} else {
		c.record.Hooks += c.name()
	}
	c.record.Exit = out.exit
}

// log appends the call to the log in one write, after the client has its answer. A
// failure changes nothing. The shim warns on stderr if the client allows that.
func (c *call) log() {
	if c.logTo == "" || c.call == nil {
		return
	}
	defer func() { recover() }() // a panic would exit with 2, which means block
	if c.id == "" {
		c.id = newID()
	}
	r := c.logRecord()
	r.Host, _ = os.Hostname()
	r.User = userName(os.Getenv)
	r.Home = strings.TrimRight(home(runtime.GOOS, os.Getenv), `/\`)
	r.Millis = time.Since(c.started).Milliseconds()
	r.Observe = c.observe
	lines := formats.LogEvent(c.call, r)
	if r.Own = c.ownEvent(); r.Own != "" {
		r.OwnID = newID()
		lines = append(lines, formats.LogEvent(c.call, r)...)
	}
	if err := appendFile(c.logTo, lines); err != nil && c.call.Dialect.Stderr == mapping.StderrFree {
		write(stderr, []byte(prefix+msgLog+err.Error()+"\n"), messageWait)
	}
}

// ownEvent is the type of the second line of a call, for what the shim did by itself:
// it denied what no hook denied, or it ended a loop. It is "" if there is none.
func (c *call) ownEvent() string {
	given, wanted := &c.record.Given, &c.record.Wanted
	switch {
	case c.record.Loop > 0:
		return "Retry.Loop.Aborted"
	case given.Decision != mapping.Deny || !c.call.Deniable():
		return ""
	case strings.HasPrefix(given.Reason, prefix), wanted.Decision != mapping.Deny && !wanted.Stop:
		return "Policy.Blocked"
	}
	return ""
}

// logRecord is the part of a log event that the call itself does not hold.
func (c *call) logRecord() mapping.Record {
	r := c.record
	r.ID, r.Version, r.Hash, r.Content = c.id, Version, hookfile.Hash, os.Getenv("OPENHOOK_LOG_CONTENT") == "1"
	r.Personal = os.Getenv("OPENHOOK_LOG_PERSONAL") == "1"
	return r
}

// home is the user's home folder, "" if the environment does not say it.
func home(goos string, getenv func(string) string) string {
	if goos == "windows" {
		return getenv("USERPROFILE")
	}
	return getenv("HOME")
}

func userName(getenv func(string) string) string {
	for _, name := range [...]string{"USER", "LOGNAME", "USERNAME"} {
		if user := getenv(name); user != "" {
			return user
		}
	}
	return ""
}
