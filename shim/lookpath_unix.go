//go:build !windows

package shim

import (
	"os"
	"path/filepath"
)

// endings are what may follow the name of a program.
func endings(string) []string { return nil }

// lookPath finds a program in PATH. Relative entries do not count: they are
// wherever the agent is.
func lookPath(name string) string {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		p := filepath.Join(dir, name)
		if isDir, executable, err := stat(p); err == nil && !isDir && executable {
			return p
		}
	}
	return ""
}
