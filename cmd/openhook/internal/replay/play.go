package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// A result is the outcome of one call.
type result struct {
	File     string `json:"file"`
	Provider string `json:"provider"`
	Event    string `json:"event"`
	Type     string `json:"type"`
	Problem  string `json:"problem,omitempty"` // the payload cannot be read
	reply
	Effect   *client.Effect `json:"effect"`             // null: this client has no model
	Recorded *reply         `json:"recorded,omitempty"` // what the dump holds
	Differs  []string       `json:"differs,omitempty"`  // stdout, stderr, exit
}

// shimSlack is the time of the shim beside the hook's.
const shimSlack = 10 * time.Second

// play sends one call through the shim in a process of its own.
func (o *options) play(c recordedCall) (result, error) {
	r := result{File: c.file, Recorded: c.answer}
	self, err := os.Executable()
	if err != nil {
		return r, err
	}
	args := []string{"__shim", "--timeout", o.timeout.String(), "--max-continues", "0", "--format", o.format}
	if o.source != "" {
		args = append(args, "--source", o.source)
	}
	if o.event != "" {
		args = append(args, "--event", o.event)
	}
	if o.failClosed {
		args = append(args, "--fail-closed")
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.timeout+shimSlack)
	defer cancel()
	child := exec.CommandContext(ctx, self, append(args, o.argv...)...)
	child.Env = append(payload.CleanEnviron(), o.env...)
	child.WaitDelay = time.Second
	child.Stdin = bytes.NewReader(c.payload)
	redirectPayload(child, c.payload)
	var stdout, stderr bytes.Buffer
	child.Stdout, child.Stderr = &stdout, &stderr
	err = child.Run()
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return r, exitcode.Errorf(exitcode.No, "%s: %v", c.file, err)
	}
	r.reply = reply{stdout.String(), stderr.String(), child.ProcessState.ExitCode()}
	if r.Recorded != nil {
		r.Differs = r.reply.differences(*r.Recorded)
	}
	o.describe(&r, c.payload, child.Env)
	return r, nil
}

// redirectPayload moves a payload to an argument or a variable, for a client that does not send it
// on stdin.
func redirectPayload(child *exec.Cmd, payload []byte) {
	none := func(string) string { return "" }
	if _, certain := clients.Registry.PayloadOutsideStdin(string(payload), none); certain {
		child.Args = append(child.Args, string(bytes.TrimSpace(payload)))
		child.Stdin = nil
		return
	}
	for _, d := range clients.Registry.Dialects {
		v := gjson.GetBytes(payload, d.PayloadEnv)
		if d.PayloadEnv != "" && v.Type == gjson.String && len(gjson.ParseBytes(payload).Map()) == 1 {
			child.Env = append(child.Env, d.PayloadEnv+"="+v.Str)
			child.Stdin = nil
			child.StdinPipe() // open and without data, like that client's
		}
	}
}

// describe fills in the sender of the payload and the effect of the answer.
func (o *options) describe(r *result, payload []byte, env []string) {
	h := mapping.Hints{Source: o.source, Event: o.event, Now: mapping.Stamp(time.Now()),
		Getenv: func(name string) string {
			for _, e := range slices.Backward(env) {
				if value, is := strings.CutPrefix(e, name+"="); is {
					return value
				}
			}
			return ""
		}}
	p, err := mapping.Parse(slices.Clone(payload), h.Getenv)
	d := clients.Registry.Source(o.source, o.event)
	if err != nil {
		r.Problem = err.Error()
		p, _ = mapping.Parse([]byte("{}"), h.Getenv)
	} else {
		d = clients.Registry.Detect(p, h)
	}
	if d == nil {
		return
	}
	c := clients.Registry.Decode(d, p, h)
	r.Provider, r.Event, r.Type = c.Source, c.Native, c.Type
	r.Effect = effectwords.Of(c, mapping.Reply{Stdout: []byte(r.Stdout), Stderr: []byte(r.Stderr), Exit: r.Exit})
}

func (r reply) differences(was reply) []string {
	var all []string
	if r.Stdout != was.Stdout {
		all = append(all, "stdout")
	}
	if r.Stderr != was.Stderr {
		all = append(all, "stderr")
	}
	if r.Exit != was.Exit {
		all = append(all, "exit")
	}
	return all
}

func (r *result) write(out io.Writer) error {
	var b strings.Builder
	line := func(name, value string) {
		fmt.Fprintf(&b, "  %-8s %s\n", name, strings.ReplaceAll(strings.TrimSuffix(value, "\n"), "\n", "\n           "))
	}
	b.WriteString(r.File + "\n")
	switch {
	case r.Problem != "":
		line("payload", r.Problem+"; the hook did not run")
	default:
		line("from", r.Provider+" "+r.Event+" ("+r.Type+")")
	}
	line("stdout", orNothing(r.Stdout))
	if r.Stderr != "" {
		line("stderr", r.Stderr)
	}
	line("exit", fmt.Sprint(r.Exit))
	if r.Provider != "" {
		line("effect", effectwords.Describe(r.Effect))
	}
	for _, part := range r.Differs {
		was := map[string]string{"stdout": r.Recorded.Stdout, "stderr": r.Recorded.Stderr,
			"exit": fmt.Sprint(r.Recorded.Exit)}[part]
		line("differs", "in the dump "+part+" was "+orNothing(was))
	}
	if strings.HasSuffix(strings.TrimSuffix(r.File, scrubEnding), ".stdin") && r.Recorded == nil {
		line("dump", "has no answer: the call never ended, or files are missing")
	}
	_, err := io.WriteString(out, ui.EscapeControls(b.String())+"\n")
	return err
}

func orNothing(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}
