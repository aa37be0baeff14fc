package try

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/shim"
)

const (
	shimName = "openhook-shim"
	shimWord = "__shim"
	// traceVar names the file for the record. The shim does not pass variables of this prefix on
	// to the hook.
	traceVar = "OPENHOOK_TRACE"
)

// A record is what the shim saw in one call.
type record struct {
	Hooks []hookRun
	Notes []note
}

type hookRun struct {
	Printed mapping.HookOutput
	Answer  mapping.Answer
}

type note struct {
	Text  string
	Fault bool
}

// Child runs the shim if this process was started under the shim's name, like hooks find it in
// PATH, or with the hidden first argument.
func Child(args []string) (exit int, is bool) {
	if strings.TrimSuffix(strings.ToLower(filepath.Base(args[0])), ".exe") == shimName {
		return shim.Main(args[1:]), true
	}
	if len(args) < 2 || args[1] != shimWord {
		return 0, false
	}
	var r record
	shim.Watch = &shim.Watcher{
		Hook: func(p mapping.HookOutput, a mapping.Answer) { r.Hooks = append(r.Hooks, hookRun{p, a}) },
		Note: func(text string, fault bool) { r.Notes = append(r.Notes, note{text, fault}) },
	}
	exit = shim.Main(args[2:])
	if file := os.Getenv(traceVar); file != "" {
		if data, err := json.Marshal(r); err == nil {
			// A missing record only shortens the report.
			_ = os.WriteFile(file, data, 0o600)
		}
	}
	return exit, true
}
