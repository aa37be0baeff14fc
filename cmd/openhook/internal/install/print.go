package install

import (
	"errors"
	"fmt"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
)

// errNothing means that the tool has no settings file to write. It is no failure.
var errNothing = errors.New("no settings file to write")

// printFiles prints the files for a machine that has none.
func (o *options) printFiles(p *planner, tools []*Tool) (failed error) {
	p.records, p.ignoresFiles = nil, true
	for _, t := range tools {
		changes, err := p.install(t)
		if err != nil {
			o.printTool(t, ui.Bad, "%v", err)
			failed = exitcode.ErrNo
			continue
		}
		for _, c := range changes {
			path := c.file.Path
			if o.user {
				path = ShortPath(settings.Place{Home: p.place.Home, Project: p.place.Home}, path)
			}
			fmt.Fprintf(o.out, "%s\n%s\n", o.out.Paint(ui.Strong, ui.Clean("# "+t.Product+": "+path)),
				strings.TrimRight(string(c.data), "\n")+"\n")
		}
	}
	return failed
}
