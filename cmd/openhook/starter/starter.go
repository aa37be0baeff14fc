// Package starter writes a hook to start from.
package starter

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/exit"
	"github.com/openhook/openhook-shim/examples"
)

// A kind is a hook to start from, in each language that there is one for.
type kind struct {
	name, does string
	flags      string // what the shim needs to be told
}

var kinds = [...]kind{
	{"guard", "stops shell commands that nobody can undo", ""},
	{"format", "formats what the agent has written", ""},
	{"gate", "the agent goes on until the tests pass", "--timeout 10m"},
	{"context", "tells the model branch and status at the start", ""},
	{"audit", "writes one line of JSON per event, without contents", ""},
	{"secrets", "stops writes and commands that hold keys", ""},
	{"protect-hooks", "keeps the agent off hooks and hook settings", ""},
}

// langs are the languages, the preferred one first.
var langs = [...]string{"sh", "py", "js"}

// written is what became of it.
type written struct {
	File string `json:"file"`
	Does string `json:"does"`
	Try  string `json:"try"`
	Use  string `json:"use"`
}

// Command is `openhook new`.
func Command() *cobra.Command {
	var lang, output string
	var names []string
	long := "Writes a hook to start from:\n\n"
	for _, k := range kinds {
		names = append(names, k.name)
		long += fmt.Sprintf("  %-14s %s (%s)\n", k.name, k.does, strings.Join(k.langs(), ", "))
	}
	c := &cobra.Command{
		Use:       "new " + strings.Join(names, "|"),
		Short:     "write a hook to start from",
		Long:      strings.TrimSpace(long),
		Example:   "  openhook new guard\n  openhook new audit --lang js --output hooks/audit.js",
		ValidArgs: names,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return exit.With(exit.Usage, "which hook; use: openhook new %s", strings.Join(names, "|"))
			}
			w, err := write(args[0], lang, output)
			if err != nil {
				return err
			}
			out := c.OutOrStdout()
			if asJSON, _ := c.Flags().GetBool("json"); asJSON {
				e := json.NewEncoder(out)
				e.SetIndent("", "  ")
				return e.Encode(w)
			}
			_, err = fmt.Fprintf(out, "wrote %s: %s\ntry it: %s\nuse it: %s\n", w.File, w.Does, w.Try, w.Use)
			return err
		},
	}
	c.Flags().StringVar(&lang, "lang", "", "its language: "+strings.Join(langs[:], ", "))
	c.Flags().StringVarP(&output, "output", "o", "", "the file to be written; its ending says the language as well")
	c.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(langs[:], cobra.ShellCompDirectiveNoFileComp))
	return c
}

// langs lists the languages that there is an example in.
func (k kind) langs() []string {
	var all []string
	for _, l := range langs {
		if _, err := fs.Stat(examples.Files, k.name+"."+l); err == nil {
			all = append(all, l)
		}
	}
	return all
}

func write(name, lang, output string) (written, error) {
	i := slices.IndexFunc(kinds[:], func(k kind) bool { return k.name == name })
	if i < 0 {
		return written{}, exit.With(exit.Usage, "no hook is called %s; see openhook new --help", name)
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
		return written{}, exit.With(exit.Usage, "%s is not there in %s; use --lang %s", name, lang, strings.Join(have, " or "))
	}
	text, err := examples.Files.ReadFile(name + "." + lang)
	if err != nil {
		return written{}, err
	}
	if output == "" {
		output = name + "." + lang
	}
	if err := create(output, text); err != nil {
		return written{}, err
	}
	path, err := filepath.Abs(output)
	if err != nil {
		return written{}, err
	}
	shown := output
	if !filepath.IsAbs(shown) && !strings.HasPrefix(shown, ".") {
		shown = "." + string(filepath.Separator) + shown
	}
	flags := "-- "
	if k.flags != "" {
		flags = k.flags + " -- "
	}
	return written{shown, k.does, "openhook try " + quote(shown), "openhook-shim " + flags + quote(path)}, nil
}

// create writes a file that must not be there yet.
func create(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o755)
	switch {
	case errors.Is(err, fs.ErrExist):
		return exit.With(exit.No, "%s is there already; choose another name with --output", path)
	case errors.Is(err, fs.ErrNotExist):
		return exit.With(exit.Missing, "the folder %s is not there", filepath.Dir(path))
	case err != nil:
		return exit.File(path, err)
	}
	_, err = f.Write(text)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(path)
		return exit.File(path, err)
	}
	return nil
}

// quote makes a path one word of a shell.
func quote(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./\\:+@") == "" {
		return s
	}
	if filepath.Separator == '\\' {
		return `"` + s + `"`
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
