//go:build !linux

package shim

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// run starts the hook and returns when its answer is complete. It reads the streams
// itself, because the WaitDelay of os/exec is one fixed time. The wait for a background
// process depends on what the hook printed so far.
func run(c *hookProcess) outcome {
	r := runner{hook: c, changed: make(chan struct{}, 1)}
	r.out.isStdout = true
	// The shim catches signals before the start, because otherwise a signal could end
	// the shim and leave the hook, which has a group of its own.
	signals := watchSignals()
	r.tree = newTree()
	if err := r.start(); err != nil {
		r.tree.release()
		return outcome{err: err}
	}
	defer r.close()
	go r.feed()
	go r.collect(&r.out)
	go r.collect(&r.err)
	return r.wait(signals)
}

type runner struct {
	hook     *hookProcess
	cmd      *exec.Cmd
	tree     tree
	in       *os.File
	mu       sync.Mutex // guards out and err
	out, err output
	changed  chan struct{} // out or err changed
}

func (r *runner) start() (err error) {
	var files [3]*os.File
	if files[0], r.in, err = pipe(); err != nil {
		return err // the shim ends now and closes the pipes
	}
	if r.out.file, files[1], err = pipe(); err != nil {
		return err
	}
	if r.err.file, files[2], err = pipe(); err != nil {
		return err
	}
	err = r.launch(r.hook.path, r.hook.argv, files)
	if errors.Is(err, syscall.ENOEXEC) {
		// Without a #! line /bin/sh runs the file, like in every client's shell.
		argv := append([]string{"/bin/sh", r.hook.path}, r.hook.argv[1:]...)
		err = r.launch(argv[0], argv, files)
	}
	for _, f := range files {
		f.Close()
	}
	if err != nil {
		r.in.Close()
		r.close()
	}
	return err
}

func (r *runner) launch(path string, argv []string, files [3]*os.File) (err error) {
	if r.cmd, err = command(path, argv); err != nil {
		return err
	}
	r.cmd.Env, r.cmd.Dir = r.hook.env, r.hook.dir
	r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = files[0], files[1], files[2]
	return r.cmd.Start()
}

// feed writes the hook's stdin. The hook need not read it.
func (r *runner) feed() {
	defer r.in.Close()
	for _, piece := range r.hook.stdin {
		if len(piece) == 0 {
			continue
		}
		if _, err := r.in.Write(piece); err != nil {
			return
		}
	}
}

// wait waits for the end of the hook, and ends it after its timeout.
func (r *runner) wait(signals chan os.Signal) outcome {
	ended := make(chan struct{})
	go func() {
		r.cmd.Wait()
		close(ended)
	}()
	deadline := time.NewTimer(time.Until(r.hook.deadline))
	defer deadline.Stop()
	select {
	case <-ended:
		return r.answer(signals)
	case s := <-signals:
		return r.takeSignal(s)
	case <-deadline.C:
	}
	select {
	case <-ended: // at the last moment
		return r.answer(signals)
	default:
	}
	out := r.end(grace)
	out.timedOut = true
	return out
}

// end ends the hook and its processes, and reads what they printed.
func (r *runner) end(wait time.Duration) outcome {
	r.tree.end(r.cmd.Process, wait)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out.drain()
	r.err.drain()
	return outcome{stdout: r.out.bytes(), stderr: r.err.bytes()}
}

// answer returns the output of an ended hook, once it is complete.
func (r *runner) answer(signals chan os.Signal) outcome {
	ended, exit := time.Now(), exitCode(r.cmd.ProcessState)
	for {
		out, left := r.answerSoFar(exit, time.Since(ended))
		if left <= 0 {
			r.tree.release()
			return out
		}
		select {
		case <-r.changed:
		case <-time.After(left):
		case s := <-signals: // the hook has ended, so its answer counts
			select {
			case signals <- s: // for the next hook
			default:
			}
			r.tree.end(r.cmd.Process, grace/5)
			out, _ = r.answerSoFar(exit, afterExit)
			return out
		}
	}
}

// answerSoFar returns the answer, or how long to wait for more of it.
func (r *runner) answerSoFar(exit int, since time.Duration) (outcome, time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	// The pipes hold all that the hook printed before its end.
	r.out.drain()
	r.err.drain()
	left := r.hook.outputWait(&r.out.stream, &r.err.stream, exit) - since
	if left > 0 && !(r.out.eof && r.err.eof) {
		return outcome{}, left
	}
	printed := r.out.bytes() // bytes sets cut
	return outcome{stdout: printed, stderr: r.err.bytes(), cut: r.out.cut, exit: exit}, 0
}

func (r *runner) takeSignal(s os.Signal) outcome {
	out := r.end(grace / 5)
	n, _ := s.(syscall.Signal)
	out.signal = int(n)
	return out
}

// close closes the output. Only feed closes the hook's stdin: on Windows a close would
// wait for a write in progress.
func (r *runner) close() {
	r.out.file.Close()
	r.err.file.Close()
}

func exitCode(state *os.ProcessState) int {
	if state == nil { // the kernel reaped it, because SIGCHLD is ignored
		return 1
	}
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return state.ExitCode()
}

// groupSignals belongs to all hooks of a call: a signal between two hooks is for the
// next one.
var groupSignals chan os.Signal

// watchSignals passes the end of the client on to the hook.
func watchSignals() chan os.Signal {
	if groupSignals != nil {
		return groupSignals
	}
	groupSignals = make(chan os.Signal, 4)
	for _, s := range [...]os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signal.Notify(groupSignals, s)
		}
	}
	return groupSignals
}
