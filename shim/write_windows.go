package shim

import "os"

const (
	stdout = 1
	stderr = 2
	shell  = "cmd"

	maxVariable = 30 << 10 // Windows documents 32,767 characters, name included
)

func shellArgs(line string) []string { return []string{shell, line} }

// write writes all of b and says whether it could.
func write(fd int, b []byte) bool {
	if len(b) == 0 {
		return true // many a reader of a pipe takes an empty write for its end
	}
	f := os.Stdout
	if fd == stderr {
		f = os.Stderr
	}
	_, err := f.Write(b)
	return err == nil
}
