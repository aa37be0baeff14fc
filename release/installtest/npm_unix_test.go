//go:build unix

package installtest

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden"
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

// native is the package of this machine.
var native = "@openhook/" + map[string]string{"linux": "linux", "darwin": "darwin"}[runtime.GOOS] + "-" + map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]

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

// newNode is a box with Node, npm and an empty project. No registry can be reached.
func newNode(t *testing.T) (b *box, project string) {
	t.Helper()
	b = newBox(t, "sh", "node", "env", "sleep", "sh", "ls", "kill")
	for _, name := range [...]string{"npm", "npx"} {
		b.program(name)
	}
	b.env = []string{"npm_config_registry=http://127.0.0.1:1/", "npm_config_update_notifier=false", "npm_config_fund=false", "npm_config_audit=false"}
	project = filepath.Join(b.home, "a project")
	if err := os.MkdirAll(filepath.Join(b.home, ".claude"), 0o755); err != nil { // a tool
		t.Fatal(err)
	}
	b.write(filepath.Join(project, "package.json"), "{}\n", 0o644)
	b.write(filepath.Join(project, "my-hook.sh"), "#!/bin/sh\necho no >&2\nexit 2\n", 0o755)
	return b, project
}

func (b *box) write(path, text string, mode os.FileMode) {
	b.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o755)
	if err = errors.Join(err, os.WriteFile(path, []byte(text), mode)); err != nil {
		b.Fatal(err)
	}
}

// in runs a program of the box in a folder.
func (b *box) in(dir string, argv ...string) (out string, code int) {
	b.Helper()
	c := b.command(argv...)
	c.Dir, c.Args[0] = dir, argv[0]
	if path := filepath.Join(b.bin, argv[0]); !strings.Contains(argv[0], "/") {
		c.Path, c.Err = path, nil
	}
	return b.finish(c)
}

// want fails unless a program ended as it should and said something.
func (b *box) want(dir string, exit int, says string, argv ...string) (out string) {
	b.Helper()
	out, code := b.in(dir, argv...)
	if code != exit || !strings.Contains(out, says) {
		b.Errorf("%s: %d\n%s", strings.Join(argv, " "), code, out)
	}
	return out
}

// tarballs writes some packages' into the home.
func (b *box) tarballs(all map[string]*packed, names ...string) (paths []string) {
	b.Helper()
	for _, name := range names {
		path := filepath.Join(b.home, strings.ReplaceAll(strings.TrimPrefix(name, "@"), "/", "-")+".tgz")
		b.write(path, string(all[name].tarball), 0o644)
		paths = append(paths, path)
	}
	return paths
}

// From tarballs, without any registry.
func TestTarballs(t *testing.T) {
	all := released(t)
	b, project := newNode(t)
	b.want(project, 0, "", append([]string{"npm", "install", "--offline"}, b.tarballs(all, "openhook", native)...)...)
	if t.Failed() {
		t.FailNow()
	}
	shim := filepath.Join(project, "node_modules", native, "bin", "openhook-shim")

	b.want(project, 0, version, "npx", "--no-install", "openhook", "--version")
	b.want(project, 0, "all 20 tools do the same: not run", "npx", "--no-install", "openhook", "try", "./my-hook.sh")
	out := b.want(project, 0, shim, "npx", "--no-install", "openhook", "install", "--all", "--dry-run", "--", "./my-hook.sh")
	if strings.Contains(out, "openhook-shim.js") || strings.Contains(out, "/.bin/") {
		t.Errorf("the launcher's path is in\n%s", out)
	}
	if _, err := os.Stat(filepath.Join(b.home, ".claude", "settings.json")); err == nil {
		t.Error("a dry run wrote it")
	}

	// What install writes needs no Node.
	b.want(project, 0, "deny works", "npx", "--no-install", "openhook", "install", "--yes", "claude-code", "--", "./my-hook.sh")
	settings, err := os.ReadFile(filepath.Join(b.home, ".claude", "settings.json"))
	if err != nil || !bytes.Contains(settings, []byte(shim)) {
		t.Errorf("%v\n%s", err, settings)
	}
	b.want(project, 0, "1.2.3", shim, "--version")
	b.want(project, 0, "uninstall", "npx", "--no-install", "openhook", "uninstall", "--help")
	b.want(project, 0, "", "npx", "--no-install", "openhook", "uninstall", "--yes")
	if data, err := os.ReadFile(filepath.Join(b.home, ".claude", "settings.json")); err == nil {
		t.Errorf("left:\n%s", data)
	}

	launcher := filepath.Join(project, "node_modules", ".bin", "openhook")
	for _, c := range [...]struct {
		exit int
		says string
		args []string
	}{
		{0, "Usage:", []string{launcher, "--help"}},
		{64, "openhook: ", []string{launcher, "nonsense"}},
		{66, "is not there", []string{launcher, "explain", "none.json"}},
		{1, "", []string{launcher, "try", "-c", "exit 3"}},
	} {
		b.want(project, c.exit, c.says, c.args...)
	}
	b.signals(launcher + "-shim")
}

// signals kills the shim behind its launcher, and the launcher in front of it.
func (b *box) signals(launcher string) {
	b.Helper()
	call := golden.Payloads("claude-code")["PreToolUse.Bash.json"]
	for _, s := range [...]syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP, syscall.SIGKILL} {
		c := b.command(launcher, "-c", fmt.Sprintf("kill -%d $PPID; sleep 10", int(s)))
		c.Stdin = bytes.NewReader(call)
		c.Run()
		if got := c.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() || got.Signal() != s {
			b.Errorf("its program died of %v, and the launcher says %v", s, c.ProcessState)
		}
	}
	for _, s := range [...]syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		there := filepath.Join(b.tmp, "there")
		os.Remove(there)
		c := b.command(launcher, "-c", `echo > "$TMPDIR/there"; sleep 60`)
		c.Stdin = bytes.NewReader(call)
		if err := c.Start(); err != nil {
			b.Fatal(err)
		}
		for wait := 0; ; wait++ {
			if _, err := os.Stat(there); err == nil {
				break
			}
			if wait == 1000 {
				b.Fatal("the hook does not start")
			}
			time.Sleep(10 * time.Millisecond)
		}
		began := time.Now()
		if err := c.Process.Signal(s); err != nil {
			b.Fatal(err)
		}
		c.Wait()
		// The shim passes it on to the hook and then exits so, or dies of it where it does not watch yet.
		got := c.ProcessState.Sys().(syscall.WaitStatus)
		if died := got.Signaled() && got.Signal() == s; !died && got.ExitStatus() != 128+int(s) || time.Since(began) > 20*time.Second {
			b.Errorf("told %v, it ended after %v with %v", s, time.Since(began), c.ProcessState)
		}
	}
}

// Where the package for the machine is left out, that is said.
func TestMissingPackage(t *testing.T) {
	all := released(t)
	b, project := newNode(t)
	b.want(project, 0, "", append([]string{"npm", "install", "--offline", "--omit=optional"}, b.tarballs(all, "openhook")...)...)
	for _, name := range [...]string{"openhook", "openhook-shim"} {
		b.want(project, 1, name+": "+native+" is missing, which npm leaves out with --omit=optional; do: npm install -g openhook "+native+"@1.2.3", "npx", "--no-install", name, "--version")
	}
	// A machine for which there is none.
	other := filepath.Join(b.home, "other.js")
	b.write(other, "Object.defineProperty(process, 'platform', { value: 'sunos' })\n", 0o644)
	b.want(project, 1, "openhook: there is no package for sunos-", "node", "--require", other, filepath.Join(project, "node_modules", "openhook", "bin", "openhook.js"))
}

// registry serves the packages as npm's own does.
func registry(t *testing.T, all map[string]*packed) *httptest.Server {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, tarball := strings.CutSuffix(strings.TrimPrefix(r.URL.Path, "/"), ".tgz")
		p := all[name]
		switch {
		case p == nil:
			http.NotFound(w, r)
		case tarball:
			w.Write(p.tarball)
		default:
			sum := sha512.Sum512(p.tarball)
			type dist struct {
				Tarball   string `json:"tarball"`
				Integrity string `json:"integrity"`
			}
			json.NewEncoder(w).Encode(map[string]any{
				"name":      name,
				"dist-tags": map[string]string{"latest": version},
				"versions": map[string]any{version: struct {
					manifest
					Dist dist `json:"dist"`
				}{p.manifest, dist{"http://" + r.Host + "/" + name + ".tgz", "sha512-" + base64.StdEncoding.EncodeToString(sum[:])}}},
			})
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// From a registry: npx keeps it in a cache, of which install warns, and -g for good.
func TestRegistry(t *testing.T) {
	all := released(t)
	b, project := newNode(t)
	b.env = append(b.env, "npm_config_registry="+registry(t, all).URL)
	b.want(project, 0, "all 20 tools do the same: not run", "npx", "--yes", "openhook", "try", "./my-hook.sh")
	out := b.want(project, 0, "is in a cache, which may be emptied: then no hook runs any more; do: npm install -g openhook",
		"npx", "--yes", "openhook", "install", "--all", "--dry-run", "--", "./my-hook.sh")
	if !strings.Contains(out, "/node_modules/"+native+"/bin/openhook-shim'") {
		t.Errorf("what would be written is another path:\n%s", out)
	}
	got, err := filepath.Glob(filepath.Join(b.home, ".npm", "_npx", "*", "node_modules", "@openhook", "*"))
	if err != nil || len(got) != 1 || !strings.HasSuffix(got[0], native) {
		t.Errorf("packages of other machines came too: %q, %v", got, err)
	}

	global := filepath.Join(b.home, "global")
	b.env = append(b.env, "npm_config_prefix="+global)
	b.want(project, 0, "", "npm", "install", "-g", "openhook")
	b.bin = filepath.Join(global, "bin") + ":" + b.bin
	out = b.want(project, 0, "deny works", filepath.Join(global, "bin", "openhook"), "install", "--yes", "--all", "--", "./my-hook.sh")
	if shim := filepath.Join(global, "lib", "node_modules", "openhook", "node_modules", native, "bin", "openhook-shim"); !strings.Contains(out, shim) || strings.Contains(out, "cache") {
		t.Errorf("%s is not in\n%s", shim, out)
	}
	b.want(project, 0, "", filepath.Join(global, "bin", "openhook"), "uninstall", "--yes")
}
