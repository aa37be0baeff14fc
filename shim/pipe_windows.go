package shim

import (
	"os"
	"syscall"
	"time"
	"unsafe"
)

const (
	pipeSize = 256 << 10 // a pipe of 4 KiB, the default, would fill up at each look
	lookWait = 2 * time.Millisecond
)

var peekNamedPipe = kernel32.NewProc("PeekNamedPipe")

func pipe() (r, w *os.File, err error) {
	var ends [2]syscall.Handle
	if err := syscall.CreatePipe(&ends[0], &ends[1], nil, pipeSize); err != nil {
		return nil, nil, os.NewSyscallError("CreatePipe", err)
	}
	return os.NewFile(uintptr(ends[0]), "|0"), os.NewFile(uintptr(ends[1]), "|1"), nil
}

// readNow reads what a pipe holds, or returns EAGAIN. It never waits for bytes: every
// other call on the handle would wait for that read.
func readNow(f *os.File, b []byte) (int, error) {
	var there uint32
	ok, _, err := peekNamedPipe.Call(f.Fd(), 0, 0, 0, uintptr(unsafe.Pointer(&there)), 0)
	switch {
	case ok == 0:
		return 0, err
	case there == 0:
		return 0, syscall.EAGAIN
	}
	return f.Read(b[:min(len(b), int(there))])
}

// follow calls drain until drain returns true. Windows does not report when a pipe has
// data. No process waits for the next look, because run drains the pipe at the hook's
// end.
func follow(_ *os.File, drain func() (over bool)) {
	for !drain() {
		time.Sleep(lookWait)
	}
}
