//go:build unix

package installtest

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden"
)

// native is the package of this machine.
var native = "@openhook/" + map[string]string{"linux": "linux", "darwin": "darwin"}[runtime.GOOS] + "-" + map[string]string{"amd64": "x64", "arm64": "arm64"}[runtime.GOARCH]

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
		{66, "not found", []string{launcher, "explain", "none.json"}},
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
	out := b.want(project, 0, "is in a cache, and no hook runs after npm empties it; run: npm install -g openhook",
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
	b.path = filepath.Join(global, "bin") + ":" + b.path
	out = b.want(project, 0, "deny works", filepath.Join(global, "bin", "openhook"), "install", "--yes", "--all", "--", "./my-hook.sh")
	if shim := filepath.Join(global, "lib", "node_modules", "openhook", "node_modules", native, "bin", "openhook-shim"); !strings.Contains(out, shim) || strings.Contains(out, "cache") {
		t.Errorf("%s is not in\n%s", shim, out)
	}
	b.want(project, 0, "", filepath.Join(global, "bin", "openhook"), "uninstall", "--yes")
}
