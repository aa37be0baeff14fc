//go:build !windows

package shim

import (
	"os"
	"syscall"

	"github.com/google/uuid"
)

// startAsync starts a hook in a session of its own and does not wait for it. A shell
// starts the hook and ends at once, so that no process is left that may end the hook as
// its parent. The hook's stdin is a file without a name, because a pipe holds only its
// first part once the shim has ended.
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
		Files: []uintptr{uintptr(null), uintptr(null), uintptr(null), uintptr(in)},
		Sys:   &syscall.SysProcAttr{Setsid: true}})
	if err != nil {
		return err
	}
	for {
		if _, err := syscall.Wait4(pid, nil, 0, nil); err != syscall.EINTR {
			return nil
		}
	}
}

// unnamedFile returns a file with the hook's stdin, open at its beginning. Only this
// user can read the file, and no folder lists it.
func unnamedFile(content [][]byte) (fd int, err error) {
	path := os.TempDir() + "/openhook-" + uuid.NewString() // a name that no other process can guess
	fd, err = syscall.Open(path, syscall.O_RDWR|syscall.O_CREAT|syscall.O_EXCL|syscall.O_NOFOLLOW|syscall.O_CLOEXEC,
		0o600)
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
