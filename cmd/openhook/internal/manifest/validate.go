package manifest

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
)

// Validate is `openhook validate`.
func Validate() *cobra.Command {
	o := &options{}
	c := &cobra.Command{
		Use:   "validate [--to Y] [flags] FILE",
		Short: "check a hook manifest, and list what a tool would lose of it",
		Long: `Checks that a hook manifest follows the Hook Interchange Format, and lists the
capabilities that its hooks need. With --to it lists what that tool would lose, and
fails if the tool can have none of the hooks.`,
		Example: "  openhook validate hooks.yaml\n  openhook validate --to {other} --strict hooks.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.checkFlags(c); err != nil {
				return err
			}
			m, losses, err := o.read(args[0], c.InOrStdin())
			if err != nil {
				return err
			}
			if o.provider != "" && !isSpec(o.provider) {
				t, err := o.target()
				if err != nil {
					return err
				}
				_, more, err := t.Encode(m)
				if losses = append(losses, more...); err != nil {
					return errors.Join(o.printLosses(losses), err)
				}
			}
			if o.asJSON {
				return errors.Join(ui.JSON(o.out, validation{len(m.Hooks), capabilitiesOf(m), orNone(losses)}),
					o.printLosses(losses))
			}
			if err := o.printLosses(losses); err != nil {
				return err
			}
			fmt.Fprintf(o.out, "%s: %s\n", args[0], summary(m))
			return nil
		},
	}
	o.flags(c)
	c.Flags().StringVar(&o.source, "from", Spec, "the format of FILE: "+Spec+" or a provider")
	c.Flags().StringVar(&o.provider, "to", "", "a provider")
	return c
}

type validation struct {
	Hooks        int      `json:"hooks"`
	Capabilities []string `json:"capabilities"`
	Losses       []Loss   `json:"losses"`
}

func orNone(losses []Loss) []Loss {
	if losses == nil {
		return []Loss{}
	}
	return losses
}

// capabilitiesOf returns the capabilities that all hooks need.
func capabilitiesOf(m *Manifest) []string {
	all := []string{}
	for i := range m.Hooks {
		all = append(all, m.Hooks[i].capabilities()...)
	}
	return append([]string{}, dedupe(all)...)
}

func summary(m *Manifest) string {
	text := ui.Count(len(m.Hooks), "hook", "hooks")
	if all := capabilitiesOf(m); len(all) > 0 {
		text += "; it needs " + strings.Join(all, ", ")
	}
	return text
}

// Verify is `openhook verify`.
func Verify() *cobra.Command {
	o := &options{source: Spec}
	c := &cobra.Command{
		Use:   "verify --to Y [flags] MANIFEST FILE",
		Short: "compare a tool's hook file with a manifest",
		Long: `Reads a tool's hook file and compares it with the manifest: event, tools, handler,
timeout and whether the hook blocks. If they differ, verify lists the differences and
fails.`,
		Example: "  openhook verify --to {client} hooks.yaml {client-file}",
		Args:    cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.checkFlags(c); err != nil {
				return err
			}
			if o.provider == "" || isSpec(o.provider) {
				return exitcode.Errorf(exitcode.Usage, "--to: missing; name the tool that reads %s", args[1])
			}
			m, losses, err := o.read(args[0], c.InOrStdin())
			if err != nil {
				return err
			}
			t, err := o.target()
			if err != nil {
				return err
			}
			there, err := readFiles(args[1], c.InOrStdin())
			if err != nil {
				return err
			}
			differ, more, err := t.Verify(m, there)
			if losses = append(losses, more...); err != nil {
				return err
			}
			if err := o.printLosses(losses); err != nil {
				return err
			}
			if o.asJSON {
				if err := ui.JSON(o.out, map[string]any{"same": len(differ) == 0,
					"differences": append([]string{}, differ...), "losses": orNone(losses)}); err != nil {
					return err
				}
			} else if len(differ) == 0 {
				fmt.Fprintf(o.out, "%s has the same hooks as %s\n", args[1], args[0])
			} else {
				for _, d := range differ {
					fmt.Fprintln(o.out, o.out.Paint(ui.Bad, ui.Clean(d)))
				}
			}
			if len(differ) > 0 {
				return exitcode.ErrNo
			}
			return nil
		},
	}
	o.flags(c)
	c.Flags().StringVar(&o.provider, "to", "", "the provider that reads FILE")
	return c
}
