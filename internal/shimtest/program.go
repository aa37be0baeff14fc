// Package shimtest builds the programs once for the tests of all packages, and calls
// the shim like a client.
package shimtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// A program is a package and the flags with which the tests build it. It has a folder
// of its own, because a test may put that folder into PATH.
type program struct {
	name, pkg, ldflags string
	once               sync.Once
	path               string
	err                error
}

var (
	shim      = program{name: "openhook-shim", pkg: "."}
	shimPlain = program{name: "openhook-shim", pkg: ".", ldflags: "-X github.com/openhook/openhook-shim/shim.pidFD=off"}
	openhook  = program{name: "openhook", pkg: "./cmd/openhook"}
	play      = program{name: "play", pkg: "./golden/play"}
)

// Shim returns the path of the built shim.
func Shim(t testing.TB) string { return shim.built(t) }

// ShimWithoutPidFD returns the shim as it is where the kernel gives no pidfd.
func ShimWithoutPidFD(t testing.TB) string { return shimPlain.built(t) }

// OpenHook returns the path of the built companion.
func OpenHook(t testing.TB) string { return openhook.built(t) }

// Play returns the path of golden/play, a hook that does what its arguments say.
func Play(t testing.TB) string { return play.built(t) }

// Into puts programs into a folder, where they are each other's neighbours.
func Into(t testing.TB, dir string, programs ...string) {
	t.Helper()
	for _, path := range programs {
		if os.Link(path, filepath.Join(dir, filepath.Base(path))) == nil {
			continue
		}
		data, err := os.ReadFile(path) // the folder is on another disk
		if err = errors.Join(err, os.WriteFile(filepath.Join(dir, filepath.Base(path)), data, 0o755)); err != nil {
			t.Fatal(err)
		}
	}
}

func (p *program) built(t testing.TB) string {
	t.Helper()
	p.once.Do(func() { p.path, p.err = p.find() })
	if p.err != nil {
		t.Fatal(p.err)
	}
	return p.path
}

// A test may change the environment before the first build.
var (
	environ = os.Environ()
	tempDir = os.TempDir()
)

// unused is how long a build stays that no test asks for.
const unused = time.Hour

// find builds a program unless the same sources were built before. Builds of other
// sources are next to it; the old ones go.
func (p *program) find() (string, error) {
	name := p.name
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	// Where there is no Go, for example under Wine, a folder holds the programs.
	if ready := os.Getenv("GOLDEN_PROGRAMS"); ready != "" {
		return filepath.Join(ready, name), nil
	}
	root, err := moduleRoot()
	if err != nil {
		return "", err
	}
	all, err := folder()
	if err != nil {
		return "", err
	}
	key, err := sources(root)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(all, key, fmt.Sprintf("%x", sha256.Sum256([]byte(p.pkg+p.ldflags)))[:8])
	for _, dir := range [...]string{filepath.Dir(dir), dir} {
		if err := openFolder(dir); err != nil {
			return "", err
		}
	}
	unlock, err := lock(filepath.Join(dir, "lock"))
	if err != nil {
		return "", err
	}
	defer unlock()
	now := time.Now()
	if err := os.Chtimes(filepath.Join(all, key), now, now); err != nil {
		return "", err
	}
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	removeUnused(all, now.Add(-unused))
	return path, p.build(root, path)
}

// build puts the program into its place at once: another process may look for it.
func (p *program) build(root, path string) error {
	part := fmt.Sprintf("%s.%d", path, os.Getpid())
	defer os.Remove(part)
	// An empty build ID, so that two programs differ only if their code does.
	c := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid= "+p.ldflags, "-o",
		part, p.pkg)
	c.Dir, c.Env = root, append(environ[:len(environ):len(environ)], "CGO_ENABLED=0")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("go build %s: %w\n%s", p.pkg, err, out)
	}
	if err := errors.Join(os.Chmod(part, 0o755), os.Rename(part, path)); err != nil {
		if _, there := os.Stat(path); there != nil {
			return err // Windows replaces no program that runs: another process was first
		}
	}
	return nil
}

// openFolder makes a folder that other users can read, whatever the umask is: some
// tests run the shim as another user.
func openFolder(dir string) error {
	if err := os.Mkdir(dir, 0o755); err == nil {
		return os.Chmod(dir, 0o755)
	} else if !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil
}

// folder returns the folder of all builds. Other users may run what is in it, but
// not change it.
func folder() (string, error) {
	dir := filepath.Join(tempDir, fmt.Sprintf("openhook-shim-tests-%d", os.Getuid()))
	if err := openFolder(dir); err != nil {
		return "", err
	}
	info, err := os.Lstat(dir)
	if err == nil && !private(info) {
		err = fmt.Errorf("%s: is not a folder that only you can write; remove it", dir)
	}
	return dir, err
}

// removeUnused removes builds that nobody asked for since a time.
func removeUnused(all string, since time.Time) {
	entries, _ := os.ReadDir(all)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.ModTime().Before(since) {
			os.RemoveAll(filepath.Join(all, e.Name()))
		}
	}
}

// moduleRoot returns the folder of go.mod: a test runs in the folder of its package.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", fmt.Errorf("no go.mod above the test")
		}
		dir = parent
	}
	return "", err
}

// sources returns a name for the content of all files that a program may be built
// from, and for how it is built.
func sources(root string) (string, error) {
	sum := sha256.New()
	fmt.Fprintln(sum, runtime.Version(), runtime.GOOS, runtime.GOARCH, os.Getenv("GOFLAGS"), os.Getenv("GOAMD64"))
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata" ||
			d.Name() == "node_modules"):
			return filepath.SkipDir
		case !d.Type().IsRegular() || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		fmt.Fprintln(sum, strings.TrimPrefix(path, root))
		_, err = io.Copy(sum, f)
		return err
	})
	return fmt.Sprintf("%x", sum.Sum(nil))[:16], err
}
