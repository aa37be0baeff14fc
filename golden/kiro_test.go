package golden

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
)

// The IDE up to 0.12 leaves stdin open and silent, and says in USER_PROMPT what
// it has to say.
func TestKiroSilentStdin(t *testing.T) {
	for _, c := range [...]struct {
		name, prompt string
		flags        []string
		late         string // what comes on stdin after 300 ms all the same
		event        string // "": the hook is not run
		said         string // a value of the envelope's data
		exit         int
	}{
		{"a tool's result", `{"toolName":"fs_write","toolArgs":{},"toolResult":"Created the a file.","toolSuccess":true}`, nil, "", "postToolUse", `"status":"success"`, 0},
		{"a tool to come", `{"toolName":"execute_bash","toolArgs":{"command":"ls"}}`, nil, "", "preToolUse", `"command":"ls"`, 2},
		{"nothing but braces", `{}`, nil, "", "preToolUse", ``, 2},
		{"nothing but braces, the event said", `{}`, []string{"--event", "fileCreated"}, "", "fileCreated", ``, 0},
		{"a prompt", "say \"hi\"\nplease", nil, "", "promptSubmit", `"prompt":"say \"hi\"\nplease"`, 2},
		// The CLI sets the same variable and writes to stdin.
		{"a slow client", "hi", nil, `{"hook_event_name":"userPromptSubmit","cwd":"/home/dev/project","prompt":"hi"}`, "userPromptSubmit", `"prompt":"hi"`, 0},
		{"nothing at all", "", nil, "", "", "", 0},
		{"nothing at all, fail-closed", "", []string{"--source", "kiro", "--event", "preToolUse", "--fail-closed"}, "", "", "", 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := tempDir(t)
			seen := filepath.Join(dir, "seen")
			cmd := run{Dir: dir, Env: []string{"USER_PROMPT=" + c.prompt}, Flags: c.flags, Steps: []string{"save", seen, "err", "no", "exit", "2"}}.command(t)
			in, client, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			cmd.Stdin = in
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if c.late != "" {
				time.Sleep(300 * time.Millisecond)
				client.WriteString(c.late)
			}
			cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != c.exit {
				t.Errorf("exit %d, want %d", got, c.exit)
			}
			envelope, _ := os.ReadFile(seen)
			if c.event == "" {
				if len(envelope) > 0 {
					t.Errorf("the hook was run: %s", envelope)
				}
				return
			}
			for _, want := range []string{`"source":"kiro"`, `"native_event":"` + c.event + `"`, c.said} {
				if !strings.Contains(string(envelope), want) || !json.Valid(envelope) {
					t.Errorf("the hook read %s, want %s", envelope, want)
				}
			}
		})
	}
}

// The same answers as everywhere, on the prompt that is no JSON.
func TestKiroPromptText(t *testing.T) {
	payload := []byte(`{"USER_PROMPT":"add a test"}`)
	for _, s := range sayings {
		if s.wants == nil {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			c := decode(t, "promptSubmit.json", payload)
			if c.Native != "promptSubmit" {
				t.Fatalf("%s of %s", c.Native, c.Source)
			}
			r, fault := answer(c, s.printed, false)
			e := obey(t, "kiro", "promptSubmit.json", payload, r)
			s.wants(t, c, e)
			if fault && e != (client.Effect{}) {
				t.Errorf("a fault does %+v", e)
			}
		})
	}
}

// No JSON goes out, whatever the hook says: Kiro never reads it (1.1.14 runs the
// tool beside a deny in JSON). A deny has its reason on stderr and an empty
// stdout. 1 is a fault, and only to the CLI: the IDE up to 0.12 takes it for a
// block.
func TestKiroForms(t *testing.T) {
	everyReply(t, "kiro", func(t *testing.T, c *mapping.Call, fault bool, r mapping.Reply) {
		cli := c.Native[0] >= 'a' && strings.Contains(string(c.Payload.Raw), `"hook_event_name"`)
		noForms(t, r, fault && cli)
		if len(r.Stdout) > 0 && !slices.Contains(c.Can(), "context") {
			t.Errorf("stdout %q", r.Stdout)
		}
	})
}

// noForms checks what holds for clients that know exit codes alone.
func noForms(t *testing.T, r mapping.Reply, may1 bool) {
	t.Helper()
	switch {
	case r.Exit == 0 && len(r.Stderr) == 0:
	case r.Exit == 2 && len(r.Stderr) > 0 && len(r.Stdout) == 0:
	case r.Exit == 1 && len(r.Stderr) > 0 && len(r.Stdout) == 0 && may1:
	default:
		t.Errorf("exit %d, stdout %q, stderr %q", r.Exit, r.Stdout, r.Stderr)
	}
	if strings.HasPrefix(strings.TrimSpace(string(r.Stdout)), "{") {
		t.Errorf("JSON goes out: %s", r.Stdout)
	}
}

// everyReply calls f with every reply to every payload of a provider.
func everyReply(t *testing.T, provider string, f func(t *testing.T, c *mapping.Call, fault bool, r mapping.Reply)) {
	n := 0
	for file, payload := range Payloads(provider) {
		for _, s := range sayings {
			t.Run(file+"/"+s.name, func(t *testing.T) {
				c := decode(t, file, payload)
				for _, closed := range [...]bool{false, true} {
					r, fault := answer(c, s.printed, closed)
					f(t, c, fault, r)
					n++
				}
			})
		}
	}
	if n == 0 {
		t.Errorf("no payload of %s", provider)
	}
}

// Longer output than max_output_size is cut by the CLI, without a word to the hook.
func TestKiroLongContext(t *testing.T) {
	long := strings.Repeat("é", 20_000)
	for file, cut := range map[string]bool{"agentSpawn.tui.json": true, "userPromptSubmit.headless.json": true, "SessionStart.v3.json": false} {
		payload := Payloads("kiro")[file]
		r, _ := answer(decode(t, file, payload), mapping.HookOutput{Stdout: []byte(long)}, false)
		e := obey(t, "kiro", file, payload, r)
		if strings.HasSuffix(e.Model, "[cut]") != cut || strings.Contains(e.Model, "truncated") || !cut && e.Model != long {
			t.Errorf("%s: %d bytes, the model sees …%s", file, len(r.Stdout), e.Model[len(e.Model)-20:])
		}
	}
}
