//go:build release && linux

package release

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// command runs a program in a folder and returns what it prints; it has to succeed.
func command(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir, c.Env = dir, append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// clone makes a clone of what is committed, under a umask, and returns its folder.
func clone(t *testing.T, umask string) string {
	t.Helper()
	here, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "clone")
	command(t, "", nil, "sh", "-c", `umask "$1" && git clone -q "$2" "$3"`, "sh", umask, here, dir)
	return dir
}

// goWith puts a program go on PATH that first does some lines of shell; in these,
// "$@" is what it was called with. It returns the environment.
func goWith(t *testing.T, lines string) []string {
	t.Helper()
	bin := t.TempDir()
	program, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\n"+lines+"\nexec '"+program+"' \"$@\"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return []string{"PATH=" + bin + ":" + os.Getenv("PATH")}
}

// goreleaser builds the program that release.sh runs, which alone would take minutes
// where nothing is compiled.
func goreleaser(t *testing.T) string {
	t.Helper()
	at := regexp.MustCompile(`(?m)^goreleaser=(\S+)$`).FindStringSubmatch(read(t, "release/release.sh", nil))
	if at == nil {
		t.Fatal("release.sh names no goreleaser")
	}
	bin := t.TempDir()
	command(t, bin, []string{"GOBIN=" + bin}, "go", "install", at[1])
	return filepath.Join(bin, "goreleaser")
}

// published are the files of a release by their names.
func published(version string) (names []string) {
	for _, target := range []string{"linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64", "windows_amd64", "windows_arm64"} {
		archive, exe := ".tar.gz", ""
		if strings.HasPrefix(target, "windows") {
			archive, exe = ".zip", ".exe"
		}
		for _, program := range []string{"openhook", "openhook-shim"} {
			name := program + "_" + version + "_" + target
			names = append(names, name+exe, name+".cdx.json")
		}
		names = append(names, "openhook_"+version+"_"+target+archive)
		if strings.HasPrefix(target, "linux") {
			names = append(names, "openhook_"+version+"_"+target+".deb")
		}
	}
	slices.Sort(names)
	return names
}

// Two clones in two folders, by a different umask, time zone and with nothing
// compiled before, make the same files; and these do what they should.
func TestSnapshots(t *testing.T) {
	one, other := clone(t, "022"), clone(t, "077")
	snapshot := `umask "$1" && exec sh release/release.sh --snapshot goreleaser`
	command(t, one, nil, "sh", "-c", snapshot, "sh", "022")
	cache := t.TempDir()
	nothing := goWith(t, "export GOCACHE='"+cache+`'; case "$*" in *goreleaser/v2@*) shift 2; exec '`+goreleaser(t)+`' "$@" ;; esac`)
	command(t, other, append(nothing, "TZ=Asia/Tokyo"), "sh", "-c", snapshot, "sh", "077")
	if compiled, err := filepath.Glob(filepath.Join(cache, "*", "*-d")); err != nil || len(compiled) < 1000 { // six systems' standard library
		t.Errorf("the second build has compiled %d things, %v", len(compiled), err)
	}
	for _, name := range []string{"checksums.txt", "openhook.rb"} {
		a, err := os.ReadFile(filepath.Join(one, "dist", name))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(other, "dist", name))
		if err != nil || string(a) != string(b) {
			t.Fatalf("%s: %v\n%s\nand\n%s", name, err, a, b)
		}
	}
	names, version := sums(t, filepath.Join(one, "dist"))
	if want := published(version); !slices.Equal(names, want) {
		t.Errorf("a release has\n%q\nnot\n%q", names, want)
	}
	t.Logf("%d files are the same", len(names))
	t.Run("archive", func(t *testing.T) { testArchive(t, one, version) })
	t.Run("deb", func(t *testing.T) { testDeb(t, one, version) })
	t.Run("formula", func(t *testing.T) { command(t, one, nil, "ruby", "-c", "dist/openhook.rb") })
}

// sums reads checksums.txt, compares each file that lies in dist with its line, and
// returns all names and the version.
func sums(t *testing.T, dist string) (names []string, version string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dist, "checksums.txt"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for line := range strings.Lines(string(data)) {
		sum, name, ok := strings.Cut(strings.TrimSpace(line), "  ")
		if !ok {
			t.Fatalf("checksums.txt: %s", line)
		}
		names = append(names, name)
		if v, is := strings.CutSuffix(name, "_linux_amd64.tar.gz"); is {
			version = strings.TrimPrefix(v, "openhook_")
		}
		file, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			continue // a plain program lies elsewhere until it is uploaded
		}
		compared++
		if have := sha256.Sum256(file); hex.EncodeToString(have[:]) != sum {
			t.Errorf("%s has another sum", name)
		}
	}
	if compared != 6+2+12 { // archives, packages, bills
		t.Errorf("%d files were compared", compared)
	}
	slices.Sort(names)
	return names, version
}

func testArchive(t *testing.T, dir, version string) {
	list := strings.Split(strings.TrimSpace(command(t, dir, []string{"TZ=UTC"}, "tar", "--full-time", "-tvzf", "dist/openhook_"+version+"_linux_amd64.tar.gz")), "\n")
	date := strings.TrimSpace(command(t, dir, []string{"TZ=UTC"}, "git", "log", "-1", "--format=%cd", "--date=format-local:%Y-%m-%d %H:%M:%S"))
	modes := map[string]string{}
	for _, line := range list {
		f := strings.Fields(line) // -rwxr-xr-x root/root 3002530 2026-11-20 00:00:00 openhook-shim
		modes[f[5]] = f[0]
		if f[1] != "root/root" || f[3]+" "+f[4] != date {
			t.Errorf("%s, committed at %s", line, date)
		}
	}
	for name, mode := range map[string]string{
		"openhook": "-rwxr-xr-x", "openhook-shim": "-rwxr-xr-x", "examples/guard.sh": "-rwxr-xr-x",
		"README.md": "-rw-r--r--", "LICENSE": "-rw-r--r--", "CHANGELOG.md": "-rw-r--r--", "man/openhook.1": "-rw-r--r--", "man/openhook-try.1": "-rw-r--r--",
		"completions/openhook.bash": "-rw-r--r--", "completions/_openhook": "-rw-r--r--", "completions/openhook.fish": "-rw-r--r--",
		"completions/openhook.ps1": "-rw-r--r--", "plugins/opencode/openhook.js": "-rw-r--r--",
	} {
		if modes[name] != mode {
			t.Errorf("%s is %q in the archive, not %s", name, modes[name], mode)
		}
	}
	for name := range modes {
		if strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".mjs") {
			t.Errorf("%s is in the archive", name)
		}
	}
}

// What the package installs works in a fresh home, with tools in it that have never run.
func testDeb(t *testing.T, dir, version string) {
	root, home, project := t.TempDir(), t.TempDir(), t.TempDir()
	command(t, dir, nil, "dpkg-deb", "-x", "dist/openhook_"+version+"_linux_amd64.deb", root)
	hook := "#!/bin/sh\necho no >&2\nexit 2\n"
	if err := os.WriteFile(filepath.Join(project, "my-hook.sh"), []byte(hook), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tool := range []string{".claude", ".codex", ".cursor"} {
		if err := os.Mkdir(filepath.Join(home, tool), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"HOME=" + home, "XDG_CONFIG_HOME=", "XDG_STATE_HOME=", "PATH=" + filepath.Join(root, "usr/bin") + ":/usr/bin:/bin"}
	for _, c := range []struct{ line, says string }{
		{"openhook-shim --version", "openhook-shim " + version},
		{"openhook --version", version},
		{"openhook try ./my-hook.sh", "do the same: not run"},
		{"openhook try /usr/share/openhook/examples/guard.sh", "do the same: not run"},
		{"openhook install --all --dry-run -- ./my-hook.sh", filepath.Join(root, "usr/bin/openhook-shim") + " "},
	} {
		line := strings.ReplaceAll(c.line, "/usr/share", filepath.Join(root, "usr/share"))
		if out := command(t, project, env, "sh", "-c", line); !strings.Contains(out, c.says) {
			t.Errorf("%s does not say %q:\n%s", line, c.says, out)
		}
	}
	if found := command(t, home, nil, "find", ".", "-mindepth", "2"); found != "" {
		t.Errorf("a dry run leaves in the home folder:\n%s", found)
	}
	for _, name := range []string{"share/man/man1/openhook.1", "share/bash-completion/completions/openhook", "share/zsh/vendor-completions/_openhook",
		"share/fish/vendor_completions.d/openhook.fish", "share/doc/openhook/copyright", "share/openhook/plugins/opencode/openhook.js"} {
		if info, err := os.Stat(filepath.Join(root, "usr", name)); err != nil || info.Size() == 0 || info.Mode().Perm() != 0o644 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

// slower is main.go with what a change might do to every call, seen by no other test.
func slower(main string) string {
	return strings.Replace(main, "func main() {", "var work int\n\nfunc main() {\n\tfor i := range 100_000 {\n\t\twork ^= i\n\t}\n\t", 1)
}

// A shim that does more at each call stops the release: the real gate says so, and
// goreleaser is not reached.
func TestRegressionStops(t *testing.T) {
	dir := clone(t, "022")
	file := filepath.Join(dir, "main.go")
	main, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if slower(string(main)) == string(main) {
		t.Fatal("main.go has no main to make slower")
	}
	if err := os.WriteFile(file, []byte(slower(string(main))), 0o644); err != nil {
		t.Fatal(err)
	}
	reached := filepath.Join(t.TempDir(), "reached")
	c := exec.Command("sh", "release/release.sh", "--snapshot", "bench", "goreleaser")
	c.Dir, c.Env = dir, append(os.Environ(), goWith(t, `case "$*" in *goreleaser*) echo "$*" >>'`+reached+`'; exit 0 ;; esac`)...)
	out, err := c.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "release: stopped, as bench failed; nothing is published") {
		t.Errorf("the script ends with %v:\n%s", err, out)
	}
	failed := slices.ContainsFunc(strings.Split(string(out), "\n"), func(line string) bool {
		return strings.Contains(line, "instructions ÷ empty main's") && strings.Contains(line, "FAILED")
	})
	if !failed {
		t.Errorf("the gate does not see it:\n%s", out)
	}
	if calls, err := os.ReadFile(reached); err == nil {
		t.Errorf("goreleaser was called: %s", calls)
	}
	t.Logf("%s", out)
}
