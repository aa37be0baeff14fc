package manifest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const two = "spec: hooks/1.0\nhooks:\n  - {event: before_tool_execute, handler: {type: command, command: ./a.sh}}\n  - {event: before_prompt, handler: {type: command, command: ./b.sh}}\n"

func TestOutput(t *testing.T) {
	path := write(t, "m.yaml", two)
	dir := filepath.Dir(path)
	file := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	for _, c := range [...]struct {
		args string
		file string
		want string
		says string // on stdout
		fail bool
	}{
		{"--to cursor -o out.json", "out.json", `"preToolUse"`, "", false},
		{"--to claude-code -o out.json", "out.json", `"preToolUse"`, "", true},
		{"--to claude-code -o out.json --force", "out.json", `"PreToolUse"`, "", false},
		{"--to claude-code -o out.json --force --shim /opt/my@bin/openhook-shim", "out.json",
			`'/opt/my@bin/openhook-shim' --timeout 30s`, "", false},
		{"--to kimi -o out.toml", "out.toml", "[[hooks]]", "", false},
		{"--to cline -o .", "PreToolUse", "#!/bin/sh\nexec openhook-shim", "", false},
		{"--to cline -o .", "UserPromptSubmit", "./b.sh", "", true},
		{"--to cline --platform windows --force -o .", "PreToolUse.ps1", "[Console]", "", false},
		{"--to opencode -o .", "openhook-2.js", `["./b.sh"]`, "", false},
		{"-o hooks.json", "hooks.json", `"hooks/1.0"`, "", false},
		{"--to cline", "m.yaml", "spec", "# PreToolUse\n#!/bin/sh\n", false},
		{"--to cursor --json", "m.yaml", "spec", `"name": "hooks.json"`, false},
	} {
		args := strings.Fields(c.args)
		for i, a := range args {
			if i > 0 && args[i-1] == "-o" {
				args[i] = filepath.Join(dir, a)
			}
		}
		stdout, _, err := do(t, append(append([]string{"convert", "--platform", "linux"}, args...), path)...)
		if (err != nil) != c.fail || !strings.Contains(stdout, c.says) || c.says == "" && stdout != "" {
			t.Errorf("%s: %v\n%s", c.args, err, stdout)
		}
		if text := file(c.file); !strings.Contains(text, c.want) {
			t.Errorf("%s: no %q in\n%s", c.args, c.want, text)
		}
	}
	if info, err := os.Stat(filepath.Join(dir, "PreToolUse")); runtime.GOOS != "windows" &&
		(err != nil || info.Mode().Perm() != 0o755) {
		t.Errorf("%v %v", info, err)
	}
	if link := filepath.Join(dir, "link.json"); runtime.GOOS != "windows" {
		if err := os.Symlink(filepath.Join(dir, "m.yaml"), link); err != nil {
			t.Fatal(err)
		}
		if _, _, err := do(t, "convert", "--to", "cursor", "--force", "-o", link, path); err == nil ||
			file("m.yaml") != two {
			t.Error("a link was followed")
		}
	}
	// And all of it back, from a folder and from stdin.
	if stdout, _, err := do(t, "convert", "--from", "opencode", filepath.Join(dir, "openhook-2.js")); err != nil ||
		!strings.Contains(stdout, "before_prompt") {
		t.Errorf("%s %v", stdout, err)
	}
	if stdout, _, err := do(t, "validate", "--from", "cursor", filepath.Join(dir, "hooks.json")); err == nil {
		t.Errorf("a manifest is no file of Cursor's: %s", stdout)
	}
}

func TestValidate(t *testing.T) {
	path := write(t, "m.yaml", two+"  - {event: agent_stop, handler: {type: http, url: 'http://x', async: true}}\n")
	stdout, stderr, err := do(t, "validate", path)
	if err != nil || stderr != "" || stdout != path+": 3 hooks; it needs http_handler, async_execution\n" {
		t.Errorf("%q %q %v", stdout, stderr, err)
	}
	stdout, _, err = do(t, "validate", "--json", "--to", "crush", path)
	var v validation
	if err != nil || json.Unmarshal([]byte(stdout), &v) != nil || v.Hooks != 3 || len(v.Losses) != 2 ||
		v.Losses[0].Hook != 1 || !strings.HasSuffix(v.Losses[0].Where, "m.yaml:4") {
		t.Errorf("%s %v", stdout, err)
	}
}
