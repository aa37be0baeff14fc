package explain

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/shim"
)

var update = flag.Bool("update", false, "write the golden files")

// The test program is also the shim and its hook.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "__shim" {
		os.Exit(shim.Main(os.Args[2:]))
	}
	if len(os.Args) > 4 && os.Args[1] == "__hook" {
		os.Stdout.WriteString(os.Args[2])
		os.Stderr.WriteString(os.Args[3])
		code, _ := strconv.Atoi(os.Args[4])
		os.Exit(code)
	}
	os.Exit(m.Run())
}

func hints() mapping.Hints {
	return mapping.Hints{Getenv: func(string) string { return "" }, Cwd: "/home/dev/project",
		Now: "2026-11-20T10:00:00.000Z"}
}

func TestOutput(t *testing.T) {
	for _, c := range [...]struct {
		name, payload string
		source, event string
		json, color   bool
	}{
		{"deny", string(golden.Payloads("claude-code")["PreToolUse.Bash.json"]), "", "", false, false},
		{"color", string(golden.Payloads("claude-code")["PreToolUse.Bash.json"]), "", "", false, true},
		{"json", string(golden.Payloads("claude-code")["PreToolUse.Bash.json"]), "", "", true, true},
		{"stop", string(golden.Payloads("claude-code")["Stop.json"]), "", "", false, false},
		{"raw", string(golden.Payloads("claude-code")["WorktreeCreate.json"]), "", "", false, false},
		{"hinted", "{\"tool\":\"x\"}\n", "claude-code", "PreToolUse", false, false},
		{"nobody", `{"what":"ever\u001b[31m","event":"PreToolUse\u001b[31m\u202e"}`, "", "", false, false},
		{"inferred", `{"session_id":"s","turn_id":"t","model":"m","cwd":"/w","transcript_path":null,"permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"run_it","tool_input":{"line":{"cmd":"ls"},"path":"a"}}`, "", "", false, false},
		{"broken", "{\"a\":1,\n \"b\" 2}", "", "", false, false},
		{"broken_json", "{\"a\":1,\n \"b\" 2}", "cursor", "preToolUse", true, false},
		{"empty", "", "", "", false, false},
		{"array", "[1]", "", "", false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.payload == "" && c.name != "empty" {
				t.Fatal("no payload")
			}
			h := hints()
			h.Source, h.Event = c.source, c.event
			var out bytes.Buffer
			err := run(ui.Out{Writer: &out, Color: c.color}, []byte(c.payload), "FILE", h, c.json)
			if err != nil {
				out.WriteString("error " + strconv.Itoa(exitcode.Of(err, -1)) + ": " + err.Error() + "\n")
			}
			if strings.ContainsAny(out.String(), "\x1b\u202e") != (c.name == "color") {
				t.Error("escape sequences reach the terminal")
			}
			file := filepath.Join("testdata", c.name+".golden")
			if *update {
				if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil || !bytes.Equal(want, out.Bytes()) {
				t.Errorf("%v\n%s\nwant\n%s", err, out.String(), want)
			}
		})
	}
}

// What is said is what the shim does: for every payload that was recorded, with
// one answer after the other.
func TestAsTheShimDoes(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(self)
	n := 0
	for _, provider := range golden.Providers() {
		all := golden.Payloads(provider)
		var files []string
		for file := range all {
			files = append(files, file)
		}
		slices.Sort(files)
		for _, file := range files {
			p, err := mapping.Parse(slices.Clone(all[file]), hints().Getenv)
			if err != nil {
				t.Fatal(err)
			}
			r := reportOn(p, hints())
			if r.Provider != provider || !json.Valid(r.Envelope) {
				t.Errorf("%s/%s: %s", provider, file, r.Provider)
			}
			a := r.Answers[n%len(r.Answers)]
			n++
			if strings.Contains(file, ".argv.") {
				continue // the shim takes it off its arguments
			}
			t.Run(provider+"/"+file+"/"+a.Name, func(t *testing.T) {
				t.Parallel()
				args := []string{"__shim", "--max-continues", "0"}
				if a.Closed {
					args = append(args, "--fail-closed")
				}
				c := exec.Command(self, append(args, "--", self, "__hook", a.Hook.Stdout, a.Hook.Stderr,
					strconv.Itoa(a.Hook.Exit))...)
				c.Env = []string{"PATH=" + os.Getenv("PATH"), "SystemRoot=" + os.Getenv("SystemRoot")}
				var stdout, stderr bytes.Buffer
				c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(all[file]), &stdout, &stderr
				var ended *exec.ExitError
				if err := c.Run(); err != nil && !errors.As(err, &ended) {
					t.Fatal(err)
				}
				ours := func(s string) string { return strings.ReplaceAll(s, hookName, name) }
				if stdout.String() != ours(a.Stdout) || stderr.String() != ours(a.Stderr) ||
					c.ProcessState.ExitCode() != a.Exit {
					t.Errorf("%s%sexit %d\nsaid\n%s%sexit %d", stdout.String(), stderr.String(),
						c.ProcessState.ExitCode(), a.Stdout, a.Stderr, a.Exit)
				}
			})
		}
	}
	if n < 100 {
		t.Errorf("%d payloads", n)
	}
}

func TestCommandLine(t *testing.T) {
	dir := t.TempDir()
	good := filepath.Join(dir, "good.json")
	if err := os.WriteFile(good, []byte(`{"x":1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range [...]struct {
		args []string
		code int
		err  string
	}{
		{[]string{good}, 0, ""},
		{[]string{"-"}, 0, ""},
		{nil, 0, ""},
		{[]string{filepath.Join(dir, "none.json")}, exitcode.Missing, "not found"},
		{[]string{dir}, exitcode.No, "directory"},
		{[]string{"--source", "nobody", good}, exitcode.Usage, "use one of"},
	} {
		cmd := Command()
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetArgs(append([]string{}, c.args...))
		cmd.SetIn(strings.NewReader(`{"x":1}`))
		var out bytes.Buffer
		cmd.SetOut(&out)
		err := cmd.Execute()
		if got := exitcode.Of(err, exitcode.Usage); got != c.code ||
			err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%q: %d %v", c.args, got, err)
		}
		if c.code == 0 && !strings.HasPrefix(out.String(), "provider  unknown\n") {
			t.Errorf("%q: %s", c.args, out.String())
		}
	}
}

// Nothing that a payload says begins a line of the report, or talks to the terminal.
func TestReportCannotBeForged(t *testing.T) {
	const forged = "x\nFORGED  approved\r\u2028FORGED\u0085FORGED\u202e\x1b]0;x\a"
	for _, key := range [...]string{"hook_event_name", "tool_name", "session_id", "transcript_path", "cwd",
		"permission_mode", "source_tool", "tool_use_id"} {
		payload := map[string]any{"session_id": "s", "transcript_path": "/t", "cwd": "/p",
			"hook_event_name": "PreToolUse", "tool_name": "Bash",
			"tool_input": map[string]any{"command": forged, forged: forged}}
		payload[key] = forged
		data, err := json.Marshal(payload)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := run(ui.Out{Writer: &out}, data, "", hints(), false); err != nil {
			t.Fatal(err)
		}
		for line := range strings.FieldsFuncSeq(out.String(),
			func(r rune) bool { return r == '\n' || r == '\r' || r == '\u2028' || r == '\u0085' }) {
			if strings.HasPrefix(line, "FORGED") || strings.ContainsAny(line, "\x1b\a\u202e") {
				t.Errorf("%s: %q", key, line)
			}
		}
	}
}
