package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Gates that load cannot change.

func sizeGate(b *bench) (float64, error) {
	info, err := os.Stat(binary(b.dir, "release"))
	if err != nil {
		return 0, err
	}
	return float64(info.Size()) / 1e6, nil
}

// linkGate counts what a static program for Linux does not need.
func linkGate(b *bench) (float64, error) {
	f, err := elf.Open(binary(b.dir, "release"))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	libraries, err := f.ImportedLibraries()
	n := len(libraries)
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			n++
		}
	}
	if f.Type != elf.ET_EXEC {
		n++ // the loader must relocate it
	}
	return float64(n), err
}

// initGate counts the packages that the runtime initialises before main.
func initGate(b *bench) (float64, error) {
	c := exec.Command(binary(b.dir, "openhook-shim"), "--version")
	c.Env = slices.Concat(b.env, []string{"GODEBUG=inittrace=1"})
	out, err := c.CombinedOutput()
	if err != nil {
		return 0, err
	}
	n := strings.Count("\n"+string(out), "\ninit ")
	if n == 0 {
		return 0, errors.New("the runtime traced nothing")
	}
	return float64(n), nil
}

// testGate runs a test at the root of the repository. It returns its failures: 0 or 1.
func testGate(name string) func(*bench) (float64, error) {
	return func(*bench) (float64, error) {
		out, err := exec.Command("go", "test", ".", "-count=1", "-v", "-run", "^"+name+"$").CombinedOutput()
		switch {
		case strings.Contains(string(out), "--- PASS: "+name+" "):
			return 0, nil
		case strings.Contains(string(out), "--- SKIP: "+name+" "), strings.Contains(string(out), "no tests to run"):
			return 0, missing(name + " did not run")
		}
		return 1, fmt.Errorf("%v\n%s", err, complaints(string(out)))
	}
}

// complaints returns the failures in the output of go test.
func complaints(out string) string {
	var keep []string
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "===") && !strings.HasPrefix(line, "FAIL") &&
			!strings.HasPrefix(line, "exit status") {
			keep = append(keep, strings.TrimRight(line, "\n"))
		}
	}
	return strings.Join(keep, "\n")
}

const benchmark = "BenchmarkCall"

// allocationGate returns the allocations of the benchmark that has most of them.
func allocationGate(*bench) (float64, error) {
	out, err := exec.Command("go", "test", "./mapping", "-run", "^$", "-bench", "Call/.*/2kB", "-benchmem",
		"-benchtime", "100x").CombinedOutput()
	if err != nil {
		return 0, fmt.Errorf("%v\n%s", err, out)
	}
	return allocations(string(out))
}

var perOp = regexp.MustCompile(`(?m)^` + benchmark + `/\S+\s.*\s([0-9]+) allocs/op`)

func allocations(out string) (float64, error) {
	most := -1
	for _, m := range perOp.FindAllStringSubmatch(out, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			return 0, err
		}
		most = max(most, n)
	}
	if most < 0 {
		return 0, missing("there is no " + benchmark + "/…/2kB in ./mapping")
	}
	return float64(most), nil
}
