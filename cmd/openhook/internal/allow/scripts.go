package allow

import (
	"cmp"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/shlex"

	"github.com/openhook/openhook-shim/internal/hookfile"
)

// Scripts lists the files of the project in dir that the commands of its hooks
// name, also those that are not there: nobody may put one there later. unclear
// are the words of which only a shell can tell what they name. It lists too much
// rather than too little.
func Scripts(hooks []hookfile.Hook, dir string, isFile func(string) bool) (files, unclear []string) {
	s := scripts{dir: dir, isFile: isFile}
	for _, h := range hooks {
		s.cwd = filepath.Join(dir, h.Cwd)
		s.cwds = []string{s.cwd, dir}
		s.addLine(h.Command, "")
		for _, set := range h.Env { // BASH_ENV, NODE_OPTIONS
			_, value, _ := strings.Cut(set, "=")
			s.addLine(value, set)
		}
	}
	return s.files, s.unclear
}

type scripts struct {
	dir            string
	isFile         func(string) bool
	cwd            string   // where the line has gone
	cwds           []string // where it has been
	files, unclear []string
}

const (
	blanks    = " \t\r\n"
	operators = ";&|()<>"
)

// moduleEndings are endings that interpreters add: python -m guard, node guard.
var moduleEndings = []string{".py", ".js", ".mjs", ".cjs", ".json"}

// inputFiles names the files in which programs look for what they shall do.
var inputFiles = map[string][]string{
	"npm": {"package.json"}, "npx": {"package.json"}, "yarn": {"package.json"}, "pnpm": {"package.json"},
	"bun":  {"package.json"},
	"make": {"GNUmakefile", "makefile", "Makefile"}, "just": {"justfile"}, "cargo": {"Cargo.toml"},
	"composer": {"composer.json"},
}

var (
	wordOrOperator = regexp.MustCompile(`[;&|()<>]+|[^;&|()<>]+`)
	fileEnding     = regexp.MustCompile(`[^/]\.[^/.{}"'\s]+$`)
	assignment     = regexp.MustCompile(`^[A-Za-z_]\w*=`)
)

// addLine takes a line of shell; shown is the word that it was, "" if it is a whole
// command.
func (s *scripts) addLine(line, shown string) {
	words, err := shlex.Split(filepath.ToSlash(line))
	if err != nil {
		words = strings.Fields(filepath.ToSlash(line))
	}
	before, matching := "", false
	for i, word := range words {
		matching = matching && word != "--" || i > 0 && words[i-1] == "openhook" && word == "match"
		if matching && (strings.HasPrefix(word, "--tool=") || strings.HasPrefix(word, "--pattern=")) &&
			oneWord(filepath.ToSlash(line), word) {
			continue // an expression that openhook matches names no file, whatever it looks like
		}
		matching = matching && !strings.ContainsAny(word, operators)
		parts := []string{word}
		if !strings.ContainsAny(word, blanks) {
			parts = wordOrOperator.FindAllString(word, -1)
		}
		if len(parts) > 1 {
			s.addName(word, false)
		}
		for _, part := range parts {
			s.addPart(before, part, cmp.Or(shown, word))
			before = part
		}
	}
}

// oneWord says whether the shell takes what shlex took for a word as one: no operator
// in it ends the command.
func oneWord(line, word string) bool {
	return !strings.ContainsAny(word, operators) || strings.Contains(line, "'"+word+"'") ||
		strings.Contains(line, `"`+word+`"`)
}

// addPart takes a word or an operator.
func (s *scripts) addPart(before, part, shown string) {
	blank := strings.ContainsAny(part, blanks) // it was quoted
	known := !strings.ContainsAny(part, unresolved+operators) && part[0] != '~'
	switch {
	case strings.HasSuffix(strings.TrimRight(before, "&|"), ">"): // output is written to it
	case before == "cd" && known && part[0] != '-':
		if s.cwd = filepath.Join(s.cwd, part); filepath.IsAbs(part) {
			s.cwd = filepath.Clean(part)
		}
		s.cwds = append(s.cwds, s.cwd)
	case blank: // a line of its own, as behind sh -c, or a name
		s.addLine(part, shown)
		s.addName(part, known && fileEnding.MatchString(part) && !strings.ContainsAny(part, "\t\r\n"))
	case strings.ContainsAny(part, operators), part == "[", part == "[[", part == "$?":
	case part[0] == '-', assignment.MatchString(part):
		if _, value, _ := strings.Cut(part, "="); value != "" {
			s.addPart("", value, shown)
		}
	case part[0] == '/' && !filepath.IsAbs(part): // on Windows /c is a flag
	case known:
		for _, name := range inputFiles[part] {
			s.addName(name, false)
		}
		s.addName(strings.Trim(part, `'"`), strings.Contains(part, "/") && !strings.Contains(part, "://") ||
			fileEnding.MatchString(part))
	default:
		s.addName(part, false)
		if !slices.Contains(s.unclear, shown) {
			s.unclear = append(s.unclear, shown)
		}
	}
}

// addName takes what may name a file, and lists it if that is in the project; one
// that is not there only if it must be a file's name.
func (s *scripts) addName(word string, must bool) {
	for _, in := range s.cwds {
		path := filepath.Join(in, word)
		if filepath.IsAbs(word) {
			path = filepath.Clean(word)
		}
		if rel, err := filepath.Rel(s.dir, path); err != nil || rel == "." || !filepath.IsLocal(rel) {
			continue
		}
		s.addFile(path, must)
		if filepath.Ext(path) == "" {
			for _, end := range strings.Fields(endings) {
				s.addFile(path+end, must)
			}
			for _, end := range moduleEndings {
				s.addFile(path+end, false)
			}
		}
	}
}

func (s *scripts) addFile(path string, must bool) {
	if (must || s.isFile(path)) && !slices.Contains(s.files, path) {
		s.files = append(s.files, path)
	}
}
