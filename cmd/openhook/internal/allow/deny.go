package allow

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

// Deny is `openhook deny`.
func Deny() *cobra.Command {
	return &cobra.Command{
		Use:     "deny [DIR|FILE]",
		Short:   "refuse a project's hooks and stop the reminders",
		Example: "  openhook deny\n  openhook deny ~/src/project",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			file, out, asJSON, err := parseCommandLine(c, args)
			if err != nil {
				return err
			}
			d := dialogue{c.InOrStdin(), out, ui.IsTerminal}
			if err := d.deny(file); err != nil {
				return err
			}
			if err := d.removeLinkRecord(args, file); err != nil {
				return err
			}
			if asJSON {
				return ui.JSON(out, report{File: file, State: stateRefused, Hooks: []hookReport{}})
			}
			fmt.Fprintf(out, "%s: its hooks do not run\n", printable(file))
			return nil
		},
	}
}

// deny refuses a file. An agent must not refuse hooks that a person allowed, so this needs a
// terminal.
func (d dialogue) deny(file string) error {
	if _, t, _ := readTrust(file); t > hookfile.Refused && !d.withPerson() {
		return exitcode.Errorf(exitcode.Usage, "only a person can deny allowed hooks; run this at a terminal")
	}
	return writeRecord(file, hookfile.Record(file, false, nil, nil))
}
