package shim

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping"
)

// reminderInterval is how long the shim warns no more about a tool in the same session.
const reminderInterval = 7 * 24 * time.Hour

// warnUnlisted warns the user, once in a session, about a tool that the client's table
// does not list, and about an envelope of an unknown version.
func (c *call) warnUnlisted() {
	if tool := c.call.Unlisted(); tool != "" {
		c.warnOnce("", c.call.Source+msgUnlisted+tool+msgDoctor)
	}
	if c.call.Dialect.Envelope {
		if version := c.call.Payload.Text("openhook"); version != "0.1" {
			c.warnOnce("\nopenhook", c.call.Source+msgVersion+version)
		}
	}
}

// warnOnce warns of one kind of thing once in a session, if the client does not read
// stderr. It stays silent if it cannot store that it warned, because a warning with
// every call would hide the others.
func (c *call) warnOnce(kind, message string) {
	session := c.call.Text(mapping.SessionID)
	if session == "" || c.call.Dialect.Stderr != mapping.StderrFree {
		return
	}
	key := uuid.NewSHA1(uuid.NameSpaceOID, []byte(c.call.Source+"\n"+session+kind)).String()
	file := hookfile.StateFile(runtime.GOOS, os.Getenv, "told/"+key)
	if file == "" {
		return
	}
	if _, age, ok := parseCount(file, c.started); ok && within(age, reminderInterval) {
		return
	}
	if writeFile(file, []byte("1 "+strconv.FormatInt(c.started.Unix(), 10))) != nil {
		return
	}
	removeOldCounts(filepath.Dir(file), c.started, reminderInterval)
	c.warn(message)
}
