package install

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
)

// Restore is `openhook restore`.
func Restore() *cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "restore [FILE…]",
		Short: "restore settings from before the first openhook install",
		Long: `Restores the files that openhook install saved before it changed them for the first
time. You lose all later changes in them; to remove only the hooks, run openhook
uninstall. Without a FILE it restores all of them.`,
		Example: "  openhook restore --dry-run\n  openhook restore ~/{client-file}",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.setStreams(c); err != nil {
				return err
			}
			return o.restore(args)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.dryRun, "dry-run", false, "preview the changes and write nothing")
	f.BoolVarP(&o.yes, "yes", "y", false, "write without asking")
	return c
}

func (o *options) restore(files []string) error {
	place, err := settings.ThisMachine(".")
	if err != nil {
		return err
	}
	unlock, err := o.lock(place)
	if err != nil {
		return err
	}
	defer unlock()
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
			return exitcode.Errorf(exitcode.Missing, "openhook has no backup of %s", f)
		}
	}
	kept = slices.DeleteFunc(kept, func(b *backup) bool { return len(files) > 0 && !slices.Contains(files, b.File) })
	if len(kept) == 0 {
		fmt.Fprintln(o.out, "openhook has no backups: openhook install changed no file, or uninstall restored them")
		return nil
	}
	var changes []*change
	var failed error
	for _, b := range kept {
		file, err := settings.Open(b.File)
		if err != nil {
			failed = errors.Join(failed, exitcode.Errorf(exitcode.No, "%v", err))
			continue
		}
		if b.Real != "" && b.Real != file.Real() {
			failed = errors.Join(failed, exitcode.Errorf(exitcode.No,
				"%s now leads to %s, not to %s; openhook restored nothing", b.File, file.Real(), b.Real))
			continue
		}
		file.Mode = b.Mode
		c := &change{file: file, data: b.Data, isRemoved: b.None}
		for _, r := range known {
			if r.File == b.File {
				c.oldRecords = append(c.oldRecords, r)
			}
		}
		fmt.Fprintln(o.out, o.out.Paint(ui.Strong, ui.Clean(ShortPath(place, b.File))))
		c.show(o.out)
		changes = append(changes, c)
	}
	if err := o.confirm(changes, "Put back"); err != nil || o.dryRun {
		return errors.Join(err, failed)
	}
	for _, c := range changes {
		if err := c.apply(known); err != nil {
			failed = errors.Join(failed, err)
			c.oldRecords = nil
		}
	}
	for _, c := range changes {
		known = slices.DeleteFunc(known, func(r *record) bool { return slices.Contains(c.oldRecords, r) })
	}
	return errors.Join(failed, removeEmptyDirs(changes, known))
}
