// Package starter writes a first hook.
package starter

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/examples"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A kind is a first hook. It may exist in several languages.
type kind struct {
	name, purpose string
	flags         string   // of the shim
	tryFlags      []string // of openhook try
	oneClient     bool     // try it with one client, which the hook can make go on
	env           []string // name and value of a variable, so that a try leaves no file
}

var kinds = [...]kind{
	{name: "guard", purpose: "stops shell commands that you cannot undo"},
	{name: "format", purpose: "formats what the agent has written",
		tryFlags: []string{"--event", "tool.end", "--file", "new-file.go", "--content", "package p"}},
	{name: "gate", purpose: "the agent goes on until the tests pass", flags: "--timeout 10m",
		tryFlags: []string{"--event", "agent.stop", "--timeout", "10m"}, oneClient: true}, // it runs the tests
	{name: "context", purpose: "tells the model branch and status at the start",
		tryFlags: []string{"--event", "session.start"}},
	{name: "audit", purpose: "writes one line of JSON per event, without contents",
		env: []string{"AUDIT_FILE", os.DevNull}},
	{name: "secrets", purpose: "stops writes and commands that hold keys",
		tryFlags: []string{"--file", ".env", "--content", "KEY=AKIAIOSFODNN7EXAMPLE"}},
	{name: "protect-hooks", purpose: "keeps the agent off hooks and hook settings",
		tryFlags: []string{"--file", ".claude/settings.json", "--content", "{}"}},
	{name: "no-terminal", purpose: "stops sessions that stay open, and text typed into them",
		tryFlags: []string{"--command", "ssh host"}},
}

// langs are the languages, the preferred one first.
var langs = [...]string{"sh", "py", "js"}

// result describes the new file.
type result struct {
	File string `json:"file"`
	Does string `json:"does"`
	Try  string `json:"try"`
	Use  string `json:"use"`
}

// Command is `openhook new`.
func Command() *cobra.Command {
	var lang, output string
	var names []string
	long := "Writes a first hook and tries it once, like openhook try does:\n\n"
	for _, k := range kinds {
		names = append(names, k.name)
		long += fmt.Sprintf("  %-14s %s (%s)\n", k.name, k.purpose, strings.Join(k.langs(), ", "))
	}
	c := &cobra.Command{
		Use:       "new " + strings.Join(names, "|"),
		Short:     "write a first hook",
		Long:      strings.TrimSpace(long),
		Example:   "  openhook new guard\n  openhook new audit --lang js --output hooks/audit.js",
		ValidArgs: names,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exitcode.Errorf(exitcode.Usage, "name one hook: openhook new %s", strings.Join(names, "|"))
			}
			w, k, err := writeHook(args[0], lang, output)
			if err != nil {
				return err
			}
			out := c.OutOrStdout()
			if asJSON, _ := c.Flags().GetBool("json"); asJSON {
				return ui.JSON(out, w)
			}
			fmt.Fprintf(out, "wrote %s: %s\nuse it: %s\ntry it: %s\n", w.File, w.Does, w.Use, w.Try)
			return k.tryOut(c, w.File)
		},
	}
	c.Flags().StringVar(&lang, "lang", "", "its language: "+strings.Join(langs[:], ", "))
	c.Flags().StringVarP(&output, "output", "o", "", "the file to write; its ending also sets the language")
	c.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(langs[:], cobra.ShellCompDirectiveNoFileComp))
	return c
}

// continuingClient returns the first client that a hook can make go on when the agent stops.
func continuingClient() string {
	for _, s := range setup.Setups() {
		for _, d := range clients.Registry.Dialects {
			for e := range d.AllEvents {
				if d.Name == s.Source && e.Type == mapping.AgentStop && e.Flags&mapping.KeepsGoing != 0 {
					return s.Source
				}
			}
		}
	}
	return ""
}

// tryOut runs openhook try. Different effects in the tools are no error. The hook runs in an empty
// folder and without the project's PATH, because some hooks run a project's tests or formatter.
func (k kind) tryOut(c *cobra.Command, file string) error {
	try, _, err := c.Root().Find([]string{"try"})
	if err != nil || try.Name() != "try" {
		return nil
	}
	fmt.Fprintln(c.OutOrStdout())
	for i := 0; i+1 < len(k.env); i += 2 {
		os.Setenv(k.env[i], k.env[i+1])
	}
	if k.oneClient {
		k.tryFlags = append(slices.Clip(k.tryFlags), "--provider", continuingClient())
	}
	if err := try.ParseFlags(k.tryFlags); err != nil {
		return err
	}
	try.SetContext(c.Context())
	os.Setenv("PATH", ground.Path())
	if file, err = filepath.Abs(file); err != nil {
		return err
	}
	leave, err := enterEmptyFolder()
	if err != nil {
		return err
	}
	defer leave()
	if name := filepath.Base(file); os.Symlink(file, name) == nil { // a short name for the output
		file = "." + string(filepath.Separator) + name
	}
	if err := try.RunE(try, []string{file}); err != exitcode.ErrNo {
		return err
	}
	return nil
}

// enterEmptyFolder makes an empty folder and changes into it.
func enterEmptyFolder() (leave func(), err error) {
	back, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "openhook-new-")
	if err != nil {
		return nil, err
	}
	leave = func() {
		os.Chdir(back)
		os.RemoveAll(dir)
	}
	if err := os.Chdir(dir); err != nil {
		leave()
		return nil, err
	}
	return leave, nil
}

// langs returns the languages of a kind.
func (k kind) langs() []string {
	var all []string
	for _, l := range langs {
		if _, err := fs.Stat(examples.Files, k.name+"."+l); err == nil {
			all = append(all, l)
		}
	}
	return all
}

func writeHook(name, lang, output string) (result, kind, error) {
	i := slices.IndexFunc(kinds[:], func(k kind) bool { return k.name == name })
	if i < 0 {
		return result{}, kind{}, exitcode.Errorf(exitcode.Usage, "unknown hook %s; run: openhook new --help", name)
	}
	k := kinds[i]
	have := k.langs()
	if ending := strings.TrimPrefix(filepath.Ext(output), "."); lang == "" && slices.Contains(have, ending) {
		lang = ending
	}
	if lang == "" {
		lang = have[0]
	}
	if !slices.Contains(have, lang) {
		return result{}, kind{}, exitcode.Errorf(exitcode.Usage, "%s does not exist in %s; use --lang %s", name, lang,
			strings.Join(have, " or "))
	}
	text, err := examples.Files.ReadFile(name + "." + lang)
	if err != nil {
		return result{}, kind{}, err
	}
	if output == "" {
		output = name + "." + lang
	}
	if err := createFile(output, text); err != nil {
		return result{}, kind{}, err
	}
	path, err := filepath.Abs(output)
	if err != nil {
		return result{}, kind{}, err
	}
	file := output
	if !filepath.IsAbs(file) && !strings.HasPrefix(file, ".") {
		file = "." + string(filepath.Separator) + file
	}
	flags := "-- "
	if k.flags != "" {
		flags = k.flags + " -- "
	}
	return result{file, k.purpose, k.command(file), "openhook-shim " + flags + quote(path)}, k, nil
}

// command returns the command line that tries a hook.
func (k kind) command(file string) string {
	words := append(append([]string{"openhook", "try"}, k.tryFlags...), file)
	for i, w := range words {
		words[i] = quote(w)
	}
	return strings.Join(words, " ")
}

// createFile writes a file that must not exist yet.
func createFile(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	switch {
	case errors.Is(err, fs.ErrExist):
		return exitcode.Errorf(exitcode.No, "%s: exists already; choose another name with --output", path)
	case errors.Is(err, fs.ErrNotExist):
		return exitcode.Errorf(exitcode.Missing, "folder not found: %s", filepath.Dir(path))
	case err != nil:
		return exitcode.FileError(path, err)
	}
	_, err = f.Write(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(path)
		return exitcode.FileError(path, err)
	}
	return nil
}

// quote quotes a path for a shell.
func quote(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./\\:+@") == "" {
		return s
	}
	if filepath.Separator == '\\' {
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
