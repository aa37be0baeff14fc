// Package cli builds the command line of the companion.
package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/allow"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/doctor"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/explain"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/hookmd"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/manifest"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/replay"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/starter"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/try"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
	"github.com/openhook/openhook-shim/shim"
)

//go:generate go run ../gen ../../../../docs

// Root returns the whole command line. The documentation comes from it too.
func Root() *cobra.Command {
	root := &cobra.Command{
		Use:   "openhook",
		Short: "write, try and install hooks for AI coding tools",
		Long: `You run openhook. Your tools run openhook-shim. Openhook writes a first hook, shows
how each tool reacts to it without starting the tools, adds it to their settings,
reports what is wrong there, and allows the hooks of a project.`,
		Version:       shim.Version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.PersistentFlags().Bool("json", false, "print JSON")
	root.PersistentFlags().String("color", "auto", "auto, always or never")
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return exitcode.Errorf(exitcode.Usage, "%v", err) })
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Write and try a hook", []*cobra.Command{starter.Command(), try.Command(), explain.Command(),
			replay.Command(), replay.Scrub()}},
		{"Install and remove a hook", []*cobra.Command{install.Command(doctor.WhyIgnored), install.Uninstall(),
			install.Restore(),
			hookmd.Command(doctor.WhyIgnored), inventory.List(), inventory.Paths(), doctor.Command()}},
		{"Manifests", []*cobra.Command{manifest.Convert(), manifest.Validate(), manifest.Verify()}},
		{"Hooks of a project", []*cobra.Command{allow.Command(), allow.Deny(), allow.Status(), hookmd.Match()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, c := range g.commands {
			c.GroupID = g.title
			root.AddCommand(c)
		}
	}
	nameClients(root)
	return root
}

// nameClients puts the names of clients into the examples. {client} and {other} are the first two
// clients of the tables. {eventless} is the first client whose payload lacks the event.
func nameClients(c *cobra.Command) {
	setups := setup.Setups()
	words := []string{"{client}", setups[0].Source, "{other}", setups[1].Source, "{format}", clients.Registry.Formats()[0],
		"{client-file}", install.ToolNamed(setups[0].Source).InstallFile().Path,
		"{other-file}", install.ToolNamed(setups[1].Source).InstallFile().Path}
	i := slices.IndexFunc(setups, func(s setup.Setup) bool { return s.NeedsEvent })
	names := strings.NewReplacer(append(words, "{eventless}", setups[max(i, 0)].Source)...)
	for _, below := range c.Commands() {
		below.Example = names.Replace(below.Example)
	}
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
	code := exitcode.Usage // cobra itself refused the command line
	if running {
		code = exitcode.No
	}
	if errors.Is(err, fs.ErrNotExist) {
		code = exitcode.Missing
	}
	code = exitcode.Of(err, code)
	if text := err.Error(); text != "" {
		fmt.Fprintln(stderr, "openhook: "+ui.Clean(text))
		if code == exitcode.Usage {
			fmt.Fprintf(stderr, "see: %s --help\n", command.CommandPath())
		}
	}
	return code
}
