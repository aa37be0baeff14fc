package install

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/allow"
	"github.com/openhook/openhook-shim/cmd/openhook/effect"
	"github.com/openhook/openhook-shim/cmd/openhook/payload"
	"github.com/openhook/openhook-shim/hookfile"
	"github.com/openhook/openhook-shim/mapping"
)

// harmful is what the hook is asked about; nobody runs it.
const harmful = "rm -rf /"

// patience is how long a call may take.
const patience = 30 * time.Second

// A verdict is what came of a call through the line that was written.
type verdict struct {
	works bool
	text  string
}

// check calls the line as the tool would before a shell command, and if the hook has
// nothing against that, once more with one that denies in its place.
func (p *planner) check(c *change) (v verdict, ok bool) {
	i := slices.IndexFunc(c.events, func(e event) bool { return slices.Contains(e.types, mapping.ToolStart) })
	if i < 0 {
		return verdict{}, false
	}
	e := c.events[i]
	made, err := payload.Make(c.source, payload.Want{Type: mapping.ToolStart, Tool: mapping.Shell, Command: harmful, Cwd: p.place.Project})
	if err != nil {
		return verdict{}, false
	}
	e.event = made.Event // Kiro's recorded calls are of several generations
	own := p.call(c.tool, c.source, e, p.hook, made)
	unasked := p.unasked()
	if own.works || own.text != "" && !unasked {
		return own, true
	}
	denying := p.hook
	denying.argv, denying.line = nil, "echo no >&2; exit 2"
	with := p.call(c.tool, c.source, e, denying, made)
	if !with.works {
		if with.text == "" {
			with.text = "a hook that denies was not heard"
			if p.hook.portable {
				with.text += ": is " + shimName + " in PATH?"
			}
		}
		return with, true
	}
	said := "your hook has nothing against " + harmful
	if unasked {
		said = "what a project's .openhook.json says runs once a person has said openhook allow"
	} else if p.hook.key() == "" {
		said = "what runs is what a project's .openhook.json says"
	}
	return verdict{true, "deny works; " + said}, true
}

// unasked says whether the hooks are those of a project that nobody was asked about.
func (p *planner) unasked() bool {
	dir, err := filepath.EvalSymlinks(p.place.Project)
	file := filepath.Join(dir, hookfile.Name)
	_, none := os.Stat(file)
	return p.hook.key() == "" && err == nil && none == nil && allow.Said(file) == hookfile.Unknown
}

// call runs the line once. A verdict without a text is a hook without an opinion.
func (p *planner) call(t *Tool, source string, e event, h hook, made payload.Made) verdict {
	line, _ := h.command(t, source, e)
	r, err := t.Run(line, p.place.Project, payload.Environ(), made.Data, patience)
	switch {
	case err != nil:
		return verdict{false, err.Error()}
	case r.Late:
		return verdict{false, fmt.Sprintf("the hook took longer than %s", patience)}
	}
	done := effect.Of(made.Call, r.Reply)
	switch {
	case done == nil:
		return verdict{false, "nobody has modelled what this tool does with an answer"}
	case done.Stopped || done.Ends:
		return verdict{true, "deny works"}
	case strings.Contains(string(r.Stderr), shimName+": ") || done.Failed || r.Exit != 0:
		return verdict{false, strings.TrimSpace(string(r.Stderr))}
	}
	return verdict{}
}
