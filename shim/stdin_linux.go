package shim

import (
	"syscall"
	"time"
	"unsafe"

	"github.com/openhook/openhook-shim/mapping"
)

// The payload is in memory outside the Go heap, so that no garbage collection runs for
// it: first in a static array, then in a mapping that grows without a copy.
var firstBytes [64 << 10]byte

const (
	hugeFrom      = 4 << 20
	madvHugePage  = 14
	mremapMayMove = 1
	tcGets        = 0x5401
	stdin         = 0
)

// readStdin returns what the client wrote. patience is how long the client may take for
// its first byte.
func readStdin(patience time.Duration) ([]byte, error) {
	buf, n := firstBytes[:], 0
	wait := patience
	for until := time.Now().Add(wait); ; until = time.Now().Add(wait) {
		fds := [...]pollFD{{stdin, pollIn, 0}}
		for ppoll(fds[:], time.Until(until), true) {
		}
		if fds[0].revents == 0 {
			switch {
			case n == 0 && isTerminal(stdin):
				return nil, errTerminal
			case n == 0:
				return nil, errSilent
			case wait == partialTimeout || mapping.Complete(buf[:n]):
				return buf[:n], nil
			}
			wait = partialTimeout
			continue
		}
		got, err := syscall.Read(stdin, buf[n:])
		switch {
		case got > 0:
			n += got
			wait = lastByteWait
		case err == syscall.EINTR || err == syscall.EAGAIN:
			continue
		default: // the end, or an error like EIO
			return buf[:n], nil
		}
		if n == len(buf) {
			if buf = grow(buf); buf == nil {
				return nil, syscall.ENOMEM
			}
		}
	}
}

// grow returns the same bytes in twice the space, nil if there is no memory.
func grow(buf []byte) []byte {
	size := 2 * len(buf)
	if len(buf) == len(firstBytes) {
		syscall.Syscall(syscall.SYS_FCNTL, stdin, fSetPipeSize, pipeSize)
		size = 1 << 20
		// Not SYS_MMAP itself: on 386 it takes its arguments in another way.
		big, err := syscall.Mmap(-1, 0, size, syscall.PROT_READ|syscall.PROT_WRITE,
			syscall.MAP_ANON|syscall.MAP_PRIVATE)
		if err != nil {
			return nil
		}
		copy(big, buf)
		return big
	}
	p, _, errno := syscall.Syscall6(syscall.SYS_MREMAP, uintptr(unsafe.Pointer(unsafe.SliceData(buf))),
		uintptr(len(buf)),
		uintptr(size), mremapMayMove, 0, 0)
	if errno != 0 {
		return nil
	}
	if size >= hugeFrom {
		syscall.Syscall(syscall.SYS_MADVISE, p, uintptr(size), madvHugePage)
	}
	return view(p, size)
}

// view makes a slice of mapped memory. The address is the kernel's, so the garbage
// collector does not know it.
func view(p uintptr, size int) []byte {
	return unsafe.Slice((*byte)(*(*unsafe.Pointer)(unsafe.Pointer(&p))), size)
}

func isTerminal(fd int) bool {
	var termios [64]byte
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), tcGets, uintptr(unsafe.Pointer(&termios)))
	return errno == 0
}
