//go:build unix

// Peak runs a program on its own stdin, throws its stdout away, and prints how
// many bytes of memory it had at most. It exists because a child's peak begins
// with its parent's: it has to be started by something small.
//
// Usage: peak PROGRAM [ARG…]
package main

import (
	"os"
	"runtime"
	"strconv"
	"syscall"
)

func main() {
	sink, err := syscall.Open("/dev/null", syscall.O_WRONLY|syscall.O_CLOEXEC, 0)
	check(err)
	argv := os.Args[1:]
	pid, err := syscall.ForkExec(argv[0], argv, &syscall.ProcAttr{
		Env:   os.Environ(),
		Files: []uintptr{0, uintptr(sink), 2},
	})
	check(err)
	var status syscall.WaitStatus
	var usage syscall.Rusage
	for {
		if _, err = syscall.Wait4(pid, &status, 0, &usage); err != syscall.EINTR {
			break
		}
	}
	check(err)
	unit := int64(1024)
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	os.Stdout.WriteString(strconv.FormatInt(int64(usage.Maxrss)*unit, 10) + "\n")
	os.Exit(status.ExitStatus())
}

func check(err error) {
	if err != nil {
		os.Stderr.WriteString("peak: " + err.Error() + "\n")
		os.Exit(126)
	}
}
