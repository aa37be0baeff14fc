package shim

import "syscall"

// hideInherited closes the inherited descriptors in all programs that the shim starts
// from now on. A client that waits for the end of such a descriptor would else wait for
// an asynchronous hook. Before Linux 5.11 they stay open.
func hideInherited() {
	const closeRange, closeOnExec = 436, 4
	syscall.RawSyscall(closeRange, 3, 1<<31-1, closeOnExec)
}
