package hookmd

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// scriptsDir is the folder of a hook's scripts. Each is called run, with any ending.
const scriptsDir = "scripts"

// windowsOS is GOOS of Windows. For any other system findScript uses the rules of Unix.
const windowsOS = "windows"

// The interpreter depends on a script's ending.
var (
	// windowsEndings run only on Windows, which prefers them.
	windowsEndings = []string{".exe", ".com", ".cmd", ".bat", ".ps1"}
	// interpreterOfEnding is the interpreter of a script without a #! line.
	interpreterOfEnding = map[string]string{
		".sh": "sh", ".bash": "bash", ".zsh": "zsh", ".py": "python3", ".rb": "ruby", ".pl": "perl", ".php": "php",
		".js": "node", ".mjs": "node", ".cjs": "node",
	}
	// windowsInterpreter is the name of an interpreter on Windows. Git's bash runs any shell's
	// script.
	windowsInterpreter = map[string]string{"sh": "bash", "dash": "bash", "ash": "bash", "python3": "python"}
	// powershell runs a .ps1 script.
	powershell = []string{"powershell", "-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File"}
)

var scriptEnding = regexp.MustCompile(`^(\.[a-z0-9]+)?$`)

// A script is the file that a hook starts.
type script struct {
	name        string   // relative to the folder, with slashes: scripts/run.sh
	interpreter []string // with its flags; none if the file is a program
}

// findScript chooses the hook's script for one system, nil if there is none.
func (h *Hook) findScript(goos string) (*script, error) {
	dir := filepath.Join(h.folder, scriptsDir)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("no folder %s with a run.* script; add both", scriptsDir)
	}
	var own, any []string
	for _, e := range entries {
		ending, ok := strings.CutPrefix(e.Name(), "run")
		switch ending = strings.ToLower(ending); {
		case !ok || !scriptEnding.MatchString(ending): // for example run.sh~ or runner
		case slices.Contains(windowsEndings, ending):
			own = append(own, e.Name())
		case ending == "" || interpreterOfEnding[ending] != "" || namesInterpreter(filepath.Join(dir, e.Name())):
			any = append(any, e.Name())
		}
	}
	if goos == windowsOS && len(own) > 0 {
		any = own
	}
	switch {
	case len(any) > 1:
		return nil, fmt.Errorf("%s has several scripts for %s; keep one of: %s", scriptsDir, systemName(goos),
			strings.Join(any, " "))
	case len(any) == 0 && len(own) == 0:
		return nil, fmt.Errorf("%s has no run.* script", scriptsDir)
	case len(any) == 0:
		return nil, nil
	}
	s := &script{name: scriptsDir + "/" + any[0]}
	return s, h.setInterpreter(s, goos)
}

// setInterpreter sets how a script starts.
func (h *Hook) setInterpreter(s *script, goos string) error {
	path := filepath.Join(h.folder, filepath.FromSlash(s.name))
	if !safeName(filepath.Base(path)) {
		return fmt.Errorf("%s: %s", s.name, unsafeName)
	}
	if err := h.checkInside(path); err != nil {
		return fmt.Errorf("%s %w", s.name, err)
	}
	ending := strings.ToLower(filepath.Ext(path))
	if ending == ".ps1" {
		s.interpreter = powershell
		return nil
	}
	if slices.Contains(windowsEndings, ending) {
		return nil
	}
	first, err := firstLine(path)
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	if line, ok := strings.CutPrefix(first, "#!"); ok {
		if strings.HasSuffix(line, "\r") {
			return fmt.Errorf("%s has Windows line ends, and its interpreter cannot read them; save it with LF", s.name)
		}
		if strings.ContainsFunc(line, func(r rune) bool {
			return r < ' ' && r != '\t' || r > '~' || r == '"' ||
				r == '\'' || r == '%'
		}) {
			return fmt.Errorf("%s: its #! line becomes part of a command line; use only ASCII without quotes and %%",
				s.name)
		}
		s.interpreter = strings.Fields(line)
	}
	if len(s.interpreter) == 0 && interpreterOfEnding[ending] != "" {
		s.interpreter = []string{interpreterOfEnding[ending]}
	}
	if goos == windowsOS {
		s.interpreter = toWindows(s.interpreter)
	}
	if len(s.interpreter) == 0 && goos != windowsOS && runtime.GOOS != windowsOS && !isExecutable(path) {
		return fmt.Errorf("%s: not executable and without a #! line; run: chmod +x %s", s.name, path)
	}
	return nil
}

// toWindows returns an interpreter by its name alone, because its folder differs from Unix.
func toWindows(with []string) []string {
	for i, word := range with {
		name := word[strings.LastIndexAny(word, `/\`)+1:]
		if name == "env" || strings.HasPrefix(name, "-") || strings.Contains(name, "=") {
			continue
		}
		if other := windowsInterpreter[name]; other != "" {
			name = other
		}
		return append([]string{name}, with[i+1:]...)
	}
	return nil
}

// checkInside returns an error if a file is not a regular file of the folder.
func (h *Hook) checkInside(path string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return fmt.Errorf("is a link that leads nowhere")
	}
	folder, err := filepath.EvalSymlinks(h.folder)
	if err != nil {
		return err
	}
	if rel, err := filepath.Rel(folder, real); err != nil || !filepath.IsLocal(rel) {
		return fmt.Errorf("leads out of its folder, to %s", real)
	}
	if info, err := os.Stat(real); err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("is not a regular file")
	}
	return nil
}

// isExecutable reports whether a file is executable on Unix. Windows has no such permission.
func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// namesInterpreter says whether a file begins with a #! line.
func namesInterpreter(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	line, err := firstLine(path)
	return err == nil && strings.HasPrefix(line, "#!")
}

// firstLine returns the first line of a file, at most 512 bytes.
func firstLine(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	head := make([]byte, 512)
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return "", err
	}
	line, _, _ := bytes.Cut(head[:n], []byte("\n"))
	return string(line), nil
}

const unsafeName = "its name becomes part of a command line; use only letters, digits and - _ . + @"

// safeName reports whether a name has the same meaning in every shell, and to every reader.
func safeName(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_.+@", r))
	})
}

func systemName(goos string) string {
	if goos == windowsOS {
		return "Windows"
	}
	return "this system"
}
