package shim

import (
	"os"
	"path/filepath"
	"syscall"

	"github.com/google/uuid"
)

const (
	detachedProcess  = 0x00000008
	breakawayFromJob = 0x01000000
	deleteOnClose    = 0x04000000
)

// startAsync starts a hook without a console and does not wait for it. The hook leaves
// the client's job if the job allows that.
func startAsync(ch *hookProcess) error {
	in, err := unnamedFile(ch.stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	for _, flags := range [...]uint32{detachedProcess | breakawayFromJob, detachedProcess} {
		cmd, wrong := command(ch.path, ch.argv)
		if wrong != nil {
			return wrong
		}
		if cmd.SysProcAttr == nil {
			cmd.SysProcAttr = &syscall.SysProcAttr{}
		}
		cmd.SysProcAttr.CreationFlags |= flags | syscall.CREATE_NEW_PROCESS_GROUP
		cmd.Env, cmd.Dir, cmd.Stdin = ch.env, ch.dir, in
		if err = cmd.Start(); err == nil {
			return cmd.Process.Release()
		}
	}
	return err
}

// unnamedFile returns a file with the hook's stdin, open at its beginning. Windows
// deletes the file when its last handle is closed.
func unnamedFile(content [][]byte) (*os.File, error) {
	path := filepath.Join(os.TempDir(), "openhook-"+uuid.NewString())
	name, err := syscall.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	share := uint32(syscall.FILE_SHARE_READ | syscall.FILE_SHARE_WRITE | syscall.FILE_SHARE_DELETE)
	handle, err := syscall.CreateFile(name, syscall.GENERIC_READ|syscall.GENERIC_WRITE, share, nil, syscall.CREATE_NEW,
		syscall.FILE_ATTRIBUTE_NORMAL|deleteOnClose, 0)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(handle), path)
	for _, piece := range content {
		if _, err := file.Write(piece); err != nil {
			file.Close()
			return nil, err
		}
	}
	_, err = file.Seek(0, 0)
	return file, err
}
