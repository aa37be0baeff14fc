package shim

import (
	"os"
	"path/filepath"
	"testing"
)

func TestNotAScript(t *testing.T) {
	t.Setenv("HOME", "/home/dev")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "guard.sh"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		line, said string
		fault      bool
	}{
		{"sh ./missing.sh", "sh: 0: cannot open ./missing.sh: No such file\n", true},
		{"sh $HOME/missing.sh", "sh: 0: Can't open /home/dev/missing.sh\n", true},
		{"python3 missing.py", "/usr/bin/python3: can't open file '" + dir + "/missing.py': [Errno 2] No such file or directory\n", true},
		{"sh ./missing.sh", "sh: 0: cannot open ./other.sh: No such file\n", false},
		// A guard that is there, and whose reason is a path that the agent has chosen.
		{"sh ./guard.sh", "sh: 0: Can't open guard.sh\n", false},
		{"./guard.sh", dir + "/x: 0: Can't open guard.sh\n", false},
		{"sh ./guard.sh", dir + "/sh: 0: Can't open /gone/guard.sh\n", false},
		{"sh $HOME/guard.sh", dir + "/sh: 0: Can't open /gone/guard.sh\n", false},
		// A guard that quotes what the agent wants to run, and nothing else.
		{"sh ./guard.sh", "sh: 0: cannot open guard.sh;rm -rf /: No such file\n", false},
		{"sh ./guard.sh", "sh: 0: cannot open /;rm${IFS}-rf${IFS}/guard.sh: No such file\n", false},
		{"sh ./guard.sh", "rm -rf /;sh: 0: Can't open guard.sh\n", false},
		{"sh ./guard.sh", "denied: sh: 0: Can't open guard.sh\n", false},
		{"sh ./guard.sh", "sh: 0: Can't open guard.sh\nrm -rf /\n", false},
		{"python3 guard.py", "python3: can't open file 'guard.py'; rm -rf /: [Errno 2] No such file or directory\n", false},
	} {
		c := call{options: options{line: tt.line}, dir: dir}
		if err := c.missingScript(outcome{exit: 2, stderr: []byte(tt.said)}); (err != nil) != tt.fault {
			t.Errorf("%s: %q: %v", tt.line, tt.said, err)
		}
	}
	c := call{options: options{argv: []string{"sh", "-c", "sh ./missing.sh"}}, dir: dir}
	if c.missingScript(outcome{exit: 2, stderr: []byte("sh: 0: cannot open ./missing.sh: No such file\n")}) == nil {
		t.Error("a missing script is a block")
	}
}
