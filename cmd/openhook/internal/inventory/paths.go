package inventory

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
)

// A place is where a tool looks for hooks.
type place struct {
	Tool  string `json:"tool"`
	Scope string `json:"scope"`
	Path  string `json:"path"` // "*" is any name
	There bool   `json:"there"`
	Of    string `json:"of,omitempty"`
}

// Paths is `openhook paths`.
func Paths() *cobra.Command {
	return &cobra.Command{
		Use:   "paths [PROVIDER…]",
		Short: "list every file in which a tool looks for hooks",
		Long: `Lists every file in which an AI coding tool looks for hooks, even if it does not
exist. A guard must keep an agent away from these files. "*" matches any name.`,
		Example: "  openhook paths\n  openhook paths --json {client}",
		RunE: func(c *cobra.Command, args []string) error {
			_, here, out, asJSON, err := parseCommandLine(c, args)
			if err != nil {
				return err
			}
			tools, err := install.Tools(here, args)
			if err != nil {
				return err
			}
			all := placesOf(here, tools)
			if asJSON {
				return ui.JSON(out, all)
			}
			last := ""
			for _, p := range all {
				if p.Tool != last {
					fmt.Fprintln(out, out.Paint(ui.Strong, p.Tool))
					last = p.Tool
				}
				style := ui.Faint
				if p.There {
					style = ui.Good
				}
				fmt.Fprintf(out, "  %-8s %s\n", p.Scope, out.Paint(style, ui.Clean(p.Path)))
			}
			return nil
		},
	}
}

func placesOf(here settings.Place, tools []*install.Tool) (all []place) {
	for _, t := range tools {
		for _, f := range t.Files {
			path := here.Path(&t.Setup, &f)
			if path == "" {
				continue
			}
			all = append(all, place{t.Source, install.ScopeNames[f.Scope], path, len(settings.Glob(path)) > 0, f.Of})
		}
	}
	return all
}
