//go:build unix

package main

import (
	"encoding/json"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

// All programs that are compared with the shim give its hook the same.
func TestSameJob(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	root, err := root()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	dir := t.TempDir()
	for _, p := range parts {
		if p.name == "openhook-shim" || p.name == "draft" {
			if err := p.build(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	list, _ := programs(root, dir)
	for _, s := range sizes[:2] {
		payload, err := s.payload(root)
		if err != nil {
			t.Fatal(err)
		}
		var want map[string]any
		var variables string
		for _, p := range list {
			if p.says != native || p.Name == fileName { // which takes its hook from a file
				continue
			}
			envelope, environ := heard(t, dir, p, payload)
			if want == nil {
				want, variables = envelope, environ // the shim is the first
				continue
			}
			if !reflect.DeepEqual(envelope, want) {
				t.Errorf("%s, %s:\n%v\nnot\n%v", p.Name, s.name, envelope, want)
			}
			if environ != variables {
				t.Errorf("%s, %s:\n%s\nnot\n%s", p.Name, s.name, environ, variables)
			}
		}
	}
}

// heard returns what a program's hook reads, without what differs at each call.
func heard(t *testing.T, dir string, p program, payload []byte) (envelope map[string]any, environ string) {
	t.Helper()
	argv := append(p.argv[:len(p.argv)-1:len(p.argv)-1], "/bin/sh", "-c", `cat >&2; env | grep '^OPENHOOK_' | sort >&2`)
	c := exec.Command(argv[0], argv[1:]...)
	c.Env, c.Stdin = environment(dir), strings.NewReader(string(payload))
	var said strings.Builder
	c.Stderr = &said
	if err := c.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", p.Name, err, said.String())
	}
	line, environ, _ := strings.Cut(said.String(), "\n")
	if err := json.Unmarshal([]byte(line), &envelope); err != nil {
		t.Fatalf("%s: %v\n%s", p.Name, err, line)
	}
	for _, key := range [...]string{"id", "time"} {
		if s, _ := envelope[key].(string); s == "" {
			t.Errorf("%s: no %s", p.Name, key)
		}
		delete(envelope, key)
	}
	return envelope, environ
}

// Run as the shim runs it, the hook hears everything and allows.
func TestHook(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	root, err := root()
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	dir := t.TempDir()
	for _, p := range parts {
		if p.name == "hook" || p.name == "wrapper" || p.name == "empty" {
			if err := p.build(dir); err != nil {
				t.Fatal(err)
			}
		}
	}
	list, _ := programs(root, dir)
	for _, p := range list[:3] {
		for _, size := range []int{0, 1, 70_000, 1_000_000} {
			if err := p.check(environment(dir), make([]byte, size)); err != nil {
				t.Errorf("%d bytes: %v", size, err)
			}
		}
	}
}
