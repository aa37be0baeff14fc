// Package install writes hooks into the settings of AI coding tools, and takes them
// out again.
package install

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping"
)

// A Tool is an AI coding tool, and what there is of it here.
type Tool struct {
	mapping.Setup
	Product string
	Sign    string // what tells that it is here: the path of a program or a folder, "" if nothing does
	version string
	isAsked bool
}

// Tools are all that are known, with those in names alone if there are any.
func Tools(place settings.Place, names []string) ([]*Tool, error) {
	var chosen []*Tool
	var known []string
	for _, t := range allTools() {
		known = append(known, t.Source)
		if len(names) == 0 || slices.Contains(names, t.Source) {
			t.Sign = findSign(place, &t.Setup)
			chosen = append(chosen, t)
		}
	}
	for _, n := range names {
		if !slices.Contains(known, n) {
			return nil, exitcode.Errorf(exitcode.Usage, "unknown tool %s; use one of: %s", n, strings.Join(known, " "))
		}
	}
	return chosen, nil
}

func allTools() (tools []*Tool) {
	products := map[string]string{}
	for _, a := range mapping.Abouts() {
		products[a.Source] = a.Product
	}
	for _, s := range mapping.Setups() {
		tools = append(tools, &Tool{Setup: s, Product: products[s.Source]})
	}
	return tools
}

// ToolNamed is a tool wherever it is, nil if there is none of this name.
func ToolNamed(source string) *Tool {
	for _, t := range allTools() {
		if t.Source == source {
			return t
		}
	}
	return nil
}

// findSign is the first thing that tells that a tool is on this machine.
func findSign(place settings.Place, s *mapping.Setup) string {
	for word := range strings.FieldsSeq(s.Signs) {
		if strings.HasPrefix(word, "~") {
			if path := place.Expand(word, s.Moved); path != "" {
				if _, err := os.Stat(path); err == nil {
					return path
				}
			}
		} else if path, err := ground.LookPath(word); err == nil {
			return path
		}
	}
	return ""
}

var versionNumber = regexp.MustCompile(`\d+\.\d+(\.\d+)?`)

// Version asks the tool's program, "" if that does not tell. A program of the project
// that we stand in is not asked: nobody has said that it may run.
func (t *Tool) Version() string {
	if t.isAsked || t.Program == "" {
		return t.version
	}
	t.isAsked = true
	path, err := ground.LookPath(t.Program)
	if err != nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--version")
	cmd.Dir = os.TempDir() // a project's settings are none of its business
	cmd.WaitDelay = time.Second
	out, _ := cmd.Output()
	t.version = versionNumber.FindString(string(out))
	return t.version
}

// IsBefore says whether a version is older than another; one that is not known is not.
func IsBefore(version, than string) bool {
	if version == "" {
		return false
	}
	v, w := strings.Split(version, "."), strings.Split(than, ".")
	for i := range w {
		a, b := 0, 0
		if i < len(v) {
			a, _ = strconv.Atoi(v[i])
		}
		if b, _ = strconv.Atoi(w[i]); a != b {
			return a < b
		}
	}
	return false
}

// inProject says whether a project has a folder for the tool already.
func (t *Tool) inProject(place settings.Place) bool {
	for _, f := range t.Files {
		if f.Scope == mapping.ProjectScope && f.Install && f.Of == "" {
			path := place.Path(&t.Setup, &f)
			first, _, nested := strings.Cut(strings.TrimPrefix(filepath.ToSlash(path),
				filepath.ToSlash(place.Project)+"/"), "/")
			if first == ".github" || first == ".agents" {
				nested = false
			}
			if info, err := os.Stat(filepath.Join(place.Project, first)); nested && err == nil && info.IsDir() {
				return true
			}
			if _, err := os.Stat(path); err == nil {
				return true
			}
		}
	}
	return false
}
