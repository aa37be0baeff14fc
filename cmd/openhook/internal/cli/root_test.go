package cli

import (
	"bytes"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
)

func TestRun(t *testing.T) {
	for _, c := range [...]struct {
		args   string
		err    error // of a command named fails
		exit   int
		stdout string
		stderr string
	}{
		{"", nil, 0, "Install and remove a hook:", ""},
		{"--help", nil, 0, "Your tools run openhook-shim", ""},
		{"--version", nil, 0, "openhook version ", ""},
		{"try --help", nil, 0, "openhook try [flags]", ""},
		{"completion bash", nil, 0, "bash completion", ""},
		{"nope", nil, 64, "", "openhook: unknown command \"nope\" for \"openhook\"\nsee: openhook --help\n"},
		{"try --nope", nil, 64, "", "openhook: unknown flag: --nope\nsee: openhook try --help\n"},
		{"try", nil, 64, "", "openhook: no hook given; use: openhook try ./my-hook.sh\nsee: openhook try --help\n"},
		{"fails", exitcode.ErrNo, 1, "", ""},
		{"fails", exitcode.Errorf(exitcode.Missing, "x: not found"), 66, "", "openhook: x: not found\n"},
		{"fails", &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, 66, "",
			"openhook: open x: file does not exist\n"},
		{"fails", errors.New("disk\x1b[31m full"), 1, "", "openhook: disk full\n"},
	} {
		root := Root()
		root.AddCommand(&cobra.Command{Use: "fails", RunE: func(*cobra.Command, []string) error { return c.err }})
		var stdout, stderr bytes.Buffer
		root.SetOut(&stdout)
		exit := run(root, strings.Fields(c.args), &stderr)
		if exit != c.exit || !strings.Contains(stdout.String(), c.stdout) || stderr.String() != c.stderr {
			t.Errorf("%q: exit %d\n%s%s", c.args, exit, stdout.String(), stderr.String())
		}
	}
}
