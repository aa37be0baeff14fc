package hookmd

import (
	"os"
	"os/exec"
	"path/filepath"
)

// lookPath finds a program in PATH. The bash in System32 is WSL's, which is another system. PATH
// has git by default, but not Git's bash.
func lookPath(name string) (string, error) {
	switch name {
	case "bash", "sh":
		if git, err := exec.LookPath("git"); err == nil {
			root := filepath.Dir(filepath.Dir(git))                     // Git\cmd\git.exe
			for _, dir := range [...]string{root, filepath.Dir(root)} { // Git\mingw64\bin\git.exe
				path := filepath.Join(dir, "bin", name+".exe")
				if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
					return path, nil
				}
			}
		}
	case "python":
		if path, err := exec.LookPath("py"); err == nil {
			return path, nil
		}
	}
	return exec.LookPath(name)
}

// runScript runs the script as a child process, because Windows cannot replace a process.
func runScript(path string, argv []string, event []byte) error { return runChild(path, argv, event) }
