//go:build unix

package installtest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A manifest is what of a package.json counts here.
type manifest struct {
	Name                 string            `json:"name"`
	Version              string            `json:"version"`
	License              string            `json:"license"`
	OS                   []string          `json:"os,omitempty"`
	CPU                  []string          `json:"cpu,omitempty"`
	Bin                  map[string]string `json:"bin,omitempty"`
	OptionalDependencies map[string]string `json:"optionalDependencies,omitempty"`
	Dependencies         map[string]string `json:"dependencies,omitempty"`
	Scripts              map[string]string `json:"scripts,omitempty"`
}

// A packed package is its tarball, as `npm pack` makes it.
type packed struct {
	manifest
	tarball []byte
	files   map[string]int64 // its files' modes by their names
}

// needNode skips a test where Node or npm is missing.
func needNode(t *testing.T) {
	t.Helper()
	for _, name := range [...]string{"node", "npm", "npx", "unzip"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skip(err)
		}
	}
}

// packages are those of the release by name, made by build.mjs and npm pack.
var packages = sync.OnceValues(func() (map[string]*packed, error) {
	dir, err := os.MkdirTemp("", "installtest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for name, data := range files() {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return nil, err
		}
	}
	out, err := exec.Command("node", "../../npm/build.mjs", dir, filepath.Join(dir, "npm")).Output()
	if err != nil {
		return nil, fmt.Errorf("build.mjs: %w\n%s", err, stderr(err))
	}
	all := map[string]*packed{}
	for folder := range strings.Lines(string(out)) {
		c := exec.Command("npm", "pack", "--silent", "--pack-destination", dir)
		c.Dir = strings.TrimSpace(folder)
		c.Env = append(os.Environ(), "HOME="+dir)
		name, err := c.Output()
		if err != nil {
			return nil, fmt.Errorf("npm pack: %w\n%s", err, stderr(err))
		}
		p, err := read(filepath.Join(dir, strings.TrimSpace(string(name))))
		if err != nil {
			return nil, err
		}
		all[p.Name] = p
	}
	return all, nil
})

func stderr(err error) []byte {
	if e := (*exec.ExitError)(nil); errors.As(err, &e) {
		return e.Stderr
	}
	return nil
}

// read reads a tarball.
func read(path string) (*packed, error) {
	p := &packed{files: map[string]int64{}}
	var err error
	if p.tarball, err = os.ReadFile(path); err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(p.tarball))
	if err != nil {
		return nil, err
	}
	for r := tar.NewReader(z); ; {
		head, err := r.Next()
		if err == io.EOF {
			return p, nil
		}
		if err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(head.Name, "package/")
		p.files[name] = head.Mode
		if name == "package.json" {
			if err := json.NewDecoder(r).Decode(&p.manifest); err != nil {
				return nil, err
			}
		}
	}
}

// released are the packages, or the test's end.
func released(t *testing.T) map[string]*packed {
	t.Helper()
	needNode(t)
	all, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// What is in the packages, and what must not be.
func TestPackages(t *testing.T) {
	all := released(t)
	launcher := all["openhook"]
	if launcher == nil || len(all) != 7 || len(launcher.OptionalDependencies) != 6 {
		t.Fatalf("%d packages: %+v", len(all), launcher)
	}
	if want := map[string]string{"openhook": "bin/openhook.js", "openhook-shim": "bin/openhook-shim.js"}; fmt.Sprint(launcher.Bin) != fmt.Sprint(want) {
		t.Errorf("%v", launcher.Bin)
	}
	for name, p := range all {
		want := []string{"LICENSE", "README.md", "bin/native.js", "bin/openhook-shim.js", "bin/openhook.js", "package.json"}
		if name != "openhook" {
			os, cpu, _ := strings.Cut(strings.TrimPrefix(name, "@openhook/"), "-")
			if !slices.Equal(p.OS, []string{os}) || !slices.Equal(p.CPU, []string{cpu}) || len(p.Bin) > 0 {
				t.Errorf("%s is for %v, %v and brings %v", name, p.OS, p.CPU, p.Bin)
			}
			if launcher.OptionalDependencies[name] != version {
				t.Errorf("the launcher wants %s of %s", launcher.OptionalDependencies[name], name)
			}
			ext := ""
			if os == "win32" {
				ext = ".exe"
			}
			want = []string{"LICENSE", "README.md", "bin/openhook-shim" + ext, "bin/openhook" + ext, "package.json"}
		}
		var have []string
		for file, mode := range p.files {
			have = append(have, file)
			if runs := strings.HasPrefix(file, "bin/") && file != "bin/native.js"; runs != (mode&0o111 == 0o111) {
				t.Errorf("%s: %s has mode %o", name, file, mode)
			}
		}
		slices.Sort(have)
		slices.Sort(want)
		if !slices.Equal(have, want) {
			t.Errorf("%s has %v", name, have)
		}
		if p.Version != version || p.License != "Apache-2.0" || len(p.Scripts)+len(p.Dependencies) > 0 {
			t.Errorf("%s: %+v", name, p.manifest)
		}
	}
}

// A release that is not whole makes no packages.
func TestBuildRefuses(t *testing.T) {
	needNode(t)
	for says, spoil := range map[string]func(files map[string][]byte){
		"openhook_1.2.3_windows_arm64.zip is not in the release":            func(f map[string][]byte) { delete(f, "openhook_1.2.3_windows_arm64.zip") },
		"openhook_1.2.3_darwin_amd64.tar.gz is not what checksums.txt says": func(f map[string][]byte) { f["openhook_1.2.3_darwin_amd64.tar.gz"] = []byte("x") },
		"checksums.txt lists 0 versions":                                    func(f map[string][]byte) { f["checksums.txt"] = nil },
		"checksums.txt is not there":                                        func(f map[string][]byte) { delete(f, "checksums.txt") },
		"checksums.txt lists 2 versions": func(f map[string][]byte) {
			f["checksums.txt"] = append(f["checksums.txt"], "00  openhook_1.2.4_linux_amd64.tar.gz\n"...)
		},
		"openhook-shim in " + "DIST/openhook_1.2.3_linux_arm64.tar.gz is no file": func(f map[string][]byte) {
			f["openhook_1.2.3_linux_arm64.tar.gz"] = archive("linux", map[string][]byte{"openhook": {1}, "openhook-shim": []byte("-> /bin/sh")})
			f["checksums.txt"] = checksums(f)
		},
	} {
		dir := t.TempDir()
		all := map[string][]byte{}
		for name, data := range files() {
			all[name] = slices.Clone(data)
		}
		spoil(all)
		for name, data := range all {
			if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		out, err := exec.Command("node", "../../npm/build.mjs", dir, filepath.Join(dir, "npm")).CombinedOutput()
		if _, made := os.Stat(filepath.Join(dir, "npm", "openhook")); err == nil || made == nil || !strings.Contains(strings.ReplaceAll(string(out), dir, "DIST"), says) {
			t.Errorf("%s: %v, launcher %v\n%s", says, err, made, out)
		}
	}
}
