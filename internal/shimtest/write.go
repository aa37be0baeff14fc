package shimtest

import (
	"io/fs"
	"os"
	"syscall"
)

// WriteProgram writes a file that is run at once. No process starts meanwhile: it would
// have the file open for writing, and Linux runs none that is ("text file busy").
func WriteProgram(path, content string, mode fs.FileMode) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	return os.WriteFile(path, []byte(content), mode)
}
