//go:build unix

package shim_test

import "syscall"

// keepFilesFromChildren keeps open files of whoever started the tests from the programs
// that the tests start: some of these may have few.
func keepFilesFromChildren() {
	for fd := 3; fd < 256; fd++ {
		syscall.CloseOnExec(fd)
	}
}
