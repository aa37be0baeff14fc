package shim

import (
	"bytes"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// endTree ends a hook and all processes that it started: with TERM, then with KILL
// after wait. pid is 0 if the hook has ended. The shim is the subreaper, so it is also
// the ancestor of processes that left the hook's group and session.
func endTree(pid int, since uint64, wait time.Duration) {
	signalTree(pid, since, syscall.SIGTERM)
	for until := time.Now().Add(wait); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		if reapAll(); len(descendants(since)) == 0 && (pid == 0 || syscall.Kill(pid, 0) != nil) {
			return
		}
	}
	// A process may fork between the look and the kill.
	for range 100 {
		if signalTree(pid, since, syscall.SIGKILL) == 0 {
			return
		}
		time.Sleep(2 * time.Millisecond)
		reapAll()
	}
}

func reapAll() {
	for {
		if pid, _ := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 {
			return
		}
	}
}

// signalTree sends a signal to the tree and returns the number of its processes.
func signalTree(pid int, since uint64, sig syscall.Signal) int {
	all := descendants(since)
	for _, p := range all {
		syscall.Kill(p, sig)
	}
	if len(all) == 0 && pid > 0 && syscall.Kill(pid, sig) == nil { // no /proc
		return 1
	}
	return len(all)
}

type procStat struct {
	pid, parent int
	start       uint64
	zombie      bool
}

// descendants lists the shim's descendants that are not older than the hook. A shell
// that became the shim by exec may have left children of its own.
func descendants(since uint64) []int {
	all := allProcesses()
	var found []int
	for frontier := []int{syscall.Getpid()}; len(frontier) > 0; {
		var next []int
		for _, p := range all {
			for _, parent := range frontier {
				if p.parent == parent && p.start >= since {
					next = append(next, p.pid)
					if !p.zombie {
						found = append(found, p.pid)
					}
				}
			}
		}
		frontier = next
	}
	return found
}

func allProcesses() (all []procStat) {
	for _, name := range namesIn("/proc") {
		if pid, err := strconv.Atoi(name); err == nil {
			if p, ok := readProcStat(pid); ok {
				all = append(all, p)
			}
		}
	}
	return all
}

// readProcStat reads /proc/PID/stat: pid (name) state ppid … and the start time in
// field 22.
func readProcStat(pid int) (procStat, bool) {
	text, err := readHead("/proc/"+strconv.Itoa(pid)+"/stat", 1024)
	if err != nil {
		return procStat{}, false
	}
	p := procStat{pid: pid}
	rest := string(text[bytes.LastIndexByte(text, ')')+1:])
	for n, more := 0, true; more; n++ {
		var field string
		switch field, rest, more = strings.Cut(rest, " "); n {
		case 1:
			p.zombie = field == "Z"
		case 2:
			p.parent, _ = strconv.Atoi(field)
		case 20:
			p.start, _ = strconv.ParseUint(field, 10, 64)
			return p, true
		}
	}
	return procStat{}, false
}

func startTicks(pid int) uint64 {
	p, _ := readProcStat(pid)
	return p.start
}
