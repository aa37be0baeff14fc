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

// Program is the path of openhook-shim or openhook: as PATH has it, so that an upgrade
// keeps it, else beside us. A project's own is passed over, because a clone may bring one.
func Program(name string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		self = ""
	}
	return programBeside(self, name)
}

// programBeside is Program for a companion with a path. What npm has in PATH starts
// Node, which costs more than all that a call may take, so that is passed over.
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

// isScript says whether a program is started by another one.
func isScript(path string) bool {
	if runtime.GOOS == "windows" {
		return !strings.EqualFold(filepath.Ext(path), ".exe") // npm's is a .cmd
	}
	f, err := os.Open(path)
	if err != nil {
		return false // it may be run without being read
	}
	defer f.Close()
	var head [2]byte
	_, err = io.ReadFull(f, head[:])
	return err == nil && string(head[:]) == "#!"
}

// caches are the folders of programs that are fetched for one call, by the package
// manager that empties them: npx's _npx, pnpm's and Yarn's dlx, bunx's in the temporary folder.
var caches = regexp.MustCompile(`/(_npx|dlx|dlx-[^/]+|bunx-[^/]+)/(.+/)?node_modules/`)

// cacheWarning says what there is to say of a shim in such a cache, "" if it is in none.
func cacheWarning(shim string) string {
	if !caches.MatchString(shim) {
		return ""
	}
	return fmt.Sprintf("%s is in a cache, and no hook runs after npm empties it; run: npm install -g openhook, then openhook install", shim)
}
