//go:build !windows

package examples

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/internal/shimtest"
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
	data, err := os.ReadFile("testdata/examples.json")
	if err != nil {
		t.Fatal(err)
	}
	var examples []example
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&examples); err != nil {
		t.Fatal(err)
	}
	path := "PATH=" + os.Getenv("PATH")
	if !testing.Short() {
		path = shimtest.BarePython(t)
	}
	tried := map[string]int{}
	for _, e := range append(examples, translated(examples)...) {
		tried[e.Hook]++
		// Python and Node take long to start. The shell hooks have very many cases.
		if testing.Short() && (!strings.HasSuffix(e.Hook, ".sh") || tried[e.Hook]%6 != 1) {
			continue
		}
		t.Run(e.Hook+"/"+e.Name, func(t *testing.T) {
			t.Parallel()
			e.alone(t, path)
			if e.Env["OPENHOOK_CUT"] == "" && (e.Env["OPENHOOK_TYPE"] == "tool.start" && e.Env["OPENHOOK_TOOL"] == "shell" && e.Stdin == "") {
				e.behindTheShim(t, path)
			}
		})
	}
	hooks, _ := filepath.Glob("*.*")
	for _, h := range hooks {
		if filepath.Ext(h) == ".go" {
			continue
		}
		if tried[h] == 0 {
			t.Errorf("%s has no case", h)
		}
		text, _ := os.ReadFile(h)
		text = bytes.TrimPrefix(text, []byte("#!/bin/sh\n\"exec\" ")) // one line more, to start Python
		if n := bytes.Count(text, []byte("\n")); n >= 25 || bytes.Contains(text, []byte("jq ")) {
			t.Errorf("%s has %d lines, or needs jq", h, n)
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
			if _, err := os.Stat(other.Hook); err == nil {
				more = append(more, other)
			}
		}
	}
	return more
}

func (e example) path(t *testing.T) string {
	p, err := filepath.Abs(e.Hook)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// alone runs the hook with the environment that the shim would give it.
func (e example) alone(t *testing.T, path string) {
	c := exec.Command(e.path(t))
	c.Dir = t.TempDir()
	c.Env = append(shimtest.Environment(c.Dir), path)
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
func (e example) behindTheShim(t *testing.T, path string) {
	dir := t.TempDir()
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
	got := shimtest.Run{Dir: dir, Env: []string{path}, Stdin: payload, Hook: []string{e.path(t)}}.Do(t)
	if stopped := shimtest.Denied(got); stopped != (e.Exit == 2) {
		t.Errorf("behind the shim it is stopped: %v, want %v: %+v", stopped, e.Exit == 2, got)
	}
}
