package mapping

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// Three clients that have little in common: Claude Code with its deep answers,
// Copilot CLI that names no event, Cline that finds its answer at the end of what
// a hook printed. Each calls a shell, with an input of each size;
//
//	go test ./mapping -run '^$' -bench . -benchmem -count 10 | benchstat -
var benchClients = []struct{ name, payload string }{
	{"claude-code", `{"session_id":"5f0c5b8e-7d0e-4d3c-9a58-1f1f5d6b7c11","transcript_path":"/home/dev/.claude/projects/-p/5f0c.jsonl","cwd":"/p",` +
		`"permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"$","description":"d"},"tool_use_id":"toolu_01"}`},
	{"copilot-cli", `{"sessionId":"5f0c5b8e-7d0e-4d3c-9a58-1f1f5d6b7c11","timestamp":1795168800000,"cwd":"/p","toolName":"bash","toolArgs":{"command":"$","description":"d"}}`},
	{"cline", `{"clineVersion":"3.0.65","hookName":"tool_call","timestamp":"2026-11-20T10:00:00.000Z","taskId":"t1","workspaceRoots":["/p"],` +
		`"tool_call":{"id":"c1","name":"run_commands","input":{"commands":["$"]}}}`},
}

var benchSizes = []struct {
	name  string
	bytes int
}{{"300B", 300}, {"2kB", 1968}, {"20kB", 20_000}, {"1MB", 1 << 20}, {"10MB", 10 << 20}}

// line is a command with what a JSON string has to escape, as long as is left of
// a payload's size.
func benchPayload(payload string, size int) []byte {
	const line = `printf '%s\\n' \"some text\" >> notes.txt\n`
	n := max(size-len(payload), 1)
	return []byte(strings.Replace(payload, "$", strings.Repeat(line, n/len(line))+strings.Repeat("x", n%len(line)), 1))
}

func noEnv(string) string { return "" }

// benchEach runs f for every client and size; each call starts with a fresh copy of
// the payload, which Parse takes over.
func benchEach(b *testing.B, f func(b *testing.B, data []byte)) {
	for _, c := range benchClients {
		for _, s := range benchSizes {
			b.Run(fmt.Sprintf("%s/%s", c.name, s.name), func(b *testing.B) {
				data := benchPayload(c.payload, s.bytes)
				p, err := Parse(bytes.Clone(data), noEnv)
				if err != nil {
					b.Fatal(err)
				}
				if d := registry.Detect(p, Hints{Getenv: noEnv}); d.Name != c.name {
					b.Fatalf("it is taken for %s", d.Name)
				}
				b.SetBytes(int64(len(data)))
				b.ReportAllocs()
				f(b, data)
			})
		}
	}
}

var benchHints = Hints{Getenv: noEnv, Cwd: "/here", Now: "2026-11-20T10:00:00.000Z"}

func benchDecoded(b *testing.B, data []byte) (*Payload, *Dialect, *Call) {
	p, err := Parse(bytes.Clone(data), noEnv)
	if err != nil {
		b.Fatal(err)
	}
	d := registry.Detect(p, benchHints)
	return p, d, registry.Decode(d, p, benchHints)
}

func BenchmarkParse(b *testing.B) {
	benchEach(b, func(b *testing.B, data []byte) {
		for b.Loop() {
			Parse(data, noEnv) // has nothing to mend here, so data stays as it is
		}
	})
}

func BenchmarkDetect(b *testing.B) {
	benchEach(b, func(b *testing.B, data []byte) {
		p, _, _ := benchDecoded(b, data)
		for b.Loop() {
			registry.Detect(p, benchHints)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	benchEach(b, func(b *testing.B, data []byte) {
		p, d, _ := benchDecoded(b, data)
		for b.Loop() {
			registry.Decode(d, p, benchHints)
		}
	})
}

func BenchmarkEnvelope(b *testing.B) {
	benchEach(b, func(b *testing.B, data []byte) {
		_, _, c := benchDecoded(b, data)
		for b.Loop() {
			c.Envelope("5f0c5b8e-7d0e-4d3c-9a58-1f1f5d6b7c11", Options{Version: "1"})
		}
	})
}

var benchPrinted = HookOutput{Stdout: []byte(`{"decision":"deny","reason":"not here"}` + "\n"), Hook: "h"}

func BenchmarkAnswer(b *testing.B) {
	benchEach(b, func(b *testing.B, data []byte) {
		_, _, c := benchDecoded(b, data)
		for b.Loop() {
			c.DecodeAnswer(benchPrinted, BlockOn{})
		}
	})
}

func BenchmarkEncode(b *testing.B) {
	benchEach(b, func(b *testing.B, data []byte) {
		_, _, c := benchDecoded(b, data)
		a, err := c.DecodeAnswer(benchPrinted, BlockOn{})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			a, _ := Degrade(c, a, Policy{})
			Encode(c, &a)
		}
	})
}

// benchCall is all that a call costs in the process, but for the hook.
func benchCall(b *testing.B, printed HookOutput) {
	benchEach(b, func(b *testing.B, data []byte) {
		for b.Loop() {
			p, _ := Parse(data, noEnv)
			c := registry.Read(p, benchHints)
			c.Envelope("5f0c5b8e-7d0e-4d3c-9a58-1f1f5d6b7c11", Options{Version: "1"})
			a, _ := c.DecodeAnswer(printed, BlockOn{})
			a, _ = Degrade(c, a, Policy{})
			Encode(c, &a)
		}
	})
}

// A hook without an opinion: the call that an agent makes all day.
func BenchmarkCall(b *testing.B) { benchCall(b, HookOutput{Hook: "h"}) }

func BenchmarkDeny(b *testing.B) { benchCall(b, benchPrinted) }
