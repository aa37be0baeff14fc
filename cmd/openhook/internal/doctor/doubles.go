package doctor

import (
	"fmt"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
)

// A registration is one hook in one file.
type registration struct {
	file *inventory.File
	hook *settings.Hook
	typ  string
}

func (t registration) name() string { return hookOf(t.hook.Command) }

// hookOf returns the hook of a line: the part after openhook-shim's flags, or else the whole line.
func hookOf(command string) string {
	if _, behind, ok := strings.Cut(command, " -- "); ok && strings.Contains(command, "openhook-shim") {
		return behind
	}
	return command
}

func registrations(t *inventory.Tool) (all []registration) {
	for i := range t.Files {
		f := &t.Files[i]
		for j := range f.Hooks {
			if h := &f.Hooks[j]; !h.Off {
				all = append(all, registration{f, h, t.TypeOf(f, h.Event)})
			}
		}
	}
	return all
}

// A filePair is two files that hold the same hook.
type filePair struct{ a, b *inventory.File }

// checkDoubles reports hooks that run twice on one event.
func (d *doctor) checkDoubles(t *inventory.Tool) {
	all := registrations(t)
	events, first := map[filePair][]string{}, map[filePair]registration{}
	var pairs []filePair
	for i, a := range all {
		for _, b := range all[:i] {
			// Files of another tool use that tool's event names.
			same := a.hook.Event == b.hook.Event || a.typ != "" && a.typ == b.typ && a.file.Of != b.file.Of
			if !same || a.name() != b.name() || a.hook.Matcher != b.hook.Matcher ||
				t.Once && a.hook.Command == b.hook.Command {
				continue
			}
			p := filePair{a.file, b.file}
			if events[p] == nil {
				pairs, first[p] = append(pairs, p), a
			}
			events[p] = append(events[p], a.hook.Event)
		}
	}
	for _, p := range pairs {
		a := first[p]
		where := "is in " + install.ShortPath(d.place, p.b.Path) + " too"
		if p.a == p.b {
			where = "is here twice"
		}
		what := fmt.Sprintf("the same hook %s and runs twice (%s)", where, strings.Join(events[p], ", "))
		switch {
		case p.a.Of != "" && p.b.Of != "" && p.a.Of != p.b.Of:
			d.addNote(t, p.a.Path, a.hook.Line, what+
				": each file belongs to another tool that needs it; a deny of either counts")
		case p.a.If+p.b.If != "":
			d.addNote(t, p.a.Path, a.hook.Line, what+", if "+p.a.If+p.b.If)
		default:
			d.addProblem(t, p.a.Path, a.hook.Line, what, "remove one of them")
		}
	}
}
