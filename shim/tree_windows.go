package shim

import (
	"os"
	"syscall"
	"time"
	"unsafe"
)

// A tree is a hook and what it started: the processes of a Job Object, with the shim
// among them, like in cargo (src/cargo/util/job.rs). A child of a member is born a
// member, so no process can escape before its assignment. The job ends with its only
// handle, however the shim ends. The job allows no breakaway: Cygwin's spawn.cc would
// use it for all that Git's sh starts.
type tree struct {
	job syscall.Handle // 0: Windows gave none
}

var (
	kernel32                  = syscall.NewLazyDLL("kernel32.dll")
	createJobObject           = kernel32.NewProc("CreateJobObjectW")
	setInformationJobObject   = kernel32.NewProc("SetInformationJobObject")
	queryInformationJobObject = kernel32.NewProc("QueryInformationJobObject")
	assignProcessToJobObject  = kernel32.NewProc("AssignProcessToJobObject")
	isProcessInJob            = kernel32.NewProc("IsProcessInJob")
)

const (
	jobBasicProcessIDList       = 3
	jobExtendedLimitInformation = 9
	killOnJobClose              = 0x2000
	processQueryLimited         = 0x1000
)

// jobLimits is JOBOBJECT_EXTENDED_LIMIT_INFORMATION.
type jobLimits struct {
	processTime, jobTime         int64
	flags                        uint32
	minWorkingSet, maxWorkingSet uintptr
	activeProcesses              uint32
	affinity                     uintptr
	priority, scheduling         uint32
	_                            [8 - unsafe.Sizeof(uintptr(0))]byte // C aligns int64 to 8 on 386
	io                           [6]uint64
	memory                       [4]uintptr
}

func newTree() tree {
	job, _, _ := createJobObject.Call(0, 0)
	t := tree{syscall.Handle(job)}
	if job == 0 || !t.limit(killOnJobClose) {
		return tree{}
	}
	self, _ := syscall.GetCurrentProcess()
	if ok, _, _ := assignProcessToJobObject.Call(job, uintptr(self)); ok == 0 {
		return tree{}
	}
	return t
}

func (t tree) limit(flags uint32) bool {
	limits := jobLimits{flags: flags}
	ok, _, _ := setInformationJobObject.Call(uintptr(t.job), jobExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), unsafe.Sizeof(limits))
	return ok != 0
}

// release lets background processes live on. The shim never closes the job itself:
// without release a close would end the shim.
func (t tree) release() {
	if t.job != 0 {
		t.limit(0)
	}
}

// end ends the tree at once, because Windows has no TERM. What it cannot end dies with
// the shim.
func (t tree) end(hook *os.Process, _ time.Duration) {
	hook.Kill()
	if t.job == 0 {
		return
	}
	// A process may start another between the look and the kill.
	for range 100 {
		if t.endOthers() == 0 {
			t.release()
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// endOthers ends every member but the shim and returns how many there were.
// TerminateJobObject would end the shim as well.
func (t tree) endOthers() int {
	var list struct {
		assigned, listed uint32
		pids             [1024]uintptr
	}
	// The call fails if more processes exist than fit. The next look finds the others.
	queryInformationJobObject.Call(uintptr(t.job), jobBasicProcessIDList,
		uintptr(unsafe.Pointer(&list)), unsafe.Sizeof(list), 0)
	others := 0
	for _, pid := range list.pids[:min(int(list.listed), len(list.pids))] {
		if int(pid) != os.Getpid() {
			t.endOne(uint32(pid))
			others++
		}
	}
	return others
}

func (t tree) endOne(pid uint32) {
	process, err := syscall.OpenProcess(syscall.PROCESS_TERMINATE|processQueryLimited, false, pid)
	if err != nil {
		return
	}
	defer syscall.CloseHandle(process)
	var member int32 // another process may have this pid by now
	isProcessInJob.Call(uintptr(process), uintptr(t.job), uintptr(unsafe.Pointer(&member)))
	if member != 0 {
		syscall.TerminateProcess(process, 1)
	}
}
