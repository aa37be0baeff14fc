//go:build unix

package installtest

import (
	"bytes"
	"crypto/tls"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/golden"
)

var shells = [...]string{"sh", "dash", "bash", "busybox sh"}

// ways are a program that downloads and one that sums.
var ways = [...][2]string{{"curl", "sha256sum"}, {"curl", "shasum"}, {"curl", "openssl"}, {"wget", "sha256sum"}, {"wget", "openssl"}}

const inBin = ".local/bin/"

// installed fails unless both programs of a version, and nothing else, are in the home.
func (b *box) installed(version string) {
	b.Helper()
	if left := b.left(); !slices.Equal(left, []string{inBin + "openhook", inBin + "openhook-shim"}) {
		b.Errorf("there are %q", left)
	}
	for _, name := range [...]string{"openhook", "openhook-shim"} {
		path := filepath.Join(b.home, inBin, name)
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		if info.Mode() != 0o755 {
			b.Errorf("%s: %v", name, info.Mode())
		}
		if out, code := b.run(path, "--version"); code != 0 || !strings.Contains(out, version) {
			b.Errorf("%s: %d, %s", name, code, out)
		}
	}
}

func TestShells(t *testing.T) {
	for _, shell := range shells {
		for _, way := range ways {
			if strings.HasPrefix(shell, "busybox") {
				if way != ways[0] {
					continue // it brings its own
				}
				way = [2]string{"wget", "sha256sum"}
			}
			t.Run(shell+" "+way[0]+" "+way[1], func(t *testing.T) {
				s, b := serve(t), newBox(t, shell, way[:]...)
				b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
				out, code := b.install("--dry-run")
				if left := b.left(); code != 0 || !strings.Contains(out, "would download "+s.mirror()+"/v1.2.3/"+here) || len(left) > 0 {
					t.Errorf("--dry-run: %d, %q\n%s", code, left, out)
				}
				for _, again := range [...]bool{false, true} {
					out, code := b.install()
					if code != 0 || !strings.Contains(out, "openhook 1.2.3 is in "+b.home+"/.local/bin\n") || !strings.Contains(out, "\nnext: openhook new guard") {
						t.Fatalf("again %v: %d\n%s", again, code, out)
					}
					b.installed(version)
				}
			})
		}
	}
}

// What is there is of another version, and running.
func TestUpgrade(t *testing.T) {
	s, b := serve(t), newBox(t, "sh", "curl", "sha256sum")
	b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
	for _, name := range [...]string{"openhook", "openhook-shim"} {
		path := filepath.Join(b.home, inBin, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, olds[name], 0o755); err != nil {
			t.Fatal(err)
		}
	}
	b.installed(older)
	running := b.command(filepath.Join(b.home, inBin, "openhook-shim"), "--source", "claude-code", "-c", "cat >/dev/null")
	stdin, err := running.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := running.Start(); err != nil {
		t.Fatal(err)
	}
	out, code := b.install("--version", "v1.2.3")
	if code != 0 || !strings.Contains(out, "openhook 1.2.3 is in "+b.home+"/.local/bin, in place of 1.1.0\n") {
		t.Errorf("%d\n%s", code, out)
	}
	b.installed(version)
	stdin.Write(golden.Payloads("claude-code")["PreToolUse.Bash.json"])
	stdin.Close()
	if err := running.Wait(); err != nil {
		t.Errorf("what was running: %v", err)
	}
}

// From nothing to a hook in all tools.
func TestFirstUse(t *testing.T) {
	s, b := serve(t), newBox(t, "sh", "curl", "sha256sum", "sh")
	b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
	b.firstUse(version)
}

// A release that was made already, whose folder OPENHOOK_DIST is.
func TestSnapshot(t *testing.T) {
	dist := os.Getenv("OPENHOOK_DIST")
	if dist == "" {
		t.Skip("OPENHOOK_DIST is not set")
	}
	made := map[string][]byte{}
	names, err := filepath.Glob(filepath.Join(dist, "openhook_*.tar.gz"))
	for _, name := range append(names, filepath.Join(dist, "checksums.txt")) {
		if err == nil {
			made[filepath.Base(name)], err = os.ReadFile(name)
		}
	}
	if err != nil || len(names) == 0 {
		t.Fatalf("%q, %v", names, err)
	}
	version := strings.Split(filepath.Base(names[0]), "_")[1]
	s, b := serveFiles(t, version, made), newBox(t, "sh", "curl", "sha256sum", "sh")
	b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
	b.firstUse(version)
}

// firstUse goes from nothing to a hook in two tools, and back.
func (b *box) firstUse(version string) {
	b.Helper()
	b.write(filepath.Join(b.home, "my-hook.sh"), "#!/bin/sh\necho no >&2\nexit 2\n", 0o755)
	for _, tool := range [...]string{".claude", ".codex"} {
		if err := os.Mkdir(filepath.Join(b.home, tool), 0o755); err != nil {
			b.Fatal(err)
		}
	}
	if out, code := b.install(); code != 0 {
		b.Fatalf("%d\n%s", code, out)
	}
	openhook := filepath.Join(b.home, inBin, "openhook")
	b.want(b.home, 0, version, openhook, "--version")
	b.want(b.home, 0, "all 20 tools do the same: not run", openhook, "try", "./my-hook.sh")
	out := b.want(b.home, 0, "'"+openhook+"-shim' --timeout 54s -- '"+b.home+"/my-hook.sh'", openhook, "install", "--all", "--dry-run", "--", "./my-hook.sh")
	for _, file := range [...]string{".claude/settings.json", ".codex/hooks.json"} {
		if _, err := os.Stat(filepath.Join(b.home, file)); err == nil || !strings.Contains(out, "~/"+file) {
			b.Errorf("%s: %v\n%s", file, err, out)
		}
	}
	b.want(b.home, 0, "deny works", openhook, "install", "--all", "--yes", "--", "./my-hook.sh")
	b.want(b.home, 0, "", openhook, "uninstall", "--yes")
	b.want(b.home, 0, "hook", openhook, "new", "guard")
}

// The programs can go elsewhere, whatever its name.
func TestPrefix(t *testing.T) {
	s, b := serve(t), newBox(t, "sh", "curl", "sha256sum")
	b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror() + "/"}
	for prefix, says := range map[string]string{
		"it's $(touch hit) `touch hit` \"here\"": `export PATH='` + b.home + `/it'\''s $(touch hit) ` + "`touch hit`" + ` "here"':"$PATH"`,
		"./one/two/":                             "export PATH=",
		b.home + "/absolute":                     "export PATH=",
		b.bin:                                    "next: openhook new guard",
	} {
		out, code := b.install("--prefix=" + prefix)
		if code != 0 || !strings.Contains(out, says) {
			t.Errorf("%s: %d\n%s", prefix, code, out)
		}
		if !filepath.IsAbs(prefix) {
			prefix = filepath.Join(b.home, prefix)
		}
		if out, code := b.run(filepath.Join(prefix, "openhook"), "--version"); code != 0 || !strings.Contains(out, version) {
			t.Errorf("%s: %d\n%s", prefix, code, out)
		}
	}
	if slices.Contains(b.left(), "hit") {
		t.Error("a part of a name was run")
	}
	before := filepath.Join(filepath.Dir(b.bin), "before")
	b.bin = before + ":" + b.bin
	if err := os.Mkdir(before, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(before, "openhook"), olds["openhook"], 0o755); err != nil {
		t.Fatal(err)
	}
	if out, code := b.install("--prefix", strings.TrimPrefix(b.bin, before+":")); code != 0 || !strings.Contains(out, "but "+before+"/openhook comes first in your PATH") {
		t.Errorf("%d\n%s", code, out)
	}
}

// lines are checksums.txt, changed.
func (s *site) lines(change func(sum, name string) string) {
	var b strings.Builder
	for line := range strings.Lines(string(s.files["checksums.txt"])) {
		sum, name, _ := strings.Cut(strings.TrimSpace(line), "  ")
		b.WriteString(change(sum, name))
	}
	s.files["checksums.txt"] = []byte(b.String())
}

// of changes the line of this machine's archive.
func of(change func(sum string) string) func(sum, name string) string {
	return func(sum, name string) string {
		if name == here {
			return change(sum)
		}
		return sum + "  " + name + "\n"
	}
}

// Whatever goes wrong is said, and nothing is left of it.
func TestFailures(t *testing.T) {
	with := func(name string, data []byte) map[string][]byte {
		held := map[string][]byte{"openhook": programs["openhook"], "openhook-shim": programs["openhook-shim"]}
		if held[name] = data; data == nil {
			delete(held, name)
		}
		return held
	}
	for _, c := range [...]struct {
		name  string
		spoil func(s *site, b *box)
		args  string
		says  string
		exit  int
	}{
		{"wrong checksum", func(s *site, b *box) { s.files[here] = append(slices.Clone(s.files[here]), 0) }, "", "is not what checksums.txt says", 1},
		{"another's checksum", func(s *site, b *box) {
			s.lines(of(func(sum string) string { return strings.Repeat("0", 64) + "  " + here + "\n" }))
		}, "", "is not what checksums.txt says", 1},
		{"cut off on the way", func(s *site, b *box) { s.cut = here }, "", "cannot download", 1},
		{"list cut off on the way", func(s *site, b *box) { s.cut = "checksums.txt" }, "", "cannot download", 1},
		{"cut off at the source", func(s *site, b *box) { s.files[here] = s.files[here][:1000] }, "", "is not what checksums.txt says", 1},
		{"no line", func(s *site, b *box) { s.lines(of(func(string) string { return "" })) }, "--version 1.2.3", "has no line for " + here, 1},
		{"no line in the latest", func(s *site, b *box) { s.lines(of(func(string) string { return "" })) }, "", "has no line for openhook_*_" + runtime.GOOS, 1},
		{"names like it", func(s *site, b *box) {
			s.lines(of(func(sum string) string {
				return sum + "  x" + here + "\n" + sum + "  " + here + ".sbom.json\n" + sum + "  dist/" + here + "\n"
			}))
		}, "", "has no line for", 1},
		{"two lines", func(s *site, b *box) {
			s.lines(of(func(sum string) string { return strings.Repeat(sum+"  "+here+"\n", 2) }))
		}, "", "has two lines for", 1},
		{"no sum", func(s *site, b *box) {
			s.lines(of(func(sum string) string { return sum[1:] + "  " + here + "\n" }))
		}, "", "is no SHA-256", 1},
		{"not a sum", func(s *site, b *box) {
			s.lines(of(func(sum string) string { return "g" + sum[1:] + "  " + here + "\n" }))
		}, "", "is no SHA-256", 1},
		{"a version that is a path", func(s *site, b *box) {
			s.lines(func(sum, name string) string { return sum + "  " + strings.Replace(name, version, "../../x", 1) + "\n" })
		}, "", "is no version", 1},
		{"a page instead", func(s *site, b *box) { s.files["checksums.txt"] = []byte("<html>\n<body>Sign in</body>") }, "", "has no line for", 1},
		{"no such version", nil, "--version 9.9.9", "cannot download", 1},
		{"no release", func(s *site, b *box) { clear(s.files) }, "", "cannot download", 1},
		{"no archive", func(s *site, b *box) { delete(s.files, here) }, "", "cannot download", 1},
		{"no server", func(s *site, b *box) { s.Close() }, "", "cannot download", 1},
		{"no shim in it", func(s *site, b *box) { s.pack(with("openhook-shim", nil)) }, "", "cannot be unpacked", 1},
		{"a link in it", func(s *site, b *box) { s.pack(with("openhook-shim", []byte("-> /bin/sh"))) }, "", "openhook-shim in " + here + " is no file", 1},
		{"no archive in it", func(s *site, b *box) {
			s.files[here] = []byte("nothing")
			s.files["checksums.txt"] = checksums(s.files)
		}, "", "cannot be unpacked", 1},
		{"another machine's program", func(s *site, b *box) { s.pack(with("openhook", []byte("\x7fELF\x02\x01\x01nothing"))) }, "", "openhook does not run on this machine", 1},
		{"read-only folder", func(s *site, b *box) {
			b.user = 65534
			if err := os.Chmod(b.home, 0o555); err != nil {
				b.Fatal(err)
			}
		}, "", "cannot be made", 1},
		{"read-only prefix", func(s *site, b *box) {
			b.user = 65534
			if err := os.Mkdir(filepath.Join(b.home, "ro"), 0o555); err != nil {
				b.Fatal(err)
			}
		}, "--prefix ro", "ro cannot be written; choose another folder: --prefix DIR", 1},
		{"a folder there", func(s *site, b *box) {
			if err := os.MkdirAll(filepath.Join(b.home, inBin, "openhook-shim"), 0o755); err != nil {
				b.Fatal(err)
			}
		}, "", "openhook-shim is a folder", 1},
		{"no downloader", func(s *site, b *box) { os.Remove(b.bin + "/curl") }, "", "neither curl nor wget is there", 1},
		{"no summer", func(s *site, b *box) { os.Remove(b.bin + "/sha256sum") }, "", "neither sha256sum nor shasum nor openssl", 1},
		{"no tar", func(s *site, b *box) { os.Remove(b.bin + "/tar") }, "", "tar is not there", 1},
		{"no home", func(s *site, b *box) { b.env = append(b.env, "HOME=") }, "", "HOME is not set; say where to: --prefix DIR", 1},
		{"not safe", func(s *site, b *box) { b.env = append(b.env, "OPENHOOK_BASE_URL=http://example.com/x") }, "", "is neither https nor on this machine", 1},
		{"a name like localhost", func(s *site, b *box) { b.env = append(b.env, "OPENHOOK_BASE_URL=http://localhost.example.com") }, "", "is neither https nor on this machine", 1},
		{"a user called localhost", func(s *site, b *box) { b.env = append(b.env, "OPENHOOK_BASE_URL=http://localhost:80@example.com") }, "", "no @ in", 1},
		{"a file", func(s *site, b *box) { b.env = append(b.env, "OPENHOOK_BASE_URL=file:///tmp") }, "", "is neither https nor on this machine", 1},
		{"Plan 9", func(s *site, b *box) { b.script("uname", "echo Plan9") }, "", "there is no release for Plan9", 1},
		{"a Cray", func(s *site, b *box) { b.script("uname", `[ "$1" = -m ] && echo sparc64 || echo Linux`) }, "", "there is no release for Linux on sparc64", 1},
		{"Git Bash", func(s *site, b *box) { b.script("uname", "echo MINGW64_NT-10.0") }, "", "on Windows use install.ps1", 1},
		{"option", nil, "--nonsense", "no such option: --nonsense", 64},
		{"no value", nil, "--prefix", "--prefix needs a value", 64},
		{"empty value", nil, "--prefix=", "--prefix needs a value", 64},
		{"option as a value", nil, "--version --dry-run", "--version needs a value", 64},
		{"a home nobody opens", nil, "--prefix=~/bin", "--prefix needs a value", 64},
		{"a path as version", nil, "--version 1/../2", "a version looks like 1.2.3", 64},
		{"a command as version", nil, "--version $(touch${IFS}hit)", "a version looks like 1.2.3", 64},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, b := serve(t), newBox(t, "sh", "curl", "sha256sum")
			b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
			if c.spoil != nil {
				c.spoil(s, b)
			}
			before := b.left()
			out, code := b.install(strings.Fields(c.args)...)
			if code != c.exit || !strings.Contains(out, "install.sh: ") || !strings.Contains(out, c.says) {
				t.Errorf("%d\n%s", code, out)
			}
			if after := b.left(); !slices.Equal(before, after) {
				t.Errorf("left: %q", after)
			}
		})
	}
}

// The same with the other downloaders, whose ways to fail differ.
func TestWget(t *testing.T) {
	for _, shell := range [...]string{"sh", "busybox sh"} {
		for name, spoil := range map[string]func(s *site){
			"cut off":    func(s *site) { s.cut = here },
			"no archive": func(s *site) { delete(s.files, here) },
			"changed":    func(s *site) { s.files[here] = s.files[here][:1000] },
		} {
			t.Run(shell+" "+name, func(t *testing.T) {
				s, b := serve(t), newBox(t, shell, "wget", "sha256sum")
				b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
				spoil(s)
				out, code := b.install()
				if left := b.left(); code != 1 || !strings.Contains(out, "install.sh: ") || len(left) > 0 {
					t.Errorf("%d, %q\n%s", code, left, out)
				}
			})
		}
	}
}

// Whom the machine does not trust is not listened to, nor where he sends one.
func TestTLS(t *testing.T) {
	s := serve(t)
	secure := httptest.NewTLSServer(s)
	defer secure.Close()
	old := httptest.NewUnstartedServer(s) // for busybox, which knows no newer ones
	old.TLS = &tls.Config{MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{tls.TLS_RSA_WITH_AES_128_CBC_SHA256, tls.TLS_RSA_WITH_AES_128_GCM_SHA256}}
	old.StartTLS()
	defer old.Close()
	away := httptest.NewTLSServer(http.RedirectHandler(s.mirror()+"/latest/checksums.txt", http.StatusFound))
	defer away.Close()
	authority := filepath.Join(t.TempDir(), "authority.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw})
	if err := os.WriteFile(authority, block, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range [...]struct {
		shell, loader, base, trusts string
		exit                        int
		says                        string
	}{
		{"sh", "curl", secure.URL, "", 1, "cannot download https://"},
		{"sh", "wget", secure.URL, "", 1, "cannot download https://"},
		{"busybox sh", "wget", old.URL, "", 1, "this wget does not check whom it talks to; install curl"},
		{"sh", "curl", secure.URL, authority, 0, "openhook 1.2.3 is in "},
		{"sh", "curl", away.URL, authority, 1, "cannot download https://"},
	} {
		t.Run(c.shell+" "+c.loader+" "+c.trusts, func(t *testing.T) {
			b := newBox(t, c.shell, c.loader, "sha256sum")
			b.env = []string{"OPENHOOK_BASE_URL=" + c.base + "/download"}
			if c.trusts != "" {
				b.env = append(b.env, "CURL_CA_BUNDLE="+c.trusts)
			}
			if out, code := b.install(); code != c.exit || !strings.Contains(out, c.says) {
				t.Errorf("%d\n%s", code, out)
			}
		})
	}
}

// What arrives only in part does nothing.
func TestPartOfTheScript(t *testing.T) {
	s, b := serve(t), newBox(t, "sh", "curl", "sha256sum")
	b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
	script := s.files["install.sh"]
	last := []byte("\nmain \"$@\"\n")
	if !bytes.HasSuffix(script, last) {
		t.Fatal("the last line is another one")
	}
	parts := 0
	for at := 0; at <= len(script)-len(last)+1; at += 97 {
		c := b.command(b.shell...)
		c.Stdin = bytes.NewReader(script[:at])
		b.finish(c)
		parts++
	}
	if left := b.left(); len(left) > 0 || len(s.asked) > 0 || parts < 50 {
		t.Errorf("%d parts left %q and asked for %q", parts, left, s.asked)
	}
	c := b.command(append(b.shell, "-s", "--", "--version", version)...)
	c.Stdin = bytes.NewReader(script)
	if out, code := b.finish(c); code != 0 {
		t.Errorf("all of it: %d\n%s", code, out)
	}
	b.installed(version)
}

// Ctrl-C leaves nothing.
func TestInterrupted(t *testing.T) {
	s, b := serve(t), newBox(t, "sh", "curl", "sha256sum")
	b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
	s.stall = make(chan struct{})
	defer close(s.stall)
	c := b.installer()
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for wait := 0; ; wait++ {
		s.mu.Lock()
		asked := len(s.asked)
		s.mu.Unlock()
		if asked == 2 {
			break
		}
		if wait == 1000 {
			t.Fatal("it does not come so far")
		}
		time.Sleep(10 * time.Millisecond)
	}
	if left := b.left(); len(left) == 0 {
		t.Error("there is nothing to clean")
	}
	if err := syscall.Kill(-c.Process.Pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	err := c.Wait()
	if left := b.left(); c.ProcessState.ExitCode() == 0 || len(left) > 0 {
		t.Errorf("%v, %q", err, left)
	}
}

// Each machine gets its own archive.
func TestMachines(t *testing.T) {
	for _, c := range [...]struct{ kernel, cpu, translated, want string }{
		{"Linux", "x86_64", "", "linux_amd64"},
		{"Linux", "aarch64", "", "linux_arm64"},
		{"Darwin", "arm64", "", "darwin_arm64"},
		{"Darwin", "x86_64", "0", "darwin_amd64"},
		{"Darwin", "x86_64", "1", "darwin_arm64"}, // under Rosetta
		{"Darwin", "x86_64", "unknown oid", "darwin_amd64"},
	} {
		s, b := serve(t), newBox(t, "sh", "curl", "sha256sum")
		b.env = []string{"OPENHOOK_BASE_URL=" + s.mirror()}
		b.script("uname", `[ "$1" = -m ] && echo `+c.cpu+` || echo `+c.kernel)
		b.script("sysctl", `[ "$*" = "-n sysctl.proc_translated" ] && echo `+c.translated)
		out, code := b.install("--dry-run")
		if code != 0 || !strings.Contains(out, "/openhook_1.2.3_"+c.want+".tar.gz\n") {
			t.Errorf("%v: %d\n%s", c, code, out)
		}
	}
}

func TestHelp(t *testing.T) {
	b := newBox(t, "sh")
	out, code := b.install("--help")
	for _, word := range [...]string{"--prefix DIR", "--version VERSION", "--dry-run", "OPENHOOK_BASE_URL", "openhook uninstall"} {
		if code != 0 || !strings.Contains(out, word) {
			t.Errorf("%s: %d\n%s", word, code, out)
		}
	}
}

func TestShellcheck(t *testing.T) {
	if _, err := exec.LookPath("shellcheck"); err != nil {
		t.Skip(err)
	}
	if out, err := exec.Command("shellcheck", "--shell=sh", "--enable=all", "--exclude=SC2249,SC2250,SC2292,SC2310,SC2312", "../../install.sh").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
