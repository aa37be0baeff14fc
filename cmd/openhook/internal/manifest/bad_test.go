package manifest

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
)

// Bad input is an error that tells its place, and nothing is written.
func TestBadManifests(t *testing.T) {
	const head = "spec: hooks/1.0\nhooks:\n  - event: before_tool_execute\n"
	bomb := "a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\nspec: hooks/1.0\nhooks: [*c]\n"
	for _, c := range [...]struct{ name, text, want string }{
		{"m.json", `{"hooks":[]}`, `m.json:1: spec is missing; write "spec": "hooks/0.1"`},
		{"m.json", "{\n \"spec\":\"hooks/2.0\",\"hooks\":[{}]}",
			`m.json:2: spec: "hooks/2.0": unknown version; use hooks/0.1 or hooks/1.0`},
		{"m.json", `{"spec":1,"hooks":[{}]}`, `m.json:1: spec: 1: unknown version`},
		{"m.json", "{\"spec\":\"hooks/1.0\"}", "m.json:1: hooks is missing"},
		{"m.json", "{\"spec\":\"hooks/1.0\",\n\n\"hooks\":[]}", "m.json:3: hooks: it is empty"},
		{"m.json", "{\"spec\":\"hooks/1.0\",\n\"hooks\":{}}", "m.json:2: hooks: it must be a list"},
		{"m.json", "{\"spec\":\"hooks/1.0\",\n\"hooks\":[3]}", "m.json:2: hooks[0]: it must be an object"},
		{"m.json", "[]", "m.json:1: not a manifest"},
		{"m.json", "{\"spec\":\"hooks/1.0\",\n\"spec\":\"hooks/1.0\",\"hooks\":[]}", "m.json:2: spec: it occurs twice"},
		{"m.json", "{\n\"spec\":}", "m.json:2: "},
		{"m.json", "", "m.json: the file is empty"},
		{"m.json", "\xff\xfe", "m.json: not UTF-8"},
		{"m.json", strings.Repeat(" ", maxBytes+1), "the limit is 1 MiB"},
		{"m.json", `{"spec":"hooks/1.0","hooks":` + strings.Repeat("[", 100) + strings.Repeat("]", 100) + "}",
			"m.json:1: nested too deep"},
		{"m.json", `{"spec":"hooks/1.0","hooks":` + strings.Repeat("[", 100000), "m.json:1: nested too deep"},
		{"m.yaml", strings.Repeat("[", 200000), "m.yaml"},
		{"m.yaml", "spec: hooks/1.0\nhooks: " + strings.Repeat("[", 100) + strings.Repeat("]", 100),
			"m.yaml:2: nested too deep"},
		{"m.yaml", bomb, "m.yaml:1: a: a manifest takes no anchors"},
		{"m.yaml", head + "    handler: {<<: {type: command}, command: x}\n",
			"m.yaml:4: hooks[0].handler: a key must be a plain word"},
		{"m.yaml", head + "    event: x\n", "m.yaml:4: hooks[0].event: it occurs twice"},
		{"m.yaml", head + "---\na: b\n", "m.yaml:4: a second document"},
		{"m.yaml", "spec: [\n", "m.yaml:"},
		{"m.yaml", head, "m.yaml:3: hooks[0]: handler is missing"},
		{"m.yaml", "spec: hooks/1.0\nhooks:\n  - handler: {type: command, command: x}\n",
			"m.yaml:3: hooks[0]: event is missing"},
		{"m.yaml", "spec: hooks/1.0\nhooks:\n  - event: before_lunch\n    handler: {type: command, command: x}\n",
			`m.yaml:3: hooks[0].event: unknown event "before_lunch"; use one of: before_tool_execute`},
		{"m.yaml", head + "    handler: {command: x}\n", "m.yaml:4: hooks[0].handler: type is missing"},
		{"m.yaml", head + "    handler: {type: lambda}\n", `m.yaml:4: hooks[0].handler.type: unknown type "lambda"`},
		{"m.yaml", head + "    handler: {type: command}\n", "m.yaml:4: hooks[0].handler: command is missing"},
		{"m.yaml", head + "    handler:\n      type: command\n      command: ' '\n",
			"m.yaml:6: hooks[0].handler.command: command is missing"},
		{"m.yaml", head + "    handler:\n      type: command\n      command: [a]\n",
			"m.yaml:6: hooks[0].handler.command: it must be a text"},
		{"m.json", "{\"spec\":\"hooks/1.0\",\"hooks\":[{\"event\":\"agent_stop\",\"handler\":{\"type\":\"command\",\"command\":\"a\\u0000b\"}}]}", "hooks[0].handler.command: it has a NUL"},
		{"m.yaml", head + "    handler: {type: http}\n", "m.yaml:4: hooks[0].handler: an http handler needs a url"},
		{"m.yaml", head + "    handler: {type: http, url: 'file:///etc/passwd'}\n",
			"an http handler needs a url that begins with http"},
		{"m.yaml", head + "    handler: {type: http, url: 'http://x', headers: {A: \"b\\r\\nC: d\"}}\n",
			`"A" is not a header`},
		{"m.yaml", head + "    handler: {type: command, command: x, timeout: -1}\n",
			"m.yaml:4: hooks[0].handler.timeout: -1 is not a timeout"},
		{"m.yaml", head + "    handler: {type: command, command: x, timeout: 1e300}\n",
			"is not a timeout; use a number of seconds, at most 86400"},
		{"m.yaml", head + "    handler: {type: command, command: x, timeout: 0.001}\n", "too short for a hook"},
		{"m.yaml", head + "    handler: {type: command, command: x, timeout: soon}\n",
			"hooks[0].handler.timeout: it must be a number"},
		{"m.yaml", head + "    handler: {type: command, command: x, timeout: .nan}\n",
			"hooks[0].handler.timeout: a manifest cannot hold the value .nan"},
		{"m.yaml", head + "    handler: {type: command, command: x, async: 1}\n",
			"hooks[0].handler.async: it must be true or false"},
		{"m.yaml", head + "    handler: {type: command, command: x, env: {A: 1}}\n",
			"hooks[0].handler.env: it must be an object of texts"},
		{"m.yaml", head + "    handler: {type: command, command: x, env: {'A;rm': b}}\n",
			`hooks[0].handler.env: "A;rm" is not a variable's name`},
		{"m.yaml", head + "    handler: {type: command, command: x, platform: {osx: ''}}\n",
			"hooks[0].handler.platform.osx: the command is empty"},
		{"m.yaml", head + "    blocking: maybe\n    handler: {type: command, command: x}\n",
			"m.yaml:4: hooks[0].blocking: it must be true or false"},
		{"m.yaml", head + "    matcher: {pattern: 'a('}\n    handler: {type: command, command: x}\n",
			`m.yaml:4: hooks[0].matcher: pattern "a(": missing closing )`},
		{"m.yaml", head + "    matcher: {pattern: '(?!a)'}\n    handler: {type: command, command: x}\n",
			"without look-around and back-references"},
		{"m.yaml", head + "    matcher: [shell,\n      {pattern: '['}]\n    handler: {type: command, command: x}\n",
			"m.yaml:5: hooks[0].matcher[1]: pattern"},
		{"m.yaml", head + "    matcher: []\n    handler: {type: command, command: x}\n",
			"m.yaml:4: hooks[0].matcher: it is empty"},
		{"m.yaml", head + "    matcher: 3\n    handler: {type: command, command: x}\n",
			"hooks[0].matcher: a matcher is a tool's name"},
		{"m.yaml", head + "    matcher: {mcp: {tool: x}}\n    handler: {type: command, command: x}\n",
			"hooks[0].matcher: this mcp matcher names no server"},
		{"m.yaml", head + "    matcher: {}\n    handler: {type: command, command: x}\n",
			"hooks[0].matcher: a matcher object needs exactly one"},
		{"m.yaml", head + "    degradation: {custom_env: pray}\n    handler: {type: command, command: x}\n",
			`m.yaml:4: hooks[0].degradation.custom_env: unknown value "pray"; use block, warn or exclude`},
		{"m.yaml", head + "    provider_data: {kiro: 1}\n    handler: {type: command, command: x}\n",
			"hooks[0].provider_data.kiro: it must be an object"},
		{"m.yaml", head + "    name: a\n    handler: {type: command, command: x}\n  - name: a\n    event: agent_stop\n    handler: {type: command, command: x}\n", `m.yaml:6: hooks[1].name: "a" is already the name of hooks[0]`},
		{"m.yaml", head + "    handler: {type: command, command: ../x.sh}\n",
			"m.yaml:4: hooks[0].handler.command: ../x.sh is outside the folder of the manifest"},
		{"m.yaml", head + "    handler: {type: command, command: 'python3 ./a/../../x.py'}\n",
			"./a/../../x.py is outside the folder of the manifest"},
		{"m.yaml", head + "    handler: {type: command, command: ok, platform: {windows: '..\\x.ps1'}}\n",
			"hooks[0].handler.platform.windows: ../x.ps1 is outside the folder"},
		{"m.yaml", head + "    handler: {type: command, command: x, cwd: ../up}\n",
			"hooks[0].handler.cwd: ../up is outside the project's root"},
		{"m.yaml", head + "    handler: {type: command, command: x, cwd: /etc}\n",
			"hooks[0].handler.cwd: /etc is outside"},
	} {
		path := write(t, c.name, c.text)
		out := filepath.Join(filepath.Dir(path), "out.json")
		for _, args := range [][]string{{"convert", "--to", "claude-code", "-o", out, path},
			{"convert", "-o", out, path}, {"validate", path}} {
			stdout, _, err := do(t, args...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%q %s: %v\nwant %s", c.text[:min(len(c.text), 200)], args[0], err, c.want)
				break
			}
			if stdout != "" || there(out) {
				t.Errorf("%q: something was written", c.text)
			}
		}
	}
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// A script that a link leads out of the folder is outside of it.
func TestLinkedScript(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	elsewhere := write(t, "evil.sh", "#!/bin/sh\n")
	path := write(t, "m.yaml", "spec: hooks/1.0\nhooks:\n  - event: agent_stop\n    handler: {type: command, command: ./hooks/x.sh}\n")
	if err := os.Symlink(filepath.Dir(elsewhere), filepath.Join(filepath.Dir(path), "hooks")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := do(t, "validate", path); err != nil {
		t.Errorf("it is not there: %v", err)
	}
	if err := os.Rename(elsewhere, filepath.Join(filepath.Dir(elsewhere), "x.sh")); err != nil {
		t.Fatal(err)
	}
	if _, _, err := do(t, "validate", path); err == nil ||
		!strings.Contains(err.Error(), "is outside the folder of the manifest") {
		t.Errorf("%v", err)
	}
}

// Bad files of providers, and command lines.
func TestBadFiles(t *testing.T) {
	good := write(t, "m.json", `{"spec":"hooks/1.0","hooks":[{"event":"agent_stop","handler":{"type":"command","command":"./x.sh"}}]}`)
	cursor := write(t, "hooks.json", "{\"version\": 1, \"hooks\": {\n\"beforeLunch\": [{\"command\": \"x\"}]}}")
	for _, c := range [...]struct {
		args string
		want string
		code int
	}{
		{"convert --from cursor " + cursor, `no hook of Cursor`, 1},
		{"convert --from cursor " + good, "it has no hooks in the format of Cursor", 1},
		{"convert --from cursor " + write(t, "hooks.json", "{\"version\":1}"),
			"it has no hooks in the format of Cursor", 1},
		{"convert --from codex " + write(t, "config.toml", "[hooks\n"), "line 1, column", 1},
		{"convert --from claude-code " + write(t, "settings.json", "{\"hooks\": {\n]}"), "settings.json: line 2", 1},
		{"convert --from opencode " + write(t, "x.js", "export const x = 1"), "another author's plugin", 1},
		{"convert --from claude-code " + write(t, "settings.json",
			"{\"hooks\":{\"Stop\":[\n{\"hooks\":[{\"type\":\"command\",\"command\":\"../../x.sh\"}]}]}}"),
			"settings.json:2: hooks[0].handler.command: ../../x.sh is outside", 1},
		{"convert --from nobody " + good, "unknown provider nobody; use one of: hooks/0.1 hooks/1.0 claude-code", exitcode.Usage},
		{"convert --to nobody " + good, "unknown provider nobody", exitcode.Usage},
		{"convert --to cursor --platform plan9 " + good, "--platform plan9: use windows, linux or darwin", exitcode.Usage},
		{"convert --to cursor --shim= " + good, "not a path", exitcode.Usage},
		{"convert --to cursor " + good + "x", "m.jsonx: not found", exitcode.Missing},
		{"convert --to cursor -o " + good + " " + good, "exists already; use --force", 1},
		{"convert --to cursor -o " + filepath.Join(filepath.Dir(good), "no", "x") + " " + good, "folder not found",
			exitcode.Missing},
		{"convert --to cursor " + filepath.Dir(filepath.Dir(good)), "the folder has no file", exitcode.Missing},
		{"convert --to crush " + good, "Crush cannot have any of these hooks", 1},
		{"verify " + good + " " + cursor, "name the tool that reads", exitcode.Usage},
		{"verify --to cursor " + good + " " + cursor, "no hook of Cursor", 1},
	} {
		stdout, _, err := do(t, strings.Fields(c.args)...)
		if err == nil || !strings.Contains(err.Error(), c.want) || exitcode.Of(err, 1) != c.code || stdout != "" {
			t.Errorf("%s: %d %v %s\nwant %d %s", c.args, exitcode.Of(err, 1), err, stdout, c.code, c.want)
		}
	}
	if data, err := os.ReadFile(good); err != nil || !strings.HasPrefix(string(data), `{"spec"`) {
		t.Error("the manifest was written over")
	}
}

// What does not come over is told once, and fails where it must not be.
func TestStrict(t *testing.T) {
	path := write(t, "m.yaml", "spec: hooks/1.0\nhooks:\n  - event: before_tool_execute\n    color: red\n    handler: {type: command, command: ./x.sh, when: now}\n  - event: before_model\n    handler: {type: command, command: ./y.sh}\n")
	stdout, stderr, err := do(t, "convert", "--to", "cursor", path)
	want := []string{"m.yaml:4: hooks[0].color is not part of hooks/1.0, so openhook leaves it out",
		"m.yaml:5: hooks[0].handler.when is not part",
		"m.yaml:6: hook 2 (before_model): left out: Cursor has no event before_model"}
	for _, w := range want {
		if strings.Count(stderr, w) != 1 {
			t.Errorf("no %q once in\n%s", w, stderr)
		}
	}
	if err != nil || !strings.Contains(stdout, "./x.sh") {
		t.Errorf("%s %v", stdout, err)
	}
	out := filepath.Join(filepath.Dir(path), "out.json")
	stdout, stderr, err = do(t, "convert", "--to", "cursor", "--strict", "-o", out, path)
	if err == nil || stdout != "" || there(out) ||
		!strings.Contains(err.Error(), "--strict: the result would lose 3 things") || strings.Count(stderr, "\n") != 3 {
		t.Errorf("%v\n%s%s", err, stdout, stderr)
	}
	if _, _, err := do(t, "validate", "--to", "cursor", "--strict", path); err == nil {
		t.Error("validate --strict passes")
	}
	if stdout, _, err := do(t, "validate", "--to", "cursor", "--json", path); err != nil ||
		strings.Count(stdout, `"where"`) != 3 {
		t.Errorf("%s %v", stdout, err)
	}
	clean := write(t, "m.yaml", "spec: hooks/1.0\nhooks:\n  - event: before_tool_execute\n    handler: {type: command, command: ./x.sh}\n")
	if stdout, stderr, err := do(t, "convert", "--to", "cursor", "--strict", "-o", out, clean); err != nil ||
		stdout+stderr != "" || !there(out) {
		t.Errorf("%v %s%s", err, stdout, stderr)
	}
	if stdout, _, err := do(t, "verify", "--to", "cursor", clean, out); err != nil ||
		!strings.Contains(stdout, "has the same hooks as") {
		t.Errorf("%v %s", err, stdout)
	}
	if stdout, _, err := do(t, "verify", "--to", "cursor", path, out); err != nil ||
		!strings.Contains(stdout, "has the same hooks as") {
		t.Errorf("losses are no difference: %v %s", err, stdout)
	}
	other := write(t, "m.yaml", "spec: hooks/1.0\nhooks:\n  - event: before_tool_execute\n    handler: {type: command, command: ./z.sh}\n")
	if stdout, _, err := do(t, "verify", "--to", "cursor", other, out); err == nil ||
		!strings.Contains(stdout, "./z.sh") || !strings.Contains(stdout, "./x.sh") {
		t.Errorf("%v %s", err, stdout)
	}
}
