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
	// traceVar names the file that gets the record. The shim keeps variables of
	// this prefix from the hook.
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

// Child acts as the shim if this process was started as one: under its name, as
// hooks find it in PATH, or by our own hidden word.
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
			// Without the record less is shown, no more.
			_ = os.WriteFile(file, data, 0o600)
		}
	}
	return exit, true
}
