// Draft is the shim as one would write it first, with os/exec and encoding/json:
// the same job for Claude Code's PreToolUse, and nothing against large payloads,
// hanging hooks or broken answers. What the real one costs is measured against it.
//
// Usage: draft -- PROGRAM [ARG…]
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/google/uuid"
)

func main() {
	if err := run(os.Args[2:]); err != nil {
		os.Stderr.WriteString("draft: " + err.Error() + "\n")
		os.Exit(1)
	}
}

func run(argv []string) error {
	raw, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	var payload map[string]any
	if err := json.Unmarshal(raw, &payload); err != nil {
		return err
	}
	e := newEnvelope(payload)
	in, err := json.Marshal(e)
	if err != nil {
		return err
	}
	var out, said bytes.Buffer
	c := exec.Command(argv[0], argv[1:]...)
	c.Env = append(os.Environ(), e.environ()...)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(append(in, '\n')), &out, &said
	err = c.Run()
	answer, err := decodeAnswer(out.Bytes(), said.String(), err)
	if err != nil || answer == nil {
		return err
	}
	native, err := json.Marshal(answer.native())
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(append(native, '\n'))
	return err
}

type envelope struct {
	OpenHook   string         `json:"openhook"`
	ID         string         `json:"id"`
	Source     string         `json:"source"`
	Type       string         `json:"type"`
	Time       string         `json:"time"`
	SessionID  string         `json:"session_id"`
	Cwd        string         `json:"cwd"`
	Context    string         `json:"context"`
	Data       data           `json:"data"`
	Extensions map[string]any `json:"extensions"`
}

type data struct {
	TranscriptPath string         `json:"transcript_path,omitempty"`
	PermissionMode string         `json:"permission_mode,omitempty"`
	ToolName       string         `json:"tool_name"`
	ToolCallID     string         `json:"tool_call_id,omitempty"`
	Tool           string         `json:"tool,omitempty"`
	Files          []file         `json:"files,omitempty"`
	ToolInput      map[string]any `json:"tool_input"`
}

type file struct {
	Path string `json:"path"`
	Op   string `json:"op"`
}

// tools are the common names of Claude Code's, and what they do to a file.
var tools = map[string]struct{ name, op string }{
	"Bash": {name: "shell"}, "Read": {"file_read", "read"}, "Write": {"file_write", "create"}, "Edit": {"file_edit", "update"},
	"Grep": {name: "search"}, "Glob": {name: "find"}, "WebFetch": {name: "web_fetch"}, "WebSearch": {name: "web_search"}, "Agent": {name: "agent"},
}

func newEnvelope(payload map[string]any) *envelope {
	text := func(key string) string { s, _ := payload[key].(string); return s }
	input, _ := payload["tool_input"].(map[string]any)
	tool := tools[text("tool_name")]
	e := &envelope{
		OpenHook: "0.1", ID: uuid.NewString(), Source: "claude-code", Type: "tool.start",
		Time:      time.Now().UTC().Format("2006-01-02T15:04:05.000Z"),
		SessionID: text("session_id"), Cwd: text("cwd"), Context: "file://" + text("cwd"),
		Data: data{
			TranscriptPath: text("transcript_path"), PermissionMode: text("permission_mode"),
			ToolName: text("tool_name"), ToolCallID: text("tool_use_id"), Tool: tool.name, ToolInput: input,
		},
		Extensions: map[string]any{
			"openhook-shim": map[string]any{
				"version": "0.1.0-dev", "event": "before_tool_execute", "native_event": text("hook_event_name"),
				"can": []string{"allow", "deny", "ask", "rewrite", "context", "stop", "message", "suppress"},
			},
			"claude-code": payload,
		},
	}
	if path, ok := input["file_path"].(string); ok && tool.op != "" {
		e.Data.Files = []file{{path, tool.op}}
	}
	return e
}

// environ is what a shell hook reads in place of the envelope.
func (e *envelope) environ() []string {
	var env []string
	set := func(name, value string) {
		if value != "" {
			env = append(env, "OPENHOOK_"+name+"="+value)
		}
	}
	var files []string
	for _, f := range e.Data.Files {
		files = append(files, f.Path)
	}
	command, _ := e.Data.ToolInput["command"].(string)
	set("SOURCE", e.Source)
	set("TYPE", e.Type)
	set("SESSION_ID", e.SessionID)
	set("CWD", e.Cwd)
	set("PROJECT", e.Cwd)
	set("TRANSCRIPT_PATH", e.Data.TranscriptPath)
	set("PERMISSION_MODE", e.Data.PermissionMode)
	set("TOOL_NAME", e.Data.ToolName)
	set("TOOL", e.Data.Tool)
	set("COMMAND", command)
	set("FILES", strings.Join(files, "\n"))
	set("DEPTH", "1")
	return env
}

type answer struct {
	Decision string `json:"decision"`
	Reason   string `json:"reason"`
}

// decodeAnswer returns nil if the hook has no opinion.
func decodeAnswer(stdout []byte, stderr string, err error) (*answer, error) {
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && exit.ExitCode() == 2 {
		return &answer{"deny", strings.TrimSpace(stderr)}, nil
	}
	os.Stderr.WriteString(stderr)
	if err != nil || len(bytes.TrimSpace(stdout)) == 0 {
		return nil, err
	}
	var a answer
	if err := json.Unmarshal(stdout, &a); err != nil {
		return nil, err
	}
	switch a.Decision {
	case "":
		return nil, nil
	case "allow", "deny", "ask":
		return &a, nil
	}
	return nil, errors.New("an unknown decision: " + a.Decision)
}

func (a *answer) native() any {
	type output struct {
		Event    string `json:"hookEventName"`
		Decision string `json:"permissionDecision"`
		Reason   string `json:"permissionDecisionReason,omitempty"`
	}
	return map[string]output{"hookSpecificOutput": {"PreToolUse", a.Decision, a.Reason}}
}
