package hookmd

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

const head = "---\nname: n\ndescription: d\ntrigger: before_tool\n"

func TestFrontMatter(t *testing.T) {
	for _, c := range [...]struct {
		text string
		want string // of the hook
		warn string // separated by "; "
	}{
		{head + "---\n", "n before_tool  30s false 100", ""},
		{"\ufeff" + strings.ReplaceAll(head, "\n", "\r\n") + "---\r\n\r\nname: 5\r\n", "n before_tool  30s false 100",
			""},
		{head + "--- \nbody\n---\n", "n before_tool  30s false 100", ""},
		{head + "timeout: 5000\nasync: true\npriority: 0\n---", "n before_tool  5s true 0", ""},
		{head + "timeout: 100\npriority: 1000\nmetadata:\n  a: [1, {b: 2}]\n---\n", "n before_tool  100ms false 1000",
			""},
		{head + "timeout: 600000\nmatcher:\n  tool: \"Shell\" # a comment\n  pattern: \"rm -rf /|mkfs|>:/dev/sda\"\n---\n", "n before_tool Shell rm -rf /|mkfs|>:/dev/sda 10m0s false 100", ""},
		{head + "matcher: {pattern: '\\.(py|js|ts)$'}\n---\n", `n before_tool  \.(py|js|ts)$ 30s false 100`, ""},
		{head + "matcher:\n  pattern: \"it's \\\"50%\\\"!\"\n---\n",
			`n before_tool  it\x{27}s \x{22}50\x{25}\x{22}\x{21} 30s false 100`, ""},
		{head + "matcher:\n  pattern: \"\\.py$\"\n---\n", `n before_tool  \.py$ 30s false 100`,
			`HOOK.md:6: YAML has no \. in double quotes`},
		{head + "matcher: {tool: \"\\bShell\\b|\\d\", pattern: \"a\\\\.b\\.\\\"c\"}\n---\n",
			`n before_tool \bShell\b|\d a\.b\.\x{22}c 30s false 100`,
			`HOOK.md:5: YAML has no \d in double quotes; HOOK.md:5: YAML has no \. in double quotes`},
		{head + "matcher:\n  tool: \"S\\x68ell\"\n  pattern: \"\\w\\tx\"\n---\n", `n before_tool Shell \w\tx 30s false 100`,
			`HOOK.md:7: YAML has no \w in double quotes`},
		{head + "matcher:\n  pattern: \"rm\\b\"\n---\n", `n before_tool  rm\x{8} 30s false 100`,
			`HOOK.md:6: matcher.pattern has a backspace`},
		{head + "matcher:\n  tool:\n  pattern: ''\ntimeout:\nasync:\n---\n", "n before_tool  30s false 100", ""},
		{head + "matcher:\n---\n", "n before_tool  30s false 100", ""},
		{"---\nname: \"" + strings.Repeat("ä", 64) + "\"\ndescription: |\n  two\n  lines\ntrigger: before_stop\n---\n",
			strings.Repeat("ä", 64) + " before_stop  30s false 100", ""},
		{head + "colour: red\nmatcher:\n  tools: Shell\n---\n", "n before_tool  30s false 100",
			`HOOK.md:5: unknown key "colour"; HOOK.md:7: unknown key "tools" in matcher`},
		{head + "matcher:\n  tool: Bash\n---\n", "n before_tool Bash  30s false 100",
			"HOOK.md:6: matcher.tool matches none of Shell ReadFile"},
		{strings.Replace(head, "before_tool", "pre_compact", 1) + "matcher:\n  tool: Shell\n---\n",
			"n pre_compact Shell  30s false 100", "HOOK.md:5: a matcher works only for tools"},
	} {
		r := reader{file: FileName}
		h := r.read([]byte(c.text))
		got := fmt.Sprint(h.Name, " ", h.Trigger, " ", h.Tool, " ", h.Pattern, " ", h.Timeout, " ", h.Async, " ",
			h.Priority)
		if len(r.errors) > 0 || strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(c.want), " ") {
			t.Errorf("%q:\n%s\n%v", c.text, got, r.errors)
		}
		warn := strings.Split(c.warn, "; ")
		if c.warn == "" {
			warn = nil
		}
		ok := len(warn) == len(r.warnings)
		for i := range warn {
			ok = ok && strings.HasPrefix(r.warnings[i].String(), warn[i])
		}
		if !ok {
			t.Errorf("%q: %v", c.text, r.warnings)
		}
	}
}

// bomb grows to 9 to the power of 9 texts where aliases are followed.
func bomb() string {
	b := "a0: &a0 [x,x,x,x,x,x,x,x,x]\n"
	for i := 1; i < 10; i++ {
		one := fmt.Sprintf("*a%d", i-1)
		b += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(one+",", 9), ","))
	}
	return b
}

func TestBadFrontMatter(t *testing.T) {
	for _, c := range [...]struct{ text, err string }{
		{"", "HOOK.md:1: the front matter has no end"},
		{"# Title\n", "HOOK.md:1: does not begin with front matter"},
		{"name: n\n---\n", "HOOK.md:1: does not begin with front matter"},
		{head, "HOOK.md:1: the front matter has no end"},
		{"---\n---\n", "HOOK.md:1: the front matter is not a list of keys"},
		{"---\n- a\n---\n", "HOOK.md:1: the front matter is not a list of keys"},
		{"---\nname: n\ntrigger: before_tool\n---\n", "HOOK.md:1: has no description"},
		{"---\nname: n\ndescription: d\n---\n", "HOOK.md:1: has no trigger"},
		{"---\ndescription: d\ntrigger: before_tool\n---\n", "HOOK.md:1: has no name"},
		{"---\nname: ''\n---\n", "HOOK.md:2: name is empty"},
		{"---\nname: 5\n---\n", "HOOK.md:2: name must be a text; put it in quotes"},
		{"---\nname: [n]\n---\n", "HOOK.md:2: name must be a text"},
		{"---\nname: \"a\\tb\"\n---\n", "HOOK.md:2: name has invisible characters"},
		{"---\nname: " + strings.Repeat("n", 65) + "\n---\n", "HOOK.md:2: name is longer than 64 characters"},
		{"---\ndescription: " + strings.Repeat("d", 1025) + "\n---\n",
			"HOOK.md:2: description is longer than 1024 characters"},
		{"---\ntrigger: before_tea\n---\n", `HOOK.md:2: trigger "before_tea": unknown event; use one of: session_start`},
		{head + "name: m\n---\n", "HOOK.md:5: name occurs twice"},
		{head + "timeout: 99\n---\n", `HOOK.md:5: timeout "99" must be a whole number from 100 to 600000 ms`},
		{head + "timeout: 600001\n---\n", `HOOK.md:5: timeout "600001"`},
		{head + "timeout: 5s\n---\n", `HOOK.md:5: timeout "5s"`},
		{head + "timeout: 1e3\n---\n", `HOOK.md:5: timeout "1e3"`},
		{head + "timeout: 99999999999999999999999\n---\n", "HOOK.md:5: timeout"},
		{head + "priority: -1\n---\n", `HOOK.md:5: priority "-1" must be a whole number from 0 to 1000`},
		{head + "priority: 1001\n---\n", `HOOK.md:5: priority "1001"`},
		{head + "async: maybe\n---\n", "HOOK.md:5: async must be true or false"},
		{head + "metadata: 5\n---\n", "HOOK.md:5: metadata must be an object"},
		{head + "matcher: Shell\n---\n", "HOOK.md:5: matcher must be an object"},
		{head + "metadata: \"\\.py$\"\n---\n", "single quotes"},
		{head + "matcher:\n  pattern: '('\n---\n", `HOOK.md:6: matcher.pattern: missing closing ): "("`},
		{head + "matcher:\n  tool: '(?!Shell)'\n---\n",
			"HOOK.md:6: matcher.tool: invalid or unsupported Perl syntax: \"(?!\"; expressions are Go's (RE2), without look-around"},
		{head + "matcher:\n  tool: '(?<=a)b'\n---\n", "without look-around"},
		{head + "matcher:\n  tool: '(a)\\1'\n---\n", "back references"},
		{head + "matcher:\n  tool: 'a++'\n---\n", "possessive"},
		{head + "matcher:\n  tool: 'a{1001}'\n---\n", "HOOK.md:6: matcher.tool: invalid repeat count"},
		{head + "matcher:\n  tool: [Shell]\n---\n", "HOOK.md:6: matcher.tool must be a text"},
		{head + "matcher:\n  tool: 5\n---\n", "HOOK.md:6: matcher.tool must be a text"},
		{head + "matcher:\n  pattern: " + strings.Repeat("p", maxExpression+1) + "\n---\n",
			"HOOK.md:6: matcher.pattern is longer than 2000 characters"},
		{head + "x: [\n---\n", "HOOK.md:"},
		{head + "\tx: 1\n---\n", "the front matter is not YAML"},
		{head + "x: \xff\n---\n", "HOOK.md:5: is not UTF-8"},
		{head + bomb() + "---\n", "HOOK.md:5: YAML anchors do not work here: &a0"},
		{head + "metadata:\n  a: *b\n---\n", "the front matter is not YAML: unknown anchor 'b' referenced"},
		{head + "metadata: !!python/object/apply:os.system [ls]\n---\n", "HOOK.md:5: YAML tags do not work here"},
		{head + "metadata: " + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + "\n---\n",
			"HOOK.md:5: it is nested too deep"},
		{head + "? [a, b]\n: c\n---\n", "HOOK.md:5: a key must be a text"},
		{head + "metadata: \"" + strings.Repeat("m", maxMatter) + "\"\n---\n",
			"HOOK.md:5: the front matter is longer than 16 KiB"},
		{head + "---\n" + strings.Repeat("text\n", 1<<18), "HOOK.md: is larger than 256 KiB"},
	} {
		r := reader{file: FileName}
		began := time.Now()
		r.read([]byte(c.text))
		if len(r.errors) == 0 || !strings.Contains(r.errors[0].String(), c.err) {
			t.Errorf("%.80q: %v", c.text, r.errors)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%.80q took %s", c.text, took)
		}
	}
}

func FuzzFrontMatter(f *testing.F) {
	f.Add(head + "matcher:\n  pattern: \"it's\"\n---\n")
	f.Add(head + bomb() + "---\n")
	f.Fuzz(func(t *testing.T, text string) {
		r := reader{file: FileName}
		if h := r.read([]byte(text)); len(r.errors) == 0 &&
			(h.Name == "" || h.Timeout < minTimeout || h.Priority > maxPriority) {
			t.Errorf("%q: %+v", text, h)
		}
	})
}

// An expression that was spelt otherwise means what it did.
func TestSpell(t *testing.T) {
	texts := []string{"", "a", `"`, "'", "%PATH%", "!", `\`, "a\"b", "it's", "x\ny", "\u200b", `"%'!`, `\"`, "100%",
		`\'`}
	for _, s := range []string{"a", `"`, `\"`, `['"%]`, `[^'"]b`, `'+`, `\\'`, `\\\'`, "(?P<x>')", `\Q"%\E`, `a|"|b`,
		"x\ny", "\u200b", `%{2}`, `^!$`, `\x{27}`} {
		got, err := shellSafe(s)
		if err != nil || strings.ContainsAny(got, "\"'%!\n\u200b") {
			t.Errorf("%q: %q %v", s, got, err)
			continue
		}
		was, is := regexp.MustCompile(s), regexp.MustCompile(got)
		for _, text := range texts {
			if was.MatchString(text) != is.MatchString(text) {
				t.Errorf("%q and %q differ on %q", s, got, text)
			}
		}
	}
}
