// Package install writes hooks into the settings of AI coding tools, and removes them.
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
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A Tool is an AI coding tool on this machine.
type Tool struct {
	setup.Setup
	Product string
	Sign    string // the program or folder that shows that the tool is installed, "" if there is none
	version string
	isAsked bool
}

// Tools returns all tools, or the named ones.
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
	for _, a := range setup.Abouts() {
		products[a.Source] = a.Product
	}
	for _, s := range setup.Setups() {
		tools = append(tools, &Tool{Setup: s, Product: products[s.Source]})
	}
	return tools
}

// ToolNamed returns a tool by its name without looking for it, nil if there is none.
func ToolNamed(source string) *Tool {
	for _, t := range allTools() {
		if t.Source == source {
			return t
		}
	}
	return nil
}

// findSign returns the first program or folder that shows that a tool is installed.
func findSign(place settings.Place, s *setup.Setup) string {
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

// Version asks the tool's program for its version, "" if that fails. It does not run a program of
// the project, because nobody has allowed that.
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
	cmd.Dir = os.TempDir() // away from the project's settings
	cmd.WaitDelay = time.Second
	out, _ := cmd.Output()
	t.version = versionNumber.FindString(string(out))
	return t.version
}

// IsBefore reports whether a version is older than another. An unknown version is not.
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

// inProject reports whether a project already has a folder for the tool.
func (t *Tool) inProject(place settings.Place) bool {
	for _, f := range t.Files {
		if f.Scope == setup.ProjectScope && f.Install && f.Of == "" {
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
