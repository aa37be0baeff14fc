package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
)

// reportOrder lists the kinds of replaced texts in the order of the report.
var reportOrder = []string{"secret", "home", "e-mail", "user", "host", "long text"}

const (
	slash = `(?:/|\\+)` // a backslash may stand escaped in JSON text
	// edge matches what stands before a word. In broken JSON a line break is \n, which ends in a
	// letter.
	edge = `(^|\\[bfnrt]|\\u[0-9A-Fa-f]{4}|[^A-Za-z0-9])`
)

// secretPatterns match the keys of examples/secrets.sh, and texts with a name like "token=".
var secretPatterns = []*regexp.Regexp{
	regexp.MustCompile(`()-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?s:.*?)(?:-----END [A-Z0-9 ]*PRIVATE KEY-----|$)`),
	regexp.MustCompile(`()(?:AKIA|ASIA)[A-Z0-9]{16}`),
	regexp.MustCompile(`()gh[opsur]_[A-Za-z0-9]{30,}`),
	regexp.MustCompile(`()github_pat_[A-Za-z0-9_]{22,}`),
	regexp.MustCompile(`()glpat-[A-Za-z0-9_-]{20,}`),
	regexp.MustCompile(`()npm_[A-Za-z0-9]{36,}`),
	regexp.MustCompile(`()sk-ant-[A-Za-z0-9_-]{20,}`),
	regexp.MustCompile(edge + `sk-(?:(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,}|[A-Za-z0-9]{32,})`),
	regexp.MustCompile(`()[sr]k_live_[A-Za-z0-9]{16,}`),
	regexp.MustCompile(`()xox[abeoprs]-[A-Za-z0-9-]{10,}`),
	regexp.MustCompile(edge + `AIza[A-Za-z0-9_-]{35,}`),
	regexp.MustCompile(`()eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*`),
	regexp.MustCompile(`(?i)\b((?:bearer|basic) +)[A-Za-z0-9._~+/=-]{12,}`),
	regexp.MustCompile(`([a-z][a-z0-9+.-]*://[^/\s:@"]*:)[^/\s@"]+@`),
	regexp.MustCompile(`(?i)((?:api_?-?key|access_?-?key|token|secret|passw(?:or)?d|passphrase)(?:\\?["'])?\s*[=:]\s*(?:\\?["'])?)[^\s"'\\&;,)}\]]{6,}`),
}

var (
	secretKey  = regexp.MustCompile(`(?i)(api[_-]?key|access[_-]?key|token|secret|passw(or)?d|passphrase|authorization|cookie|credentials?)$`)
	homeFolder = regexp.MustCompile(`(?i)(` + slash + `(?:home|users)` + slash + `)([^/\\\s"'<>|:*?$(){}]+)`)
	// ownHome is stricter than homeFolder, because the names that it finds are replaced
	// everywhere.
	ownHome = regexp.MustCompile(edge + `(?:(?:/[a-z])?/(?:home|Users)/|[A-Za-z]:` + slash + `Users` + slash +
		`)([^/\\\s"'<>|:*?$(){}]+)`)
	quotedText  = regexp.MustCompile(`"(?:[^"\\]|\\.)*`)
	email       = regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}`)
	commonNames = []string{"root", "home", "tmp", "workspace", "user", "users", "dev", "shared", "public", "runner",
		"ubuntu", "admin", "node", "app", "vscode", "localhost", "host"}
)

// A scrubber replaces private data.
type scrubber struct {
	home, host string
	users      []string
	words      []word
	maxText    int
	counts     map[string]int
}

// A word is a name to replace where it stands alone.
type word struct {
	kind, replacement string
	re                *regexp.Regexp
}

func newScrubber(home, host string, long int) *scrubber {
	s := &scrubber{home: strings.TrimRight(home, `/\`), host: host, maxText: long}
	if at := strings.LastIndexAny(s.home, `/\`); at >= 0 {
		s.addUser(s.home[at+1:])
	}
	short, _, _ := strings.Cut(host, ".")
	for _, h := range [...]string{host, short} {
		s.addWord("host", "host", h)
	}
	return s
}

// learnUsers adds the user names in the home folders of a text.
func (s *scrubber) learnUsers(text []byte) {
	for _, m := range ownHome.FindAllSubmatch(text, -1) {
		s.addUser(string(m[2]))
	}
}

func (s *scrubber) addUser(user string) {
	if !slices.Contains(s.users, user) {
		s.users = append(s.users, user)
		s.addWord("user", "user", user)
	}
}

// addWord adds a name, unless it is so short or common that it would match other words.
func (s *scrubber) addWord(kind, in, name string) {
	if utf8.RuneCountInString(name) >= 3 && !slices.Contains(commonNames, strings.ToLower(name)) {
		s.words = append(s.words, word{kind, in,
			regexp.MustCompile(`(?i)` + edge + regexp.QuoteMeta(name) + `($|[^A-Za-z0-9])`)})
	}
}

// scrubFile cleans the values of JSON, each line of JSON lines, and anything else as text.
func (s *scrubber) scrubFile(data []byte) []byte {
	inner := bytes.Trim(data, "\uFEFF \t\r\n") // Cursor on Windows sends two byte order marks
	if len(inner) > 0 && inner[0] == '{' {
		at := bytes.Index(data, inner)
		front, back := data[:at], data[at+len(inner):]
		switch {
		case json.Valid(inner):
			return slices.Concat(front, s.scrubJSON(inner), back)
		case !jsonLines(inner):
			return slices.Concat(front, s.scrubBroken(inner), back)
		}
	}
	var out, text []byte
	flush := func() {
		for line := range strings.Lines(s.scrubText(string(text))) { // a key may have several lines
			line, end := strings.CutSuffix(line, "\n")
			if out = append(out, s.shorten(line)...); end {
				out = append(out, '\n')
			}
		}
		text = text[:0]
	}
	for line := range bytes.Lines(data) {
		if bytes.HasPrefix(line, []byte("{")) && json.Valid(line) {
			flush()
			out = append(out, s.scrubJSON(line)...)
		} else {
			text = append(text, line...)
		}
	}
	flush()
	return out
}

func jsonLines(data []byte) bool {
	first, _, more := bytes.Cut(bytes.TrimSpace(data), []byte("\n"))
	return more && json.Valid(first)
}

// scrubBroken cleans broken JSON and keeps it broken.
func (s *scrubber) scrubBroken(data []byte) []byte {
	return []byte(quotedText.ReplaceAllStringFunc(s.scrubText(string(data)), func(q string) string {
		return `"` + s.shorten(q[1:])
	}))
}

// scrubJSON cleans the strings of valid JSON. All other bytes stay the same.
func (s *scrubber) scrubJSON(data []byte) []byte {
	out := make([]byte, 0, len(data))
	key := ""
	for i := 0; i < len(data); i++ {
		if data[i] != '"' {
			out = append(out, data[i])
			continue
		}
		end := i + 1
		for ; data[end] != '"'; end++ {
			if data[end] == '\\' {
				end++
			}
		}
		raw := data[i : end+1]
		i = end
		var was string
		if json.Unmarshal(raw, &was) != nil {
			out = append(out, raw...)
			continue
		}
		var is string
		if bytes.HasPrefix(bytes.TrimLeft(data[end+1:], " \t\r\n"), []byte(":")) {
			key, is = was, s.scrubKey(was)
		} else {
			is = s.scrubValue(key, was)
		}
		if is == was {
			out = append(out, raw...)
		} else {
			out = append(out, payload.Quote(is)...)
		}
	}
	return out
}

// scrubKey cleans a key, which may be a path. Names in keys stay, because they are part of the
// shape.
func (s *scrubber) scrubKey(k string) string {
	if strings.ContainsAny(k, `/\@`) {
		return s.scrubText(k)
	}
	return s.scrubSecrets(k)
}

// scrubValue cleans a string. JSON inside a string keeps its shape.
func (s *scrubber) scrubValue(key, v string) string {
	if secretKey.MatchString(key) && v != "" {
		s.counts["secret"]++
		return "[secret]"
	}
	if strings.HasPrefix(v, "{") || strings.HasPrefix(v, "[") {
		if json.Valid([]byte(v)) {
			return string(s.scrubJSON([]byte(v)))
		}
	}
	return s.shorten(s.scrubText(v))
}

func (s *scrubber) scrubSecrets(t string) string {
	for _, re := range secretPatterns {
		t = re.ReplaceAllStringFunc(t, func(m string) string {
			if strings.HasSuffix(strings.TrimRight(m, "]@"), "[secret") {
				return m
			}
			s.counts["secret"]++
			front := re.FindStringSubmatch(m)[1]
			if strings.HasSuffix(m, "@") {
				return front + "[secret]@"
			}
			return front + "[secret]"
		})
	}
	return t
}

// scrubText cleans a text and does not shorten it.
func (s *scrubber) scrubText(t string) string {
	t = s.scrubSecrets(t)
	if len(s.home) > 1 {
		t = s.replacePath("home", t, s.home, "/home/user")
	}
	t = homeFolder.ReplaceAllStringFunc(t, func(m string) string {
		part := homeFolder.FindStringSubmatch(m)
		if part[2] == "user" {
			return m
		}
		s.counts["home"]++
		return part[1] + "user"
	})
	t = email.ReplaceAllStringFunc(t, func(m string) string {
		s.counts["e-mail"]++
		return "someone@example.com"
	})
	for _, w := range s.words {
		for range 2 { // two neighbours share the character between them
			t = w.re.ReplaceAllStringFunc(t, func(m string) string {
				s.counts[w.kind]++
				part := w.re.FindStringSubmatch(m)
				return part[1] + w.replacement + part[2]
			})
		}
	}
	return t
}

// replacePath replaces a path, but not the start of a longer name.
func (s *scrubber) replacePath(kind, t, path, with string) string {
	var b strings.Builder
	for {
		i := strings.Index(t, path)
		if i < 0 {
			return b.String() + t
		}
		rest := t[i+len(path):]
		b.WriteString(t[:i])
		if rest == "" || !strings.ContainsAny(rest[:1],
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") {
			s.counts[kind]++
			b.WriteString(with)
		} else {
			b.WriteString(path)
		}
		t = rest
	}
}

// shorten cuts a long text.
func (s *scrubber) shorten(t string) string {
	n := utf8.RuneCountInString(t)
	if s.maxText == 0 || n <= s.maxText {
		return t
	}
	s.counts["long text"]++
	head := []rune(t)[:min(40, s.maxText)]
	return fmt.Sprintf("%s [%d characters cut]", strings.TrimRight(string(head), `\`), n-len(head))
}
