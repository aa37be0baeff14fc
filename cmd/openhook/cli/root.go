// Package cli is the command line of the companion.
package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/allow"
	"github.com/openhook/openhook-shim/cmd/openhook/doctor"
	"github.com/openhook/openhook-shim/cmd/openhook/exit"
	"github.com/openhook/openhook-shim/cmd/openhook/explain"
	"github.com/openhook/openhook-shim/cmd/openhook/hookmd"
	"github.com/openhook/openhook-shim/cmd/openhook/install"
	"github.com/openhook/openhook-shim/cmd/openhook/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/manifest"
	"github.com/openhook/openhook-shim/cmd/openhook/replay"
	"github.com/openhook/openhook-shim/cmd/openhook/starter"
	"github.com/openhook/openhook-shim/cmd/openhook/try"
	"github.com/openhook/openhook-shim/cmd/openhook/ui"
	"github.com/openhook/openhook-shim/shim"
)

//go:generate go run ../docs ../../../docs

// Root is the whole command line. Documentation is made from it.
func Root() *cobra.Command {
	root := &cobra.Command{
		Use:   "openhook",
		Short: "write, try and install hooks for AI coding tools",
		Long: `Openhook is for people what openhook-shim is for tools: it writes a hook to
start from, shows what every tool makes of it without starting any of them, puts it
into their settings and says what is wrong there, and lets the hooks of a project
run.`,
		Version:       shim.Version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.PersistentFlags().Bool("json", false, "print JSON")
	root.PersistentFlags().String("color", "auto", "auto, always or never")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return exit.With(exit.Usage, "%v", err) })
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Write and try a hook", []*cobra.Command{starter.Command(), try.Command(), explain.Command(), replay.Command(), replay.Scrub()}},
		{"Into your tools and out again", []*cobra.Command{install.Command(doctor.Ignored), install.Uninstall(), install.Restore(),
			hookmd.Command(doctor.Ignored), inventory.List(), inventory.Paths(), doctor.Command()}},
		{"Manifests", []*cobra.Command{manifest.Convert(), manifest.Validate(), manifest.Verify()}},
		{"Hooks of a project", []*cobra.Command{allow.Command(), allow.Deny(), allow.Status(), hookmd.Match()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
		}
	}
	return root
}

// Main runs the command line and returns the exit code.
func Main() int {
	return run(Root(), os.Args[1:], os.Stderr)
}

func run(root *cobra.Command, args []string, stderr io.Writer) int {
	running := false
	root.PersistentPreRun = func(*cobra.Command, []string) { running = true }
	root.SetArgs(args)
	command, err := root.ExecuteC()
	if err == nil {
		return 0
	}
	code := exit.Usage // what cobra itself finds
	if running {
		code = exit.No
	}
	if errors.Is(err, fs.ErrNotExist) {
		code = exit.Missing
	}
	code = exit.Code(err, code)
	if text := err.Error(); text != "" {
		fmt.Fprintln(stderr, "openhook: "+ui.Clean(text))
		if code == exit.Usage {
			fmt.Fprintf(stderr, "see: %s --help\n", command.CommandPath())
		}
	}
	return code
}
