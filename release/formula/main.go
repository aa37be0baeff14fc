// Formula prints the Homebrew formula of a release, from its checksums:
//
//	go run ./release/formula dist/checksums.txt
//
// A formula and no cask: what a cask puts on a Mac is quarantined, and these
// programs are not notarised.
package main

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"text/template"
)

//go:embed openhook.rb.tmpl
var text string

var formula = template.Must(template.New("openhook.rb").Parse(text))

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "formula: name the checksums: go run ./release/formula dist/checksums.txt")
		os.Exit(64)
	}
	sums, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = write(os.Stdout, string(sums))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "formula:", err)
		os.Exit(1)
	}
}

// archive is a line of checksums.txt that Homebrew has a use for: hash, name,
// version, system and processor.
var archive = regexp.MustCompile(`^([0-9a-f]{64})  (openhook_([0-9][0-9A-Za-z.+-]*)_(darwin|linux)_(amd64|arm64)\.tar\.gz)$`)

type file struct{ Name, Sum string }

// write prints the formula; an error if one of its four archives is not there.
func write(w io.Writer, sums string) error {
	var data struct {
		Version string
		Files   map[string]file // by system_processor
	}
	data.Files = map[string]file{}
	for line := range strings.Lines(sums) {
		m := archive.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			continue
		}
		if data.Version != "" && data.Version != m[3] {
			return fmt.Errorf("the checksums are of two versions, %s and %s", data.Version, m[3])
		}
		data.Version = m[3]
		data.Files[m[4]+"_"+m[5]] = file{m[2], m[1]}
	}
	if len(data.Files) != 4 {
		return errors.New("the checksums lack an archive for darwin or linux, amd64 or arm64")
	}
	return formula.Execute(w, data)
}
