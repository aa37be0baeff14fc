//go:build !windows

package golden

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
)

const badCommand = "rm -rf /"

// TestGuards is the measure that users understand: two guards that were written
// for Claude Code, given what each client sends before a shell command, a read
// or a write, with a bad command or a bad path put in. Run it with -v for the
// figures.
func TestGuards(t *testing.T) {
	var raw, behind, all int
	for _, provider := range Providers() {
		var stopped, of, alone int
		for file, payload := range Payloads(provider) {
			bad, ok := worsen(decode(t, file, payload), payload)
			if !ok {
				continue
			}
			for _, name := range [...]string{"claude-guard.sh", "claude-guard.py"} {
				guard, err := filepath.Abs(filepath.Join("guards", name))
				if err != nil {
					t.Fatal(err)
				}
				of++
				if stops(guard, bad) {
					alone++
				}
				r := call(file, bad, run{flags: []string{"--format", "claude-code"}, hook: []string{guard}})
				r.flags = append(r.flags, hinted(provider, file)...)
				got := r.do(t)
				e := client.Of(provider)(client.Reply{Event: Event(file), Payload: bad, Stdout: []byte(got.stdout), Stderr: []byte(got.stderr), Exit: got.exit})
				if e.Stopped || e.Ends {
					stopped++
				} else {
					t.Errorf("%s/%s: %s does not stop it: %+v\n%s", provider, file, name, got, bad)
				}
			}
		}
		t.Logf("%-15s raw %d of %d, behind the shim %d of %d", provider, alone, of, stopped, of)
		raw, behind, all = raw+alone, behind+stopped, all+of
	}
	t.Logf("%-15s raw %d of %d, behind the shim %d of %d", "all", raw, all, behind, all)
	if all == 0 || raw == all {
		t.Error("nothing is measured")
	}
}

// hinted are the flags without which a client's payload does not say what it is.
func hinted(provider, file string) []string {
	if provider == "antigravity" || provider == "crush" {
		return []string{"--event", Event(file)}
	}
	return nil
}

// worsen puts a bad command or a bad path into a payload in its own words; ok is
// false where it is none of a tool that a guard looks at.
func worsen(c *mapping.Call, payload []byte) (bad []byte, ok bool) {
	// What nobody can answer nobody can stop.
	if c.Type != mapping.ToolStart || !c.Deniable() {
		return nil, false
	}
	switch c.Canon {
	case mapping.Shell:
		for _, v := range c.Environ(1 << 20) {
			if command, found := strings.CutPrefix(v, "OPENHOOK_COMMAND="); found && !strings.Contains(command, "*** Begin") {
				return swap(payload, inner(command), inner(badCommand))
			}
		}
	case mapping.FileRead, mapping.FileWrite, mapping.FileEdit:
		if len(c.Files) == 1 {
			base := filepath.Base(c.Files[0].Path)
			return swap(payload, inner(base), ".env")
		}
	}
	return nil, false
}

// swap puts one piece of JSON in the place of another, wherever it stands in a
// payload; ok is false where it does not.
func swap(payload []byte, old, new string) (swapped []byte, ok bool) {
	swapped = payload
	for range 3 { // as it is, in JSON in a string, and so on
		swapped = bytes.ReplaceAll(swapped, []byte(old), []byte(new))
		old, new = inner(old), inner(new)
	}
	return swapped, !bytes.Equal(swapped, payload)
}

// inner is a text as it stands between the quotes of a JSON string.
func inner(s string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return s
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(b.String()), `"`), `"`)
}

// stops says whether a guard stops what a client sends, in Claude Code's words.
func stops(guard string, payload []byte) bool {
	c := exec.Command(guard)
	c.Stdin = bytes.NewReader(payload)
	out, _ := c.Output()
	return c.ProcessState.ExitCode() == 2 || bytes.Contains(out, []byte(`"deny"`))
}
