package golden

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// A spoken is what docs/contract.md makes of a hook's exit code and stdout, read with
// encoding/json alone: what mapping understands is held against it. Of stdout that is
// no JSON object it knows only whether something against the action may be in it.
type spoken struct {
	deny, ask, stop                                bool // for certain
	against                                        bool // perhaps: a word of these is in it
	ends                                           bool // perhaps: a word that ends the agent's loop is in it
	allow, input, output, context, message, native bool // at the most
	wrong                                          bool // a word that the contract does not have
	sole                                           bool // stdout is one JSON object
	text                                           bool // stdout holds more than objects
	empty                                          bool
	failed                                         bool // for certain: the hook gave no answer
	cut                                            bool // what was cut off may be the answer
}

func listen(stdout []byte, exit int, cut bool) (s spoken) {
	out := trimmed(stdout)
	letters := lettersOf(out)
	s.empty, s.against, s.ends = len(out) == 0, againstWord.MatchString(letters), endWord.MatchString(letters)
	var only map[string]json.RawMessage
	s.sole = !s.empty && !cut && out[0] == '{' && json.Unmarshal(out, &only) == nil
	switch s.text = !s.sole; {
	case exit != 0 && exit != 2:
		return spoken{failed: true, against: s.against}
	case s.sole:
		s.read(out)
	}
	switch {
	case exit == 2:
		s.ask, s.allow, s.input, s.output, s.native, s.wrong = false, false, false, false, false, false
		s.deny = true
	case cut:
		s.cut = true
	case s.deny || s.ask || s.stop:
		s.allow, s.wrong = false, false
	case s.wrong && !s.against:
		s = spoken{failed: true}
	}
	return s
}

var (
	unicodeEscape = regexp.MustCompile(`\\u[0-9a-fA-F]{4}`)
	noLetter      = regexp.MustCompile(`[^a-z]+`)
	againstWord   = regexp.MustCompile(`deny|block|ask|decline|cancel|continue|halt|terminate|interrupt|followup|stopreason|allowtool`)
	endWord       = regexp.MustCompile(`cancel|continue|halt|terminate|stopreason`)
)

// lettersOf returns a text in lower case without anything that can be spelt in two ways.
func lettersOf(text []byte) string {
	s := unicodeEscape.ReplaceAllStringFunc(string(text), func(escape string) string {
		n, _ := strconv.ParseUint(escape[2:], 16, 16)
		return string(rune(n))
	})
	return noLetter.ReplaceAllString(strings.ToLower(s), "")
}

// read notes the members of one object, and of those in which Claude Code's
// output has more.
func (s *spoken) read(object []byte) {
	var all map[string]json.RawMessage
	if json.Unmarshal(object, &all) != nil || all["openhook"] != nil {
		return
	}
	for key, raw := range all {
		if string(raw) == "null" {
			continue
		}
		switch key {
		case "decision", "permissionDecision", "behavior":
			var word string
			switch {
			case raw[0] == '{':
				s.read(raw)
			case json.Unmarshal(raw, &word) != nil:
				s.wrong = true
			default:
				s.word(word)
			}
		case "hookSpecificOutput":
			s.read(raw)
		case "continue":
			s.stop = s.stop || string(raw) == "false"
		case "updated_input", "updatedInput":
			s.input = s.input || raw[0] == '{'
			s.wrong = s.wrong || raw[0] != '{'
		case "updated_output", "updatedToolOutput", "updatedMCPToolOutput":
			s.output = true
		case "context", "additionalContext", "lint_command":
			s.context = true
		case "system_message", "systemMessage", "message":
			s.message = true
		case "native":
			s.native = raw[0] == '{'
		}
	}
}

func (s *spoken) word(word string) {
	switch strings.ToLower(strings.Trim(word, " \t\r\n")) {
	case "deny", "block":
		s.deny = true
	case "ask":
		s.ask = true
	case "allow", "approve":
		s.allow = true
	default:
		s.wrong = s.wrong || word != ""
	}
}

// trimmed is what is left of a stream without byte order marks and space.
func trimmed(data []byte) []byte {
	for {
		n := len(data)
		data = bytes.TrimPrefix(bytes.TrimSpace(data), []byte("\uFEFF"))
		if len(data) == n {
			return data
		}
	}
}
