package replay

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/atomicfile"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// A scrubResult describes one scrubbed file.
type scrubResult struct {
	File     string         `json:"file"`
	Written  string         `json:"written"`
	Replaced map[string]int `json:"replaced"`
	Notes    []string       `json:"notes,omitempty"`
}

// Scrub is `openhook scrub`.
func Scrub() *cobra.Command {
	inPlace := false
	long := 200
	c := &cobra.Command{
		Use:   "scrub FILE|DIR…",
		Short: "clean a dump for a bug report",
		Long: "Replaces home folders, user and host names, e-mail addresses, likely keys and passwords, and long texts, and\n" +
			"writes FILE.scrubbed. Keys, order and shape of JSON stay. Scrub cannot find everything that is private: read\n" +
			"the files before you send them.",
		Example: "  openhook scrub dump/",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if long < 0 {
				return exitcode.Errorf(exitcode.Usage, "--long %d: use a number from 0 up", long)
			}
			files, err := filesToScrub(args)
			if err != nil {
				return err
			}
			host, _ := os.Hostname()
			home, _ := os.UserHomeDir()
			all, err := scrub(files, newScrubber(home, host, long), inPlace)
			if asJSON, _ := c.Flags().GetBool("json"); asJSON && err == nil {
				return ui.JSON(c.OutOrStdout(), all)
			}
			for _, f := range all {
				fmt.Fprintf(c.OutOrStdout(), "%s: %s\n", ui.EscapeControls(f.Written), summary(f.Replaced))
				for _, n := range f.Notes {
					fmt.Fprintf(c.OutOrStdout(), "  %s\n", n)
				}
			}
			if len(all) > 0 {
				fmt.Fprintln(c.OutOrStdout(), "read the files before you send them; openhook cannot find everything that is private")
			}
			return err
		},
	}
	c.Flags().BoolVar(&inPlace, "in-place", false, "replace the files themselves")
	c.Flags().IntVar(&long, "long", 200, "cut texts that are longer than this many characters; 0: none")
	return c
}

// filesToScrub returns the files of the arguments.
func filesToScrub(paths []string) ([]string, error) {
	var all []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, exitcode.FileError(path, err)
		}
		if !info.IsDir() {
			all = append(all, path)
			continue
		}
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, exitcode.FileError(path, err)
		}
		for _, e := range entries {
			if e.Type().IsRegular() && !strings.HasSuffix(e.Name(), scrubEnding) {
				all = append(all, filepath.Join(path, e.Name()))
			}
		}
	}
	if len(all) == 0 {
		return nil, exitcode.Errorf(exitcode.Missing, "%s holds no file", strings.Join(paths, ", "))
	}
	return all, nil
}

// scrub cleans all files together, because a name in one of them may appear in the others.
func scrub(files []string, s *scrubber, inPlace bool) ([]scrubResult, error) {
	texts := make([][]byte, len(files))
	for i, file := range files {
		var err error
		if texts[i], err = atomicfile.Read(file, maxFile); err != nil {
			return nil, exitcode.FileError(file, err)
		}
		s.learnUsers(texts[i])
	}
	var all []scrubResult
	for i, file := range files {
		s.counts = map[string]int{}
		f := scrubResult{File: file, Written: file, Replaced: s.counts}
		if !inPlace {
			f.Written += scrubEnding
		}
		clean := s.scrubFile(texts[i])
		if was, is := senderOf(texts[i]), senderOf(clean); was != is {
			f.Notes = append(f.Notes, "was from "+was+" and now looks like "+is+
				": check what was cut before you send it")
		}
		if err := atomicfile.Write(f.Written, clean); err != nil {
			return all, exitcode.FileError(f.Written, err)
		}
		all = append(all, f)
	}
	return all, nil
}

// senderOf returns the sender and event of a payload, "" if the file is no payload.
func senderOf(data []byte) string {
	none := func(string) string { return "" }
	p, err := mapping.Parse(append([]byte{}, data...), none)
	if err != nil {
		return ""
	}
	h := mapping.Hints{Getenv: none}
	c := clients.Registry.Read(p, h)
	return c.Source + " " + c.Native
}

func summary(counts map[string]int) string {
	var all []string
	for _, k := range reportOrder {
		if n := counts[k]; n > 0 {
			all = append(all, fmt.Sprintf("%s %d", k, n))
		}
	}
	if len(all) == 0 {
		return "nothing to replace"
	}
	return "replaced " + strings.Join(all, ", ")
}
