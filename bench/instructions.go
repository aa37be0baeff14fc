package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

var refs = regexp.MustCompile(`I\s+refs:\s+([0-9,]+)`)

// steady is how many runs in a row must show no smaller count.
const steady = 20

// instructions counts what a program executes itself, without its hook. The Go
// runtime's threads execute more or less by chance, and more on a busy machine. So the
// smallest count of many runs is the result.
func instructions(argv, env []string, payload []byte) (float64, error) {
	if runtime.GOOS != "linux" {
		return 0, missing("instructions are counted on Linux alone")
	}
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		return 0, missing("valgrind is not installed")
	}
	// A file has all bytes at once, however busy the machine is.
	stdin, err := os.CreateTemp("", "bench-")
	if err != nil {
		return 0, err
	}
	defer os.Remove(stdin.Name())
	defer stdin.Close()
	if _, err := stdin.Write(payload); err != nil {
		return 0, err
	}
	least := 0.0
	for since := 0; since < steady; since++ {
		c := exec.Command(valgrind, append([]string{"--tool=cachegrind", "--cache-sim=no",
			"--cachegrind-out-file=/dev/null"}, argv...)...)
		c.Env = slices.Concat(env, []string{"GODEBUG=asyncpreemptoff=1", "GOMAXPROCS=1"})
		if _, err := stdin.Seek(0, io.SeekStart); err != nil {
			return 0, err
		}
		c.Stdin = stdin
		var said bytes.Buffer
		c.Stderr = &said
		if err := c.Run(); err != nil {
			return 0, fmt.Errorf("valgrind: %v\n%s", err, said.Bytes())
		}
		m := refs.FindSubmatch(said.Bytes())
		if m == nil {
			return 0, fmt.Errorf("valgrind printed no count:\n%s", said.Bytes())
		}
		n, _ := strconv.ParseFloat(strings.ReplaceAll(string(m[1]), ",", ""), 64)
		if least == 0 || n < least*0.998 {
			since = 0
		}
		if least == 0 || n < least {
			least = n
		}
	}
	return least, nil
}
