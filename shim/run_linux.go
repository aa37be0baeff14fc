package shim

import (
	"os"
	"syscall"
	"time"
	"unsafe"
)

// pidFD is "off" in test builds for kernels and sandboxes without pidfds.
var pidFD string

// run starts the hook and returns when its answer is complete. One thread runs one
// ppoll loop, so the shim and the hook cannot wait for each other, whatever the size of
// input and output.
func run(c *hookProcess) outcome {
	syscall.RawSyscall(syscall.SYS_PRCTL, prSetChildSubreaper, 1, 0)
	var r runner
	r.hook = c
	r.out.isStdout = true
	if err := r.start(); err != nil {
		return outcome{err: err}
	}
	if watchedSignals.signals != nil { // since an earlier hook
		r.watchSignals()
	}
	return r.loop()
}

// signalDelay is how long a hook runs before the shim catches signals. Most hooks end
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
	pidfd    int // -1: the system has none
	in       int // the shim's ends of the pipes, -1 once closed
	outFD    int
	errFD    int
	wake     int // readable after a signal
	signals  chan os.Signal
	out, err stream
	pending  [][]byte // stdin that is not yet in the pipe
	exited   bool
	exit     int
	ended    time.Time
	since    uint64 // start of the hook in /proc's clock ticks; 0 before the shim catches signals
}

func (r *runner) start() error {
	var in, out, errs [2]int
	r.in, r.outFD, r.errFD, r.pidfd, r.wake = -1, -1, -1, -1, -1
	for _, p := range [...][]int{in[:], out[:], errs[:]} {
		if err := syscall.Pipe2(p, syscall.O_CLOEXEC); err != nil {
			return err // the shim ends now and closes the pipes
		}
	}
	r.in, r.outFD, r.errFD = in[1], out[0], errs[0]
	for _, fd := range [...]int{r.in, r.outFD, r.errFD} {
		syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_SETFL, syscall.O_NONBLOCK) // a pipe has no other flags to keep
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

// fork starts the hook, without a pidfd if the kernel (before 5.3) or a sandbox refuses
// it. The hook stays in the shim's process group, so that the client's signal to the
// group and Ctrl-C reach it.
func (r *runner) fork(files []uintptr) (err error) {
	r.pidfd = -1
	for _, want := range [...]bool{pidFD != "off", false} {
		// The kernel kills the hook when the thread that started it ends. Go ends only
		// threads with a locked goroutine.
		sys := &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if want {
			sys.PidFD = &r.pidfd
		}
		attr := &syscall.ProcAttr{Dir: r.hook.dir, Env: r.hook.env, Files: files, Sys: sys}
		r.pid, err = syscall.ForkExec(r.hook.path, r.hook.argv, attr)
		if err == syscall.ENOEXEC {
			// Without a #! line /bin/sh runs the file, like in every client's shell.
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

// ppoll waits until a descriptor is ready or d has passed. A signal ends the wait
// early. alone says that no other goroutine exists: then Go's scheduler need not know
// of the wait. It would start a thread in the meantime.
func ppoll(fds []pollFD, d time.Duration, alone bool) (interrupted bool) {
	ts := syscall.NsecToTimespec(int64(max(d, 0)))
	first := unsafe.Pointer(unsafe.SliceData(fds))
	var errno syscall.Errno
	if alone {
		_, _, errno = syscall.RawSyscall6(syscall.SYS_PPOLL, uintptr(first), uintptr(len(fds)),
			uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
	} else {
		_, _, errno = syscall.Syscall6(syscall.SYS_PPOLL, uintptr(first), uintptr(len(fds)),
			uintptr(unsafe.Pointer(&ts)), 0, 0, 0)
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
			// The pipes hold all that the hook printed before its end.
			r.drain(&r.outFD, &r.out)
			r.drain(&r.errFD, &r.err)
		}
		if sig := r.takeSignal(); sig != 0 {
			r.end(grace / 5)
			if r.exited && !isGroupSignal(r.exit) {
				// The answer is complete. The signal is for the next hook.
				r.keepSignal(sig)
				sig = 0
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
			// Without a pidfd only a look tells that the hook ended.
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

// outcome returns the hook's output. signal is the signal that ended the shim.
func (r *runner) outcome(signal int) outcome {
	printed := r.out.bytes() // bytes sets cut
	return outcome{stdout: printed, stderr: r.err.bytes(), cut: r.out.cut, exit: r.exit, signal: signal}
}

// end ends the hook and its processes, and reads what they printed.
func (r *runner) end(wait time.Duration) {
	r.drain(&r.outFD, &r.out)
	if r.exited {
		endTree(0, r.since, wait) // another process may have its number by now
	} else {
		endTree(r.pid, startTicks(r.pid), wait)
	}
	r.drain(&r.outFD, &r.out)
	r.drain(&r.errFD, &r.err)
}

// feed writes as much of the hook's stdin as the pipe takes.
func (r *runner) feed() {
	for r.in >= 0 && len(r.pending) > 0 {
		n, err := writev(r.in, r.pending)
		if err == syscall.EAGAIN {
			return
		}
		if err != nil && err != syscall.EINTR { // EPIPE: the hook need not read
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

// skip removes the first n bytes of pieces.
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

// drain reads what is in the pipe. It stops after 64 reads, because a hook that never
// stops printing must not keep the shim from its clock.
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

// reap stores how the hook ended, if it has ended.
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
	case err == syscall.ECHILD: // the kernel reaped it, because SIGCHLD is ignored
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
