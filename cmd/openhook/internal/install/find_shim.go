package install

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/google/shlex"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
)

// launcherStart is how a line for repositories begins, see hook.launcher.
const launcherStart = `./node_modules/.bin"; command -v openhook-shim >/dev/null 2>&1 || `

// CallsShim says whether a hook of a file is openhook-shim.
func CallsShim(h settings.Hook) bool {
	return ShimOf(h) != "" || strings.Contains(h.Command, launcherStart)
}

// ShimOf is the path or the name by which a hook calls openhook-shim, "" if it does not.
func ShimOf(h settings.Hook) string {
	words, err := shlex.Split(h.Command)
	if err != nil {
		words = strings.Fields(h.Command)
	}
	if len(words) > 1 && words[0] == "&" { // PowerShell's call
		words = words[1:]
	}
	if len(words) > 0 && strings.TrimSuffix(filepath.Base(filepath.ToSlash(words[0])), ".exe") == shimName {
		return words[0]
	}
	return ""
}

// isShimGone says whether a hook calls an openhook-shim that is not there. Of a path that
// the shell makes, or that is relative to a folder of the tool's, nobody can tell.
func isShimGone(h settings.Hook) bool {
	path := ShimOf(h)
	switch {
	case path == "":
		return false
	case !strings.ContainsAny(path, `/\`):
		_, err := ground.LookPath(path)
		return err != nil
	case !filepath.IsAbs(path) || strings.ContainsAny(path, "$`*?[%"):
		return false
	}
	_, err := os.Stat(path)
	return os.IsNotExist(err)
}
