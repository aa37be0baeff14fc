package installtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// powershell is a PowerShell of this machine, or the test's end.
func powershell(t *testing.T) string {
	t.Helper()
	for _, name := range [...]string{"pwsh", "powershell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("there is no PowerShell")
	return ""
}

func TestPowerShellSyntax(t *testing.T) {
	const parse = `$errors = $null; $path = (Resolve-Path ../../install.ps1).Path
		$null = [System.Management.Automation.Language.Parser]::ParseFile($path, [ref]$null, [ref]$errors); $errors; exit $errors.Count`
	if out, err := exec.Command(powershell(t), "-NoProfile", "-NonInteractive", "-Command", parse).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestPowerShell(t *testing.T) {
	program := powershell(t)
	if runtime.GOOS != "windows" {
		out, err := exec.Command(program, "-NoProfile", "-NonInteractive", "-File", "../../install.ps1").CombinedOutput()
		if err == nil || !strings.Contains(string(out), "use install.sh") {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	for _, c := range [...]struct {
		name  string
		spoil func(s *site)
		args  []string
		base  string
		exit  int
		says  string
	}{
		{name: "dry run", args: []string{"-DryRun"}, says: "would download"},
		{name: "the latest", says: "openhook 1.2.3 is in"},
		{name: "a version", args: []string{"-Version", "v1.2.3"}, says: "openhook 1.2.3 is in"},
		{name: "help", args: []string{"-Help"}, says: "-Prefix DIR"},
		{name: "wrong checksum", spoil: func(s *site) { s.files[here] = append(slices.Clone(s.files[here]), 0) }, exit: 1, says: "is not what checksums.txt says"},
		{name: "cut off", spoil: func(s *site) { s.files[here] = s.files[here][:1000] }, exit: 1, says: "is not what checksums.txt says"},
		{name: "no line", spoil: func(s *site) { s.files["checksums.txt"] = nil }, exit: 1, says: "has 0 lines"},
		{name: "no archive", spoil: func(s *site) { delete(s.files, here) }, exit: 1, says: "cannot download"},
		{name: "no such version", args: []string{"-Version", "9.9.9"}, exit: 1, says: "cannot download"},
		{name: "no version", args: []string{"-Version", "../x"}, exit: 1, says: "a version looks like 1.2.3"},
		{name: "not safe", base: "http://example.com", exit: 1, says: "is neither https nor on this machine"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, prefix := serve(t), filepath.Join(t.TempDir(), "my programs")
			if c.spoil != nil {
				c.spoil(s)
			}
			if c.base == "" {
				c.base = s.mirror()
			}
			script, err := filepath.Abs("../../install.ps1")
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time over what is there
				cmd := exec.Command(program, append([]string{"-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", script, "-Prefix", prefix}, c.args...)...)
				cmd.Env = append(os.Environ(), "OPENHOOK_BASE_URL="+c.base)
				out, _ := cmd.CombinedOutput()
				// The console's width breaks lines.
				if text := strings.Join(strings.Fields(string(out)), " "); cmd.ProcessState.ExitCode() != c.exit || !strings.Contains(text, c.says) {
					t.Errorf("%v\n%s", cmd.ProcessState, out)
				}
			}
			left, _ := filepath.Glob(filepath.Join(prefix, "*"))
			installs := strings.HasPrefix(c.says, "openhook")
			if len(left) != 0 && !installs || len(left) != 2 && installs {
				t.Errorf("left: %q", left)
			}
			if !installs {
				return
			}
			for _, name := range [...]string{"openhook.exe", "openhook-shim.exe"} {
				if out, err := exec.Command(filepath.Join(prefix, name), "--version").CombinedOutput(); err != nil || !strings.Contains(string(out), version) {
					t.Errorf("%s: %v\n%s", name, err, out)
				}
			}
		})
	}
}
