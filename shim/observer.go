package shim

import (
	"github.com/openhook/openhook-shim/mapping"
)

// Watch receives what a call does, for programs that show it to people. It is nil in
// the shim itself. Clients get less: no warning if they would parse it or hand it to
// the model.
var Watch *Watcher

// A Watcher has a function for each kind of report.
type Watcher struct {
	Hook func(p mapping.HookOutput, a mapping.Answer) // the hook's output and the answer in it
	Note func(text string, fault bool)                // a warning, or why there is no answer
}

func (c *call) watchHook(out outcome, a mapping.Answer) {
	if Watch != nil && out.err == nil {
		Watch.Hook(mapping.HookOutput{Stdout: out.stdout, Stderr: out.stderr, Exit: out.exit, Cut: out.cut,
			Hook: c.name()}, a)
	}
}

func watchNote(text string, fault bool) {
	if Watch != nil {
		Watch.Note(text, fault)
	}
}
