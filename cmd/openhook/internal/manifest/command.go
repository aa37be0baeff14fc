package manifest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// options are the flags and streams of the commands.
type options struct {
	source, provider, system, shim, output, spec string
	strict, force, asJSON, plain                 bool
	out                                          ui.Out
	stderr                                       io.Writer
}

func (o *options) checkFlags(c *cobra.Command) (err error) {
	o.stderr = c.ErrOrStderr()
	if o.out, o.asJSON, err = ui.ForCommand(c); err != nil {
		return err
	}
	o.source, o.provider = ourName(o.source), ourName(o.provider)
	for _, p := range [...]string{o.source, o.provider} {
		if p != "" && !isSpec(p) && install.ToolNamed(p) == nil {
			return unknownProvider(p)
		}
	}
	if o.spec != "" && !isSpec(o.spec) {
		return exitcode.Errorf(exitcode.Usage, "--spec %s: use %s", o.spec, strings.Join(Specs, " or "))
	}
	if strings.ContainsAny(o.shim, "\r\n\x00") || o.shim == "" && c.Flags().Changed("shim") {
		return exitcode.Errorf(exitcode.Usage, "--shim %q: not a path", o.shim)
	}
	o.system = strings.Replace(o.system, oldDarwin, "darwin", 1)
	if !slices.Contains([]string{"windows", "linux", "darwin"}, o.system) {
		return exitcode.Errorf(exitcode.Usage, "--platform %s: use windows, linux or darwin", o.system)
	}
	return nil
}

func (o *options) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.system, "platform", runtime.GOOS, "the file's system: windows, linux or darwin")
	f.StringVar(&o.shim, "shim", shimName, "path of openhook-shim if it is not in PATH")
	f.BoolVar(&o.strict, "strict", false, "fail if the result would lose anything")
}

// target returns the target of --to.
func (o *options) target() (*Target, error) {
	t, err := NewTarget(o.provider, o.system, filepath.ToSlash(o.shim))
	if t != nil {
		t.Plain = o.plain
	}
	return t, err
}

// readFiles reads a file, "-", or all files of a folder.
func readFiles(path string, in io.Reader) ([]File, error) {
	if path == "-" {
		data, err := io.ReadAll(io.LimitReader(in, 16*maxBytes))
		return []File{{Name: "stdin", Data: data}}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, exitcode.FileError(path, err)
	}
	paths := []string{path}
	if info.IsDir() {
		if paths, err = filepath.Glob(filepath.Join(path, "*")); err != nil {
			return nil, err
		}
	}
	var all []File
	for _, p := range paths {
		if info, err := os.Stat(p); err != nil || !info.Mode().IsRegular() {
			if p == path {
				return nil, exitcode.Errorf(exitcode.No, "%s: not a file", path)
			}
			continue
		} else if info.Size() > 16*maxBytes {
			return nil, exitcode.Errorf(exitcode.No, "%s: too long for a hook file; the limit is %d MiB", p,
				16*maxBytes>>20)
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return nil, exitcode.FileError(p, err)
		}
		all = append(all, File{Name: p, Data: data})
	}
	if len(all) == 0 {
		return nil, exitcode.Errorf(exitcode.Missing, "%s: the folder has no file", path)
	}
	return all, nil
}

// read reads a manifest, or converts a provider's files to one.
func (o *options) read(path string, in io.Reader) (*Manifest, []Loss, error) {
	all, err := readFiles(path, in)
	if err != nil {
		return nil, nil, err
	}
	if !isSpec(o.source) {
		m, losses, err := Decode(o.source, o.system, all)
		if err != nil {
			return nil, losses, err
		}
		return m, losses, m.checkScripts()
	}
	if len(all) > 1 {
		return nil, nil, exitcode.Errorf(exitcode.Usage, "%s: is a folder; name a file", path)
	}
	dir := ""
	if path != "-" {
		dir = filepath.Dir(path)
	}
	return Parse(all[0].Name, dir, all[0].Data)
}

// checkScripts refuses a provider's hooks whose scripts or folders are outside the project.
func (m *Manifest) checkScripts() error {
	for i := range m.Hooks {
		h := &m.Hooks[i]
		s := &source{name: strings.TrimSuffix(h.at, h.at[strings.LastIndexByte(h.at, ':'):])}
		if err := s.scripts(i, h, ""); err != nil {
			return fmt.Errorf("%s: %s", h.at, strings.TrimPrefix(err.Error(), s.name+":1: "))
		}
	}
	return nil
}

// Convert is `openhook convert`.
func Convert() *cobra.Command {
	o := &options{}
	c := &cobra.Command{
		Use:   "convert [--from X] [--to Y] [flags] FILE",
		Short: "convert a hook manifest or a tool's hook file for another tool",
		Long: `Reads a hook manifest of the Hook Interchange Format (` + strings.Join(Specs, " or ") + `,
JSON or YAML) or the hook file of an AI coding tool, and writes it in another tool's format. The result
calls openhook-shim, which gives the hook the same envelope in every tool.

Convert warns on stderr about each thing that the target cannot have. The manifest's
degradation decides what the hook becomes then, or else the format does: a call whose
input the hook cannot change is blocked. Convert reads its result again and compares
it with the manifest before you get it.

FILE may be - for stdin, and a folder for a tool whose hooks are scripts. Convert
installs nothing: put the file where the tool reads it (openhook paths), or let
openhook install do all of it.`,
		Example: "  openhook convert --to {client} hooks.yaml\n  openhook convert --to {other} --strict hooks.json -o {other-file}\n" +
			"  openhook convert --from {client} --to {other} {client-file}\n  openhook convert --from {client} {client-file}",
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.checkFlags(c); err != nil {
				return err
			}
			if o.spec == "" && isSpec(o.provider) && c.Flags().Changed("to") {
				o.spec = o.provider
			}
			return o.convert(c, args[0])
		},
	}
	o.flags(c)
	c.Flags().StringVar(&o.source, "from", Spec, "the format of FILE: "+Spec+" or a provider")
	c.Flags().StringVar(&o.provider, "to", Spec, "the format to write")
	c.Flags().StringVar(&o.spec, "spec", "", "the version of a manifest to write: "+strings.Join(Specs, " or ")+
		" (default: the one of FILE, else "+Spec+")")
	c.Flags().StringVarP(&o.output, "output", "o", "",
		"the file to write, or a folder for a tool with several; default is stdout")
	c.Flags().BoolVar(&o.plain, "plain", false, "write the tool's own configuration, without openhook-shim")
	c.Flags().BoolVar(&o.force, "force", false, "replace existing files")
	return c
}

func (o *options) convert(c *cobra.Command, path string) error {
	m, losses, err := o.read(path, c.InOrStdin())
	if err != nil {
		return errors.Join(o.printLosses(losses), err)
	}
	var written []File
	several := false
	if isSpec(o.provider) {
		losses = append(losses, m.setSpec(o.spec)...)
		data, err := m.JSON()
		if err == nil {
			_, _, err = Parse("what was written", "", data)
		}
		for i := range m.Hooks {
			losses = append(losses, loseVariables(&m.Hooks[i], i, "a manifest")...)
		}
		if err != nil {
			return err
		}
		written = []File{{Name: "hooks.json", Data: data}}
	} else {
		t, err := o.target()
		if err != nil {
			return err
		}
		encoded, more, err := t.Encode(m)
		if written, losses = encoded, append(losses, more...); err != nil {
			return errors.Join(o.printLosses(losses), err)
		}
		several = t.file.Layout.Syntax == setup.Script || t.file.Layout.Syntax == setup.Plugin
	}
	if err := o.printLosses(losses); err != nil {
		return err
	}
	return o.write(written, losses, several)
}

// setSpec changes the version of a manifest, "" for its own. The losses are keys that the version
// lacks. The result has them all the same, because a reader must ignore what it does not know.
func (m *Manifest) setSpec(spec string) (losses []Loss) {
	if spec == "" || spec == m.Spec {
		return nil
	}
	m.Spec = spec
	for i := range m.Hooks {
		if h := &m.Hooks[i]; spec == oldSpec && h.Handler.TimeoutAction != "" {
			losses = append(losses, Loss{i, h.at, h.title(i) + ": " + spec +
				" has no timeout_action, so another reader lets the call pass at a timeout"})
		}
	}
	return losses
}

func unknownProvider(name string) error {
	return exitcode.Errorf(exitcode.Usage, "unknown provider %s; use one of: %s %s", name, strings.Join(Specs, " "),
		strings.Join(install.Sources(), " "))
}

// printLosses prints the losses. It returns an error if --strict allows none.
func (o *options) printLosses(losses []Loss) error {
	if !o.asJSON || o.strict {
		for _, l := range losses {
			fmt.Fprintln(o.stderr, "openhook: "+ui.Clean(l.String()))
		}
	}
	if o.strict && len(losses) > 0 {
		return exitcode.Errorf(exitcode.No, "--strict: the result would lose %d things, so openhook wrote nothing",
			len(losses))
	}
	return nil
}
