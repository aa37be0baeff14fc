package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// A program is one row of the tables.
type program struct {
	Name  string
	argv  []string
	env   []string // in addition to the variables of all programs
	says  string   // its output without spaces
	alone bool     // it runs no hook, so its whole time counts
	links bool     // it only links a library
	slow  bool     // an interpreter
	gated bool     // a gate needs it
	upTo  int      // the largest useful payload in bytes; 0: any
}

// Programs run in blocks. An interpreter, or a hook with several processes, changes the
// caches and the scheduler's state for the next program.
const (
	coreBlock = iota
	aloneBlock
	slowBlock
	blocks
)

func (p *program) block() int {
	switch {
	case p.slow:
		return slowBlock
	case p.alone, p.links:
		return aloneBlock
	}
	return coreBlock
}

// Names in the gates.
const (
	hookName     = "hook"
	emptyName    = "empty main"
	wrapperName  = "wrapper"
	shimName     = "openhook-shim"
	draftName    = "first draft"
	nodeName     = "Node"
	filteredName = "filtered by --events"
	shellName    = "hook in sh"
	fileName     = "hook of .openhook.json"
	noneName     = "no hook of .openhook.json"
)

// linked are the programs that link the libraries of the shim, the standard library
// first.
var linked = [...]string{"std", "gjson", "sjson", "uuid"}

const (
	allow  = `{"decision":"allow"}`
	native = `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}`
)

// programs lists the programs of this machine, and what is not installed.
func programs(root, dir string) (list []program, missing []string) {
	hook, shim := binary(dir, "hook"), binary(dir, "openhook-shim")
	list = []program{
		{Name: hookName, argv: []string{hook}, says: allow, gated: true},
		{Name: emptyName, argv: []string{binary(dir, "empty")}, gated: true, upTo: 20_000},
		{Name: wrapperName, argv: []string{binary(dir, "wrapper")}, says: allow, gated: true, upTo: 20_000},
		{Name: shimName, argv: []string{shim, "--", hook}, says: native, gated: true},
		{Name: draftName, argv: []string{binary(dir, "draft"), "--", hook}, says: native, gated: true},
		{Name: filteredName, argv: []string{shim, "--events", "agent.stop", "--", hook}, alone: true, gated: true},
		{Name: "filtered by --tools", argv: []string{shim, "--tools", "shell", "--", hook}, alone: true},
	}
	if runtime.GOOS != "windows" { // its paths need escapes in JSON
		in := func(name string) []string { return []string{"CLAUDE_PROJECT_DIR=" + filepath.Join(dir, name)} }
		list = append(list,
			program{Name: fileName, argv: []string{shim}, env: in(busyProject), says: native, gated: true},
			program{Name: noneName, argv: []string{shim}, env: in(idleProject), alone: true, gated: true})
	}
	for _, name := range linked {
		list = append(list, program{Name: name, argv: []string{binary(dir, name)}, links: true})
	}
	other := func(file string) string { return filepath.Join(root, "bench", "others", file) }
	add := func(name, alone string, whole, small []string) {
		list = append(list,
			program{Name: name, argv: append(whole, hook), says: native, slow: true, gated: name == nodeName},
			program{Name: alone, argv: small, says: allow, alone: true, slow: true})
	}
	if sh, err := exec.LookPath("sh"); err == nil {
		list = append(list, program{Name: shellName,
			argv: []string{sh, "-c", `cat >/dev/null; echo '{"decision":"allow"}'`}, says: allow, alone: true,
			gated: true})
	} else {
		missing = append(missing, "sh")
	}
	if python := interpreter("python3", "-c", "import sys; print(sys.executable)"); python != "" {
		add("Python", "hook in Python", []string{python, "-I", "-S", other("shim.py")},
			[]string{python, "-I", "-S", "-c", `import json, sys; json.load(sys.stdin); print('{"decision":"allow"}')`})
	} else {
		missing = append(missing, "python3")
	}
	bash, err := exec.LookPath("bash")
	if _, noJQ := exec.LookPath("jq"); err == nil && noJQ == nil {
		add("bash and jq", "hook in bash and jq", []string{bash, other("shim.sh")},
			[]string{bash, "-c", `jq -c '{decision: (if .tool_input then "allow" else "deny" end)}'`})
	} else {
		missing = append(missing, "bash and jq")
	}
	if node := interpreter("node", "-p", "process.execPath"); node != "" {
		add(nodeName, "hook in Node", []string{node, other("shim.js")},
			[]string{node, "-e", `JSON.parse(require('node:fs').readFileSync(0)); console.log('{"decision":"allow"}')`})
	} else {
		missing = append(missing, "node")
	}
	return list, missing
}

// interpreter asks an interpreter for its own path. The one in PATH may be a script of
// a version manager, which takes longer than all the rest.
func interpreter(name string, ask ...string) string {
	out, err := exec.Command(name, ask...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// environment is the same small environment for all programs, because a shim reads and
// copies it.
func environment(dir string) []string {
	env := []string{"BENCH_HOOK=" + binary(dir, "hook"), "HOME=" + dir, "LANG=C.UTF-8", "TZ=UTC"}
	for _, name := range [...]string{"PATH", "SystemRoot"} {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}
