package shim_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/shimtest"
)

const (
	run1   = `exec "$0" "$@"`
	asUser = `exec setpriv --reuid UID --regid UID --clear-groups `
)

// A plight is what the shim finds when it starts: line brings it about and starts
// it. The hook denies, unless another is named.
type plight struct {
	name         string
	line         string
	needs        string // programs; root
	hook         string
	open, closed verdict
}

var plights = []plight{
	{"7 descriptors", `ulimit -n 7; ` + run1, "", "", goesOn, halts},
	{"10 descriptors", `ulimit -n 10; ` + run1, "", "", goesOn, halts},
	{"12 descriptors", `ulimit -n 12; ` + run1, "", "", goesOn, halts},
	{"14 descriptors", `ulimit -n 14; ` + run1, "", "", halts, halts},
	{"few processes", asUser + `prlimit --nproc=8 "$0" "$@"`, "root setpriv prlimit", "", halts, halts},
	{"nobody's home", asUser + `env HOME=/nonexistent XDG_STATE_HOME=/nonexistent "$0" "$@"`, "root setpriv", "", halts, halts},
	{"no files may grow", `ulimit -f 0; OPENHOOK_DUMP=dump ` + run1, "", "", halts, halts},
	{"a small stack", `ulimit -s 64; ` + run1, "", "", halts, halts},
	{"no HOME, no PATH", `unset HOME PATH XDG_STATE_HOME; ` + run1, "", "", halts, halts},
	{"no PATH to find it in", `unset PATH; ` + run1, "", "bare", goesOn, halts},
	{"an empty environment", `exec env -i "$0" "$@"`, "", "", halts, halts},
	{"an empty PATH", `PATH=; ` + run1, "", "bare", goesOn, halts},
	{"the directory is gone", `mkdir gone; cd gone; rmdir ../gone; ` + run1, "", "", halts, halts},
	{"the directory and the hook in it are gone", `mkdir gone; cd gone; rmdir ../gone; ` + run1, "", "relative", goesOn, halts},
	{"the directory cannot be read", `mkdir shut; chmod 0 shut; cd shut; ` + asUser + `"$0" "$@"`, "root setpriv", "", halts, halts},
	{"the directory cannot be written", `chmod 555 .; ` + asUser + `env OPENHOOK_DUMP=$PWD/dump "$0" "$@"`, "root setpriv", "", halts, halts},
	{"the disk is read-only", `exec unshare -m sh -c 'mount -t tmpfs -o ro none . && cd "$PWD" && OPENHOOK_DUMP=$PWD/dump HOME=$PWD exec "$0" "$@"' "$0" "$@"`, "root unshare", "", halts, halts},
	{"the disk is full", `exec unshare -m sh -c 'mount -t tmpfs -o size=4k none . && cd "$PWD" && { cat /dev/zero >x 2>/dev/null; OPENHOOK_DUMP=$PWD HOME=$PWD exec "$0" "$@"; }' "$0" "$@"`, "root unshare", "", halts, halts},
	{"stdout on a full disk", `unshare -m sh -c 'mount -t tmpfs -o size=4k none . && cd "$PWD" && { cat /dev/zero >x 2>/dev/null; exec "$0" "$@" >out; }' "$0" "$@"`, "root unshare", "", halts, halts},
	{"the hook's disk takes no programs", `exec unshare -m sh -c 'mount -t tmpfs -o noexec none . && cd "$PWD" && cp ../guard.sh . && exec "$0" "$@"' "$0" "$@"`, "root unshare", "relative", goesOn, halts},
	{"no /proc", `exec unshare -m sh -c 'umount -l /proc && exec "$0" "$@"' "$0" "$@"`, "root unshare", "", halts, halts},
	{"no /proc, and the hook hangs", `exec unshare -m sh -c 'umount -l /proc && exec "$0" "$@"' "$0" "$@"`, "root unshare", "exec sleep 60", goesOn, halts},
	{"no /dev", `exec unshare -m sh -c 'mount -t tmpfs none /dev && exec "$0" "$@"' "$0" "$@"`, "root unshare", "", halts, halts},
	{"the end of children is ignored", `trap '' CHLD; ` + run1, "", "", halts, halts},
	{"signals are ignored", `trap '' TERM INT HUP QUIT PIPE USR1; ` + run1, "", "", halts, halts},
	{"signals are ignored, and the hook hangs", `trap '' TERM INT HUP QUIT; ` + run1, "", "exec sleep 60", goesOn, halts},
	{"signals are blocked, and the hook hangs", `exec env --block-signal "$0" "$@"`, "", "exec sleep 60", goesOn, halts},
	{"stdin is closed", run1 + ` <&-`, "", "", goesOn, halts},
	{"stdin is a folder", run1 + ` </`, "", "", goesOn, halts},
	{"stdin is for writing only", run1 + ` 0>/dev/full`, "", "", goesOn, halts},
	{"nothing may be created", `umask 777; OPENHOOK_DUMP=dump ` + run1, "", "", halts, halts},
}

func TestPlights(t *testing.T) {
	slow(t)
	t.Parallel()
	for _, p := range plights {
		t.Run(p.name, func(t *testing.T) {
			for need := range strings.FieldsSeq(p.needs) {
				if _, err := exec.LookPath(need); need == "root" && os.Geteuid() != 0 || need != "root" && err != nil {
					t.Skipf("SKIPPED, it needs %s", need)
				}
			}
			if strings.Contains(p.line, "unshare") && exec.Command("unshare", "-m", "true").Run() != nil {
				t.Skip("SKIPPED, nothing can be mounted here")
			}
			t.Parallel()
			shimtest.Abreast(2*len(five), 10, func(i int) {
				provider, closed, wants := five[i/2], i%2 == 1, p.open
				if closed {
					wants = p.closed
				}
				got := p.call(t, provider, closed)
				wants.check(t, fmt.Sprintf("%s, closed=%v", provider, closed), got, effectOf(provider, got))
			})
		})
	}
}

var users atomic.Int32

// userOf gives each call a user of its own: limits count by user.
func userOf(line string) string {
	return strings.ReplaceAll(line, "UID", strconv.Itoa(61000+int(users.Add(1))))
}

// openToAll lets other users into a folder of a test.
func openToAll(t *testing.T, dir string) {
	t.Helper()
	for _, dir := range [...]string{filepath.Dir(dir), dir} {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func (p plight) call(t *testing.T, provider string, closed bool) result {
	above := t.TempDir()
	openToAll(t, above)
	dir := filepath.Join(above, "in")
	for _, err := range [...]error{os.Mkdir(dir, 0o777), os.Chmod(dir, 0o777),
		shimtest.WriteProgram(filepath.Join(above, "guard.sh"), "#!/bin/sh\necho no >&2\nexit 2\n", 0o755)} {
		if err != nil {
			t.Error(err)
		}
	}
	r := run{Dir: dir, Flags: []string{"--timeout", "2s"}}
	switch p.hook {
	case "":
		r.Hook = []string{filepath.Join(above, "guard.sh")}
	case "bare":
		r.Hook = []string{"sh", "-c", "exit 2"}
	case "relative":
		r.Hook = []string{"./guard.sh"}
	default:
		r.Hook = []string{"/bin/sh", "-c", p.hook}
	}
	return behind(provider, closed, r).under(t, userOf(p.line)).on(t, nil, nil)
}

// Below what Go itself needs to live there is no answer, only its exit code 2 or
// a death by signal: most clients take the first for a deny and the second for
// leave to go on. Nothing that the shim does changes that.
func TestTooLittleToLive(t *testing.T) {
	slow(t)
	t.Parallel()
	if _, err := exec.LookPath("prlimit"); err != nil {
		t.Skip("SKIPPED, it needs prlimit")
	}
	limits := []string{"prlimit --nofile=4", "prlimit --as=1048576", "prlimit --as=67108864", "prlimit --as=268435456", "prlimit --stack=1024"}
	if _, err := exec.LookPath("setpriv"); os.Geteuid() == 0 && err == nil {
		limits = append(limits, asUser+"prlimit --nproc=1", asUser+"prlimit --nproc=4")
	} else {
		t.Log("SKIPPED in part: limits of processes need root and setpriv")
	}
	needsMore := []string{"cline", "mistral-vibe"} // an answer on stdout
	for _, limit := range limits {
		through, mu := map[int][]string{}, sync.Mutex{}
		shimtest.Abreast(len(golden.Providers()), 10, func(i int) {
			provider := golden.Providers()[i]
			r := behind(provider, true, run{Dir: t.TempDir(), Flags: []string{"-c", sayAllow + "exit 2"}})
			got := r.under(t, userOf(limit)+` "$0" "$@"`).doWithoutEOF(t)
			e := effectOf(provider, got)
			if e.Approved {
				t.Errorf("%s, %s: it approves: %+v", provider, limit, got)
			}
			mu.Lock()
			defer mu.Unlock()
			if !e.Stopped && !e.Ends {
				through[got.Exit] = append(through[got.Exit], provider)
				if got.Exit < 128 && !slices.Contains(needsMore, provider) {
					t.Errorf("%s, %s: it is let through: %+v", provider, limit, got)
				}
			}
		})
		t.Logf("%s: let through, by exit code: %v", limit, through)
	}
}

// A long command does not keep a guard from seeing that it is long.
func TestLittleRoomForTheEnvironment(t *testing.T) {
	t.Parallel()
	quoted, _ := json.Marshal(strings.Repeat("echo hello; ", 9_000) + "rm -rf /")
	payload := claude("PreToolUse", `,"tool_name":"Bash","tool_input":{"command":`+string(quoted)+`}`)
	guard, err := filepath.Abs("../examples/guard.sh")
	if err != nil {
		t.Fatal(err)
	}
	r := run{Stdin: payload, Env: []string{"LONG=" + strings.Repeat("x", 30_000)}, Hook: []string{guard}}
	if got := r.under(t, `ulimit -s 256; `+run1).doWithoutEOF(t); !denied(t, got) {
		t.Errorf("the guard did not deny: %+v", got)
	}
	// The count of a stop hook that cannot be kept counts as reached.
	stop := run{Stdin: claude("Stop", `,"stop_hook_active":true`), Env: []string{"XDG_STATE_HOME=/dev/full"}, Hook: []string{"sh", "-c", "exit 2"}}
	got := stop.doWithoutEOF(t)
	if client.ClaudeCode(client.Reply{Event: "Stop", Payload: stop.Stdin, Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit}).GoesOn {
		t.Errorf("an agent goes on without a count: %+v", got)
	}
}

// The shim is found, and the project's hook, wherever the agent has gone.
func TestAgentMovesOn(t *testing.T) {
	t.Parallel()
	project := t.TempDir()
	if err := shimtest.WriteProgram(filepath.Join(project, "guard.sh"), "#!/bin/sh\nexit 2\n", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, dir := range [...]string{".", "sub", "sub/gone", "../" + filepath.Base(project) + "/sub", "/", "."} {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(project, dir)
		}
		os.MkdirAll(dir, 0o755)
		payload := bytes.Replace(golden.Payloads("claude-code")[preTool], []byte("/home/dev/project\""), []byte(dir+`"`), 1)
		for _, closed := range [...]bool{false, true} {
			r := run{Dir: dir, Stdin: payload, Env: []string{"CLAUDE_PROJECT_DIR=" + project}, Hook: []string{"./guard.sh"}}
			line := run1
			if strings.HasSuffix(dir, "gone") {
				line = `rmdir "$PWD"; ` + run1
			}
			if closed {
				r.Flags = []string{"--fail-closed"}
			}
			if got := r.under(t, line).doWithoutEOF(t); !denied(t, got) {
				t.Errorf("in %s: %+v", dir, got)
			}
			os.MkdirAll(dir, 0o755)
		}
	}
}
