package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

const module = "github.com/openhook/openhook-shim"

const linkFlags = "-s -w -funcalign=1"

// A part is a program that is built from this repository.
type part struct {
	name, pkg string
	target    string // GOOS/GOARCH; "": this machine's
	link      string // linker flags in addition to the common ones
}

var parts = []part{
	{name: "openhook-shim", pkg: "."},
	{name: "empty", pkg: "./bench/empty"},
	{name: "wrapper", pkg: "./bench/wrapper"},
	{name: "draft", pkg: "./bench/draft"},
	{name: "peak", pkg: "./bench/peak"},
	{name: "hook", pkg: "./bench/hook", link: hookEntry()},
	{name: "release", pkg: ".", target: "linux/amd64"},
	{name: "std", pkg: "./bench/linked/std"},
	{name: "gjson", pkg: "./bench/linked/gjson"},
	{name: "sjson", pkg: "./bench/linked/sjson"},
	{name: "uuid", pkg: "./bench/linked/uuid"},
}

// hookEntry returns the linker flag with which the hook starts without a Go runtime, ""
// if this system has no such entry.
func hookEntry() string {
	if runtime.GOOS == "linux" && (runtime.GOARCH == "amd64" || runtime.GOARCH == "arm64") {
		return " -E main.entry"
	}
	return ""
}

// root returns the folder of this module.
func root() (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	dir := strings.TrimSpace(string(out))
	if _, missing := os.Stat(filepath.Join(dir, "bench", "draft")); err != nil || missing != nil {
		return "", errors.New("run this inside the repository of " + module)
	}
	return dir, nil
}

// build builds all parts into dir.
func build(dir string) error {
	for _, p := range parts {
		if err := p.build(dir); err != nil {
			return err
		}
	}
	return nil
}

// build builds a program with the flags that the README builds the shim with.
func (p part) build(dir string) error {
	top, err := root()
	if err != nil {
		return err
	}
	flags, err := os.ReadFile(filepath.Join(top, "build.flags"))
	if err != nil {
		return err
	}
	bin := binary(dir, p.name)
	c := exec.Command("go", slices.Concat([]string{"build"}, strings.Fields(string(flags)),
		[]string{"-ldflags=" + linkFlags + p.link, "-o", bin + ".linked", p.pkg})...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	if goos, arch, ok := strings.Cut(p.target, "/"); ok {
		c.Env = append(c.Env, "GOOS="+goos, "GOARCH="+arch)
	}
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %v\n%s", p.pkg, err, out)
	}
	// Users have a copy, too. A file that the linker mapped lies differently in the
	// page cache: up to 100 µs between equal programs.
	b, err := os.ReadFile(bin + ".linked")
	if err == nil {
		err = os.WriteFile(bin, b, 0o755)
	}
	if err != nil {
		return fmt.Errorf("copying %s: %w", p.name, err)
	}
	return os.Remove(bin + ".linked")
}

func binary(dir, name string) string {
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	return filepath.Join(dir, name)
}
