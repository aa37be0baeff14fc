package golden

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping"
)

// objections are denials in the words of every client and format.
var objections = []string{
	`{"decision":"deny","reason":"R"}`, `{"decision":"block","reason":"R"}`, `{"Decision":"Deny"}`, `{"continue":false,"stopReason":"R"}`,
	`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}`,
	`{"hookSpecificOutput":{"permissionDecision":"block"}}`, `{"hookSpecificOutput":{"hookEventName":"Stop","permissionDecision":"deny"}}`,
	`{"hookSpecificOutput":{"decision":{"behavior":"deny","message":"R"}}}`, `{"behavior":"deny","message":"R"}`,
	`{"permission":"deny","user_message":"R","agent_message":"R"}`, `{"continue":false,"user_message":"R"}`,
	`{"cancel":true,"errorMessage":"R"}`, `{"permissionDecision":"deny","permissionDecisionReason":"R"}`,
	`{"decision":{"outcome":"deny","reason":"R"}}`, `{"data":{"decision":{"outcome":"deny","reason":"R"}}}`, `{"outcome":"deny","reason":"R"}`,
	`{"allowTool":false,"denyReason":"R"}`, `{"decision":"deny_unless_prior_grant"}`, `{"halt":true,"reason":"R"}`, `{"terminationBehavior":"terminate"}`,
	`{"decision":"deny","decision":"","reason":"R"}`, `{"decision":"","decision":"deny"}`, `{"decision":"allow","permissionDecision":"deny"}`,
	`{"decision":"deny","updated_input":{"command":"x"},"context":"c"}`, `{"d\u0065cision":"\u0064eny"}`,
	"{\n  \"decision\": \"deny\",\n  \"reason\": \"R\"\n}", "{\r\n\"hookSpecificOutput\":\r\n{\"permissionDecision\":\t\"deny\"}}",
}

// noises are what may be around an answer, or be done to it on its way.
var noises = []struct {
	name string
	make func(string) string
}{
	{"nothing", func(s string) string { return s }},
	{"a log line before", func(s string) string { return "checking the command\n" + s }},
	{"a log line behind", func(s string) string { return s + "\ndone" }},
	{"behind it in its line", func(s string) string { return s + " # done" }},
	{"log lines around", func(s string) string { return "checking {x}\n{debug y=1}\n" + s + "\n{ bye\n" }},
	{"JSON lines around", func(s string) string { return "{\"level\":\"info\"}\n" + s + "\n{\"level\":\"info\"}" }},
	{"twice", func(s string) string { return s + "\n" + s }},
	{"behind an approval", func(s string) string { return "{\"decision\":\"allow\"}\n" + s }},
	{"before an approval", func(s string) string { return s + "{\"decision\":\"allow\"}" }},
	{"behind a log prefix", func(s string) string { return "2026-11-22 10:00:00 [guard] WARN: " + s }},
	{"behind a level", func(s string) string { return "2026-11-22T10:00:00Z INFO " + s }},
	{"behind a comma", func(s string) string { return "{\"level\":\"info\"}, " + s }},
	{"behind progress", func(s string) string { return "checking... " + s }},
	{"a progress bar", func(s string) string { return "\r 10%\r 50%\r100%\r" + s + "\r" }},
	{"a spinner", func(s string) string { return "|\b/\b-\b" + s }},
	{"Mac line ends", func(s string) string { return "checking\r" + strings.ReplaceAll(s, "\n", "\r") + "\rdone\r" }},
	{"Windows line ends", func(s string) string { return "checking\r\n" + s + "\r\n" }},
	{"colours", func(s string) string { return "\x1b[31;1m" + s + "\x1b[0m\n" }},
	{"coloured tokens", func(s string) string {
		return strings.NewReplacer(":", "\x1b[0m:\x1b[32m", ",", "\x1b[0m,\x1b[33m").Replace(s)
	}},
	{"the keypad mode of PowerShell", func(s string) string { return "\x1b[?1h" + s + "\x1b[?1l" }},
	{"a title", func(s string) string { return "\x1b]0;guard\x07" + s }},
	{"a title with ST", func(s string) string { return "\x1b]2;guard\x1b\\" + s }},
	{"a title that does not end", func(s string) string { return "\x1b]0;guard\n" + s }},
	{"a byte order mark below", func(s string) string { return "log\n\xEF\xBB\xBF" + s }},
	{"UTF-16 LE", func(s string) string { return "\xff\xfe" + wide(s, 0) }},
	{"UTF-16 BE", func(s string) string { return "\xfe\xff" + wide(s, 1) }},
	{"UTF-16 LE without a mark", func(s string) string { return wide(s, 0) }},
	{"UTF-16 below a log line", func(s string) string { return "log\n" + wide(s, 0) }},
	{"NULs", func(s string) string { return "\x00" + s + "\x00" }},
	{"a space that nobody sees", func(s string) string { return "\u200b" + strings.Replace(s, ":", "\u200b:\u00a0", 1) }},
	{"record separators", func(s string) string { return "\x1e" + s + "\n\x1e{}" }},
	{"in a list", func(s string) string { return "[" + s + "]" }},
	{"in a list of several", func(s string) string { return "[{}," + s + ",{\"decision\":\"allow\"}]" }},
	{"in a string", func(s string) string { return quoted(s) }},
	{"in a wrapper", func(s string) string { return `{"result":` + s + `}` }},
	{"as text in a wrapper", func(s string) string { return `{"result":` + quoted(s) + `}` }},
	{"a model's fence", func(s string) string { return "```json\n" + s + "\n```" }},
	{"quoted", func(s string) string { return "`" + s + "`" }},
	{"an event stream", func(s string) string { return "data: " + s + "\n\n" }},
	{"not at its end", func(s string) string { return strings.TrimSuffix(s, "}") }},
	{"with a comma too many", func(s string) string { return strings.TrimSuffix(s, "}") + ",}" }},
	{"as Python prints it", func(s string) string {
		return strings.NewReplacer(`"`, "'", "true", "True", "false", "False", ":", ": ").Replace(s)
	}},
	{"as JavaScript prints it", func(s string) string { return unquotedKeys(s) }},
	{"a megabyte before", func(s string) string { return strings.Repeat("checking\n", 1<<17) + s }},
}

func wide(s string, high int) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		pair := [2]byte{byte(u), byte(u >> 8)}
		b = append(b, pair[high], pair[1-high])
	}
	return string(b)
}

func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "\t", `\t`).Replace(s) + `"`
}

func unquotedKeys(s string) string {
	parts := strings.Split(s, `":`)
	for i := range parts[:len(parts)-1] {
		at := strings.LastIndexByte(parts[i], '"')
		parts[i] = parts[i][:at] + parts[i][at+1:]
	}
	return strings.ReplaceAll(strings.Join(parts, ": "), `"`, "'")
}

// readable says whether a noise leaves of a denial what anybody could read.
func legible(noise, denial string) bool {
	switch noise {
	case "as JavaScript prints it", "as Python prints it":
		return !strings.Contains(denial, `\u`)
	case "coloured tokens", "a space that nobody sees", "UTF-16 below a log line", "Mac line ends":
		return true
	}
	return true
}

func checkNoise(t *testing.T, r recording, printed string, how byte) {
	t.Helper()
	c := decode(t, r.file, r.payload)
	if !c.Deniable() {
		return
	}
	hook := mapping.HookOutput{Stdout: []byte(printed), Hook: "hook"}
	var a mapping.Answer
	var err error
	if how&asItCame != 0 {
		if c.Dialect.AnswerPart != nil {
			return // this client reads a part of stdout alone
		}
		a, err = c.DecodeNative(c.Dialect, c.Event, hook, mapping.BlockOn{})
	} else {
		a, err = c.DecodeAnswer(hook, mapping.BlockOn{})
	}
	reply := mapping.Fault(c, how&failClosed != 0, "openhook-shim: failed")
	if err == nil {
		a, _ = mapping.Degrade(c, a, mapping.Policy{})
		reply = mapping.Encode(c, &a)
	}
	e := client.Of(r.provider)(client.Reply{Event: Event(r.file), Payload: r.payload, Stdout: reply.Stdout, Stderr: reply.Stderr, Exit: reply.Exit})
	if !e.Stopped && !e.Ends || e.Approved {
		t.Fatalf("%s/%s: a denial is lost, how %d\nprinted %.2000q\nanswer  %+v %v\nclient  %q %q %d\neffect  %+v",
			r.provider, r.file, how, printed, a, err, reply.Stdout, reply.Stderr, reply.Exit, e)
	}
}

// A denial in whatever noise is a denial in every client.
func TestDenialsInNoise(t *testing.T) {
	t.Parallel()
	for provider, files := range shimtest.FaultEvents {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			r := recording{provider, files[0], Payloads(provider)[files[0]]}
			for i, denial := range objections {
				for j, n := range noises {
					if strings.HasPrefix(n.name, "a megabyte") && i > 2 || !legible(n.name, denial) {
						continue
					}
					checkNoise(t, r, n.make(denial), byte((i+j)%2)*asItCame|byte(j%2)*failClosed)
				}
			}
		})
	}
}

// stackable are the noises that leave a text in which another one is no harm.
var stackable = []string{"nothing", "a log line before", "a log line behind", "log lines around", "JSON lines around", "twice", "behind an approval", "a progress bar",
	"Mac line ends", "Windows line ends", "colours", "the keypad mode of PowerShell", "a title", "a byte order mark below", "UTF-16 LE", "NULs", "record separators"}

func FuzzNoise(f *testing.F) {
	var all []recording
	for _, r := range recordings() {
		if decode(f, r.file, r.payload).Deniable() {
			all = append(all, r)
		}
	}
	for i := range all {
		f.Add(uint16(i), byte(i), byte(i), byte(i/3), byte(i))
	}
	f.Fuzz(func(t *testing.T, which uint16, denial, noise, second, how byte) {
		s, n := objections[int(denial)%len(objections)], noises[int(noise)%len(noises)]
		if !legible(n.name, s) {
			return
		}
		s = n.make(s)
		if m := noises[int(second)%len(noises)]; slices.Contains(stackable, n.name) && slices.Contains(stackable, m.name) && !(n.name == "UTF-16 LE" && m.name != "nothing") {
			s = m.make(s)
		}
		r := all[int(which)%len(all)]
		c := decode(t, r.file, r.payload)
		prose := c.Type == mapping.PromptSubmit || c.Type == mapping.SessionStart || c.Event.Flags&mapping.TextIsContext != 0
		if prose && (n.name == "behind progress" || n.name == "quoted" || n.name == "an event stream") {
			return // in prose it is a mention
		}
		checkNoise(t, r, s, how&^cutOff)
	})
}

// mentions are texts that speak of a decision and make none.
var mentions = []string{
	"To block a call print %s and exit.", "Hooks answer %s or nothing.", "use %s, please", "the guard said %s yesterday, so it was blocked",
	"see `%s` in the manual", "docs: a deny is written %s in a hook", "print %s to deny", "I would answer %s\nbut I do not know",
}

// proses are mentions on events where text is context.
var proses = []string{
	"# Rules\n\n```json\n%s\n```\n\nThat is all.", "Example:\n\n    %s\n\nEnd.", "Example:\n\n\t%s\n", "~~~\n%s\n~~~\ntext", "- a deny: %s", "> guard: %s", "Answer with `%s`",
}

// Text that mentions a decision is none. A guard that must not fail open takes it for a
// fault where text is no context.
func TestMentions(t *testing.T) {
	t.Parallel()
	check := func(r recording, printed string) {
		c := decode(t, r.file, r.payload)
		for _, closed := range [...]bool{false, true} {
			reply, _ := answer(c, mapping.HookOutput{Stdout: []byte(printed)}, closed)
			e := client.Of(r.provider)(client.Reply{Event: Event(r.file), Payload: r.payload, Stdout: reply.Stdout, Stderr: reply.Stderr, Exit: reply.Exit})
			if closed && c.Type == mapping.ToolStart && c.Deniable() {
				if !e.Stopped { // words that decide, in an output that is not read whole
					t.Errorf("%s/%s: a mention is no fault\nprinted %q\neffect  %+v", r.provider, r.file, printed, e)
				}
			} else if e.Stopped || e.Ends || e.Asked || e.Approved || e.GoesOn {
				t.Errorf("%s/%s: a mention decides, closed %v\nprinted %q\nclient  %q %q %d\neffect  %+v", r.provider, r.file, closed, printed, reply.Stdout, reply.Stderr, reply.Exit, e)
			}
		}
	}
	for _, r := range recordings() {
		typ := decode(t, r.file, r.payload).Type
		prose := typ == mapping.PromptSubmit || typ == mapping.SessionStart
		if typ != mapping.ToolStart && !prose {
			continue
		}
		for _, denial := range []string{`{"decision":"deny"}`, `{"hookSpecificOutput":{"permissionDecision":"deny"}}`, `{"cancel":true}`} {
			for _, m := range mentions {
				check(r, strings.Replace(m, "%s", denial, 1))
			}
			for _, m := range proses {
				if prose {
					check(r, strings.Replace(m, "%s", denial, 1))
				}
			}
		}
	}
}
