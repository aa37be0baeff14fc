//go:build !windows

package shim

import (
	"os"
	"syscall"

	"github.com/google/uuid"
)

// startAsync starts a hook in a session of its own and waits for nothing. A shell
// in between ends at once, so that the hook is nobody's child who might end it;
// what it reads lies in a file without a name, as we are gone before it has read
// more than a pipe takes.
func startAsync(ch *hookProcess) error {
	in, err := unnamedFile(ch.stdin)
	if err != nil {
		return err
	}
	defer syscall.Close(in)
	null, err := syscall.Open("/dev/null", syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(null)
	hideInherited()
	argv := append([]string{shell, "-c", `"$0" "$@" <&3 3<&- &`, ch.path}, ch.argv[1:]...)
	pid, err := syscall.ForkExec(shell, argv, &syscall.ProcAttr{Dir: ch.dir, Env: ch.env,
		Files: []uintptr{uintptr(null), uintptr(null), uintptr(null), uintptr(in)}, Sys: &syscall.SysProcAttr{Setsid: true}})
	if err != nil {
		return err
	}
	for {
		if _, err := syscall.Wait4(pid, nil, 0, nil); err != syscall.EINTR {
			return nil
		}
	}
}

// nameless returns a file of our user alone that holds what a hook reads, to be
// read from its beginning, and that is in no folder.
func unnamedFile(content [][]byte) (fd int, err error) {
	path := os.TempDir() + "/openhook-" + uuid.NewString() // which nobody can take before
	fd, err = syscall.Open(path, syscall.O_RDWR|syscall.O_CREAT|syscall.O_EXCL|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0o600)
	if err != nil {
		return fd, err
	}
	syscall.Unlink(path)
	for _, piece := range content {
		if !write(fd, piece, messageWait) {
			syscall.Close(fd)
			return fd, syscall.EIO
		}
	}
	_, err = syscall.Seek(fd, 0, 0)
	return fd, err
}
