package shim

import (
	"os"
	"syscall"
	"time"
	"unsafe"
)

// pidFD is "off" in builds that test kernels and sandboxes without pidfds.
var pidFD string

// run starts the hook and returns when its answer is in hand. One thread, one
// ppoll loop: no size of input or output can make the two wait for each other.
func run(c *hookProcess) outcome {
	syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0)
	var r runner
	r.hook = c
	r.out.isStdout = true
	if err := r.start(); err != nil {
		return outcome{err: err}
	}
	if watchedSignals.signals != nil { // by a hook before this one
		r.watchSignals()
	}
	return r.loop()
}

// quiet is how long a hook runs before signals are watched for: most hooks end
// sooner, and signal.Notify costs 0.3 ms.
const signalDelay = 20 * time.Millisecond

const (
	prSetChildSubreaper = 36
	fSetPipeSize        = 1031
	pipeSize            = 1 << 20
)

type runner struct {
	hook     *hookProcess
	pid      int
	pidfd    int // -1: not to be had
	in       int // our ends of the pipes, -1 once closed
	outFD    int
	errFD    int
	wake     int // readable when a signal came
	signals  chan os.Signal
	out, err stream
	pending  [][]byte // what the hook has not read yet
	exited   bool
	exit     int
	ended    time.Time
	since    uint64 // when the hook started, for /proc; known once signals are watched for
}

func (r *runner) start() error {
	var in, out, errs [2]int
	r.in, r.outFD, r.errFD, r.pidfd, r.wake = -1, -1, -1, -1, -1
	for _, p := range [...][]int{in[:], out[:], errs[:]} {
		if err := syscall.Pipe2(p, syscall.O_CLOEXEC); err != nil {
			return err // we are about to exit
		}
	}
	r.in, r.outFD, r.errFD = in[1], out[0], errs[0]
	for _, fd := range [...]int{r.in, r.outFD, r.errFD} {
		syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_SETFL, syscall.O_NONBLOCK) // a pipe has no other flags
	}
	size := 0
	for _, p := range r.hook.stdin {
		size += len(p)
		if len(p) > 0 {
			r.pending = append(r.pending, p)
		}
	}
	if size > 64<<10 {
		syscall.Syscall(syscall.SYS_FCNTL, uintptr(r.in), fSetPipeSize, pipeSize)
	}
	r.feed()
	err := r.fork([]uintptr{uintptr(in[0]), uintptr(out[1]), uintptr(errs[1])})
	syscall.Close(in[0])
	syscall.Close(out[1])
	syscall.Close(errs[1])
	if err != nil {
		r.closeAll()
	}
	return err
}

// fork starts the hook, without a pidfd where the kernel (before 5.3) or a
// sandbox refuses one. The hook stays in our process group, so that the client's
// group kill and Ctrl-C reach it.
func (r *runner) fork(files []uintptr) (err error) {
	r.pidfd = -1
	for _, want := range [...]bool{pidFD != "off", false} {
		// The hook is killed when the thread that starts it ends, and Go ends no thread
		// but one that a goroutine is locked to.
		sys := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if want {
			sys.PidFD = &r.pidfd
		}
		attr := &syscall.ProcAttr{Dir: r.hook.dir, Env: r.hook.env, Files: files, Sys: sys}
		r.pid, err = syscall.ForkExec(r.hook.path, r.hook.argv, attr)
		if err == syscall.ENOEXEC {
			// No #! line: as every client's shell would.
			argv := append([]string{"/bin/sh", r.hook.path}, r.hook.argv[1:]...)
			r.pid, err = syscall.ForkExec(argv[0], argv, attr)
		}
		if !want || err != syscall.EINVAL && err != syscall.ENOSYS && err != syscall.EPERM {
			return err
		}
	}
	return err
}

type pollFD struct {
	fd              int32
	events, revents int16
}

const (
	pollIn  = 1
	pollOut = 4
)

// ppoll waits until one of the descriptors is ready or d has passed. A signal
// ends the wait early. As long as there is no goroutine but ours, Go's scheduler
// does not hear of the wait: it would start a thread in the meantime.
func ppoll(fds []pollFD, d time.Duration, alone bool) (interrupted bool) {
	ts := syscall.NsecToTimespec(int64(max(d, 0)))
	first := unsafe.Pointer(unsafe.SliceData(fds))
	var errno syscall.Errno
	if alone {
		_, _, errno = syscall.RawSyscall6(syscall.SYS_PPOLL, uintptr(first), uintptr(len(fds)), uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
	} else {
		_, _, errno = syscall.Syscall6(syscall.SYS_PPOLL, uintptr(first), uintptr(len(fds)), uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
	}
	return errno == syscall.EINTR
}

func (r *runner) loop() outcome {
	started := time.Now()
	defer r.closeAll()
	for {
		r.feed()
		r.drain(&r.outFD, &r.out)
		r.drain(&r.errFD, &r.err)
		if r.reap(); r.exited {
			// What was printed before the end is in the pipes by now.
			r.drain(&r.outFD, &r.out)
			r.drain(&r.errFD, &r.err)
		}
		if sig := r.takeSignal(); sig != 0 {
			r.end(grace / 5)
			if r.exited && !isGroupSignal(r.exit) {
				sig = 0 // its answer is in hand
			}
			return r.outcome(sig)
		}
		now := time.Now()
		wait := r.hook.deadline.Sub(now)
		switch {
		case r.exited:
			left := r.hook.outputWait(&r.out, &r.err, r.exit)
			if r.out.eof && r.err.eof {
				left = 0
			}
			if r.wake >= 0 && isGroupSignal(r.exit) {
				left = max(left, groupSignalDelay)
			}
			if left -= now.Sub(r.ended); left <= 0 {
				return r.outcome(0)
			}
			wait = min(wait, left)
		case wait <= 0:
			r.end(grace)
			out := r.outcome(0)
			out.exit, out.timedOut = 0, true
			return out
		case r.pidfd < 0:
			// Nothing tells when it ends.
			wait = min(wait, 2*time.Millisecond)
		}
		if r.wake < 0 {
			if running := now.Sub(started); running < signalDelay {
				wait = min(wait, signalDelay-running)
			} else {
				r.watchSignals()
			}
		}
		fds := [...]pollFD{{int32(r.in), pollOut, 0}, {int32(r.outFD), pollIn, 0}, {int32(r.errFD), pollIn, 0},
			{int32(r.pidfd), pollIn, 0}, {int32(r.wake), pollIn, 0}}
		if r.exited {
			fds[3].fd = -1
		}
		ppoll(fds[:], wait, r.signals == nil)
	}
}

// outcome is what there is of a hook; signal is the one that told us to end.
func (r *runner) outcome(signal int) outcome {
	printed := r.out.bytes() // before cut
	return outcome{stdout: printed, stderr: r.err.bytes(), cut: r.out.cut, exit: r.exit, signal: signal}
}

// end ends the hook and what it started, and takes what it had printed.
func (r *runner) end(wait time.Duration) {
	r.drain(&r.outFD, &r.out)
	if r.exited {
		endTree(0, r.since, wait) // its number may be another's by now
	} else {
		endTree(r.pid, startTicks(r.pid), wait)
	}
	r.drain(&r.outFD, &r.out)
	r.drain(&r.errFD, &r.err)
}

// feed writes as much of stdin as the pipe takes.
func (r *runner) feed() {
	for r.in >= 0 && len(r.pending) > 0 {
		n, err := writev(r.in, r.pending)
		if err == syscall.EAGAIN {
			return
		}
		if err != nil && err != syscall.EINTR { // EPIPE: a hook need not read
			break
		}
		r.pending = skip(r.pending, n)
	}
	if r.in >= 0 {
		syscall.Close(r.in)
		r.in = -1
	}
}

func writev(fd int, pieces [][]byte) (int, error) {
	var iov [8]syscall.Iovec
	n := 0
	for ; n < len(pieces) && n < len(iov); n++ {
		iov[n].Base = unsafe.SliceData(pieces[n])
		iov[n].SetLen(len(pieces[n]))
	}
	done, _, errno := syscall.Syscall(syscall.SYS_WRITEV, uintptr(fd), uintptr(unsafe.Pointer(&iov[0])), uintptr(n))
	if errno != 0 {
		return 0, errno
	}
	return int(done), nil
}

// skip takes the first n bytes off pieces.
func skip(pieces [][]byte, n int) [][]byte {
	for len(pieces) > 0 && n >= len(pieces[0]) {
		n -= len(pieces[0])
		pieces = pieces[1:]
	}
	if n > 0 {
		pieces[0] = pieces[0][n:]
	}
	return pieces
}

var readBuffer [64 << 10]byte

// drain reads what is there. A hook that never stops printing must not keep us
// from looking at the clock, so one round is bounded.
func (r *runner) drain(fd *int, s *stream) {
	for round := 0; *fd >= 0 && round < 64; round++ {
		n, err := syscall.Read(*fd, readBuffer[:])
		switch {
		case n > 0:
			s.add(readBuffer[:n])
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			return
		default:
			syscall.Close(*fd)
			*fd, s.eof = -1, true
		}
	}
}

// reap notes how the hook ended, if it has.
func (r *runner) reap() {
	if r.exited {
		return
	}
	var status syscall.WaitStatus
	pid, err := syscall.Wait4(r.pid, &status, syscall.WNOHANG, nil)
	if pid != r.pid && err != syscall.ECHILD {
		return
	}
	r.exited, r.ended = true, time.Now()
	switch {
	case err == syscall.ECHILD: // somebody else reaped it, as SIGCHLD ignored does
		r.exit = 1
	case status.Signaled():
		r.exit = 128 + int(status.Signal())
	default:
		r.exit = status.ExitStatus()
	}
}

func (r *runner) closeAll() {
	for _, fd := range [...]*int{&r.in, &r.outFD, &r.errFD, &r.pidfd} {
		if *fd >= 0 {
			syscall.Close(*fd)
			*fd = -1
		}
	}
}
