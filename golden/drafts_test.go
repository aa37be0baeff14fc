//go:build !windows

package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// claudeCall is the recorded call of Claude Code with another tool.
func claudeCall(tool, input string) []byte {
	payload, _, _ := strings.Cut(string(Payloads("claude-code")[preTool]), `"tool_name"`)
	return []byte(payload + `"tool_name":"` + tool + `","tool_input":` + input + `,"tool_use_id":"toolu_1"}`)
}

// hookReads runs the built program and returns its result and what the hook read.
func hookReads(t *testing.T, payload []byte, flags []string, says Hook) (result, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "input")
	got := run{Flags: flags, Stdin: payload,
		Steps: []string{"save", file, "out", says.Stdout, "err", says.Stderr, "exit", itoa(says.Exit)}}.do(t)
	input, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err, got)
	}
	return got, string(input)
}

// The examples and the shapes of the Hook contract, behind a client that does not speak it.
func TestFormatsDraftHookContract(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, tool, input, want string }{
		{"Shell", "Bash", `{"command":"ls"}`, `{"tool_name":"Shell","tool_input":{"command":"ls"}}`},
		{"Write", "Write", `{"file_path":"/p/a","content":"x"}`,
			`{"tool_name":"Write","tool_input":{"path":"/p/a","contents":"x"}}`},
		{"Read", "Read", `{"file_path":"/p/a"}`, `{"tool_name":"Read","tool_input":{"path":"/p/a"}}`},
		{"Edit", "Edit", `{"file_path":"/p/a","old_string":"b","new_string":"c"}`,
			`{"tool_name":"Edit","tool_input":{"path":"/p/a","old_string":"b","new_string":"c"}}`},
		{"MultiEdit", "MultiEdit",
			`{"file_path":"/p/a","edits":[{"old_string":"b","new_string":"c"},{"old_string":"d","new_string":"e"}]}`,
			`{"tool_name":"MultiEdit","tool_input":{"path":"/p/a",` +
				`"edits":[{"old_string":"b","new_string":"c"},{"old_string":"d","new_string":"e"}]}}`},
		{"Grep", "Grep", `{"pattern":"x"}`, `{"tool_name":"Grep","tool_input":{"pattern":"x"}}`},
	} {
		_, input := hookReads(t, claudeCall(c.tool, c.input), []string{"--format", "hook-contract"}, Hook{})
		if strings.TrimSuffix(input, "\n") != c.want {
			t.Errorf("%s: the hook reads %s, want %s", c.name, input, c.want)
		}
	}
	for says, want := range map[string]string{
		`{"decision": "allow"}`: ``,
		`{"decision": "deny", "reason": "explanation"}`: `{"hookSpecificOutput":{"hookEventName":"PreToolUse",` +
			`"permissionDecision":"deny","permissionDecisionReason":"explanation"}}` + "\n",
		`{"decision":"deny","reason":"WHY","lint_command":"npm run lint"}`: `{"hookSpecificOutput":{` +
			`"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"WHY",` +
			`"additionalContext":"Run: npm run lint"}}` + "\n",
		`{"decision":"allow","lint_command":"npm run lint"}`: `{"hookSpecificOutput":{` +
			`"hookEventName":"PreToolUse","additionalContext":"Run: npm run lint"}}` + "\n",
	} {
		got, _ := hookReads(t, claudeCall("Bash", `{"command":"ls"}`), []string{"--format", "hook-contract"}, Hook{Stdout: says})
		if got.Stdout != want || got.Exit != 0 {
			t.Errorf("%s: %+v, want %s", says, got, want)
		}
	}
	// A client without context gets the command in the reason.
	file, payload := shellCall(t, "windsurf")
	lint := Hook{Stdout: `{"decision":"deny","reason":"WHY","lint_command":"npm run lint"}`}
	got := call(file, payload, run{Flags: []string{"--format", "hook-contract"}, Steps: []string{"read", "out", lint.Stdout}}).do(t)
	if got.Stderr != "WHY\nRun: npm run lint\n" || got.Exit != 2 {
		t.Errorf("%+v", got)
	}
}

// The same where a tool calls the shim in that format.
func TestFormatsDraftHookContractCalls(t *testing.T) {
	t.Parallel()
	const example = `{"tool_name": "Shell", "tool_input": {"command": "ls"}}`
	for says, want := range map[string]string{
		`{"decision": "allow"}`:                         `{"decision":"allow"}` + "\n",
		`{"decision": "deny", "reason": "explanation"}`: `{"decision":"deny","reason":"explanation"}` + "\n",
		`{"context":"read README.md"}`:                  `{"decision":"allow"}` + "\n", // never as a command to run
	} {
		got, envelope := hookReads(t, []byte(example), nil, Hook{Stdout: says})
		if got.Stdout != want || gjson.Get(envelope, "data.tool_input.command").Str != "ls" {
			t.Errorf("%s: %+v, want %s", says, got, want)
		}
	}
	_, input := hookReads(t, []byte(example), []string{"--format", "hook-contract"}, Hook{})
	if input != example+"\n" {
		t.Errorf("%s", input)
	}
	for name, typ := range map[string]string{"SessionStart": "session.start", "beforeSubmitPrompt": "prompt.submit",
		"Stop": "agent.stop", "PreCompact": "context.compact", "SessionEnd": "session.end"} {
		_, envelope := hookReads(t, []byte(`{"tool_name":"`+name+`","tool_input":{"session_id":"s","cwd":"/p"}}`), nil, Hook{})
		if got := gjson.Get(envelope, "type").Str; got != typ {
			t.Errorf("%s is %s, want %s", name, got, typ)
		}
	}
	edits := `{"tool_name":"MultiEdit","tool_input":{"path":"/p/a","edits":[{"old_string":"b","new_string":"c"}]}}`
	_, envelope := hookReads(t, []byte(edits), nil, Hook{})
	for path, want := range map[string]string{"data.tool": "file_edit", "data.files.0.path": "/p/a",
		"data.tool_input.edits": `[{"old_string":"b","new_string":"c"}]`} {
		if got := gjson.Get(envelope, path).String(); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
}

// The example of OpenHook's section 2.3, from its own version and from one that the shim
// does not know, which is reported once in a session.
func TestFormatsDraftOpenHook(t *testing.T) {
	t.Parallel()
	const example = `{
  "openhook": "0.1",
  "id": "550e8400-e29b-41d4-a716-446655440000",
  "source": "claude-code",
  "type": "session.end",
  "time": "2026-02-23T10:15:30.123Z",
  "session_id": "sess_abc123",
  "data": {
    "transcript_path": "/home/user/.claude/sessions/sess_abc123.jsonl"
  },
  "cwd": "/home/user/my-project"
}
`
	const warning = "openhook-shim: claude-code sent an OpenHook version that this version reads as 0.1: "
	home := []string{"HOME=" + tempDir(t), "XDG_STATE_HOME="}
	for _, c := range []struct{ version, stderr string }{
		{"0.1", ""}, {"0.2", warning + "0.2\n"}, {"0.2", ""},
	} {
		payload := strings.Replace(example, `"0.1"`, `"`+c.version+`"`, 1)
		file := filepath.Join(t.TempDir(), "input")
		variables := filepath.Join(t.TempDir(), "env")
		got := run{Env: home, Stdin: []byte(payload), Steps: []string{"save", file, "env", variables}}.do(t)
		if got.Stderr != c.stderr || got.Stdout != "" || got.Exit != 0 {
			t.Errorf("%s: %+v", c.version, got)
		}
		env, _ := os.ReadFile(variables)
		for _, want := range []string{"OPENHOOK_TYPE=session.end", "OPENHOOK_SOURCE=claude-code",
			"OPENHOOK_TRANSCRIPT_PATH=/home/user/.claude/sessions/sess_abc123.jsonl"} {
			if !strings.Contains("\x00"+string(env), "\x00"+want+"\x00") {
				t.Errorf("%s: no %s in %q", c.version, want, env)
			}
		}
		if input, _ := os.ReadFile(file); string(input) != strings.ReplaceAll(strings.TrimSpace(payload), "\n", " ")+"\n" {
			t.Errorf("%s: %s", c.version, input)
		}
	}
	// A deny of a hook counts in a newer version too.
	newer := `{"openhook":"0.2","id":"1","source":"cursor","type":"tool.start","time":"2026-02-23T10:15:30.123Z","session_id":"s",` +
		`"data":{"tool_name":"Shell"}}`
	got := run{Env: home, Stdin: []byte(newer), Steps: []string{"read", "err", "WHY", "exit", "2"}}.do(t)
	if got.Stdout != `{"decision":"deny","reason":"WHY"}`+"\n" {
		t.Errorf("%+v", got)
	}
}

// agentEvent is an event of the Agent Hooks draft. Its sections 7 print the type and the
// data alone, so the rest is from 6.2.
func agentEvent(part string) string {
	return strings.Replace(part, "{", `{
  "spec_version": "0.1.0",
  "event_id": "550e8400-e29b-41d4-a716-446655440000",
  "timestamp": "2026-02-08T19:22:11.123Z",
  "source": {
    "tool": "cursor",
    "version": "2.3.41"
  },
  "session_id": "sess_01HX",`, 1)
}

// Every event that the Agent Hooks draft prints, as a tool would send it: what the hook's
// envelope says of it.
func TestFormatsDraftAgentHooks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		event string
		want  map[string]string
	}{
		{`{
  "spec_version": "0.1.0",
  "event_id": "550e8400-e29b-41d4-a716-446655440000",
  "event_type": "Session.Start",
  "timestamp": "2026-02-08T19:22:11.123Z",
  "source": {
    "tool": "cursor",
    "version": "2.3.41"
  },
  "session_id": "sess_01HX"
}`, map[string]string{"type": "session.start", "source": "cursor", "session_id": "sess_01HX",
			"time": "2026-02-08T19:22:11.123Z"}},
		{agentEvent(`{
  "event_type": "Session.Start",
  "data": {
    "start_reason": "new | resume | restart"
  }
}`), map[string]string{"type": "session.start"}},
		{agentEvent(`{
  "event_type": "Session.End",
  "data": {
    "end_reason": "exit | completed | error | manual_reset | idle_timeout",
    "usage": {
      "total_tokens": 48210,
      "total_actions": 14,
      "duration_ms": 342000
    }
  }
}`), map[string]string{"type": "session.end", "data.duration_ms": "342000"}},
		{agentEvent(`{
  "event_type": "Prompt.Submitted",
  "data": {
    "prompt_hash": "sha256:a1b2c3...",
    "prompt_length": 342,
    "is_followup": false
  }
}`), map[string]string{"type": "prompt.submit"}},
		{agentEvent(`{
  "event_type": "Agent.Plan.Start",
  "data": {
    "plan_type": "plan | explore | default",
    "step_count": 5
  }
}`), map[string]string{"type": "subagent.start"}},
		{agentEvent(`{
  "event_type": "Agent.Response",
  "data": {
    "response_length": 1240,
    "response_hash": "sha256:d4e5f6...",
    "final": true
  }
}`), map[string]string{"type": "agent.stop"}},
		{agentEvent(`{
  "event_type": "Model.Responded",
  "data": {
    "model_id": "anthropic/claude-sonnet-4-20250514",
    "input_tokens": 4123,
    "output_tokens": 987,
    "latency_ms": 1840,
    "retry_count": 0
  }
}`), map[string]string{"type": "model.response", "data.model": "anthropic/claude-sonnet-4-20250514",
			"data.usage.input_tokens": "4123", "data.usage.output_tokens": "987", "data.duration_ms": "1840"}},
		{agentEvent(`{
  "event_type": "Action.Before",
  "data": {
    "action": {
      "name": "shell",
      "input": {
        "command": "rm -rf /tmp/build"
      }
    },
    "decision": {
      "outcome": "deny",
      "reason": "Destructive command blocked by hook"
    }
  },
  "risk": {
    "score": 95,
    "level": "critical",
    "factors": ["DESTRUCTIVE_OP"]
  }
}`), map[string]string{"type": "tool.start", "data.tool": "shell", "data.tool_input.command": "rm -rf /tmp/build"}},
		{agentEvent(`{
  "event_type": "Action.After",
  "data": {
    "action": {
      "name": "shell",
      "input": {
        "command": "ls -la /tmp"
      },
      "result": {
        "success": true,
        "exit_code": 0,
        "output": "[truncated]"
      }
    }
  },
  "risk": {
    "score": 5,
    "level": "low"
  }
}`), map[string]string{"type": "tool.end", "data.status": "success", "data.tool_output": "[truncated]"}},
		{agentEvent(`{
  "event_type": "Context.UntilCompaction",
  "data": {
    "tokens_used": 96000,
    "tokens_limit": 128000,
    "percentage_used": 75.0,
    "tokens_remaining": 32000
  }
}`), map[string]string{"type": "vendor.cursor.context_until_compaction"}},
		{agentEvent(`{
  "event_type": "Context.Compaction",
  "data": {
    "trigger": "auto",
    "tokens_before": 128000,
    "tokens_after": 64000,
    "tokens_removed": 64000,
    "strategy": "summarize"
  }
}`), map[string]string{"type": "context.compact", "data.trigger": "auto"}},
		{agentEvent(`{
  "event_type": "Agent.Notification",
  "data": {
    "type": "ToolPermission | IdleTimeout | ErrorAlert",
    "message": "Shell command requires approval",
    "details": {}
  }
}`), map[string]string{"type": "agent.notification", "data.message": "Shell command requires approval"}},
		{agentEvent(`{
  "event_type": "Agent.Error",
  "data": {
    "error_type": "ToolFailed | ModelError | HookError | UnhandledException",
    "error_message": "Command timed out after 30s",
    "origin_event": "Action.Before"
  }
}`), map[string]string{"type": "agent.error", "data.error": "Command timed out after 30s"}},
		{agentEvent(`{
  "event_type": "vendor.cursor.TabFileEdit"
}`), map[string]string{"type": "vendor.cursor.tab_file_edit"}},
		// Appendix B.
		{`{
  "spec_version": "0.1.0",
  "event_id": "a1b2c3d4-e5f6-7890-abcd-ef1234567890",
  "event_type": "Action.Before",
  "timestamp": "2026-02-08T22:15:30.123Z",
  "source": {
    "tool": "cursor",
    "version": "2.3.41"
  },
  "session_id": "sess-789",
  "user": {
    "id": "dev1@example.com"
  },
  "actor": {
    "type": "ai_agent",
    "id": "cursor-agent-1",
    "name": "Cursor Agent"
  },
  "agent_mode": "agent",
  "data": {
    "action": {
      "name": "shell",
      "input": {
        "command": "rm -rf /tmp/build"
      }
    },
    "decision": {
      "outcome": "deny",
      "reason": "Destructive command blocked by hook"
    }
  },
  "risk": {
    "score": 95,
    "level": "critical",
    "factors": ["DESTRUCTIVE_OP"]
  }
}`, map[string]string{"type": "tool.start", "source": "cursor", "data.agent.id": "cursor-agent-1",
			"data.agent.type": "Cursor Agent", "data.permission_mode": "agent"}},
		// Appendix C.
		{`{
  "spec_version": "0.1.0",
  "event_id": "b2c3d4e5-f6a7-8901-bcde-f12345678901",
  "event_type": "Action.After",
  "timestamp": "2026-02-08T22:15:31.200Z",
  "source": {
    "tool": "cursor",
    "version": "2.3.41"
  },
  "session_id": "sess-789",
  "user": {
    "id": "dev1@example.com"
  },
  "actor": {
    "type": "ai_agent",
    "id": "cursor-agent-1"
  },
  "agent_mode": "agent",
  "data": {
    "action": {
      "name": "shell",
      "input": {
        "command": "ls -la /tmp"
      },
      "result": {
        "success": true,
        "exit_code": 0,
        "output": "[truncated list of files]"
      }
    }
  },
  "risk": {
    "score": 5,
    "level": "low"
  }
}`, map[string]string{"type": "tool.end", "data.status": "success"}},
		// Appendix D.
		{`{
  "spec_version": "0.1.0",
  "event_id": "e5f6a7b8-c9d0-1234-efab-345678901234",
  "event_type": "Context.UntilCompaction",
  "timestamp": "2026-02-08T23:30:00.000Z",
  "source": {
    "tool": "claude-code",
    "version": "1.0.12"
  },
  "session_id": "sess-456",
  "user": {
    "id": "alice@example.com"
  },
  "actor": {
    "type": "system"
  },
  "data": {
    "tokens_used": 96000,
    "tokens_limit": 128000,
    "percentage_used": 75.0,
    "tokens_remaining": 32000
  }
}`, map[string]string{"type": "vendor.claude-code.context_until_compaction", "source": "claude-code"}},
		// Appendix E.
		{`{
  "spec_version": "0.1.0",
  "event_id": "c3d4e5f6-a7b8-9012-cdef-123456789012",
  "event_type": "Context.Compaction",
  "timestamp": "2026-02-08T23:45:00.000Z",
  "source": {
    "tool": "claude-code",
    "version": "1.0.12"
  },
  "session_id": "sess-456",
  "user": {
    "id": "alice@example.com"
  },
  "actor": {
    "type": "system"
  },
  "data": {
    "trigger": "auto",
    "tokens_before": 128000,
    "tokens_after": 64000,
    "tokens_removed": 64000,
    "strategy": "summarize"
  }
}`, map[string]string{"type": "context.compact", "source": "claude-code"}},
		// Appendix F.
		{`{
  "spec_version": "0.1.0",
  "event_id": "d4e5f6a7-b8c9-0123-defa-234567890123",
  "event_type": "Retry.Loop.Detected",
  "timestamp": "2026-02-08T22:30:15.000Z",
  "source": {
    "tool": "gemini-cli",
    "version": "0.26.1"
  },
  "session_id": "sess-321",
  "user": {
    "id": "bob@example.com"
  },
  "actor": {
    "type": "ai_agent"
  },
  "data": {
    "iteration_count": 7,
    "action_name": "shell",
    "tokens_consumed": 12400,
    "elapsed_ms": 45000
  },
  "risk": {
    "score": 80,
    "level": "high",
    "factors": ["COST_ANOMALY", "RETRY_LOOP"]
  }
}`, map[string]string{"type": "vendor.gemini-cli.retry_loop_detected", "source": "gemini-cli",
			"extensions.gemini-cli.data.iteration_count": "7"}},
	} {
		got, envelope := hookReads(t, []byte(c.event), nil, Hook{})
		if got.Stdout+got.Stderr != "" || got.Exit != 0 {
			t.Errorf("%s: %+v", c.event, got)
		}
		for path, want := range c.want {
			if have := gjson.Get(envelope, path).String(); have != want {
				t.Errorf("%s is %q, want %q, in %s", path, have, want, envelope)
			}
		}
		// A hook of the format gets the event itself.
		if _, input := hookReads(t, []byte(c.event), []string{"--format", "agent-hooks"}, Hook{}); input !=
			strings.ReplaceAll(c.event, "\n", " ")+"\n" {
			t.Errorf("%s", input)
		}
	}
}
