package try

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/golden/client"
)

// A runner runs one hook behind the shim for many tools.
type runner struct {
	flags []string // of the shim
	hook  []string // -- and a command, or -c and a line
	jobs  int

	self string
	tmp  string // holds the records and a link to this program under the shim's name
	env  []string
}

// prepare makes what all runs share. Call cleanUp at the end.
func (r *runner) prepare() (err error) {
	if r.self, err = os.Executable(); err != nil {
		return err
	}
	if r.tmp, err = os.MkdirTemp("", "openhook-try-"); err != nil {
		return err
	}
	name := filepath.Join(r.tmp, shimName)
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if err := link(r.self, name); err != nil {
		r.cleanUp()
		return err
	}
	r.env = withPath(payload.CleanEnviron(), r.tmp)
	return nil
}

func (r *runner) cleanUp() { os.RemoveAll(r.tmp) }

// link makes another name for a file, or a copy if the system allows no link.
func link(self, name string) error {
	if os.Symlink(self, name) == nil || os.Link(self, name) == nil {
		return nil
	}
	in, err := os.Open(self)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// withPath puts a folder at the start of PATH.
func withPath(environ []string, dir string) []string {
	for i, e := range environ {
		if name, value, _ := strings.Cut(e, "="); strings.EqualFold(name, "PATH") {
			environ[i] = name + "=" + dir + string(os.PathListSeparator) + value
			return environ
		}
	}
	return append(environ, "PATH="+dir)
}

// A target is one tool with its payload, or the reason for its absence.
type target struct {
	provider string
	made     payload.Sample
	err      error
}

// runAll runs the hook for each target, several at a time.
func (r *runner) runAll(ctx context.Context, targets []target) []Row {
	rows := make([]Row, len(targets))
	var wait sync.WaitGroup
	slots := make(chan struct{}, max(r.jobs, 1))
	for i, t := range targets {
		if t.err != nil {
			rows[i] = newRow(t)
			continue
		}
		wait.Add(1)
		slots <- struct{}{}
		go func() {
			defer wait.Done()
			rows[i] = r.runOne(ctx, t, strconv.Itoa(i))
			<-slots
		}()
	}
	wait.Wait()
	return rows
}

func (r *runner) runOne(ctx context.Context, t target, id string) Row {
	row := newRow(t)
	trace := filepath.Join(r.tmp, id+".json")
	args := append([]string{shimWord}, r.flags...)
	args = append(append(args, t.made.Flags...), r.hook...)
	var stdout, stderr bytes.Buffer
	c := exec.CommandContext(ctx, r.self, args...)
	c.Env = append(r.env[:len(r.env):len(r.env)], traceVar+"="+trace)
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(t.made.Data), &stdout, &stderr
	c.WaitDelay = time.Second // a process of the hook may keep the pipes open
	c.Cancel = func() error { // the shim must end the hook first
		if err := c.Process.Signal(os.Interrupt); err == nil {
			return nil
		}
		return c.Process.Kill()
	}
	started := time.Now()
	err := c.Run()
	row.Milliseconds = float64(time.Since(started).Microseconds()) / 1000
	if c.ProcessState == nil {
		row.Status = "did not start: " + err.Error()
		return row
	}
	row.Reply = &Reply{stdout.String(), stderr.String(), c.ProcessState.ExitCode()}
	var seen record
	if data, err := os.ReadFile(trace); err == nil {
		_ = json.Unmarshal(data, &seen)
		os.Remove(trace)
	}
	row.addRecord(seen)
	obey := client.Of(t.provider)
	if obey == nil {
		row.Status = statusNoModel
		return row
	}
	e := obey(client.Reply{Event: t.made.Event, Payload: t.made.Data, Stdout: stdout.Bytes(), Stderr: stderr.Bytes(),
		Exit: row.Reply.Exit})
	row.addEffect(e)
	return row
}
