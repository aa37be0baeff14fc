package shimtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// BarePython returns PATH with a python3 in front that ignores installed packages.
// Python looks for them at each start, and a version manager adds a start of its own:
// both can take longer than the hook.
func BarePython(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.Command("python3", "-I", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		t.Fatalf("the tests need python3: %v", err)
	}
	wrapper := "#!/bin/sh\nexec '" + strings.TrimSpace(string(out)) + "' -I -S \"$@\"\n"
	if err := os.WriteFile(filepath.Join(dir, "python3"), []byte(wrapper), 0o755); err != nil {
		t.Fatal(err)
	}
	return "PATH=" + dir + string(os.PathListSeparator) + os.Getenv("PATH")
}
