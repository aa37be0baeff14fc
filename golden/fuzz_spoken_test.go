package golden

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// A spoken is what docs/contract.md makes of a hook's exit code and stdout, read
// with encoding/json alone: what mapping understands is held against it.
type spoken struct {
	deny, ask, allow, stop                  bool
	input, output, context, message, native bool
	wrong                                   bool // a word that the contract does not have
	sole                                    bool // stdout is one JSON object
	text                                    bool // stdout holds more than objects
	empty                                   bool
	failed                                  bool // for certain: the hook gave no answer
	cut                                     bool // what was cut off may be the answer
	spelled                                 bool // broken JSON said something
}

func listen(stdout []byte, exit int, cut bool) (s spoken) {
	out := trimmed(stdout)
	s.empty = len(out) == 0
	var only map[string]json.RawMessage
	switch {
	case !s.empty && cut && exit == 0:
		s.cut = true
		return s
	case !s.empty && out[0] == '{' && json.Unmarshal(out, &only) == nil:
		s.sole = true
		s.read(out)
	default:
		s.lines(out)
	}
	switch {
	case exit == 2:
		s.ask, s.allow, s.input, s.output, s.native, s.wrong = false, false, false, false, false, false
		s.deny, s.stop = true, s.stop && s.sole
	case exit != 0:
		s = spoken{failed: true}
	case s.deny || s.ask || s.stop:
		s.allow, s.wrong = false, false
	case s.wrong:
		s = spoken{failed: true}
	}
	return s
}

// lines reads text and objects: of those that begin a line only what holds back.
func (s *spoken) lines(out []byte) {
	for len(out) > 0 {
		line := bytes.TrimLeft(out, " \t")
		if len(line) > 0 && line[0] == '{' {
			d := json.NewDecoder(bytes.NewReader(line))
			var object json.RawMessage
			if d.Decode(&object) == nil {
				one := spoken{}
				one.read(object)
				s.deny, s.ask, s.stop, s.wrong = s.deny || one.deny, s.ask || one.ask, s.stop || one.stop, s.wrong || one.wrong
				out = line[d.InputOffset():]
				continue
			}
			s.spell(line)
		}
		s.text = true
		_, out, _ = bytes.Cut(out, []byte("\n"))
	}
}

// spell reads the first broken object that seems to decide something, by its words.
func (s *spoken) spell(object []byte) {
	first, _, _ := bytes.Cut(object, []byte("\n"))
	if s.spelled || !bytes.Contains(first, []byte("ecision")) && !bytes.Contains(first, []byte(`"continue"`)) {
		return
	}
	s.spelled = true
	words := strings.ToLower(string(squeezed(object)))
	s.deny = s.deny || strings.Contains(words, `decision":"deny"`) || strings.Contains(words, `decision":"block"`) || strings.Contains(words, `behavior":"deny"`)
	s.ask = s.ask || strings.Contains(words, `decision":"ask"`)
	s.stop = s.stop || strings.Contains(words, `"continue":false`)
}

// squeezed is a text without space and quoting, with its \u escapes read.
func squeezed(text []byte) (out []byte) {
	for i := 0; i < len(text); i++ {
		c, quoted := text[i], i > 0 && text[i-1] == '\\'
		var code [1]byte
		if quoted && c == 'u' && i+4 < len(text) && string(text[i+1:i+3]) == "00" {
			if _, err := hex.Decode(code[:], text[i+3:i+5]); err == nil {
				c, i = code[0], i+4
			}
		}
		if c > ' ' && c != '\\' && !(quoted && strings.IndexByte("ntr", c) >= 0) {
			out = append(out, c)
		}
	}
	return out
}

// read notes the members of one object, and of those in which Claude Code's
// output has more.
func (s *spoken) read(object []byte) {
	var all map[string]json.RawMessage
	if json.Unmarshal(object, &all) != nil {
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
			s.wrong = s.wrong || string(raw) != "true" && string(raw) != "false"
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
