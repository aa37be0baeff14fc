//go:build !windows

package starter

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/openhook/openhook-shim/examples"
)

// Nothing that an agent wrote ends the string in which the shell's audit puts it.
func TestAuditShell(t *testing.T) {
	text, _ := examples.Files.ReadFile("audit.sh")
	dir := t.TempDir()
	hook, log := filepath.Join(dir, "audit.sh"), filepath.Join(dir, "log", "audit.jsonl")
	if err := os.WriteFile(hook, text, 0o700); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("sh", hook)
	c.Env = append(os.Environ(), "AUDIT_FILE="+log, "OPENHOOK_TYPE=tool.start", "OPENHOOK_COMMAND=ls",
		`OPENHOOK_TOOL_NAME=x","type":"y\`+"\n{")
	if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v %s", err, out)
	}
	data, _ := os.ReadFile(log)
	var got map[string]string
	if err := json.Unmarshal(data, &got); err != nil || got["type"] != "tool.start" || got["tool_name"] != "xtype:y" ||
		got["command_sha256"] != fmt.Sprintf("%x", sha256.Sum256([]byte("ls"))) {
		t.Errorf("%v: %s", err, data)
	}
}
