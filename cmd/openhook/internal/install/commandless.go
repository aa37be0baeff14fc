package install

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/google/shlex"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// RunsHookFiles reports whether a hook calls openhook-shim without a command, which runs the hooks
// of hook files.
func RunsHookFiles(l *setup.Layout, h settings.Hook) bool {
	if l.Syntax == setup.Plugin {
		return strings.TrimSuffix(filepath.Base(h.Command), filepath.Ext(h.Command)) == settings.Name
	}
	if !CallsShim(h) || h.Off || len(h.Args) > 0 {
		return false
	}
	words, err := shlex.Split(h.Command)
	return err == nil && !slices.Contains(words[min(1, len(words)):], "--") && !slices.Contains(words, "-c")
}

// InstallWithoutHook runs `openhook install` for the user without a hook, for some tools. types
// are events in addition to the default ones.
func InstallWithoutHook(out ui.Out, in io.Reader, names, types []string, yes, dryRun bool,
	ignored func(place settings.Place, t *Tool, path string) string) error {
	events := strings.Split(defaultEvents, ",")
	for _, typ := range types {
		if !slices.Contains(events, typ) {
			events = append(events, typ)
		}
	}
	o := options{user: true, names: names, events: strings.Join(events, ","), yes: yes, dryRun: dryRun, out: out,
		in: in, whyIgnored: ignored}
	return o.install()
}
