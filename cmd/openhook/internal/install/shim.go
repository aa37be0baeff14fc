package install

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
)

func findShim() (string, error) { return Program(shimName) }

// Program returns the path of openhook-shim or openhook. It prefers the path in PATH, because an
// upgrade keeps that, to the folder of this program. It skips a project's own program, because a
// clone may bring one.
func Program(name string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		self = ""
	}
	return programBeside(self, name)
}

// programBeside is Program with the path of this program. It skips npm's script in PATH, because
// that starts Node, which takes longer than a whole call may take.
func programBeside(self, name string) (string, error) {
	path, err := ground.LookPath(name)
	if err == nil {
		if path, err = filepath.Abs(path); err != nil {
			return "", err
		}
		if !isScript(path) {
			return filepath.ToSlash(path), nil
		}
	}
	file := name
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	if beside := filepath.Join(filepath.Dir(self), file); self != "" && isProgram(beside) && !isScript(beside) {
		return filepath.ToSlash(beside), nil
	}
	if err == nil {
		return "", exitcode.Errorf(exitcode.Missing,
			"%s is a script that starts %s at every call; put the program itself into PATH or next to openhook", path,
			name)
	}
	return "", exitcode.Errorf(exitcode.Missing, "%s: not found in PATH or next to openhook; install it first", name)
}

// isScript reports whether another program interprets a program.
func isScript(path string) bool {
	if runtime.GOOS == "windows" {
		return !strings.EqualFold(filepath.Ext(path), ".exe") // npm's is a .cmd
	}
	f, err := os.Open(path)
	if err != nil {
		return false // it may be executable without being readable
	}
	defer f.Close()
	var head [2]byte
	_, err = io.ReadFull(f, head[:])
	return err == nil && string(head[:]) == "#!"
}

// caches matches the folders of programs that a package manager fetches for one call and later
// deletes: npx's _npx, pnpm's and Yarn's dlx, bunx's temporary folder.
var caches = regexp.MustCompile(`/(_npx|dlx|dlx-[^/]+|bunx-[^/]+)/(.+/)?node_modules/`)

// cacheWarning returns a warning about a shim in such a cache, "" otherwise.
func cacheWarning(shim string) string {
	if !caches.MatchString(shim) {
		return ""
	}
	return fmt.Sprintf("%s is in a cache, and no hook runs after npm empties it; run: npm install -g openhook, then openhook install", shim)
}
