package doctor

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
)

// systemPath is the PATH of programs that the desktop starts.
func systemPath() []string {
	if runtime.GOOS == "darwin" { // launchd's
		return []string{"/usr/bin", "/bin", "/usr/sbin", "/sbin"}
	}
	return []string{"/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"}
}

// inSystemPath reports whether the desktop's PATH has a program. On Windows there is only one
// PATH.
func inSystemPath(name string) bool {
	if runtime.GOOS == "windows" {
		_, err := exec.LookPath(name)
		return err == nil
	}
	return slices.ContainsFunc(systemPath(), func(dir string) bool {
		info, err := os.Stat(filepath.Join(dir, name))
		return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
	})
}

// isBuiltin reports whether a name is a builtin command of the shell.
func isBuiltin(name string) bool {
	return slices.Contains([]string{"cd", "echo", "export", "if", "for", "while", "case", "test", "[", "true", "false",
		"exit", "read", "set", "printf",
		"command", ".", "source", "eval", "trap", "type", ":", "!", "[["}, name)
}
