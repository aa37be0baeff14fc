//go:build !windows

package golden

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// An example is one row of examples.json: a hook, its environment, and
// how it ends.
type example struct {
	Hook, Name, Stdin string
	Env               map[string]string
	Exit              int
	Stdout            string `json:"stdout_contains"`
	Stderr            string `json:"stderr_contains"`
}

func TestExamples(t *testing.T) {
	data, err := os.ReadFile("examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []example
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&examples); err != nil {
		t.Fatal(err)
	}
	tried := map[string]int{}
	for _, e := range append(examples, translated(examples)...) {
		tried[e.Hook]++
		t.Run(e.Hook+"/"+e.Name, func(t *testing.T) {
			t.Parallel()
			e.alone(t)
			if e.Env["OPENHOOK_CUT"] == "" && (e.Env["OPENHOOK_TYPE"] == "tool.start" && e.Env["OPENHOOK_TOOL"] == "shell" && e.Stdin == "") {
				e.behindTheShim(t)
			}
		})
	}
	hooks, _ := filepath.Glob("../examples/*.*")
	for _, h := range hooks {
		name := filepath.Base(h)
		if name == "embed.go" {
			continue
		}
		if tried[name] == 0 {
			t.Errorf("%s has no case", name)
		}
		text, _ := os.ReadFile(h)
		if n := bytes.Count(text, []byte("\n")); n >= 25 || bytes.Contains(text, []byte("jq ")) {
			t.Errorf("%s has %d lines, or needs jq", name, n)
		}
	}
}

// translated has the rows of a shell hook again for the same hook in other
// languages. TestGuardsAgree does it for the guards, which have very many.
func translated(examples []example) (more []example) {
	for _, e := range examples {
		name, isShell := strings.CutSuffix(e.Hook, ".sh")
		if !isShell || name == "guard" {
			continue
		}
		for _, lang := range [...]string{".py", ".js"} {
			other := e
			other.Hook, other.Stderr = name+lang, strings.ReplaceAll(e.Stderr, e.Hook, name+lang)
			if _, err := os.Stat(filepath.Join("../examples", other.Hook)); err == nil {
				more = append(more, other)
			}
		}
	}
	return more
}

func (e example) path(t *testing.T) string {
	p, err := filepath.Abs(filepath.Join("../examples", e.Hook))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// alone runs the hook with the environment that the shim would give it.
func (e example) alone(t *testing.T) {
	c := exec.Command(e.path(t))
	c.Dir = tempDir(t)
	c.Env = environment(c.Dir)
	for k, v := range e.Env {
		c.Env = append(c.Env, k+"="+v)
	}
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(e.Stdin), &stdout, &stderr
	c.Run()
	if got := c.ProcessState.ExitCode(); got != e.Exit || !strings.Contains(stdout.String(), e.Stdout) || !strings.Contains(stderr.String(), e.Stderr) {
		t.Errorf("exit %d, want %d\n%s%s", got, e.Exit, stdout.String(), stderr.String())
	}
}

// behindTheShim runs the same command as Claude Code would send it.
func (e example) behindTheShim(t *testing.T) {
	dir := tempDir(t)
	payload, err := json.Marshal(map[string]any{
		"session_id": "s", "transcript_path": "/t.jsonl", "cwd": dir, "hook_event_name": "PreToolUse",
		"tool_name": "Bash", "tool_input": map[string]string{"command": e.Env["OPENHOOK_COMMAND"]},
	})
	if err != nil {
		t.Fatal(err)
	}
	if cwd := e.Env["OPENHOOK_CWD"]; cwd != "" {
		payload = bytes.Replace(payload, []byte(`"cwd":"`+dir), []byte(`"cwd":"`+cwd), 1)
	}
	got := run{dir: dir, stdin: payload, hook: []string{e.path(t)}}.do(t)
	if stopped := denied(t, got); stopped != (e.Exit == 2) {
		t.Errorf("behind the shim it is stopped: %v, want %v: %+v", stopped, e.Exit == 2, got)
	}
}
