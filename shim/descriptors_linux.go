package shim

import "syscall"

// keepToOurselves lets no descriptor that we inherited reach what we start from
// now on: whoever waits for its end would wait for a hook that nobody waits for.
// Before Linux 5.11 they stay open.
func hideInherited() {
	const closeRange, closeOnExec = 436, 4
	syscall.RawSyscall(closeRange, 3, 1<<31-1, closeOnExec)
}
