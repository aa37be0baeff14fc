package replay

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/shim"
)

// The test program is also the shim and its hook.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "__shim":
			os.Exit(shim.Main(os.Args[2:]))
		case "__hook": // STDERR EXIT
			os.Stderr.WriteString(os.Args[2])
			code, _ := strconv.Atoi(os.Args[3])
			os.Exit(code)
		case "__env":
			os.Stderr.WriteString(os.Getenv(os.Args[2]) + "|" + os.Getenv("OPENHOOK_TYPE"))
			os.Exit(2)
		case "__hang":
			time.Sleep(time.Minute)
		}
	}
	os.Exit(m.Run())
}

var self, _ = os.Executable()

// call runs a command as the program would.
func call(t *testing.T, c *cobra.Command, args ...string) (out string, code int, err error) {
	t.Helper()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.Flags().Bool("json", false, "") // the program's own flag
	var b bytes.Buffer
	c.SetArgs(args)
	c.SetOut(&b)
	err = c.Execute()
	return b.String(), exitcode.Of(err, exitcode.Usage), err
}

// dump makes one with the shim itself.
func dump(t *testing.T, dir string, stdin []byte, flags ...string) {
	t.Helper()
	c := exec.Command(self, append(append([]string{"__shim"}, flags...), "--", self, "__hook", "no", "2")...)
	c.Env = append(payload.CleanEnviron(), "OPENHOOK_DUMP="+dir)
	c.Stdin, c.Stdout = bytes.NewReader(stdin), new(bytes.Buffer) // /dev/null would be an answer that nobody reads
	c.Run()
}

func TestReplayDump(t *testing.T) {
	dir := t.TempDir()
	dump(t, dir, golden.Payloads("claude-code")["PreToolUse.Bash.json"])
	dump(t, dir, golden.Payloads("cursor")["preToolUse.Shell.json"])
	dump(t, dir, []byte("{\"broken\"\n"))
	out, code, err := call(t, Command(), dir, "--", self, "__hook", "no", "2")
	if code != 0 || !strings.HasSuffix(out, "3 calls: 3 the same as in the dump, 0 different\n") ||
		strings.Contains(out, "differs") {
		t.Errorf("%d %v\n%s", code, err, out)
	}
	out, code, err = call(t, Command(), dir, "--", self, "__hook", "yes", "2")
	if code != exitcode.No || strings.Count(out, "differs") != 2 || !strings.Contains(err.Error(), "2 of 3 answers") {
		t.Errorf("%d %v\n%s", code, err, out)
	}
	// A cleaned dump is one as well.
	if _, code, err := call(t, Scrub(), "--in-place", dir); code != 0 {
		t.Error(err)
	}
	if out, code, err := call(t, Command(), dir, "--", self, "__hook", "no", "2"); code != 0 {
		t.Errorf("%d %v\n%s", code, err, out)
	}
	if _, code, err := call(t, Scrub(), dir); code != 0 {
		t.Error(err)
	}
	clean, _ := filepath.Glob(filepath.Join(dir, "*.stdin.scrubbed"))
	out, code, err = call(t, Command(), append(clean, "--json", "--", self, "__hook", "no", "2")...)
	var all []result
	if e := json.Unmarshal([]byte(out), &all); e != nil || code != 0 || len(all) != 3 || all[0].Recorded == nil {
		t.Errorf("%d %v %v\n%s", code, err, e, out)
	}
	// Without the files of the answer there is nothing to compare with.
	exits, _ := filepath.Glob(filepath.Join(dir, "*.exit"))
	os.Remove(exits[0])
	if out, code, _ := call(t, Command(), dir, "--", self, "__hook", "no", "2"); code != 0 ||
		!strings.Contains(out, "never ended") {
		t.Errorf("%d\n%s", code, out)
	}
}

// The form of the payload, not who starts us, says who sent it.
func TestReplayPayload(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	t.Setenv("CLAUDE_CODE_SESSION_ID", "s")
	t.Setenv("USER_PROMPT", `{}`)
	t.Setenv("OPENHOOK_DUMP", filepath.Join(t.TempDir(), "none"))
	dir := t.TempDir()
	file := func(name, payload string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(payload), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	hook := func(args ...string) []string { return append([]string{"--", self}, args...) }
	no := hook("__hook", "no", "2")
	var argv string
	for name, payload := range golden.Payloads("codex") {
		if strings.Contains(name, ".argv.") {
			argv = string(payload)
		}
	}
	for _, c := range [...]struct {
		name, payload string
		flags         []string
		hook          []string
		says          []string
	}{
		{"claude", string(golden.Payloads("claude-code")["PreToolUse.Bash.json"]), nil, no,
			[]string{"from     claude-code PreToolUse (tool.start)", `"permissionDecisionReason":"no"`,
				`effect   the action does not happen; the model reads "no"`}},
		{"argv", argv, nil, no, []string{"from     codex"}},
		{"env", `{"USER_PROMPT":"make it so"}`, nil, hook("__env", "USER_PROMPT"),
			[]string{"from     kiro", "make it so"}},
		{"nobody", `{"hook_event_name":"PreToolUse"}`, nil, no,
			[]string{"from     unknown PreToolUse (tool.start)", "stderr   no\n", "exit     2",
				"openhook has no model"}},
		{"hinted", `{}`, []string{"--source", "claude-code", "--event", "PreToolUse"}, no,
			[]string{"from     claude-code PreToolUse", `"deny"`}},
		{"env given", `{"hook_event_name":"PreToolUse","tool_name":"Bash"}`,
			[]string{"--env", "CLAUDE_CODE_SESSION_ID=s"}, hook("__env", "CLAUDE_CODE_SESSION_ID"),
			[]string{"from     claude-code", "s|tool.start"}},
		{"broken", `{"a":`, nil, no, []string{"payload  is not one JSON object; the hook did not run", "exit     0"}},
		{"broken, closed", `{"a":`, []string{"--fail-closed"}, no, []string{"exit     2"}},
		{"empty", ``, nil, no, []string{"payload  is empty; the hook did not run"}},
		{"hang", string(golden.Payloads("claude-code")["PreToolUse.Bash.json"]), []string{"--timeout", "200ms"},
			hook("__hang"), []string{"did not end within 200ms", "counts the hook as failed"}},
		{"escape", "{\"hook_event_name\":\"a\\u001b[31mb\"}", nil, no, []string{`a\u001b[31mb`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := file(strings.ReplaceAll(c.name, " ", "_"), c.payload)
			out, code, err := call(t, Command(), slices.Concat(c.flags, []string{path}, c.hook)...)
			if code != 0 {
				t.Errorf("%d %v", code, err)
			}
			for _, s := range c.says {
				if !strings.Contains(out, s) {
					t.Errorf("%q is missing in\n%s", s, out)
				}
			}
		})
	}
	if _, err := os.Stat(os.Getenv("OPENHOOK_DUMP")); err == nil {
		t.Error("a replay is dumped")
	}
}

func TestReplayCommandLine(t *testing.T) {
	dir := t.TempDir()
	payload := filepath.Join(dir, "p.json")
	plain := filepath.Join(dir, "plain.sh")
	for _, path := range [...]string{payload, plain} {
		if err := os.WriteFile(path, []byte(`{"hook_event_name":"PreToolUse"}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	empty := filepath.Join(dir, "empty [x]*")
	if strings.Contains(self, `\`) {
		empty = filepath.Join(dir, "empty")
	}
	if err := os.Mkdir(empty, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range [...]struct {
		args []string
		code int
		says string // the error, or the output
	}{
		{[]string{payload}, exitcode.Usage, "no hook"},
		{[]string{"--hook", self}, exitcode.Usage, "no payload"},
		{[]string{"--hook", self, payload, "--", self}, exitcode.Usage, "two hooks"},
		{[]string{"--hook", "./none.sh", payload}, exitcode.Missing, "hook not found: ./none.sh"},
		{[]string{"--hook", "no-such-program-anywhere", payload}, exitcode.Missing, "hook not found: no-such"},
		{[]string{"--hook", plain, payload}, 0, "chmod +x"},
		{[]string{"--hook", "exit 2", payload}, 0, "exit     2"},
		{[]string{"--hook", self, filepath.Join(dir, "none")}, exitcode.Missing, "not found"},
		{[]string{"--hook", self, empty}, exitcode.Missing, "no payload in it"},
		{[]string{"--hook", self, "--timeout", "0s", payload}, exitcode.Usage, "--timeout"},
		{[]string{"--hook", self, "--format", "x", payload}, exitcode.Usage, "--format"},
		{[]string{"--hook", self, "--source", "x", payload}, exitcode.Usage, "--source x"},
	} {
		out, code, err := call(t, Command(), c.args...)
		if err != nil {
			out += err.Error()
		}
		if code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("%q: %d %s", c.args, code, out)
		}
	}
}
