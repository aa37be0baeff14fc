package shim

import (
	"github.com/openhook/openhook-shim/mapping"
)

// Watch hears what a call does, for programs that show it to people: nil in the
// shim itself. Clients learn less of it: of a warning nothing, where they would
// parse it or hand it to the model.
var Watch *Watcher

// A Watcher has one function for each thing that is heard.
type Watcher struct {
	Hook func(p mapping.Printed, a mapping.Answer) // what the hook printed and how that is understood
	Note func(text string, fault bool)             // a warning, or why no answer could be had
}

func (c *call) watchHook(out outcome, a mapping.Answer) {
	if Watch != nil && out.err == nil {
		Watch.Hook(mapping.Printed{Stdout: out.stdout, Stderr: out.stderr, Exit: out.exit, Cut: out.cut, Hook: c.name()}, a)
	}
}

func watchNote(text string, fault bool) {
	if Watch != nil {
		Watch.Note(text, fault)
	}
}
