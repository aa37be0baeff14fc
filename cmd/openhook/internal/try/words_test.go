package try

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/golden/client"
)

func TestVerdict(t *testing.T) {
	row := func(name string, e client.Effect, failed string) Row {
		return Row{Provider: name, Type: "tool.start", Effect: &e, Hook: &HookResult{Failed: failed}}
	}
	stop, none := client.Effect{Stopped: true}, client.Effect{}
	for _, c := range [...]struct {
		rows []Row
		want string
		no   bool
	}{
		{[]Row{row("a", stop, ""), row("b", stop, ""), {Provider: "c"}},
			"all 2 tools do the same: not run; 1 not tested", false},
		{[]Row{row("a", stop, ""), row("b", none, ""), row("c", stop, "")},
			"the tools differ; not run: 2; runs: 1 (b)", true},
		{[]Row{row("a", none, "x"), row("b", none, "x")}, "the hook failed", true},
		{[]Row{row("a", none, "x"), row("b", none, "")}, "the hook failed in a", true},
		{[]Row{{Provider: "a"}}, "no tool was tested", true},
		{[]Row{row("a", stop, "")}, "1 tool: not run", false},
		{[]Row{{Provider: "a", Hook: &HookResult{}}}, "the effect in these tools is unknown", false},
	} {
		if got, err := verdict(c.rows); got != c.want || (err != nil) != c.no {
			t.Errorf("%s, %v, want %s", got, err, c.want)
		}
	}
}

func TestUsage(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.WriteFile("here.sh", []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range [...]struct {
		args string
		exit int
		says string
	}{
		{"", 64, "no hook given"},
		{"./nope.sh", 66, "./nope.sh: not found"},
		{"nope", 66, "nope: not found in this folder or in PATH"},
		{"here.sh", 66, "for a file in this folder write ./here.sh"},
		{"-c x y", 64, "-c is the hook; remove"},
		{"--tool foo ./here.sh", 64, "use one of shell"},
		{"--event foo ./here.sh", 64, "use one of agent."},
		{"--event agent.stop --command ls ./here.sh", 64, "has no tool"},
		{"--event tool.start --prompt x ./here.sh", 64, "--prompt is for prompt.submit"},
		{"--command ls --file x ./here.sh", 64, "--command is for the shell"},
		{"--tool mcp --file x ./here.sh", 64, "--file is for"},
		{"--tool file_read --content x ./here.sh", 64, "--content is for"},
		{"--provider foo ./here.sh", 64, "or some of antigravity"},
		{"--shim-flags --foo=1 ./here.sh", 64, "unknown flag --foo"},
		{"--shim-flags x ./here.sh", 64, "use only flags"},
		{"--shim-flags ' ./here.sh", 64, "expecting closing quote"},
		{"--timeout -1s ./here.sh", 64, "use a duration"},
		{"--watch --json ./here.sh", 64, "use either --watch or --json"},
		{"--color red ./here.sh", 64, "auto, always or never"},
		{"--payload nope ./here.sh", 66, "nope"},
		{"--payload x --tool shell ./here.sh", 64, "remove shell"},
	} {
		if out, exit := tryOut(t, strings.Fields(c.args)...); exit != c.exit || !strings.Contains(out, c.says) {
			t.Errorf("%s: exit %d: %s", c.args, exit, out)
		}
	}
}

func TestWithPath(t *testing.T) {
	sep := string(os.PathListSeparator)
	for in, want := range map[string]string{"PATH=/bin": "PATH=/d" + sep + "/bin",
		"Path=/bin": "Path=/d" + sep + "/bin", "A=1": "PATH=/d"} {
		if got := withPath([]string{in}, "/d"); got[len(got)-1] != want {
			t.Errorf("%s: %q", in, got)
		}
	}
}

func TestWatch(t *testing.T) {
	hook := filepath.Join(t.TempDir(), "hook.sh")
	write := func(s string) {
		if err := os.WriteFile(hook, []byte(s), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write("a")
	ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
	defer stop()
	runs := 0
	err := watch(ctx, ui.Out{Writer: &strings.Builder{}, Width: 80}, []string{hook, "arg"}, func() error {
		if runs++; runs == 1 {
			go func() { time.Sleep(50 * time.Millisecond); write("longer") }()
		} else {
			stop()
		}
		return exitcode.ErrNo
	})
	if err != nil || runs != 2 {
		t.Errorf("%d runs, %v", runs, err)
	}
}
