package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// canScan says that this system lists processes and descriptors.
const canScan = true

// openFiles counts this program's descriptors.
func openFiles() int {
	all, _ := os.ReadDir("/proc/self/fd")
	return len(all)
}

// marked lists the processes with a variable in their environment, and this program's
// children.
func marked(variable string) (all []string) {
	environs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range environs {
		dir := filepath.Dir(file)
		env, _ := os.ReadFile(file)
		stat, _ := os.ReadFile(filepath.Join(dir, "stat"))
		_, rest, _ := strings.Cut(string(stat), ") ")
		fields := strings.Fields(rest)
		ours := len(fields) > 1 && fields[1] == strconv.Itoa(os.Getpid())
		if ours || bytes.Contains(append([]byte{0}, env...), []byte("\x00"+variable+"\x00")) {
			line, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
			all = append(all, filepath.Base(dir)+" "+string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return all
}
