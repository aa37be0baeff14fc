package try

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
)

var update = flag.Bool("update", false, "rewrite the golden output")

// playName is the name under which this program is a hook, see play.
const playName = "my-hook"

func TestMain(m *testing.M) {
	if exit, is := Child(os.Args); is {
		os.Exit(exit)
	}
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == playName {
		os.Exit(play(os.Args[1]))
	}
	flag.Parse()
	dir, err := os.MkdirTemp("", "try-test-")
	if err == nil {
		err = linkHook(dir)
	}
	if err != nil {
		panic(err)
	}
	os.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	exit := m.Run()
	os.RemoveAll(dir)
	os.Exit(exit)
}

func linkHook(dir string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	name := filepath.Join(dir, playName)
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return link(self, name)
}

// play is a hook that does what its argument says.
func play(what string) int {
	switch what {
	case "deny":
		fmt.Fprintln(os.Stderr, "not on my watch")
		return 2
	case "ask":
		fmt.Println(`{"decision":"ask","reason":"sure?"}`)
	case "allow":
		fmt.Println(`{"decision":"allow","context":"be quick","system_message":"hello"}`)
	case "rewrite":
		fmt.Println(`{"updated_input":{"command":"echo safe"}}`)
	case "context":
		fmt.Println("the branch is main")
	case "hang":
		time.Sleep(time.Minute)
	case "crash":
		fmt.Fprintln(os.Stderr, "\x1b[31mboom\x00")
		return 3
	case "garbage":
		fmt.Println("{\"decision\": \x1b[31m\x00\xff")
	case "flood":
		_, _ = io.Copy(os.Stdout, io.LimitReader(zeros{}, 20<<20))
	case "get":
		c := exec.Command("openhook-shim", "get", "data.tool_input.command")
		c.Stdin, c.Stderr = os.Stdin, os.Stderr
		out, err := c.Output()
		fmt.Fprintf(os.Stderr, "got %s %v", bytes.TrimSpace(out), err)
		return 2
	case "env":
		_, set := os.LookupEnv(traceVar)
		fmt.Fprint(os.Stderr, os.Getenv("OPENHOOK_CWD"), set, os.Getenv("CURSOR_VERSION"))
		return 2
	}
	return 0
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// tryOut runs the command and returns what it printed and its exit code.
func tryOut(t *testing.T, args ...string) (string, int) {
	t.Helper()
	c := Command()
	c.Flags().Bool("json", false, "")
	c.Flags().String("color", "never", "")
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetArgs(args)
	var b bytes.Buffer
	c.SetOut(&b)
	err := c.ExecuteContext(t.Context())
	if err != nil {
		b.WriteString(err.Error())
	}
	return b.String(), exitcode.Of(err, -1)
}

const (
	few  = "--provider=claude-code,gemini-cli,crush,windsurf"
	some = few + ",cursor"
)

func TestGolden(t *testing.T) {
	times := regexp.MustCompile(`"ms": [0-9.]+`)
	for _, c := range [...]struct {
		name string
		exit int
		args []string
	}{
		{"deny", 0, []string{playName, "deny"}},
		{"ask", 1, []string{"--command", "git push", playName, "ask"}},
		{"allow", 1, []string{"--tool", "shell", playName, "allow"}},
		{"rewrite", 1, []string{"--provider=codex", playName, "rewrite"}},
		{"context", 1, []string{"--prompt", "hello", playName, "context"}},
		{"stop", 1, []string{"--event", "agent.stop", playName, "deny"}},
		{"file", 0, []string{"--file", ".env", "--content", "KEY=1", "--full", playName, "deny"}},
		{"crash", 1, []string{playName, "crash"}},
		{"closed", 0, []string{"--shim-flags", "--observe --tools 'file_*'", playName, "deny"}},
	} {
		for _, form := range []string{"80", "120", "40", "json"} {
			args := append([]string{few, "--times=false", "--timeout", "30s"}, c.args...)
			if form == "json" {
				args = append([]string{"--json"}, args...)
			} else {
				t.Setenv("COLUMNS", form)
			}
			got, exit := tryOut(t, args...)
			if exit != c.exit {
				t.Errorf("%s at %s: exit %d", c.name, form, exit)
			}
			got = times.ReplaceAllString(got, `"ms": 0`)
			compare(t, c.name+"."+form, got)
		}
	}
}

func compare(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || got != string(want) {
		t.Errorf("%s: %v\n%s, want\n%s", name, err, got, want)
	}
}

// rows runs the command with --json.
func rows(t *testing.T, args ...string) ([]Row, int) {
	t.Helper()
	out, exit := tryOut(t, append([]string{"--json"}, args...)...)
	var all []Row
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return all, exit
}

func TestEveryTool(t *testing.T) {
	all, exit := rows(t, playName, "deny")
	if exit != 0 || len(all) < 18 {
		t.Errorf("exit %d, %d tools", exit, len(all))
	}
	for _, r := range all {
		if r.Effect == nil || !r.Effect.Stopped || r.Hook.Decision != "deny" || r.Milliseconds <= 0 {
			t.Errorf("%+v", r)
		}
	}
}

func TestFaults(t *testing.T) {
	for what, why := range map[string]string{"hang": "did not end within 300ms", "crash": "exit code 3",
		"garbage": "printed broken JSON"} {
		started := time.Now()
		limit := "30s"
		if what == "hang" {
			limit = "300ms"
		}
		all, exit := rows(t, some, "--timeout", limit, playName, what)
		if took := time.Since(started); what == "hang" && took > 20*time.Second {
			t.Errorf("%s took %v", what, took)
		}
		if exit != 1 {
			t.Errorf("%s: exit %d", what, exit)
		}
		for _, r := range all {
			if !strings.Contains(r.Hook.Failed, why) {
				t.Errorf("%s: %+v", what, r.Hook)
			}
		}
	}
	if all, _ := rows(t, "--provider=codex", playName, "flood"); all[0].Reply.Exit != 0 ||
		len(all[0].Hook.Stdout) > maxKept {
		t.Errorf("%+v", all[0].Reply)
	}
}

// The hook finds openhook-shim in PATH, works in our directory, and neither sees
// the record nor what an AI coding tool around us has set.
func TestSurroundings(t *testing.T) {
	t.Setenv("CURSOR_VERSION", "x")
	t.Setenv("OPENHOOK_TYPE", "lie")
	all, _ := rows(t, "--provider=claude-code", "--command", "ls -l", playName, "get")
	if all[0].Hook.Reason != "got ls -l <nil>" {
		t.Errorf("%+v", all[0].Hook)
	}
	here, _ := os.Getwd()
	for _, r := range must(rows(t, some, playName, "env")) {
		if r.Hook.Reason != here+"false" {
			t.Errorf("%s: %+v", r.Provider, r.Hook)
		}
	}
}

func must(r []Row, _ int) []Row { return r }

func TestPayload(t *testing.T) {
	file := filepath.Join(t.TempDir(), "p.json")
	write := func(s string) {
		if err := os.WriteFile(file, []byte(s), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(`{"session_id":"s","transcript_path":"/t","cwd":"/x","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"make"}}`)
	all, exit := rows(t, "--payload", file, playName, "get")
	if len(all) != 1 || exit != 0 || all[0].Provider != "claude-code" || all[0].Hook.Reason != "got make <nil>" {
		t.Errorf("exit %d, %+v", exit, all)
	}
	all, _ = rows(t, "--payload", file, "--provider", "codex,cursor", playName, "get")
	if len(all) != 2 || all[1].Hook.Reason != "got make <nil>" {
		t.Errorf("%+v", all)
	}
	write(`{"who":"knows"}`)
	if all, exit = rows(t, "--payload", file, playName, "deny"); exit != 0 || all[0].Status != statusNoModel {
		t.Errorf("exit %d, %+v", exit, all)
	}
	write(`[]`)
	if out, exit := tryOut(t, "--payload", file, playName, "deny"); exit != 64 ||
		!strings.Contains(out, "is not one JSON object") {
		t.Errorf("exit %d: %s", exit, out)
	}
}
