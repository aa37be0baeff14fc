package install

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/exit"
	"github.com/openhook/openhook-shim/cmd/openhook/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/ui"
)

// Restore is `openhook restore`.
func Restore() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "restore [FILE…]",
		Short: "put settings back as they were before openhook install first changed them",
		Long: `Puts back the files that openhook install kept before it changed them for the
first time. What anybody has changed in them since is lost; to take out the hooks
alone there is openhook uninstall. Without a FILE all of them.`,
		Example: "  openhook restore --dry-run\n  openhook restore ~/.claude/settings.json",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.streams(c); err != nil {
				return err
			}
			return o.restore(args)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.dryRun, "dry-run", false, "show what would change, and change nothing")
	f.BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	return c
}

func (o *options) restore(files []string) error {
	place, err := settings.Here(".")
	if err != nil {
		return err
	}
	kept, err := backups()
	if err != nil {
		return err
	}
	known, err := records()
	if err != nil {
		return err
	}
	for i, f := range files {
		if files[i], err = filepath.Abs(f); err != nil {
			return err
		}
		if !slices.ContainsFunc(kept, func(b *backup) bool { return b.File == files[i] }) {
			return exit.With(exit.Missing, "nothing is kept of %s", f)
		}
	}
	kept = slices.DeleteFunc(kept, func(b *backup) bool { return len(files) > 0 && !slices.Contains(files, b.File) })
	if len(kept) == 0 {
		fmt.Fprintln(o.out, "nothing is kept: openhook install has changed no file, or uninstall has put them back")
		return nil
	}
	var changes []*change
	var failed error
	for _, b := range kept {
		file, err := settings.Open(b.File)
		if err != nil {
			failed = errors.Join(failed, exit.With(exit.No, "%v", err))
			continue
		}
		file.Mode = b.Mode
		c := &change{file: file, data: b.Data, gone: b.None}
		for _, r := range known {
			if r.File == b.File {
				c.drop = append(c.drop, r)
			}
		}
		fmt.Fprintln(o.out, o.out.Paint(ui.Strong, ui.Clean(Short(place, b.File))))
		c.show(o.out)
		changes = append(changes, c)
	}
	if err := o.confirm(changes, "Put back"); err != nil || o.dryRun {
		return errors.Join(err, failed)
	}
	for _, c := range changes {
		if err := c.apply(known); err != nil {
			failed = errors.Join(failed, err)
			c.drop = nil
		}
	}
	for _, c := range changes {
		known = slices.DeleteFunc(known, func(r *record) bool { return slices.Contains(c.drop, r) })
	}
	return errors.Join(failed, tidy(changes, known))
}
