package shim

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// An interpreter runs scripts, because CreateProcess cannot.
type interpreter struct {
	endings  string
	names    string   // in a #! line
	programs []string // the shim takes the first that is in PATH
	flags    []string
	slashes  bool   // it needs C:/x, for dirname "$0"
	install  string // what to install
}

// bash comes first because it also runs scripts for sh. Git's sh.exe is bash in POSIX
// mode.
var interpreters = [...]interpreter{
	{
		endings: ".ps1", names: "pwsh powershell", programs: []string{"pwsh", "powershell"},
		flags:   []string{"-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File"},
		install: "PowerShell",
	},
	{endings: ".sh", names: "sh bash dash ash", programs: []string{"bash", "sh"}, slashes: true,
		install: "Git for Windows"},
	{endings: ".py", names: "python py", programs: []string{"py", "python"}, install: "Python"},
	{endings: ".js .mjs .cjs", names: "node", programs: []string{"node"}, install: "Node.js"},
}

// command returns how to run a file. CreateProcess or cmd runs some by their ending.
// For any other file the #! line names the interpreter, and without such a line the
// ending does.
func command(path string, argv []string) (*exec.Cmd, error) {
	if path == shell {
		return cmdLine(argv[1])
	}
	// CreateProcess runs "x.bat. ." as x.bat, although that name has another ending
	// (CVE-2024-43402).
	path = filepath.Clean(strings.TrimRight(path, ". "))
	ending := strings.ToLower(filepath.Ext(path))
	switch ending {
	case ".exe", ".com", ".bat", ".cmd":
		return program(path, argv[1:])
	}
	name, flags := shebang(firstLine(path))
	i := interpreterOf(name, ending)
	if i == nil {
		if name == "" {
			return program(path, argv[1:])
		}
		i = &interpreter{programs: []string{name}, install: name}
	}
	for _, one := range i.programs {
		if found := lookPath(one); found != "" {
			if i.slashes {
				path = filepath.ToSlash(path)
			}
			return program(found, append(append(append(flags, i.flags...), path), argv[1:]...))
		}
	}
	return nil, errors.New(msgInstall + i.install)
}

// program runs a program without an interpreter, or a batch file. An interpreter may be
// a batch file, for example with pyenv-win.
func program(path string, args []string) (*exec.Cmd, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".bat", ".cmd":
		return batch(path, args)
	}
	return &exec.Cmd{Path: path, Args: append([]string{path}, args...)}, nil
}

func interpreterOf(name, ending string) *interpreter {
	for i := range interpreters {
		if contains(strings.Fields(interpreters[i].names), name) {
			return &interpreters[i]
		}
	}
	for i := range interpreters {
		if contains(strings.Fields(interpreters[i].endings), ending) {
			return &interpreters[i]
		}
	}
	return nil
}

// shebang returns the interpreter that a #! line names, without its folder and version,
// and its flags: "bash" and "-e" for "#!/usr/bin/env -S bash -e".
func shebang(line string) (name string, flags []string) {
	line, found := strings.CutPrefix(line, "#!")
	if !found {
		return "", nil
	}
	words := strings.Fields(line)
	for i, word := range words {
		name = strings.TrimSuffix(strings.ToLower(word[strings.LastIndexAny(word, `/\`)+1:]), ".exe")
		if name != "env" && word[0] != '-' && !strings.Contains(word, "=") {
			return strings.TrimRight(name, "0123456789."), words[i+1:]
		}
	}
	return "", nil
}

// batch runs a batch file. cmd reads its command line by rules of its own, and no
// quoting makes every argument safe (CVE-2024-24576). batch refuses an argument that
// can end its quotes or name a variable.
func batch(path string, args []string) (*exec.Cmd, error) {
	line := ""
	for _, arg := range append([]string{path}, args...) {
		if strings.ContainsAny(arg, "\"%\r\n\x00") {
			return nil, errors.New(msgCmdArgument + strconv.Quote(arg))
		}
		// If the file passes the argument on, its program would read \" as a quote.
		end := arg[len(strings.TrimRight(arg, `\`)):]
		line += ` "` + arg + end + `"`
	}
	return cmdCommand("/e:on /v:off ", line[1:]), nil
}

// cmdLine runs a line in cmd's own language.
func cmdLine(line string) (*exec.Cmd, error) {
	if strings.ContainsAny(line, "\r\n\x00") {
		return nil, errors.New(msgCmdLine) // cmd would run only the first line
	}
	return cmdCommand("", line), nil
}

// cmdCommand runs cmd without the AutoRun of the registry (/d), which may print. With
// /s cmd removes only the outer quotes.
func cmdCommand(flags, line string) *exec.Cmd {
	root := os.Getenv("SystemRoot")
	if !filepath.IsAbs(root) {
		root = `C:\Windows`
	}
	path := filepath.Join(root, "System32", "cmd.exe")
	return &exec.Cmd{Path: path, SysProcAttr: &syscall.SysProcAttr{
		CmdLine: `"` + path + `" ` + flags + `/d /s /c "` + line + `"`,
	}}
}
