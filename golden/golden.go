// Package golden holds what AI coding tools were recorded to send, and cases that
// say what a hook answers and what the client then does. Tests, fuzzing and the
// companion program read this one source.
package golden

import (
	"embed"
	"encoding/json"
	"io/fs"
	"path"
	"strings"

	"github.com/openhook/openhook-shim/golden/client"
)

// Payloads are raw files, byte for byte as the client sent them. A file is named
// NativeEvent[.variant].json; with .argv. before the ending it came as the last
// argument, with USER_PROMPT-env in that variable.
//
//go:embed */payload/*.json */cases/*.json
var files embed.FS

// A Case is one hook behind one recorded payload.
type Case struct {
	Name     string          `json:"name"`
	Evidence string          `json:"evidence,omitempty"` // the recording, or the source of the rule
	Payload  string          `json:"payload"`            // a file of the provider's payload folder
	Flags    []string        `json:"flags,omitempty"`    // of the shim
	Env      []string        `json:"env,omitempty"`      // NAME=value, beside PATH and HOME
	Hook     Hook            `json:"hook"`
	Envelope json.RawMessage `json:"envelope,omitempty"` // what the hook read, without id and the native payload
	Reads    string          `json:"reads,omitempty"`    // the same where it is no envelope
	Stdout   string          `json:"stdout"`             // what the shim answered
	Stderr   string          `json:"stderr,omitempty"`
	Exit     int             `json:"exit"`
	Effect   *client.Effect  `json:"effect"` // what the client does with that
}

// A Hook is what a hook does: it reads its stdin, prints, and exits.
type Hook struct {
	Stdout string `json:"stdout,omitempty"`
	Stderr string `json:"stderr,omitempty"`
	Exit   int    `json:"exit,omitempty"`
}

// Providers lists the clients of which something is recorded.
func Providers() []string {
	var all []string
	entries, _ := files.ReadDir(".")
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

// Payloads returns a provider's payloads by file name.
func Payloads(provider string) map[string][]byte {
	all := map[string][]byte{}
	names, _ := fs.Glob(files, provider+"/payload/*.json")
	for _, name := range names {
		all[path.Base(name)], _ = files.ReadFile(name)
	}
	return all
}

// Event returns the native event that a payload's file name names.
func Event(file string) string {
	event, _, _ := strings.Cut(file, ".")
	return event
}
