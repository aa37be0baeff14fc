//go:build unix

package installtest

import (
	"bytes"
	"crypto/tls"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

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

// pack puts other programs into the archive of this machine, and its checksum right.
func (s *site) pack(held map[string][]byte) {
	s.files[here] = archive(runtime.GOOS, held)
	s.files["checksums.txt"] = checksums(s.files)
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
