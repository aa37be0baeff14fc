// Docs writes commands.md and the man pages from the command line itself:
// go run ./cmd/openhook/internal/gen [docs].
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/cli"
)

func main() {
	dir := "docs"
	if len(os.Args) > 1 {
		dir = os.Args[1]
	}
	if err := write(dir); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
}

func write(dir string) error {
	files, err := pages()
	if err != nil {
		return err
	}
	for name, data := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// pages returns all files by their path below docs.
func pages() (map[string][]byte, error) {
	root := cli.Root()
	root.DisableAutoGenTag = true
	plain(root)
	files := map[string][]byte{}
	var page bytes.Buffer
	page.WriteString("# The commands of openhook\n\nWritten by `go run ./cmd/openhook/internal/gen` from the command line itself.\n")
	for _, c := range all(root) {
		fmt.Fprintf(&page, "\n## %s\n\n%s\n", c.CommandPath(), strings.TrimSpace(cmp.Or(c.Long, c.Short)))
		if c.Runnable() {
			fmt.Fprintf(&page, "\n```\n%s\n```\n", c.UseLine())
		}
		if c.Example != "" {
			fmt.Fprintf(&page, "\n```console\n%s\n```\n", prompts(c.Example))
		}
		if flags := c.NonInheritedFlags().FlagUsagesWrapped(110); flags != "" {
			fmt.Fprintf(&page, "\n```\n%s```\n", flags)
		}
		var man bytes.Buffer
		// A fixed date keeps the pages the same between runs.
		date := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		head := &doc.GenManHeader{Title: strings.ToUpper(name), Section: "1", Date: &date, Source: "openhook",
			Manual: "openhook"}
		if err := doc.GenMan(c, head, &man); err != nil {
			return nil, err
		}
		files["man/"+name+".1"] = man.Bytes()
	}
	files["commands.md"] = page.Bytes()
	files["install.md"] = installPage()
	return files, nil
}

// plain removes what depends on the machine: the number of processors.
func plain(c *cobra.Command) {
	c.InitDefaultHelpFlag()
	if f := c.Flags().Lookup("jobs"); f != nil {
		f.DefValue = "4"
	}
	for _, sub := range c.Commands() {
		sub.DisableAutoGenTag = true
		plain(sub)
	}
}

func all(c *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{c}
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" && sub.Name() != "completion" {
			list = append(list, all(sub)...)
		}
	}
	return list
}

func prompts(example string) string {
	var lines []string
	for line := range strings.SplitSeq(example, "\n") {
		lines = append(lines, "$ "+strings.TrimSpace(line))
	}
	return strings.Join(lines, "\n")
}
