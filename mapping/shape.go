package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// A shape holds the commands and the files of an input that no table describes. The input is
// read in one pass, however deep it is. If a key occurs twice, both values count, because the
// shim does not know which one the tool takes.
type shape struct {
	table    *Tool // the tool of that name in another client's table
	commands []string
	found    int // the number of commands, with duplicates
	files    []string
	patches  []string
	texts    []string    // texts for files
	sources  [2][]string // the keys of the first commands and files, for people
	path     []string    // the keys above the current value
	json     int         // the number of JSON strings around it
	all      bool        // any text is a command: the tool's name says that it runs something

	// commandKey and fileKey are where the only command or file stands as a plain
	// string, "" if it does not stand at the top.
	commandKey, fileKey string
	textKey, patchKey   string // the same for what is written
	sure                bool   // a key plainly says that it is a command
	hasText             bool   // text for a file is there
	hasEdit             bool   // old and new text, or a patch
}

// A scope holds the parts of one object that belong together.
type scope struct {
	commands [][]string // each as words
	key      string     // of the only command, "" if it is no plain string
	program  string
	file     string
	name     string
	input    string
	args     []string
	argument string // args that are one text
	folders  []string
}

// readAll reads an object or a list.
func (s *shape) readAll(raw string) {
	if raw != "" && (raw[0] == '{' || raw[0] == '[') {
		s.readValue(raw, 0, meansNothing, new(scope), "")
	}
}

// readValue reads the value at i and returns the index behind it. key is the member's own,
// "" in a list.
func (s *shape) readValue(raw string, i int, m meaning, o *scope, key string) (end int) {
	switch raw[i] {
	case '{':
		return s.readObject(raw, i, m)
	case '[':
		return s.readList(raw, i, m, o, key)
	}
	end = jsontext.ValueEnd(raw, i)
	if raw[i:end] == "null" {
		return end
	}
	if raw[i] == '"' {
		s.readText(raw[i:end], m, o, key)
	} else if m == meansCommand || m == meansArgs { // a number among words
		s.readText(jsontext.Quote(raw[i:end]), m, o, "")
	}
	return end
}

// meaningOf returns the meaning of a key in the table's tool of the same name, else its usual
// meaning.
func (s *shape) meaningOf(key string) meaning {
	if s.table != nil {
		for _, k := range s.table.Keys {
			switch {
			case !sameName(k.Native, key):
			case k.Canon == "command":
				return meansCommand
			case k.As == Patch:
				return meansPatch
			case k.Canon == "file_path", k.As == Files:
				return meansPath
			}
		}
	}
	return meaningOf(key)
}

func (s *shape) readObject(raw string, i int, in meaning) int {
	var o scope
	for i = jsontext.Next(raw, i+1); i < len(raw) && raw[i] == '"'; i = jsontext.Next(raw, i) {
		end := jsontext.StringEnd(raw, i)
		key := jsontext.Text(raw[i:end])
		m := s.meaningOf(key)
		switch {
		// {"files": {"a.txt": "its text"}}
		case (in == meansPath || in == meansEdits) && key != "" && looksLikePath(key), m == meansNothing && isFar(key):
			s.addFile(key, "")
		case m == meansNothing && (in == meansCommand || in == meansArgs && s.all):
			m = in
		}
		if i = jsontext.Next(raw, end); m == meansSettings {
			i = jsontext.ValueEnd(raw, i)
			continue
		}
		s.path = append(s.path, key)
		i = s.readValue(raw, i, m, &o, key)
		s.path = s.path[:len(s.path)-1]
	}
	s.close(&o)
	return i + 1
}

// readList reads an array: the words of a command, or several commands.
func (s *shape) readList(raw string, i int, m meaning, o *scope, key string) int {
	var words, parts []string
	nested := false
	for i = jsontext.Next(raw, i+1); i < len(raw) && raw[i] != ']'; i = jsontext.Next(raw, i) {
		word := raw[i] != '{' && raw[i] != '['
		if word && m == meansPath && raw[i] == '"' {
			parts = append(parts, raw[i:jsontext.ValueEnd(raw, i)])
		}
		if word && (m == meansCommand || m == meansCode || m == meansVerb || m == meansArgs) {
			end := jsontext.ValueEnd(raw, i)
			if raw[i:end] != "null" {
				words = append(words, jsontext.Text(raw[i:end]))
			}
			i = end
			continue
		}
		nested = nested || !word
		i = s.readValue(raw, i, m, o, "")
	}
	if len(parts) > 1 && len(parts) < jsontext.LinearLimit && !plural(key) { // of one path
		for i, part := range parts {
			parts[i] = jsontext.Text(part)
		}
		s.addFile(strings.Join(parts, "/"), "")
	}
	switch {
	case len(words) == 0:
	case m == meansArgs:
		s.noteSource(0)
		o.args = append(o.args, words...)
	default:
		s.readWords(words, plural(key) || nested, o)
	}
	return i + 1
}

// readWords reads a list of texts: the words of one command or several commands. If both are
// possible, it notes both.
func (s *shape) readWords(words []string, several bool, o *scope) {
	s.noteSource(0)
	s.sure = true
	spaced := false
	for _, w := range words {
		spaced = spaced || strings.ContainsAny(w, " \t\n")
	}
	if !several || !spaced || scriptOf(words) > 0 {
		o.commands = append(o.commands, words)
	}
	if several || strings.ContainsAny(words[0], " \t\n") { // no name of a program, as a rule
		for _, w := range words {
			o.commands = append(o.commands, []string{w})
		}
	}
}

// readText reads a string of the meaning m. key is the member's own, "" in a list.
func (s *shape) readText(raw string, m meaning, o *scope, key string) {
	if m < meansText && s.readHeldJSON(raw, m, o, key) && m != meansCommand {
		return
	}
	v := jsontext.Text(raw)
	if strings.TrimSpace(v) == "" {
		return
	}
	top := ""
	if s.json == 0 && len(s.path) == 1 {
		top = key
	}
	if !s.readCommand(v, m, o, top) && !s.readPath(v, m, o, key, top) {
		s.readContent(v, m, o, top)
	}
	if m == meansPatch || m == meansText && strings.HasPrefix(trimBlank(v), beginPatch) || m < meansText && isPatch(v) {
		s.noteSource(1)
		s.patches = append(s.patches, v)
		s.hasEdit, s.patchKey = true, FirstOf(s.patchKey, top)
	}
	mayRun := m == meansNothing || m == meansArgs || m >= meansInput && m <= meansWords
	mayRun = mayRun || m == meansPlace && !looksLikePath(v)
	if s.all && mayRun {
		s.addLine(o, v, top)
	}
}

// readHeldJSON reads the JSON that a string holds, and reports whether it holds any.
// Escapes double with every JSON string in a JSON string, so there are few.
func (s *shape) readHeldJSON(raw string, m meaning, o *scope, key string) bool {
	whole := list(raw)
	if whole == raw {
		return false
	}
	s.json++
	s.readValue(whole, 0, m, o, key)
	s.json--
	return true
}

// readCommand reads a text that is part of a command, and reports whether its key says
// that it may be one. top is the key if it is at the top of the input.
func (s *shape) readCommand(v string, m meaning, o *scope, top string) bool {
	switch m {
	case meansCommand, meansCode:
		if m == meansCode {
			s.texts = append(s.texts, v)
		}
		s.sure = s.sure || m == meansCommand
		s.hasText = s.hasText || m == meansCode
		s.addLine(o, v, top)
	case meansVerb:
		if strings.ContainsAny(strings.TrimSpace(v), " \t\n") {
			s.sure = true
			s.addLine(o, v, top)
		}
	case meansProgram:
		s.noteSource(0)
		o.program = v
	case meansArgs:
		s.noteSource(0)
		o.argument = v
	default:
		return false
	}
	return true
}

// readPath reads a text that is a path or a part of one, and reports whether its key
// says that it may be one.
func (s *shape) readPath(v string, m meaning, o *scope, key, top string) bool {
	switch m {
	case meansPath:
		o.file = v
		if s.addFile(v, top); plural(key) && strings.ContainsAny(v, ",\n") {
			for one := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == ',' || r == '\n' }) {
				s.addFile(one, "")
			}
		}
	case meansName:
		o.name = v
	case meansPlace:
		if looksLikePath(v) {
			s.addFile(v, top)
		}
	case meansFolder:
		o.folders = append(o.folders, v)
	case meansNothing, meansEdits:
		if isFar(v) {
			s.addFile(v, top)
		}
	default:
		return false
	}
	return true
}

// readContent reads a text that is written into a file.
func (s *shape) readContent(v string, m meaning, o *scope, top string) {
	if m == meansInput || m == meansText || m == meansNew {
		s.texts = append(s.texts, v)
	}
	switch m {
	case meansInput:
		o.input = v
		s.hasText, s.textKey = true, FirstOf(s.textKey, top)
	case meansText:
		s.hasText, s.textKey = true, FirstOf(s.textKey, top)
	case meansOld, meansNew:
		s.hasEdit = true
	}
}

// addLine adds a text that is a whole command.
func (s *shape) addLine(o *scope, line, top string) {
	s.noteSource(0)
	if len(o.commands) == 0 {
		o.key = top
	}
	o.commands = append(o.commands, []string{line})
}

// close joins the parts of one object: a program, its arguments, its input.
func (s *shape) close(o *scope) {
	args := o.args
	if len(o.commands) == 0 {
		program := FirstOf(o.program, o.file)
		switch {
		case o.program != "" && (len(args) > 0 || o.argument != "" || s.all || strings.Contains(o.program, " ")),
			len(args) > 1, len(args) == 1 && strings.ContainsAny(args[0], " \t\n"):
			if program == "" {
				program, args = args[0], args[1:]
			}
			o.commands, o.key = [][]string{{program}}, ""
			s.sure = s.sure || o.program != ""
		}
	}
	if len(o.commands) > jsontext.LinearLimit && len(args) > 0 { // not once for each: that would not be linear
		o.commands, args = append(o.commands, args), nil
	}
	for _, words := range o.commands {
		words = append(words[:len(words):len(words)], args...)
		if len(words) > 1 {
			o.key = ""
		}
		if script := scriptOf(words); script > 0 {
			s.addCommand(strings.Join(words[script:], " "))
			if script < 4 && shellAt(words) == 0 {
				continue
			}
		}
		line := shellLine(words)
		if o.argument != "" && !s.all {
			line, o.key = line+" "+o.argument, ""
		}
		s.addCommand(line)
	}
	if len(o.commands) == 0 {
		for _, folder := range o.folders {
			s.addFile(folder, "")
			if name := FirstOf(o.file, o.name); name != "" {
				s.addFile(folder+"/"+name, "")
			}
		}
		return
	}
	if o.input != "" && !s.all { // what the command reads
		s.addCommand(o.input)
		o.key = ""
	}
	if s.commandKey = ""; s.found == 1 {
		s.commandKey = o.key
	}
}

func (s *shape) addCommand(line string) {
	s.found++
	if n := len(s.commands); n == 0 || s.commands[n-1] != line {
		s.commands = append(s.commands, line)
	}
}

func (s *shape) addFile(path, top string) {
	if strings.HasPrefix(path, "http://") || strings.HasPrefix(path, "https://") {
		return
	}
	if s.fileKey = ""; len(s.files) == 0 {
		s.fileKey = top
	}
	s.files = append(s.files, path)
	s.noteSource(1)
}

// noteSource notes the key of a command, 0, or of a file, 1.
func (s *shape) noteSource(what int) {
	if len(s.sources[what]) > 3 || len(s.path) == 0 {
		return
	}
	where := strings.Join(s.path[:min(len(s.path), jsontext.LinearLimit)], ".")
	for _, have := range s.sources[what] {
		if have == where {
			return
		}
	}
	s.sources[what] = append(s.sources[what], where)
}
