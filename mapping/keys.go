package mapping

import (
	"strings"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// The likely meaning of a key of an unlisted tool's input, or of a word of its name. The
// spellings are those of the tables and of MCP servers. One command or file too many costs a
// hook some time. One too few may cost the user data.

// A meaning is what a key says about its value.
type meaning uint8

const (
	meansNothing meaning = iota
	meansCommand
	meansCode    // a command, or the text of a file
	meansVerb    // a command if the value looks like one: run, shell
	meansProgram // a command together with its arguments
	meansArgs
	meansPath
	meansPlace // a path if the value looks like one: target, uri, to
	meansFolder
	meansName     // the last part of a path, beside a folder
	meansEdits    // by file, or a list
	meansCwd      // where the tool works; nothing is done to it
	meansSettings // names and values that nothing is done to
	meansPatch
	meansInput // anything: JSON, a patch, the text of a file
	meansText  // the text of a file
	meansWords // what is said or looked for
	meansLabel // about the call: an id, a kind, a description
	meansNew
	meansOld
)

// wholeKeys and lastWords hold keys of the same meaning in each line. The line begins with
// the letter of the meaning: a is meansNothing, b the next.
const (
	wholeKeys = `
c code sourcecode snippet cellsource
b bash powershell pwsh stdin chars keystrokes eval statement expression
d run exec execute shell sh keys process
e program executable exe bin binary
f args argv arguments argument params parameters
l cwd workdir workingdir workingdirectory currentdirectory currentdir workspace workspaceroot projectpath projectroot
l root rootdir
m env environment headers
j name base basename
k changes changeset edits modifications updates patches diffs
o input body data
p text content contents filetext filecontent filecontents codecontent markdown html
q message prompt instructions query pattern regex
r description explanation title reason summary comment label xpath
n patch diff patchtext unifieddiff
h from to in out
`
	lastWords = `
b command commands cmd cmds cmdline commandline commandlines script scripts shellscript bashscript
g path paths file files filename filenames filepath filepaths pathname pathnames destination destinations dest dst src
h uri uris url urls source sources target targets location locations document notebook link object item items resource
i dir dirs directory directories folder folders
r id ids uuid type kind mode language lang encoding version status timeout color model description explanation title
r reason summary output result count length
`
)

// lineOf returns the sign at the start of the line that holds a word, 0 if none does.
func lineOf(table, word string) byte {
	for at := 0; word != ""; {
		i := strings.Index(table[at:], word)
		if i < 0 {
			break
		}
		i += at
		at = i + len(word)
		if table[i-1] == ' ' && (table[at] == ' ' || table[at] == '\n') {
			return table[strings.LastIndexByte(table[:i], '\n')+1]
		}
	}
	return 0
}

// meaningOf judges a key by all of it and by its last word: TargetFile is a file, file_text
// is not.
func meaningOf(key string) meaning {
	var room [64]byte
	all, last := squeeze(room[:0], key)
	if sign := lineOf(wholeKeys, jsontext.View(all)); sign > 0 {
		return meaning(sign - 'a')
	}
	if sign := lineOf(lastWords, last); sign > 0 {
		return meaning(sign - 'a')
	}
	switch s := jsontext.View(all); {
	case strings.HasSuffix(s, "path"), strings.HasSuffix(s, "paths"), s == "targetfile",
		strings.HasPrefix(s, "filename"), strings.HasSuffix(s, "filename"):
		return meansPath
	case strings.HasPrefix(s, "old"), strings.HasPrefix(s, "search"), strings.HasPrefix(s, "targetcontent"):
		return meansOld
	case strings.HasPrefix(s, "new"), strings.HasPrefix(s, "replace"), strings.HasPrefix(s, "insert"):
		return meansNew
	case strings.Contains(s, "command"), strings.HasPrefix(s, "cmd"):
		return meansCommand
	case strings.Contains(s, "path"):
		return meansPath
	case strings.Contains(s, "file"):
		return meansPlace
	}
	return anyWord(key)
}

// anyWord judges a key by any word that means a command: scriptContent, to_execute.
func anyWord(key string) (m meaning) {
	forEachNameWord(key, func(word string) {
		word = strings.ToLower(word)
		if lineOf(lastWords, word) == 'a'+byte(meansCommand) {
			m = meansCommand
		} else if m == meansNothing && lineOf(wholeKeys, word) == 'a'+byte(meansVerb) {
			m = meansVerb
		}
	})
	return m
}

// squeeze appends a name in lower case without the signs between its words. It also returns
// the last word. A number at the end is left out.
func squeeze(b []byte, name string) (all []byte, last string) {
	start := len(b)
	forEachNameWord(name, func(word string) {
		if strings.Trim(word, "0123456789") == "" && len(b) > 0 {
			return
		}
		start = len(b)
		for i := 0; i < len(word); i++ {
			c := word[i]
			if isUpper(c) {
				c |= 0x20
			}
			b = append(b, c)
		}
	})
	end := len(b)
	for end > start+1 && b[end-1] >= '0' && b[end-1] <= '9' {
		end--
	}
	return b[:end], jsontext.View(b[start:end])
}

// forEachNameWord calls f for every word of a name: run_command, run-command, runCommand
// and RunCOMMAND have two.
func forEachNameWord(name string, f func(word string)) {
	if strings.Contains(name, "ſ") || strings.Contains(name, "K") { // as Go's parser takes them
		name = strings.ReplaceAll(strings.ReplaceAll(name, "ſ", "s"), "K", "k")
	}
	start := 0
	end := func(i int) {
		if i > start {
			f(name[start:i])
		}
		start = i
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case !isLetter(c):
			end(i)
			start = i + 1
		case i > 0 && isUpper(c) && (isLower(name[i-1]) || i+1 < len(name) && isLower(name[i+1])):
			end(i)
		}
	}
	end(len(name))
}

// isLetter reports whether a byte may be in a word. Bytes above ASCII may.
func isLetter(c byte) bool { return isLower(c) || isUpper(c) || c >= '0' && c <= '9' || c >= 0x80 }
func isLower(c byte) bool  { return c >= 'a' && c <= 'z' }
func isUpper(c byte) bool  { return c >= 'A' && c <= 'Z' }

// sameName compares names as people do: shellCommand is shell_command.
func sameName(a, b string) bool {
	i, j := 0, 0
	for {
		for i < len(a) && !isLetter(a[i]) {
			i++
		}
		for j < len(b) && !isLetter(b[j]) {
			j++
		}
		if i == len(a) || j == len(b) {
			return i == len(a) && j == len(b)
		}
		c, d := a[i], b[j]
		if isUpper(c) {
			c |= 0x20
		}
		if isUpper(d) {
			d |= 0x20
		}
		if c != d {
			return false
		}
		i++
		j++
	}
}
