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
	Hook func(p mapping.HookOutput, a mapping.Answer) // what the hook printed and how that is understood
	Note func(text string, fault bool)                // a warning, or why no answer could be had
}

func (c *call) watchHook(out outcome, a mapping.Answer) {
	if Watch != nil && out.err == nil {
		Watch.Hook(mapping.HookOutput{Stdout: out.stdout, Stderr: out.stderr, Exit: out.exit, Cut: out.cut, Hook: c.name()}, a)
	}
}

func watchNote(text string, fault bool) {
	if Watch != nil {
		Watch.Note(text, fault)
	}
}

// CheckFlags says what is wrong with flags of the shim, before anything runs.
func CheckFlags(flags []string) error {
	o, err := parseOptions(append(append([]string{}, flags...), "--"))
	if err == nil && (len(o.argv) > 0 || o.line != "") {
		err = failure("use only flags here; remove the hook")
	}
	if err == nil && len(o.aside) > 0 {
		err = failure(o.aside[0])
	}
	return err
}
