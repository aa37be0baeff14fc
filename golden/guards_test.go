//go:build !windows

package golden

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/internal/shimtest"
	"github.com/openhook/openhook-shim/mapping"
)

const badCommand = "rm -rf /"

// A guarding is a guard and a payload that it must stop.
type guarding struct {
	provider, file, guard string
	bad                   []byte
	raw, behind           bool // whether it is stopped: the guard alone, and behind the shim
}

// TestGuards is the measure that users understand: two guards that were written
// for Claude Code, given what each client sends before a shell command, a read
// or a write, with a bad command or a bad path put in. Run it with -v for the
// figures.
func TestGuards(t *testing.T) {
	t.Parallel()
	guards := []string{"claude-guard.sh", "claude-guard.py"}
	if testing.Short() {
		guards = guards[:1]
	}
	var all []guarding
	for _, provider := range Providers() {
		seen := map[[2]string]bool{}
		for file, payload := range Payloads(provider) {
			c := decode(t, file, payload)
			kind := [2]string{c.Native, c.Canon}
			if testing.Short() && seen[kind] {
				continue // one payload of each event and tool
			}
			if bad, ok := worsen(c, payload); ok {
				seen[kind] = true
				for _, guard := range guards {
					all = append(all, guarding{provider: provider, file: file, guard: guard, bad: bad})
				}
			}
		}
	}
	path := "PATH=" + os.Getenv("PATH")
	if !testing.Short() {
		path = shimtest.BarePython(t)
	}
	shimtest.Abreast(len(all), 4, func(i int) { all[i].try(t, path) })
	var raw, behind int
	for _, provider := range Providers() {
		var alone, stopped, of int
		for _, g := range all {
			if g.provider == provider {
				alone, stopped, of = alone+count(g.raw), stopped+count(g.behind), of+1
			}
		}
		t.Logf("%-15s raw %d of %d, behind the shim %d of %d", provider, alone, of, stopped, of)
		raw, behind = raw+alone, behind+stopped
	}
	t.Logf("%-15s raw %d of %d, behind the shim %d of %d", "all", raw, len(all), behind, len(all))
	if len(all) == 0 || raw == len(all) {
		t.Error("nothing is measured")
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// try gives the payload to the guard, and to the guard behind the shim.
func (g *guarding) try(t *testing.T, path string) {
	guard, err := filepath.Abs(filepath.Join("guards", g.guard))
	if err != nil {
		t.Error(err)
		return
	}
	g.raw = stops(guard, path, g.bad)
	r := call(g.file, g.bad, run{Env: []string{path}, Flags: []string{"--format", "claude-code"}, Hook: []string{guard}})
	r.Flags = append(r.Flags, hinted(g.provider, g.file)...)
	got := r.do(t)
	e := client.Of(g.provider)(client.Reply{Event: Event(g.file), Payload: g.bad,
		Stdout: []byte(got.Stdout), Stderr: []byte(got.Stderr), Exit: got.Exit})
	if g.behind = e.Stopped || e.Ends; !g.behind {
		t.Errorf("%s/%s: %s does not stop it: %+v\n%s", g.provider, g.file, g.guard, got, g.bad)
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
func stops(guard, path string, payload []byte) bool {
	c := exec.Command(guard)
	c.Env = append(os.Environ(), path)
	c.Stdin = bytes.NewReader(payload)
	out, _ := c.Output()
	return c.ProcessState.ExitCode() == 2 || bytes.Contains(out, []byte(`"deny"`))
}
