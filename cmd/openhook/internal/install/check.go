package install

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/allow"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping"
)

// harmfulCommand is the shell command of the test payload. It never runs.
const harmfulCommand = "rm -rf /"

// maxCall is how long a test call may take.
const maxCall = 30 * time.Second

// A verdict is the result of a test call.
type verdict struct {
	works      bool
	isUntested bool // the test is not possible
	text       string
}

func (v verdict) style() ui.Style {
	if v.works {
		return ui.Good
	}
	return ui.Notice
}

// check calls the line like the tool does before a shell command. If the hook does not deny, check
// calls the same line with a hook that denies. It leaves out flags that let calls pass.
func (p *planner) check(c *change) verdict {
	i := slices.IndexFunc(c.events, func(e event) bool { return slices.Contains(e.types, mapping.ToolStart) })
	if i < 0 {
		return verdict{isUntested: true}
	}
	e := c.events[i]
	made, err := payload.Make(c.source, payload.Want{Type: mapping.ToolStart, Tool: mapping.Shell,
		Command: harmfulCommand, Cwd: p.place.Project})
	if err != nil {
		return verdict{isUntested: true}
	}
	e.tableName = made.Event // recorded calls of Kiro are of several generations
	tested := p.hook
	var untested []string
	tested.flags, untested = testableFlags(p.hook.flags)
	own := p.call(c.tool, c.source, e, tested, made)
	unasked := p.isUndecidedProject()
	switch {
	case own.isUntested:
		return own
	case own.works && len(untested) > 0:
		own.text += ", without " + strings.Join(untested, " ")
		return own
	case own.works, own.text != "" && !unasked:
		return own
	}
	denying := tested
	denying.argv, denying.line = nil, "echo no >&2; exit 2"
	with := p.call(c.tool, c.source, e, denying, made)
	if !with.works {
		if with.text == "" {
			with.text = "the tool did not get the answer of a test hook that denies"
		}
		return with
	}
	remark := "your hook did not deny " + harmfulCommand
	if unasked {
		remark = "a project's hooks run after a person runs openhook allow"
	} else if p.hook.key() == "" {
		remark = "the tool runs the hooks of a project's .openhook.json"
	}
	return verdict{works: true, text: "deny works; " + remark}
}

// testableFlags separates the flags that would let a denied call pass from the others.
func testableFlags(flags []string) (kept, without []string) {
	for i := 0; i < len(flags); i++ {
		name, _, joined := strings.Cut(flags[i], "=")
		switch name {
		case "--observe", "--async", "--exit-2-warns":
			without = append(without, name)
		case "--events", "--tools":
			without = append(without, name)
			if !joined {
				i++
			}
		default:
			kept = append(kept, flags[i])
		}
	}
	return kept, without
}

// isUndecidedProject reports whether the line runs a project's hooks and no person has decided on
// them.
func (p *planner) isUndecidedProject() bool {
	dir, err := filepath.EvalSymlinks(p.place.Project)
	file := filepath.Join(dir, hookfile.Name)
	_, none := os.Stat(file)
	return p.hook.key() == "" && err == nil && none == nil && allow.TrustOf(file) == hookfile.Unknown
}

// call runs the line once. A verdict without a text means that the hook has no opinion.
func (p *planner) call(t *Tool, source string, e event, h hook, made payload.Sample) verdict {
	env, err := p.environ()
	if err != nil {
		return verdict{isUntested: true, text: "not tested: " + err.Error()}
	}
	line, _ := h.command(t, source, e)
	r, err := t.Run(line, p.place.Project, env, made.Data, maxCall)
	switch {
	case err != nil:
		return verdict{text: err.Error()}
	case r.TimedOut:
		return verdict{text: fmt.Sprintf("the hook took longer than %s", maxCall)}
	}
	done := effectwords.Of(made.Call, r.Reply)
	switch {
	case done == nil:
		return verdict{isUntested: true, text: "not tested: openhook has no model of this tool"}
	case done.Stopped || done.Ends:
		return verdict{works: true, text: "deny works"}
	case strings.Contains(string(r.Stderr), shimName+": ") || done.Failed || r.Exit != 0:
		return verdict{text: strings.TrimSpace(string(r.Stderr))}
	}
	return verdict{}
}

// environ returns the environment of a test call. Its PATH begins with the installed openhook-shim
// and has no relative folders, because a clone may bring its own openhook-shim.
func (p *planner) environ() ([]string, error) {
	shim, err := findShim()
	if err != nil {
		return nil, err
	}
	dirs := []string{filepath.Dir(filepath.FromSlash(shim))}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if filepath.IsAbs(dir) {
			dirs = append(dirs, dir)
		}
	}
	path := "PATH=" + strings.Join(dirs, string(os.PathListSeparator))
	return append(payload.CleanEnviron("PATH"), path, "NoDefaultCurrentDirectoryInExePath=1"), nil
}
