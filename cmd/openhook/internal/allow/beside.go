package allow

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/internal/hookfile"
)

// A language is the language of a script. It decides which other files the script loads.
type language uint8

const (
	unknownScript language = iota
	shellScript
	pythonScript
	nodeScript
	unwatchedScript // openhook does not know what this interpreter loads
)

var interpreters = regexp.MustCompile(`\b(?:(python|pypy)|(node|deno|bun)|(ruby|perl|php|lua|Rscript|pwsh)|(bash|dash|zsh|ksh|sh))[\d.]*\b`)

// languageOf determines the language from the file's ending, or else from its first line.
func languageOf(name string, data []byte) language {
	switch filepath.Ext(name) {
	case ".py":
		return pythonScript
	case ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts":
		return nodeScript
	case ".sh", ".bash", ".zsh", ".ksh":
		return shellScript
	case ".rb", ".pl", ".php", ".lua", ".ps1":
		return unwatchedScript
	}
	head, _, _ := bytes.Cut(data, []byte("\n"))
	if !bytes.HasPrefix(head, []byte("#!")) {
		return unknownScript
	}
	switch m := interpreters.FindSubmatch(head); {
	case m == nil:
		return unwatchedScript
	case m[1] != nil:
		return pythonScript
	case m[2] != nil:
		return nodeScript
	case m[4] != nil:
		return shellScript
	}
	return unwatchedScript
}

// addLoadedFiles adds the project's files that the scripts load. For Python and Node it also adds
// names that would shadow their own modules, because a later file of that name would run. A
// warning lists what the shim cannot watch.
func (p *project) addLoadedFiles() error {
	for i := 0; i < len(p.files); i++ { // the loop body appends to files
		name := p.files[i]
		data, there := p.contents[name]
		if !there {
			continue
		}
		var found []string
		switch languageOf(name, data) {
		case pythonScript:
			found = p.pythonFiles(name, data)
		case nodeScript:
			found = p.nodeFiles(name, data)
		case shellScript:
			found = p.shellFiles(name, data)
		case unwatchedScript:
			p.warn(name + ": the shim does not watch what it loads")
		}
		for _, f := range found {
			if slices.Contains(p.files, f) || f == p.file {
				continue
			}
			if err := p.addFile(f); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *project) warn(text string) {
	if !slices.Contains(p.warnings, text) {
		p.warnings = append(p.warnings, text)
	}
}

// contains reports whether a path is inside the project.
func (p *project) contains(path string) bool {
	rel, err := filepath.Rel(filepath.Dir(p.file), path)
	return err == nil && filepath.IsLocal(rel)
}

var (
	pythonCall   = regexp.MustCompile(`(?:^|[\s;&|(/"'])(?:python|pypy|py)[\d.]*"?((?:\s+"?-[A-Za-z]+"?)*)\s`)
	pythonImport = regexp.MustCompile(`(?m)^[ \t]*(?:from[ \t]+([A-Za-z_]\w*)[\w.]*[ \t]+import\b|import[ \t]+([\w.]+(?:[ \t]+as[ \t]+\w+)?(?:[ \t]*,[ \t]*[\w.]+(?:[ \t]+as[ \t]+\w+)?)*))`)
)

// isIsolated reports whether Python loads nothing from the script's folder. It looks for -I or -P
// in the command. If the command only names the script, it looks in the script's first lines.
func (p *project) isIsolated(name string, data []byte) bool {
	head := strings.SplitN(string(data), "\n", 3)
	starts := head[0] + " "
	if len(head) > 1 && strings.HasPrefix(head[1], `"exec" `) {
		starts = head[1] + " "
	}
	for _, h := range p.hooks {
		if m := pythonCall.FindStringSubmatch(h.Command + " "); m != nil &&
			strings.Contains(h.Command, strings.TrimSuffix(filepath.Base(name), ".py")) {
			starts = h.Command + " "
			if !strings.ContainsAny(m[1], "IP") {
				return false
			}
		}
	}
	m := pythonCall.FindStringSubmatch(starts)
	return m != nil && strings.ContainsAny(m[1], "IP")
}

func (p *project) pythonFiles(name string, data []byte) (found []string) {
	if p.isIsolated(name, data) {
		return nil
	}
	dir := filepath.Dir(name)
	found = append(found, dir+hookfile.Modules)
	for _, m := range pythonImport.FindAllStringSubmatch(string(data), -1) {
		for module := range strings.SplitSeq(m[1]+m[2], ",") {
			module, _, _ = strings.Cut(strings.TrimSpace(module), " ")
			module, _, _ = strings.Cut(module, ".")
			if module == "" || hookfile.IsPythonModule(module) {
				continue
			}
			file, folder := filepath.Join(dir, module+".py"), filepath.Join(dir, module, "__init__.py")
			found = append(found, file, folder)
			if isFile(folder) {
				p.warn(name + ": in the package " + module + " the shim watches only __init__.py")
			}
		}
	}
	p.warn(name + ": start it with python3 -I so that Python loads nothing from its folder; the shim does not watch byte code in __pycache__")
	return found
}

// nodeModules are Node's own modules. No file of a project can shadow them.
var nodeModules = strings.Fields(`
	assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain
	events fs http http2 https inspector module net os path perf_hooks process punycode querystring readline repl
	stream string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib`)

var nodeImport = regexp.MustCompile(`\b(?:require|import)\s*\(\s*["']([^"'\n]+)["']|(?m)^[ \t]*(?:import|export)\b[^"'\n;]*["']([^"'\n]+)["']|\bfrom\s*["']([^"'\n]+)["']`)

func (p *project) nodeFiles(name string, data []byte) (found []string) {
	dir := filepath.Dir(name)
	if ext := filepath.Ext(name); ext != ".mjs" && ext != ".cjs" {
		for at := dir; p.contains(at); at = filepath.Dir(at) {
			file := filepath.Join(at, "package.json")
			if isFile(file) {
				found = append(found, file+hookfile.Type)
				break
			}
			found = append(found, file)
		}
	}
	for _, m := range nodeImport.FindAllStringSubmatch(string(data), -1) {
		from := m[1] + m[2] + m[3]
		if !strings.HasPrefix(from, ".") {
			if first, _, _ := strings.Cut(from, "/"); !strings.HasPrefix(from, "node:") &&
				!slices.Contains(nodeModules, first) {
				found = append(found, p.shadowingPackages(name, from)...)
			}
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(from))
		for _, ending := range [...]string{"", ".js", ".json", ".node", ".mjs", ".cjs", ".ts", "/index.js"} {
			if info, err := os.Stat(path + ending); err == nil && info.IsDir() {
				continue // Node loads the folder's index.js
			}
			if found = append(found, path+ending); isFile(path + ending) {
				break
			}
		}
	}
	return found
}

// shadowingPackages are folders that Node searches before it finds the existing package.
func (p *project) shadowingPackages(script, from string) (found []string) {
	words := strings.Split(from, "/")
	if strings.HasPrefix(from, "@") && len(words) > 1 {
		words[0] += "/" + words[1]
	}
	for at := filepath.Dir(script); p.contains(at); at = filepath.Dir(at) {
		folder := filepath.Join(at, "node_modules", filepath.FromSlash(words[0]))
		if _, err := os.Lstat(folder); err == nil {
			p.warn(script + ": the shim does not watch what it loads from " + folder)
			break
		}
		found = append(found, folder)
	}
	return found
}

var (
	// ownFolder matches the expressions by which a shell script refers to its own folder.
	ownFolder       = regexp.MustCompile(`\$\(dirname (?:-- )?"?(?:\$0|\$\{0\}|\$BASH_SOURCE|\$\{BASH_SOURCE(?:\[0\])?\})"?\)|\$\{0%/\*\}|\$\{BASH_SOURCE(?:\[0\])?%/\*\}`)
	projectVariable = regexp.MustCompile(`\$\{?(?:OPENHOOK_PROJECT|CLAUDE_PROJECT_DIR)(?::?-[^}]*)?\}?`)
	sourceCommand   = regexp.MustCompile(`(?m)(?:^|[;&|({]|\b(?:then|do|else))[ \t]*(?:\.|source)[ \t]+("[^"\n]*"|'[^'\n]*'|[^\s;&|)#]+)`)
)

func (p *project) shellFiles(name string, data []byte) (found []string) {
	root := filepath.Dir(p.file)
	text := ownFolder.ReplaceAllLiteralString(string(data), filepath.ToSlash(filepath.Dir(name)))
	text = projectVariable.ReplaceAllLiteralString(text, filepath.ToSlash(root))
	for _, m := range sourceCommand.FindAllStringSubmatch(text, -1) {
		word := strings.Trim(m[1], `"'`)
		if strings.ContainsAny(word, unresolved) {
			p.warn(name + ": it loads “" + word + "”, an unknown file; the shim does not watch it")
			continue
		}
		dirs := []string{""}
		if !filepath.IsAbs(word) {
			dirs = []string{root}
			for _, h := range p.hooks {
				if dir := filepath.Join(root, h.Cwd); !slices.Contains(dirs, dir) {
					dirs = append(dirs, dir)
				}
			}
		}
		for _, dir := range dirs {
			if path := filepath.Join(dir, filepath.FromSlash(word)); p.contains(path) {
				found = append(found, path)
			}
		}
	}
	p.warn(name + ": the shim does not watch programs of the project that it starts")
	return found
}
