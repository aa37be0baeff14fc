package golden

import (
	"bytes"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// A printer is what a hook may print a text with that the agent wrote.
type printer struct {
	name   string
	print  func(string) string
	script string // the same as a line of shell that prints $X; "" has none to compare with
	shell  string
}

var printers = []printer{
	{"as it is", func(s string) string { return s + "\n" }, `printf '%s\n' "$X"`, "sh"},
	{"echo of dash", echo, `echo "$X"`, "dash"},
	{"echo -e of bash", func(s string) string { return line(unescaped(s, "echo -e")) }, `echo -e "$X"`, "bash"},
	{"printf with its format", func(s string) string { return directives(s) }, `printf "$X" 2>/dev/null`, "bash"},
	{"printf %b", func(s string) string { return strings.TrimSuffix(unescaped(s, "%b"), cutOffHere) }, `printf %b "$X"`, "bash"},
	{"JSON in JSON", jsonUnescaped, "", ""},
	{"xargs", func(s string) string {
		return strings.NewReplacer(`\\`, `\`, `\"`, `"`, `"`, "", "'", "").Replace(s) + "\n"
	}, "", ""},
	{"read without -r", func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, `\\`, "\x00"), `\`, "") + "\n" }, "", ""},
	{"percent-decoding", percentDecoded, "", ""},
	{"echo of an echo", func(s string) string { return echo(strings.TrimRight(echo(s), "\n")) }, `echo "$(echo "$X")"`, "dash"},
	{"below a blank line", func(s string) string { return "\n\n" + s + "\n\n" }, "", ""},
	{"below a log line", func(s string) string { return "checking " + s + "\n" + s + "\n" }, "", ""},
	{"in the hook's own object", func(s string) string { return `{"reason":"seen: ` + s + `"}` }, "", ""},
}

// cutOffHere stands at the end of what \c has cut off, the line break too.
const cutOffHere = "\xff"

func echo(s string) string { return line(unescaped(s, "echo")) }

func line(s string) string {
	if cut, ok := strings.CutSuffix(s, cutOffHere); ok {
		return cut
	}
	return s + "\n"
}

// unescaped reads the escapes that one of the shells' printers reads: dash's echo
// knows \0NNN, bash's \xHH and \u too, and %b octal numbers without the 0.
func unescaped(s, how string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		number := func(from, digits, base int) bool {
			end := from
			for end < len(s) && end < from+digits {
				if _, err := strconv.ParseUint(s[end:end+1], base, 8); err != nil {
					break
				}
				end++
			}
			if end == from && base == 16 {
				return false
			}
			n, _ := strconv.ParseUint(s[from:end], base, 32)
			if digits > 3 {
				b.WriteString(string(utf8.AppendRune(nil, rune(n))))
			} else {
				b.WriteByte(byte(n))
			}
			i = end - 1
			return true
		}
		c := s[i]
		switch {
		case c == 'c' && how != "format":
			return b.String() + cutOffHere
		case strings.IndexByte("abefnrtv", c) >= 0 && (c != 'e' || how != "echo"):
			b.WriteString(map[byte]string{'a': "\a", 'b': "\b", 'e': "\x1b", 'f': "\f", 'n': "\n", 'r': "\r", 't': "\t", 'v': "\v"}[c])
		case c == '\\':
			b.WriteByte('\\')
		case c == '0' && how != "format":
			number(i+1, 3, 8)
		case c >= '0' && c <= '7' && how != "echo -e":
			number(i, 3, 8)
		case c == 'x' && how != "echo" && number(i+1, 2, 16):
		case c == 'u' && how != "echo" && number(i+1, 4, 16):
		case c == 'U' && how != "echo" && number(i+1, 8, 16):
		case c == '"' && how == "format":
			b.WriteByte('"')
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}

// directives prints a text as bash's printf does that takes it for its format.
func directives(s string) string {
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			i = len(s)
		}
		b.WriteString(unescaped(s[:i], "format"))
		if s = s[i:]; s == "" {
			break
		}
		end := 1
		for end < len(s) && strings.IndexByte(" #+-0123456789.", s[end]) >= 0 {
			end++
		}
		if end == len(s) {
			break
		}
		switch s[end] {
		case '%':
			b.WriteByte('%')
		case 'd', 'i', 'u', 'x', 'o':
			if !strings.Contains(s[:end], ".0") {
				b.WriteByte('0')
			}
		case 'c':
			width, _ := strconv.Atoi(strings.Trim(s[1:end], " #+-.'"))
			b.WriteString(strings.Repeat(" ", max(width-1, 0)) + "\x00")
		case 's', 'b':
		default:
			return b.String() // it ends with an error
		}
		s = s[end+1:]
	}
	return b.String()
}

func jsonUnescaped(s string) string {
	return strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\/`, "/", `\n`, "\n").Replace(strings.TrimSuffix(unescaped(strings.ReplaceAll(s, `\\u`, `\u`), "echo -e"), cutOffHere)) + "\n"
}

func percentDecoded(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b.WriteByte(byte(n))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String() + "\n"
}

// hidings are ways to write a text so that one of the printers shows it.
var hidings = []struct {
	name string
	hide func(s string, at int) string
}{
	{"plain", func(s string, _ int) string { return s }},
	{"octal for echo", func(s string, at int) string { return hideOne(s, at, "\\0%o") }},
	{"octal for printf", func(s string, at int) string { return hideOne(s, at, "\\%o") }},
	{"hexadecimal", func(s string, at int) string { return hideOne(s, at, "\\x%x") }},
	{"a code point", func(s string, at int) string { return hideOne(s, at, "\\u00%x") }},
	{"a long code point", func(s string, at int) string { return hideOne(s, at, "\\U000000%x") }},
	{"percent", func(s string, at int) string { return hideOne(s, at, "%%%x") }},
	{"all octal", func(s string, _ int) string { return hideAll(s, "\\0%o") }},
	{"all hexadecimal", func(s string, _ int) string { return hideAll(s, "\\x%x") }},
	{"octal of octal", func(s string, at int) string { return strings.ReplaceAll(hideOne(s, at, "\\0%o"), `\`, `\0134`) }},
	{"an empty directive", func(s string, at int) string { return s[:at] + "%s" + s[at:] }},
	{"a wide directive", func(s string, at int) string { return s[:at] + "%-0.0d" + s[at:] }},
	{"quotes of xargs", func(s string, at int) string {
		return strings.ReplaceAll(s[:at], `"`, `\"`) + "''" + strings.ReplaceAll(s[at:], `"`, `\"`)
	}},
	{"a lone backslash", func(s string, at int) string { return s[:at] + `\` + s[at:] }},
	{"quoted", func(s string, _ int) string { return strings.Trim(strconv.Quote(s), `"`) }},
	{"and cut off", func(s string, _ int) string { return s + `\c; rm -rf ~` }},
	{"and hidden and cut off", func(s string, at int) string { return hideOne(s, at, "\\0%o") + `\c; rm -rf ~` }},
}

func hideOne(s string, at int, format string) string {
	return s[:at] + spell(format, s[at]) + s[at+1:]
}

func hideAll(s, format string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteString(spell(format, s[i]))
	}
	return b.String()
}

// spell writes a byte in one of the escapes above.
func spell(format string, c byte) string {
	switch {
	case strings.HasSuffix(format, "%o"):
		octal := "00" + strconv.FormatUint(uint64(c), 8)
		return strings.TrimSuffix(format, "%o") + octal[len(octal)-3:]
	default:
		hex := "0" + strconv.FormatUint(uint64(c), 16)
		return strings.ReplaceAll(strings.TrimSuffix(format, "%x"), "%%", "%") + hex[len(hex)-2:]
	}
}

// The printers of this file do what the shells do.
func TestPrinters(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		return
	}
	const s = `{"decision":"allow"}`
	for _, p := range printers {
		if p.script == "" {
			continue
		}
		if _, err := exec.LookPath(p.shell); err != nil {
			t.Logf("%s is not here", p.shell)
			continue
		}
		for _, h := range hidings {
			for _, text := range [...]string{h.hide(s, 15), h.hide(`a\tb\\c\q`, 3)} {
				c := exec.Command(p.shell, "-c", p.script)
				c.Env = []string{"X=" + text, "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"}
				real, _ := c.Output()
				if got := p.print(text); !bytes.Equal([]byte(got), real) {
					t.Errorf("%s prints %q as %q, here %q", p.name, text, real, got)
				}
			}
		}
	}
}
