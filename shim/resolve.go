package shim

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// searchDirs are the directories in which the shim looks for a relative path. An agent
// that changes its directory must not be able to replace the hook's file. So the
// project comes first once the agent has left it.
func searchDirs(here, agent, project string) []string {
	if project != "" && project != here && (sameDir(agent, here) || agent != "" && isGone(agent)) &&
		!sameDir(project, here) {
		return []string{project, here}
	}
	return []string{here, project}
}

// isGone reports whether a folder no longer exists. An agent may rename the folder in
// which the client started the hook.
func isGone(dir string) bool {
	_, _, err := stat(dir)
	return err != nil
}

// resolve finds the files that argv names: the program, arguments with a relative path,
// and the script of an interpreter. It looks for relative paths in the folders that in
// returns. The error tells the user what to do.
func resolve(argv []string, in func() []string) (path string, resolved []string, err error) {
	resolved = append(resolved, argv...)
	if !hasSeparator(argv[0]) {
		if path = lookPath(argv[0]); path == "" {
			return "", nil, failure(argv[0] + ": " + msgNotInPath + argv[0])
		}
	} else if path = locate(argv[0], in); path == "" {
		return "", nil, failure(argv[0] + ": " + msgNotFound + joinDirs(argv[0], in()))
	}
	for i, arg := range resolved[1:] {
		if isRelative(arg) {
			if found := locate(arg, in); found != "" {
				resolved[i+1] = found
			}
		}
	}
	if i := scriptIndex(resolved); i > 0 {
		found := locate(resolved[i], in)
		if found == "" {
			return "", nil, failure(argv[0] + msgScript + argv[i] + " in " + joinDirs(argv[i], in()))
		}
		if !filepath.IsAbs(resolved[i]) {
			resolved[i] = found
		}
	}
	return path, resolved, nil
}

// locate returns the absolute path of a file in the first folder that has it, "" if
// none has it.
func locate(name string, in func() []string) string {
	dirs := []string{""}
	if !filepath.IsAbs(name) {
		dirs = in()
	}
	for _, dir := range dirs {
		if dir == "" && !filepath.IsAbs(name) {
			continue
		}
		for _, ending := range append([]string{""}, endings(name)...) {
			p := filepath.Join(dir, name) + ending
			if _, _, err := stat(p); err == nil {
				return p
			}
		}
	}
	return ""
}

// isRelative reports whether an argument begins with ./ or ../.
func isRelative(arg string) bool {
	rest := strings.TrimLeft(arg, ".")
	dots := len(arg) - len(rest)
	return (dots == 1 || dots == 2) && rest != "" && hasSeparator(rest[:1])
}

func joinDirs(name string, in []string) string {
	if filepath.IsAbs(name) {
		return filepath.Dir(name)
	}
	var dirs []string
	for _, dir := range in {
		if dir != "" && !contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return strings.Join(dirs, " or ")
}

func contains(all []string, s string) bool {
	for _, one := range all {
		if one == s {
			return true
		}
	}
	return false
}

// scriptIndex returns the index of an interpreter's script among its arguments, 0 if
// there is none. Without their script dash and python end with 2, which means block.
func scriptIndex(argv []string) int {
	name := filepath.Base(argv[0])
	if name == "env" {
		return scriptBehindEnv(argv)
	}
	inline, joined, next := interpreterFlags(name)
	if inline == "" {
		return 0
	}
	for i := 1; i < len(argv); i++ {
		switch arg := argv[i]; {
		case strings.HasPrefix(arg, "--"):
		case strings.HasPrefix(arg, "-"):
			if arg == "-" {
				return 0
			}
			for at := 1; at < len(arg); at++ {
				switch letter := arg[at : at+1]; {
				case strings.Contains(inline, letter):
					return 0
				case strings.Contains(joined, letter):
					at = len(arg)
				case strings.Contains(next, letter):
					if at == len(arg)-1 {
						i++
					}
					at = len(arg)
				}
			}
		case filepath.Ext(arg) != "" || hasSeparator(arg):
			return i
		}
	}
	return 0
}

// scriptBehindEnv skips env's flags and variables. It returns the index of the script
// behind them, or of the program if that is a path.
func scriptBehindEnv(argv []string) int {
	for i, arg := range argv {
		if i == 0 || strings.HasPrefix(arg, "-") || strings.Contains(arg, "=") {
			continue
		}
		if n := scriptIndex(argv[i:]); n > 0 {
			return i + n
		}
		if hasSeparator(arg) {
			return i
		}
		break
	}
	return 0
}

// interpreterFlags returns the letters of an interpreter's flags: those with the
// program itself in place of a file, those with a value in the same word, and those
// with a value that may be the next word. inline is "" if name is no interpreter.
func interpreterFlags(name string) (inline, joined, next string) {
	name = strings.TrimRight(strings.TrimSuffix(strings.ToLower(name), ".exe"), "0123456789.")
	switch name {
	case "sh", "bash", "dash", "ash", "zsh", "ksh", "fish":
		return "cs", "", ""
	case "python", "pypy", "py":
		return "cm", "", "WX"
	case "node", "deno", "bun":
		return "ep", "", "rC"
	case "ruby":
		return "e", "FKTWx", "rICE"
	case "perl":
		return "eE", "MmCDdFilxV", "I"
	case "php":
		return "r", "", "dcz"
	case "lua":
		return "e", "", "l"
	}
	return "", "", ""
}

func hasSeparator(s string) bool {
	return strings.Contains(s, "/") || runtime.GOOS == "windows" && strings.Contains(s, `\`)
}

// startError returns why an existing file did not start.
func startError(name, path string, err error) error {
	isDir, executable, statErr := stat(path)
	switch {
	case statErr == nil && isDir:
		return failure(name + ": " + msgIsFolder)
	case statErr == nil && !executable:
		return failure(name + ": " + msgNotRunnable + name)
	}
	if line := firstLine(path); strings.HasPrefix(line, "#!") {
		if strings.HasSuffix(line, "\r") {
			return failure(name + ": " + msgCRLF)
		}
		if os.IsNotExist(err) {
			interpreter, _, _ := strings.Cut(strings.TrimSpace(line[2:]), " ")
			return failure(name + ": " + msgInterpreter + interpreter)
		}
	}
	return failure(name + ": " + msgNotStarted + err.Error())
}

func firstLine(path string) string {
	head, _ := readHead(path, 256)
	line, _, _ := strings.Cut(string(head), "\n")
	return line
}
