package shim

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

// runHook starts the hook with what it reads, and waits for its answer.
func (c *call) runHook(in [][]byte) outcome {
	var ch child
	ch.deadline = c.started.Add(c.limit())
	ch.whole = func(stdout []byte, exit int) bool {
		return exit != 0 && c.event == nil || mapping.Complete(stdout)
	}
	ch.stdin = in
	ch.env = environ(c.call.Environ(maxVariable))
	name := shell
	if c.line != "" {
		ch.path, ch.argv = shell, shellArgs(c.line)
	} else {
		var err error
		name = c.argv[0]
		ch.path, ch.argv, err = resolve(c.argv, places(c.here, c.call.Cwd(), c.call.Project()))
		if err != nil {
			return outcome{err: err}
		}
	}
	out := run(&ch)
	switch {
	case out.err != nil:
		out.err = diagnose(name, ch.path, out.err)
	case out.exit == 127 && strings.HasSuffix(firstLine(ch.path), "\r"): // #!/usr/bin/env python3\r
		out.err = errors.New(name + ": " + msgCRLF)
	}
	return out
}

// ourPrefix begins the names of our variables, on Windows in any case.
const ourPrefix = "OPENHOOK_"

// environ is our own environment with the hook's variables in place of any
// OPENHOOK_ ones, which are inherited and not to be trusted.
func environ(ours []string) []string {
	inherited := os.Environ()
	env, depth := make([]string, 0, len(inherited)+len(ours)+1), 0
	for _, e := range inherited {
		if name, value, _ := strings.Cut(e, "="); len(name) >= len(ourPrefix) && strings.EqualFold(name[:len(ourPrefix)], ourPrefix) {
			if name == "OPENHOOK_DEPTH" {
				depth, _ = strconv.Atoi(value)
			}
			continue
		}
		env = append(env, e)
	}
	return append(append(env, ours...), "OPENHOOK_DEPTH="+strconv.Itoa(max(depth, 0)+1))
}

// name is how messages call the hook.
func (c *call) name() string {
	if c.line != "" {
		return "the hook"
	}
	return filepath.Base(c.argv[0])
}

// limit is how long the hook may take: less than the client waits.
func (c *call) limit() time.Duration {
	switch {
	case c.timeout > 0:
		return c.timeout
	case c.call.Event.Limit > 0:
		return time.Duration(c.call.Event.Limit) * time.Millisecond * 9 / 10
	}
	return 30 * time.Second
}

// notAScript tells the exit code 2 of a shell or of python that found no script
// from a block. resolve sees most of them before the start; what a -c line calls
// only the interpreter's own words show.
func (c *call) notAScript(out outcome) error {
	said := strings.TrimSpace(string(out.stderr))
	if out.exit != 2 || len(out.stdout) > 0 || strings.Contains(said, "\n") {
		return nil
	}
	dash := strings.Contains(said, ": 0: cannot open ") || strings.Contains(said, ": 0: Can't open ")
	python := strings.Contains(said, ": can't open file '") && strings.HasSuffix(said, "[Errno 2] No such file or directory")
	if dash || python {
		return errors.New(msgNoScript + said)
	}
	return nil
}
