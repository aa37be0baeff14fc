//go:build unix

package installtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

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
	b.path = before + ":" + b.path
	if err := os.Mkdir(before, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(before, "openhook"), olds["openhook"], 0o755); err != nil {
		t.Fatal(err)
	}
	if out, code := b.install("--prefix", b.bin); code != 0 || !strings.Contains(out, "but "+before+"/openhook comes first in your PATH") {
		t.Errorf("%d\n%s", code, out)
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
