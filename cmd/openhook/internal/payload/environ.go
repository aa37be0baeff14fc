package payload

import (
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// CleanEnviron returns the environment without the variables that tools set for their hooks, and
// without others that the caller names. Otherwise the tool that started openhook would look like
// the sender of a payload.
func CleanEnviron(without ...string) []string {
	theirs := map[string]bool{}
	keys := func(all iter.Seq[mapping.Key]) {
		for k := range all {
			if name, is := strings.CutPrefix(k.Path, "$"); is {
				theirs[name] = true
			}
		}
	}
	for _, d := range clients.Registry.Dialects {
		theirs[d.PayloadEnv] = true
		for _, name := range d.Env {
			theirs[name] = true
		}
		keys(d.Fields.All)
		for e := range d.AllEvents {
			keys(e.Keys)
		}
	}
	return slices.DeleteFunc(os.Environ(), func(e string) bool {
		name, _, _ := strings.Cut(e, "=")
		isOut := func(one string) bool { return strings.EqualFold(one, name) }
		return name != "" && theirs[name] || slices.ContainsFunc(without, isOut) ||
			strings.HasPrefix(strings.ToUpper(name), "OPENHOOK_")
	})
}
