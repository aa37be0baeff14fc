//go:build e2e

package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/e2e/model"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/tidwall/gjson"
)

//go:embed hook.sh
var hookScript string

// limit ends a client that does not end by itself.
const limit = 60 * time.Second

// session is what all runs share.
type session struct {
	shim      string // path of openhook-shim, built for this session
	companion string // path of openhook, built for this session
	self      string // path of this program, which is the MCP server too
	root      string // folder of all runs
}

// A run is one scenario with one client, in folders of its own.
type run struct {
	*session
	client  *client
	install string // folder of the client's package
	node    string // folder of a newer Node.js, for the clients that want one
	scenario
	dir, home, project, hooks string
	model                     *model.Server
	before, after             tree // what stood there before openhook install, and after
}

// seen is what a run left behind.
type seen struct {
	calls    []gjson.Result    // envelopes that the hook got
	files    map[string]string // of the project
	echoes   string            // calls that reached the MCP server
	requests []string          // what the model was sent
}

// of returns the envelopes of a type.
func (s *seen) of(kind string) (calls []gjson.Result) {
	for _, c := range s.calls {
		if c.Get("type").Str == kind {
			calls = append(calls, c)
		}
	}
	return calls
}

// command is what stands in the client's settings.
func (r *run) command() []string {
	if r.file {
		return append([]string{r.shim}, r.flags...)
	}
	hook := filepath.Join(r.hooks, "hook.sh")
	if r.missing {
		hook = filepath.Join(r.hooks, "not-there.sh")
	}
	return slices.Concat([]string{r.shim}, r.flags, []string{"--", hook, r.hooks})
}

// line is the same for a shell; no path here has a blank or a quote.
func (r *run) line() string { return strings.Join(r.command(), " ") }

// prepare makes the folders, the hook, the project and the client's settings.
func (r *run) prepare() error {
	for _, d := range []string{r.home, r.project, r.calls(), filepath.Join(r.hooks, "answers")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
	}
	err := os.WriteFile(filepath.Join(r.hooks, "hook.sh"), []byte(hookScript), 0o755)
	for event, lines := range r.answers {
		err = errors.Join(err, os.WriteFile(filepath.Join(r.hooks, "answers", event), []byte(lines+"\n"), 0o644))
	}
	// A command of which no client knows that it is harmless.
	for name, content := range map[string]string{"make.sh": "touch ran.txt\n", "old.txt": "before\n",
		"secret.txt": secret + "\n"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(r.project, name), []byte(content), 0o644))
	}
	if r.file {
		err = errors.Join(err, r.allowed())
	}
	git := exec.Command("git", "init", "-q", r.project)
	git.Env = append(os.Environ(), "HOME="+r.home)
	if err = errors.Join(err, git.Run(), r.client.configure(r)); err != nil {
		return err
	}
	if r.byInstall {
		return r.installHook()
	}
	if r.manifest {
		return r.convertHook()
	}
	return r.client.hooks(r)
}

// allowed puts the hook into the project's hook file, as its user has allowed it.
func (r *run) allowed() error {
	file := filepath.Join(r.project, hookfile.Name)
	hook := encode(object{"openhook": "0.1",
		"hooks": []any{object{"command": filepath.Join(r.hooks, "hook.sh") + " " + r.hooks}}})
	if err := put(r.project, hookfile.Name, hook); err != nil {
		return err
	}
	getenv := func(name string) string { return map[string]string{"HOME": r.home}[name] }
	record := hookfile.RecordFile(runtime.GOOS, getenv, file)
	if err := put(filepath.Dir(record), filepath.Base(record),
		hookfile.Record(file, true, nil, os.ReadFile)); err != nil {
		return err
	}
	return os.Chmod(record, 0o600)
}

// start runs the client until it ends and returns what is then there to see.
func (r *run) start() (*seen, error) {
	r.home, r.project, r.hooks = filepath.Join(r.dir, "home"), filepath.Join(r.dir, "project"),
		filepath.Join(r.dir, "hooks")
	var turns []model.Turn
	for _, s := range r.script {
		if call := r.client.call(r, s); call != nil {
			turns = append(turns, model.Turn{Text: "On it.", Call: call})
		}
	}
	r.model = model.Start(append(turns, model.Turn{Text: "All done."}))
	defer r.model.Close()
	if err := r.prepare(); err != nil {
		return nil, fmt.Errorf("preparing: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	output, err := r.client.drive(ctx, r)
	stopLeftovers(r.home)
	os.WriteFile(filepath.Join(r.dir, "output"), output, 0o644)
	if ctx.Err() != nil {
		return nil, fmt.Errorf("it had not ended after %s", limit)
	}
	if err != nil {
		return nil, err
	}
	if r.byInstall {
		if err := r.uninstallHook(); err != nil {
			return nil, err
		}
	}
	return r.look(r.model.Requests())
}

// look gathers what there is to see; requests is what the model was asked.
func (r *run) look(requests []string) (*seen, error) {
	s := &seen{files: map[string]string{}, requests: requests}
	calls, err := filepath.Glob(filepath.Join(r.calls(), "[0-9]*"))
	for _, name := range calls {
		data, err := os.ReadFile(name)
		if err != nil || !gjson.ValidBytes(data) {
			return nil, fmt.Errorf("%s is no envelope: %v", name, err)
		}
		s.calls = append(s.calls, gjson.ParseBytes(data))
	}
	for _, name := range []string{"ran.txt", "changed.txt", "note.txt", "old.txt"} {
		data, err := os.ReadFile(filepath.Join(r.project, name))
		if err == nil {
			s.files[name] = string(data)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	echoes, _ := os.ReadFile(r.echoes())
	s.echoes = string(echoes)
	return s, err
}

// echoes is the file where the MCP server writes what it was called with.
func (r *run) echoes() string { return filepath.Join(r.hooks, "echoes") }

// server is the command of the MCP server.
func (r *run) server() []string { return []string{r.self, "mcp", r.echoes()} }

// exec runs the client's program and returns what it printed. Its exit code
// says nothing here: some end with 1 because a hook stopped something.
func (r *run) exec(ctx context.Context, args ...string) ([]byte, error) {
	argv := slices.Concat(r.client.program(r), args)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = r.project, r.environment()
	cmd.WaitDelay = 2 * time.Second
	output, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) || errors.Is(err, exec.ErrWaitDelay) {
		err = nil
	}
	return output, err
}

// nodejs is the Node.js that runs the client's scripts.
func (r *run) nodejs() string {
	if r.node == "" {
		return "node"
	}
	return filepath.Join(r.node, "node")
}

// environment is the client's: a home of its own, and no way out of this
// machine for whatever honours a proxy.
func (r *run) environment() []string {
	path := os.Getenv("PATH")
	if r.node != "" {
		path = r.node + string(os.PathListSeparator) + path
	}
	return append([]string{"PATH=" + path, "HOME=" + r.home, "USER=e2e", "TERM=xterm-256color", "LANG=C.UTF-8",
		"SHELL=/bin/bash",
		"HTTP_PROXY=http://127.0.0.1:9", "HTTPS_PROXY=http://127.0.0.1:9", "NO_PROXY=127.0.0.1,localhost",
		"no_proxy=127.0.0.1,localhost"}, r.client.env(r)...)
}

// calls is where the hook keeps its envelopes.
func (r *run) calls() string { return filepath.Join(r.hooks, "calls") }

// put writes a file below a folder of the run.
func put(dir, name, content string) error {
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(content), 0o755)
}

// encode is for settings, which are made of literals here.
func encode(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// stopLeftovers ends what a client left running: Cline's hub outlives it.
func stopLeftovers(home string) {
	procs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, p := range procs {
		env, err := os.ReadFile(p)
		if err != nil || !slices.Contains(strings.Split(string(env), "\x00"), "HOME="+home) {
			continue
		}
		var pid int
		fmt.Sscanf(p, "/proc/%d/environ", &pid)
		if process, err := os.FindProcess(pid); err == nil {
			process.Kill()
		}
	}
}
