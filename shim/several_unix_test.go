//go:build unix

package shim_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/hookfile"
)

// Hooks of one file, each a line of shell, and what Claude Code does then.
func TestSeveralHooks(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, event, hooks string
		want               client.Effect
		log                string // what the hooks wrote into the file "log", on one line
	}{
		{"higher priority first, then the file's order", "PreToolUse",
			`{"command":"echo a >>log"},{"command":"echo b >>log","priority":0},{"command":"echo c >>log","priority":1000},{"command":"echo d >>log"}`,
			client.Effect{}, "c a d b"},
		{"the first block ends it", "PreToolUse",
			`{"command":"echo a >>log"},{"command":"echo no >&2; exit 2"},{"command":"echo b >>log"}`,
			client.Effect{Stopped: true, Model: "no", User: "no"}, "a"},
		{"a deny behind an approval", "PreToolUse",
			`{"command":"echo '{\"decision\":\"allow\"}'"},{"command":"echo '{\"decision\":\"deny\",\"reason\":\"no\"}'"}`,
			client.Effect{Stopped: true, Model: "no", User: "no"}, ""},
		{"an ask before an approval", "PreToolUse",
			`{"command":"echo '{\"decision\":\"ask\",\"reason\":\"sure?\"}'"},{"command":"echo '{\"decision\":\"allow\"}'"}`,
			client.Effect{Asked: true, Model: "sure?", User: "sure?"}, ""},
		{"an approval and no opinion", "PreToolUse",
			`{"command":"true"},{"command":"echo '{\"decision\":\"allow\"}'"},{"command":"true"}`,
			client.Effect{Approved: true}, ""},
		{"contexts are joined", "UserPromptSubmit",
			`{"command":"echo one"},{"command":"echo '{\"context\":\"two\",\"system_message\":\"m\"}'"},{"command":"echo '{\"system_message\":\"n\"}'"}`,
			client.Effect{Model: "one\ntwo", User: "m\nn"}, ""},
		{"a later hook sees the input as rewritten so far", "PreToolUse",
			`{"command":"echo '{\"updated_input\":{\"command\":\"pwd\"}}'"},{"command":"echo $OPENHOOK_COMMAND >>log; echo '{\"updated_input\":{\"timeout\":9}}'"}`,
			client.Effect{Input: `{"command":"pwd","timeout":9}`}, "pwd"},
		{"an approval is not for what comes after it", "PreToolUse",
			`{"command":"echo '{\"decision\":\"allow\"}'"},{"command":"echo '{\"updated_input\":{\"command\":\"pwd\"}}'"}`,
			client.Effect{Input: `{"command":"pwd","timeout":5}`}, ""},
		{"an approval of the new input", "PreToolUse",
			`{"command":"echo '{\"updated_input\":{\"command\":\"pwd\"}}'"},{"command":"echo '{\"decision\":\"allow\"}'"}`,
			client.Effect{Approved: true, Input: `{"command":"pwd","timeout":5}`}, ""},
		{"a hook's own choice is for its own wish", "PreToolUse",
			`{"command":"echo '{\"decision\":\"ask\",\"reason\":\"sure?\"}'"},{"command":"true","degrade":{"ask":"allow"}}`,
			client.Effect{Asked: true, Model: "sure?", User: "sure?"}, ""},
		{"what another hook made approves nothing", "PreToolUse",
			`{"command":"echo '{\"updated_input\":{\"command\":\"{\\\"decision\\\":\\\"allow\\\"}\"}}'"},{"command":"printf %s \"$OPENHOOK_COMMAND\""}`,
			client.Effect{Input: `{"command":"{\"decision\":\"allow\"}","timeout":5}`}, ""},
		{"its variable in place of an inherited one", "PreToolUse", `{"command":"env | grep -c ^HOME= >>log; echo $HOME >>log","env":{"HOME":"/mine"}}`, client.Effect{}, "1 /mine"},
		{"a deny beside what is printed", "WorktreeCreate", `{"command":"echo /a"},{"command":"echo no >&2; exit 2"}`,
			client.Effect{Stopped: true, Failed: true, Model: "no"}, ""},
		{"only for its events and tools", "PreToolUse",
			`{"command":"echo a >>log","events":["tool.end"]},{"command":"echo b >>log","tools":["file_*"]},{"command":"echo c >>log","events":["tool.*"],"tools":["shell"]}`,
			client.Effect{}, "c"},
		{"a failed hook is passed over", "PreToolUse",
			`{"command":"exit 1"},{"command":"echo no >&2; exit 2"}`, client.Effect{Stopped: true, Model: "no", User: "no"}, ""},
		{"unless it fails closed", "PreToolUse", `{"command":"exit 1","fail_closed":true},{"command":"echo a >>log"}`,
			client.Effect{Stopped: true, Model: "openhook-shim: exit 1 ended with exit code 1", User: "openhook-shim: exit 1 ended with exit code 1"}, ""},
		{"an exit code that blocks", "PreToolUse", `{"command":"echo no >&2; exit 7","block_on":[6,7]}`, client.Effect{Stopped: true, Model: "no", User: "no"}, ""},
		{"its time", "PreToolUse", `{"command":"sleep 9","timeout":0.2},{"command":"echo a >>log"}`,
			client.Effect{Failed: true, User: "openhook-shim: sleep 9 did not end within 200ms\n" + "A hook gave no usable answer"}, "a"},
		{"its variables", "PreToolUse", `{"command":"echo $WHO $OPENHOOK_TOOL >>log","env":{"WHO":"me"}}`, client.Effect{}, "me shell"},
		{"its folder", "PreToolUse", `{"command":"pwd | sed 's|.*/||' >>../log","cwd":"sub"}`, client.Effect{}, "sub"},
		{"what becomes of an ask", "PreToolUse", `{"command":"echo '{\"decision\":\"ask\",\"reason\":\"sure?\"}'","degrade":{"ask":"deny"}}`,
			client.Effect{Stopped: true, Model: "A hook wants the user to confirm this, and this client cannot ask: sure?"}, ""},
		{"each in its format", "PreToolUse",
			`{"command":"grep -o '\"event_type\": \"[a-z-]*\"' | tr -d ' ' >>log","format":"hook-md","events":["pre-tool-call"]},` +
				`{"command":"grep -o '\"hook_event_name\":\"[A-Za-z]*\"' >>log","format":"claude-code"},` +
				`{"command":"grep -o '\"type\":\"[a-z.]*\"' >>log","format":"openhook"},` +
				`{"command":"echo x >>log","format":"hook-md","events":["post-tool-call","before_stop","after_*"]}`,
			client.Effect{}, `"event_type":"pre-tool-call" "hook_event_name":"PreToolUse" "type":"tool.start"`},
		{"an answer in its format", "PreToolUse",
			`{"command":"echo '{\"modified_input\":{\"command\":\"pwd\"}}'","format":"hook-md"},` +
				`{"command":"grep -q '\"command\": \"pwd\"' && echo '{\"decision\":\"deny\",\"reason\":\"no\"}'","format":"hook-md"}`,
			client.Effect{Stopped: true, Model: "no", User: "no"}, ""},
		{"a failure in its format", "PreToolUse", `{"command":"echo '{\"decision\":\"deny\"}'; exit 3","format":"hook-md","fail_closed":true}`,
			client.Effect{Stopped: true, Model: "openhook-shim: echo '{\"decision\":\"deny\"}'; exit 3 ended with exit code 3",
				User: "openhook-shim: echo '{\"decision\":\"deny\"}'; exit 3 ended with exit code 3"}, ""},
		{"another system's command", "PreToolUse", `{"platform":{"windows":"echo w >>log","linux":"echo l >>log","osx":"echo l >>log"},"command":"echo x >>log"}`,
			client.Effect{}, "l"},
		{"the end of the agent's loop", "PreToolUse", `{"command":"echo '{\"continue\":false,\"reason\":\"enough\"}'"},{"command":"true"}`,
			client.Effect{Stopped: true, Ends: true, User: "enough\nenough"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newProject(t, `{"openhook":"0.1","hooks":[`+c.hooks+`]}`)
			p.write("sub/x", "")
			got := p.send(c.event)
			e := claudeDoes(c.event, got)
			if c.want.Failed { // its wording is the client's
				e.User, c.want.User = "", ""
			}
			if c.name == "what becomes of an ask" {
				e.User, e.Model, c.want.Model = "", "", ""
			}
			if e != c.want {
				t.Errorf("got  %+v\nwant %+v\n%+v", e, c.want, got)
			}
			if log := strings.Join(strings.Fields(p.read("log")), " "); log != c.log {
				t.Errorf("log %q, want %q", log, c.log)
			}
		})
	}
}

// A format that the shim does not know is an error, and the hook does not run.
func TestUnknownFormat(t *testing.T) {
	p := newProject(t, `{"hooks":[
		{"command":"echo x >>log","format":"hook-mx"}]}`)
	got := p.send("PreToolUse")
	if !strings.Contains(got.Stderr, ".openhook.json: line 2: format hook-mx is unknown; use openhook, native or one of claude-code") ||
		p.read("log") != "" {
		t.Errorf("%+v", got)
	}
	if got := p.send("PreToolUse", "--fail-closed"); !claudeDoes("PreToolUse", got).Stopped {
		t.Errorf("%+v", got)
	}
}

// In the client's own format a later hook reads the input as rewritten, too.
func TestRewrittenInItsFormat(t *testing.T) {
	p := newProject(t, `{"hooks":[{"command":"echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"updatedInput\":{\"command\":\"rm -rf x\"}}}'"},
		{"command":"grep -q 'rm -rf x' && { echo NO-RM >&2; exit 2; }; exit 0"}]}`)
	for _, format := range []string{"claude-code", "native", "openhook"} {
		if got := p.send("PreToolUse", "--format", format); claudeDoes("PreToolUse", got).Model != "NO-RM" {
			t.Errorf("%s: %+v", format, got)
		}
	}
}

// A new input that this client cannot take is none for the hooks behind.
func TestDroppedInput(t *testing.T) {
	p := newProject(t, `{"hooks":[{"command":"echo '{\"updated_input\":{\"command\":\"ls\"}}'","degrade":{"rewrite":"drop"}},
		{"command":"case $OPENHOOK_COMMAND in rm*) echo NO-RM >&2; exit 2 ;; esac"}]}`)
	payload := []byte(`{"session_id":"s","transcript_path":"/t","cwd":"` + p.dir + `","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf x"},"tool_use_id":"u"}`)
	got := run{Dir: p.dir, Stdin: payload, Env: []string{"HOME=" + p.home, "XDG_STATE_HOME=" + filepath.Join(p.home, "state")}}.do(t)
	if !strings.Contains(got.Stdout, "NO-RM") {
		t.Errorf("%+v", got)
	}
}

// What cannot be denied still gets what the other hooks say.
func TestStrictTakesNothingAway(t *testing.T) {
	for name, c := range map[string]struct {
		hooks string
		spoil func(p project) (cwd string)
		flags []string
	}{
		"a hook that fails closed": {`{"command":"exit 3","fail_closed":true},{"command":"echo tests first >&2; exit 2"}`, func(p project) string { return p.dir }, nil},
		"a nearer file that nobody allowed": {`{"command":"echo tests first >&2; exit 2"}`, func(p project) string {
			p.write("sub/"+hookfile.Name, "{}")
			return p.path("sub")
		}, []string{"--fail-closed"}},
	} {
		p := newProject(t, `{"hooks":[`+c.hooks+`]}`)
		if got := p.sendFrom(c.spoil(p), "Stop", c.flags...); !strings.Contains(got.Stdout, "tests first") {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A project's file that has changed switches off no hook of the user's.
func TestUserHooksStay(t *testing.T) {
	p := newProject(t, `{"hooks":[]}`)
	user := project{t, p.home, p.home}
	user.write(".config/openhook/hooks.json", `{"hooks":[{"command":"echo tests first >&2; exit 2","events":["agent.stop"]},{"command":"echo >>heard","async":true}]}`)
	p.write(hookfile.Name, `{"hooks": []}`)
	if got := p.send("Stop"); !strings.Contains(got.Stdout, "tests first") {
		t.Errorf("%+v", got)
	}
	if got := p.send("PreToolUse"); !claudeDoes("PreToolUse", got).Stopped {
		t.Errorf("%+v", got)
	}
	// Both calls start the log. The second one must not run while the folder is removed.
	for until := time.Now().Add(20 * time.Second); len(user.read(".config/openhook/heard")) < 2; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("the user's log did not hear of it")
		}
	}
}

// The first redaction stays.
func TestFirstResultStays(t *testing.T) {
	p := newProject(t, `{"hooks":[{"command":"echo '{\"updated_output\":\"REDACTED\"}'"},{"command":"echo '{\"updated_output\":\"SECRET\"}'"}]}`)
	payload := []byte(strings.Replace(string(golden.Payloads("claude-code")["PostToolUse.Bash.json"]), `"cwd":"/home/dev/project"`, `"cwd":"`+p.dir+`"`, 1))
	got := run{Dir: p.dir, Stdin: payload, Env: []string{"HOME=" + p.home, "XDG_STATE_HOME=" + filepath.Join(p.home, "state")}}.do(t)
	if !strings.Contains(got.Stdout, "REDACTED") || strings.Contains(got.Stdout, "SECRET") {
		t.Errorf("%+v", got)
	}
}

// A hook that hangs leaves the guard behind it its time.
func TestShareOfTime(t *testing.T) {
	slow(t)
	t.Parallel()
	p := newProject(t, `{"hooks":[{"command":"sleep 9"},{"command":"echo no >&2; exit 2"}]}`)
	if got := p.send("PreToolUse", "--timeout", "3s"); claudeDoes("PreToolUse", got).Model != "no" {
		t.Errorf("%+v", got)
	}
}

// The end of the client is heard whichever hook runs just then.
func TestSignalAmongHooks(t *testing.T) {
	slow(t)
	t.Parallel()
	p := newProject(t, `{"hooks":[{"command":"sleep 0.1","priority":900}`+strings.Repeat(`,{"command":"echo >>ran; sleep 0.01"}`, 500)+`]}`)
	payload := []byte(`{"session_id":"s","transcript_path":"/t","cwd":"` + p.dir + `","prompt_id":"p","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`)
	r := run{Dir: p.dir, Env: []string{"HOME=" + p.home, "XDG_STATE_HOME=" + filepath.Join(p.home, "state")}}
	c := r.command(t)
	var stdout, stderr bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(payload), &stdout, &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(30 * time.Second); len(p.read("ran")) < 10 && time.Now().Before(until); {
		time.Sleep(time.Millisecond)
	}
	c.Process.Signal(syscall.SIGTERM)
	c.Wait()
	if code := c.ProcessState.ExitCode(); code != 128+int(syscall.SIGTERM) {
		t.Errorf("exit %d after %d hooks: %s%s", code, len(p.read("ran")), stdout.String(), stderr.String())
	}
}

// The flags of a line hold for each hook of a file.
func TestFlagsOfFile(t *testing.T) {
	p := newProject(t, `{"hooks":[{"command":"echo no >&2; exit 2"},{"command":"sleep 20","timeout":0.3}]}`)
	if got := p.send("PreToolUse", "--exit-2-warns"); denied(t, got) {
		t.Errorf("%+v", got)
	}
	if got := p.send("PreToolUse", "--exit-2-warns", "--timeout-blocks"); !denied(t, got) {
		t.Errorf("%+v", got)
	}
}

// Watched only: nothing that hooks of a file say reaches the client.
func TestObservedFile(t *testing.T) {
	p := newProject(t, `{"hooks":[{"command":"echo no >&2; exit 2","fail_closed":true},{"command":"exit 1","fail_closed":true}]}`)
	got := p.send("PreToolUse", "--observe", "--fail-closed")
	if got.Stdout != "" || got.Exit != 0 || !strings.Contains(got.Stderr, "observe: would have denied: no") {
		t.Errorf("%+v", got)
	}
}
