//go:build !windows

package shim

import (
	"os"
	"path/filepath"
)

// endings are the possible endings of a program's file name: none.
func endings(string) []string { return nil }

// lookPath finds a program in PATH. It skips relative entries because they depend on
// the agent's folder.
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
