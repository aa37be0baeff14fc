// Package cli joins the commands.
package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/exit"
	"github.com/openhook/openhook-shim/cmd/openhook/explain"
	"github.com/openhook/openhook-shim/cmd/openhook/replay"
	"github.com/openhook/openhook-shim/cmd/openhook/starter"
)

// Main runs the program.
func Main() {
	root := &cobra.Command{Use: "openhook", SilenceErrors: true, SilenceUsage: true}
	root.PersistentFlags().Bool("json", false, "print JSON")
	root.AddCommand(explain.Command(), replay.Command(), replay.Scrub(), starter.Command())
	if err := root.Execute(); err != nil {
		if err.Error() != "" {
			fmt.Fprintf(os.Stderr, "openhook: %v\n", err)
		}
		os.Exit(exit.Code(err, exit.Usage))
	}
}
