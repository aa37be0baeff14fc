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

// Scripts lists the files below dir that the hooks' commands name. It includes missing files,
// because nobody may create one later. unclear are words that only a shell can resolve. The list
// is rather too long than too short.
func Scripts(hooks []hookfile.Hook, dir string, isFile func(string) bool) (files, unclear []string) {
	s := scripts{dir: dir, isFile: isFile}
	for _, h := range hooks {
		s.cwd = filepath.Join(dir, h.Cwd)
		s.cwds = []string{s.cwd, dir}
		s.addLine(h.Command, "")
		for _, set := range h.Env { // for example BASH_ENV, NODE_OPTIONS
			_, value, _ := strings.Cut(set, "=")
			s.addLine(value, set)
		}
	}
	return s.files, s.unclear
}

type scripts struct {
	dir            string
	isFile         func(string) bool
	cwd            string   // the folder after each cd of the line
	cwds           []string // all folders that the line was in
	files, unclear []string
}

const (
	blanks    = " \t\r\n"
	operators = ";&|()<>"
)

// moduleEndings are endings that interpreters add: "python -m guard", "node guard".
var moduleEndings = []string{".py", ".js", ".mjs", ".cjs", ".json"}

// inputFiles are the files that a program reads by default, like make its Makefile.
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

// addLine adds the files of a shell line. origin is the word that held the line, "" for a whole
// command.
func (s *scripts) addLine(line, origin string) {
	words, err := shlex.Split(filepath.ToSlash(line))
	if err != nil {
		words = strings.Fields(filepath.ToSlash(line))
	}
	before, matching := "", false
	for i, word := range words {
		matching = matching && word != "--" || i > 0 && words[i-1] == "openhook" && word == "match"
		if matching && (strings.HasPrefix(word, "--tool=") || strings.HasPrefix(word, "--pattern=")) &&
			oneWord(filepath.ToSlash(line), word) {
			continue // an expression for openhook match names no file
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
			s.addPart(before, part, cmp.Or(origin, word))
			before = part
		}
	}
}

// oneWord reports whether the shell also takes the word as one word: no operator in it ends the
// command.
func oneWord(line, word string) bool {
	return !strings.ContainsAny(word, operators) || strings.Contains(line, "'"+word+"'") ||
		strings.Contains(line, `"`+word+`"`)
}

// addPart adds the files that one word names. An operator changes the meaning of the next word.
func (s *scripts) addPart(before, part, origin string) {
	blank := strings.ContainsAny(part, blanks) // the word had quotes
	known := !strings.ContainsAny(part, unresolved+operators) && part[0] != '~'
	switch {
	case strings.HasSuffix(strings.TrimRight(before, "&|"), ">"): // output is written to it
	case before == "cd" && known && part[0] != '-':
		if s.cwd = filepath.Join(s.cwd, part); filepath.IsAbs(part) {
			s.cwd = filepath.Clean(part)
		}
		s.cwds = append(s.cwds, s.cwd)
	case blank: // a shell line, like the one after sh -c, or a name
		s.addLine(part, origin)
		s.addName(part, known && fileEnding.MatchString(part) && !strings.ContainsAny(part, "\t\r\n"))
	case strings.ContainsAny(part, operators), part == "[", part == "[[", part == "$?":
	case part[0] == '-', assignment.MatchString(part):
		if _, value, _ := strings.Cut(part, "="); value != "" {
			s.addPart("", value, origin)
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
		if !slices.Contains(s.unclear, origin) {
			s.unclear = append(s.unclear, origin)
		}
	}
}

// addName lists the files of the project that a word may name. It lists a missing file only if
// must is true.
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
