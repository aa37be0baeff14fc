package try

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/atomicfile"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/golden"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

const defaultCommand = "rm -rf /"

var tools = []string{mapping.Shell, mapping.FileRead, mapping.FileWrite, mapping.FileEdit, mapping.Search, mapping.Find,
	mapping.WebSearch, mapping.WebFetch, mapping.Agent, mapping.MCP}

// A plan is the list of calls for the hook.
type plan struct {
	want      payload.Want
	isDefault bool // without a flag for the call
	targets   []target
}

func (o *options) plan() (plan, error) {
	if o.payload != "" {
		return o.planOf(o.payload)
	}
	p := plan{}
	var err error
	if p.want, p.isDefault, err = o.want(); err != nil {
		return p, err
	}
	names, err := o.names(nil)
	if err != nil {
		return p, err
	}
	for _, name := range names {
		made, err := payload.Make(name, p.want)
		p.targets = append(p.targets, target{name, made, err})
	}
	return p, nil
}

// want reads the call that the flags describe. A flag that is missing follows from the
// others. isDefault is true without any of these flags.
func (o *options) want() (w payload.Want, isDefault bool, err error) {
	cwd, err := os.Getwd()
	if err != nil {
		return w, false, err
	}
	w = payload.Want{Type: o.event, Tool: o.tool, Command: o.command, File: o.file, Content: o.content, Prompt: o.prompt}
	isDefault = w == payload.Want{}
	w.Cwd = cwd
	if w.Tool != "" && !slices.Contains(tools, w.Tool) {
		return w, false, exitcode.Errorf(exitcode.Usage, "--tool %s: use one of %s", w.Tool, strings.Join(tools, ", "))
	}
	if w.Type == "" {
		w.Type = mapping.ToolStart
		if w.Prompt != "" && !describesTool(w) {
			w.Type = mapping.PromptSubmit
		}
	}
	if !slices.Contains(types(), w.Type) {
		return w, false, exitcode.Errorf(exitcode.Usage,
			"--event %s: unknown event; use one of %s", w.Type, strings.Join(types(), ", "))
	}
	if err := checkWant(w); err != nil {
		return w, false, err
	}
	if isToolEvent(w.Type) && w.Tool == "" {
		w.Tool = defaultTool(w)
	}
	if w.Tool == mapping.Shell && w.Command == "" {
		w.Command = defaultCommand
	}
	return w, isDefault, nil
}

func describesTool(w payload.Want) bool {
	return w.Tool != "" || w.Command != "" || w.File != "" || w.Content != ""
}

func isToolEvent(typ string) bool {
	return typ == mapping.ToolStart || typ == mapping.ToolEnd || typ == mapping.PermissionRequest
}

// checkWant refuses flags that contradict each other.
func checkWant(w payload.Want) error {
	writes := w.Tool == mapping.FileWrite || w.Tool == mapping.FileEdit
	switch {
	case w.Prompt != "" && w.Type != mapping.PromptSubmit:
		return exitcode.Errorf(exitcode.Usage, "--prompt is for prompt.submit, not for %s", w.Type)
	case describesTool(w) && !isToolEvent(w.Type):
		return exitcode.Errorf(exitcode.Usage,
			"%s has no tool; remove --tool, --command, --file and --content", w.Type)
	case w.Command != "" && (w.File != "" || w.Content != "" || w.Tool != "" && w.Tool != mapping.Shell):
		return exitcode.Errorf(exitcode.Usage, "--command is for the shell; use it alone or with --tool shell")
	case w.File != "" && w.Tool != "" && !strings.HasPrefix(w.Tool, "file_"):
		return exitcode.Errorf(exitcode.Usage,
			"--file is for file_read, file_write and file_edit, not for %s", w.Tool)
	case w.Content != "" && w.Tool != "" && !writes:
		return exitcode.Errorf(exitcode.Usage, "--content is for file_write and file_edit, not for %s", w.Tool)
	}
	return nil
}

// defaultTool is the tool for a call without --tool.
func defaultTool(w payload.Want) string {
	switch {
	case w.Content != "":
		return mapping.FileWrite
	case w.File != "":
		return mapping.FileRead
	}
	return mapping.Shell
}

// maxPayload is the largest payload that try reads, in bytes.
const maxPayload = 256 << 20

// planOf reads the call from a payload file. Other tools get the same command, file or prompt.
func (o *options) planOf(file string) (plan, error) {
	for _, set := range [...]string{o.tool, o.event, o.command, o.file, o.content, o.prompt} {
		if set != "" {
			return plan{}, exitcode.Errorf(exitcode.Usage, "--payload has all of it; remove %s", set)
		}
	}
	data, err := atomicfile.Read(file, maxPayload)
	if err != nil {
		return plan{}, exitcode.Errorf(exitcode.Missing, "%v", err)
	}
	c, err := payload.Decode(data, "")
	if err != nil {
		return plan{}, exitcode.Errorf(exitcode.Usage, "%s %v", file, err)
	}
	own := payload.Sample{Provider: c.Source, File: file, Event: c.Native, Recorded: true, Data: data, Call: c}
	p := plan{want: payload.WantOf(c)}
	names, err := o.names([]string{c.Source})
	if err != nil {
		return p, err
	}
	for _, name := range names {
		t := target{provider: name, made: own}
		if name != c.Source {
			t.made, t.err = payload.Make(name, p.want)
		}
		p.targets = append(p.targets, t)
	}
	return p, nil
}

// names returns the tools to try.
func (o *options) names(otherwise []string) ([]string, error) {
	if len(o.providers) == 0 && otherwise != nil {
		return otherwise, nil
	}
	known := golden.Providers()
	for _, a := range setup.Abouts() {
		if !slices.Contains(known, a.Source) {
			known = append(known, a.Source)
		}
	}
	slices.Sort(known)
	if len(o.providers) == 0 || slices.Contains(o.providers, "all") {
		return known, nil
	}
	var names []string
	for _, name := range o.providers {
		if name = strings.TrimSpace(name); !slices.Contains(known, name) && !slices.Contains(otherwise, name) {
			return nil, exitcode.Errorf(exitcode.Usage, "--provider %s: use all, or some of %s", name,
				strings.Join(known, ", "))
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, nil
}

// types returns the event types of all tools, without vendor types.
func types() []string {
	var all []string
	for _, d := range clients.Registry.Dialects {
		for e := range d.AllEvents {
			if e.Type != "" && !slices.Contains(all, e.Type) {
				all = append(all, e.Type)
			}
		}
	}
	slices.Sort(all)
	return all
}

// describe describes the call.
func (p plan) describe() string {
	w := p.want
	var about string
	switch {
	case w.Command != "":
		about = fmt.Sprintf("%s “%s”", w.Tool, ui.Clip(ui.Clean(w.Command), 60))
	case w.File != "":
		about = w.Tool + " " + ui.Clean(w.File)
	case w.Prompt != "":
		about = fmt.Sprintf("“%s”", ui.Clip(ui.Clean(w.Prompt), 60))
	default:
		about = w.Tool
	}
	if about == "" {
		return w.Type
	}
	return w.Type + ", " + about
}
