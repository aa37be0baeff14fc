package shim

import (
	"os"
	"path/filepath"
	"strings"
)

// lookPath finds a program in PATH. It skips relative entries and the current directory
// because they depend on the agent's folder.
func lookPath(name string) string {
	base := strings.TrimSuffix(strings.ToLower(name), ".exe")
	posix := base == "sh" || base == "bash"
	if posix {
		if p := gitShell(base); p != "" {
			return p
		}
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if !filepath.IsAbs(dir) || posix && isWSL(dir) {
			continue
		}
		for _, ending := range endings(name) {
			if p := filepath.Join(dir, name+ending); isFile(p) {
				return p
			}
		}
	}
	return ""
}

// endings are the possible endings of a file name. The name itself counts only if it
// has an ending.
func endings(name string) []string {
	list := os.Getenv("PATHEXT")
	if list == "" {
		list = ".COM;.EXE;.BAT;.CMD"
	}
	all := strings.FieldsFunc(list, func(r rune) bool { return r == ';' })
	if filepath.Ext(name) != "" {
		all = append([]string{""}, all...)
	}
	return all
}

// isWSL reports whether the bash of a folder belongs to WSL. That one has other paths
// for the files and another environment.
func isWSL(dir string) bool {
	switch strings.ToLower(filepath.Base(dir)) {
	case "system32", "sysnative", "windowsapps":
		return true
	}
	return false
}

// gitShell finds the sh or bash of Git for Windows. By default PATH has only Git's cmd
// folder with git.exe.
func gitShell(name string) string {
	var roots []string
	if git := lookPath("git"); git != "" {
		root := filepath.Dir(filepath.Dir(git))         // Git\cmd\git.exe
		roots = append(roots, root, filepath.Dir(root)) // Git\mingw64\bin\git.exe
	}
	for _, variable := range [...]string{"ProgramFiles", "ProgramW6432"} {
		roots = append(roots, filepath.Join(os.Getenv(variable), "Git"))
	}
	roots = append(roots, filepath.Join(os.Getenv("LOCALAPPDATA"), "Programs", "Git"))
	for _, root := range roots {
		// Every user can create a folder in C:\.
		if !filepath.IsAbs(root) || filepath.Dir(root) == root {
			continue
		}
		for _, bin := range [...]string{`bin`, `usr\bin`} {
			if p := filepath.Join(root, bin, name+".exe"); isFile(p) {
				return p
			}
		}
	}
	return ""
}

func isFile(path string) bool {
	isDir, _, err := stat(path)
	return err == nil && !isDir
}
