package install

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A change is what becomes of one file.
type change struct {
	tool   *Tool
	source string // the client whose file it is
	layout *setup.Layout
	file   *settings.File
	data   []byte  // what the file shall hold
	gone   bool    // it shall not be there any more
	add    *record // what is to be kept of it, nil if it takes something out
	drop   []*record
	again  []moved // others in the file
	events []event
	first  bool // nothing of ours was in the file
}

// same says whether nothing is to be done.
func (c *change) same() bool {
	return !c.gone && c.file.There() && bytes.Equal(c.file.Data, c.data) || c.gone && !c.file.There()
}

// A planner works out what becomes of the files.
type planner struct {
	place   settings.Place
	scope   setup.Scope
	hook    hook
	events  []string
	records []*record
	new     bool // as if no file were there
}

// install plans a hook for a tool; note says what else there is to know.
func (p *planner) install(t *Tool) (changes []*change, err error) {
	file := t.installFile(p.scope)
	if file == nil {
		return nil, fmt.Errorf("%w: the tool has no settings of this kind (%s)", errNothing, scopeNames[p.scope])
	}
	path := p.place.Path(&t.Setup, file)
	if path == "" {
		return nil, fmt.Errorf("%w: the tool has no settings of this kind on %s", errNothing, p.place.GOOS)
	}
	events := t.events(p.events)
	if len(events) == 0 {
		return nil, fmt.Errorf("%w: the tool has no such event", errNothing)
	}
	source := t.Source
	if file.Of != "" {
		source = file.Of
		if of := toolOf(source); of != nil {
			events = of.events(p.events)
		}
	}
	if err := p.leaves(path); err != nil {
		return nil, err
	}
	switch file.Layout.Syntax {
	case setup.Script:
		for _, e := range events {
			c, err := p.whole(t, source, file, p.scriptPath(path, e), p.script(t, e), []event{e})
			if err != nil {
				return nil, err
			}
			changes = append(changes, c)
		}
		return changes, nil
	case setup.Plugin:
		content, err := p.plugin()
		if err != nil {
			return nil, err
		}
		c, err := p.whole(t, source, file, strings.Replace(path, "*", p.name(), 1), content, events)
		return []*change{c}, err
	}
	path = strings.Replace(path, "*", settings.Name, 1)
	if err := p.hides(t, file, path); err != nil {
		return nil, err
	}
	c, err := p.edit(t, source, file, path, events)
	return []*change{c}, err
}

// leaves refuses a file of a project that leads out of it by a link: a clone must not have
// other settings written.
func (p *planner) leaves(path string) error {
	if p.scope != setup.ProjectScope || p.new {
		return nil
	}
	return leaves(p.place.Project, path)
}

func leaves(project, path string) error {
	if to, out := ground.Leaves(project, path); out {
		return fmt.Errorf("%s is a link out of the project, to %s; replace it with a file or a folder", path, to)
	}
	return nil
}

// hides refuses to make a file beside which the client reads the hooks of another one no
// more.
func (p *planner) hides(t *Tool, f *setup.HookFile, path string) error {
	if _, err := os.Lstat(path); err == nil || p.new {
		return nil
	}
	for _, other := range t.Files {
		if other.Scope != f.Scope || other.If != "there is no "+filepath.Base(path)+" beside it" {
			continue
		}
		beside := p.place.Path(&t.Setup, &other)
		file, err := settings.Open(beside)
		if err != nil {
			return err
		}
		if hooks, err := settings.Read(other.Layout, beside, file.Data); err != nil {
			return fmt.Errorf("%s: %w", beside, err)
		} else if len(hooks) > 0 {
			return fmt.Errorf("%s:%d has hooks, but %s reads them only if %s; move them to %s first", beside, hooks[0].Line, t.Product, other.If, path)
		}
	}
	return nil
}

// installFile is the file of a scope that install writes.
func (t *Tool) installFile(scope setup.Scope) *setup.HookFile {
	for i := range t.Files {
		if f := &t.Files[i]; f.Install && f.Scope == scope {
			return f
		}
	}
	return nil
}

var scopeNames = [...]string{setup.UserScope: "user", setup.ProjectScope: "project", setup.LocalScope: "local", setup.SystemScope: "system"}

// edit puts the hook into a file that may hold others.
func (p *planner) edit(t *Tool, source string, f *setup.HookFile, path string, events []event) (*change, error) {
	file, err := p.open(path)
	if err != nil {
		return nil, err
	}
	c := &change{tool: t, source: source, layout: f.Layout, file: file, events: events}
	c.add = p.record(source, path, !file.There())
	now := file.Data
	if c.drop = p.of(path, source); len(c.drop) > 0 {
		// The same hook again takes the place of what was put in before.
		if now, c.again, err = takeOut(f.Layout, now, c.drop, p.records); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	for _, r := range c.drop {
		c.add.Made, c.add.Dirs = c.add.Made || r.Made, append(c.add.Dirs, r.Dirs...)
	}
	have, err := settings.Read(f.Layout, path, now)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var entries []settings.Entry
	for _, e := range events {
		line, powershell := p.hook.command(t, source, e)
		if t.NoSlashes && strings.Contains(line, "//") {
			return nil, fmt.Errorf("%s ignores the whole file because of // in a command: %s", t.Product, line)
		}
		if len(c.drop) == 0 && slices.ContainsFunc(have, func(h settings.Hook) bool { return h.Event == e.native && h.Command == line }) {
			continue // by hand, or by somebody else's install
		}
		closed := p.hook.closed && f.Layout.Closed.Name != "" && !(f.Layout.ClosedSince != "" && (t.Version() == "" || Before(t.Version(), f.Layout.ClosedSince)))
		entries = append(entries, settings.Entry{Name: p.name(), Event: e.native, Command: line, PowerShell: powershell, Timeout: int(p.hook.given(t, e).Milliseconds()), Closed: closed})
		c.add.Commands, c.add.Events = append(c.add.Commands, line), append(c.add.Events, e.native)
	}
	c.add.Entries = entries
	if len(c.drop) == 1 && stands(f.Layout, file, c.drop[0], entries) {
		c.data = file.Data
		return c, nil
	}
	if c.data, c.add.Edits, err = settings.Insert(f.Layout, now, file.There(), entries); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// stands says whether entries are in a file already, put there by a record, wherever
// others may have moved them.
func stands(l *setup.Layout, file *settings.File, r *record, entries []settings.Entry) bool {
	if !file.There() || !slices.Equal(r.Entries, entries) {
		return false
	}
	have, err := settings.Read(l, file.Path, file.Data)
	for _, e := range entries {
		i := slices.IndexFunc(have, func(h settings.Hook) bool { return h.Event == e.Event && h.Command == e.Command && !h.Off })
		if i < 0 {
			return false
		}
		have = slices.Delete(have, i, i+1)
	}
	_, needs, err2 := settings.Insert(l, file.Data, true, nil)
	return err == nil && err2 == nil && len(needs) == 0
}

// whole plans a file that is ours alone.
func (p *planner) whole(t *Tool, source string, f *setup.HookFile, path, content string, events []event) (*change, error) {
	file, err := p.open(path)
	if err != nil {
		return nil, err
	}
	c := &change{tool: t, source: source, layout: f.Layout, file: file, data: []byte(content), events: events}
	if f.Layout.Syntax == setup.Script {
		file.Mode = 0o755
	}
	c.add = p.record(source, path, true)
	c.add.Commands, c.add.Edits = []string{path}, []settings.Edit{{Text: content}}
	for _, e := range events {
		c.add.Events = append(c.add.Events, e.native)
	}
	known := p.of(path, source)
	for _, r := range known {
		c.add.Dirs = r.Dirs
		c.drop = append(c.drop, r)
	}
	if file.There() && len(known) == 0 && !bytes.Equal(file.Data, c.data) {
		return nil, fmt.Errorf("%s: exists already, and openhook did not write it; call %s from it by hand", path, shimName)
	}
	return c, nil
}

func (p *planner) open(path string) (*settings.File, error) {
	if p.new {
		return &settings.File{Path: path}, nil
	}
	return settings.Open(path)
}

func (p *planner) record(source, path string, made bool) *record {
	return &record{Tool: source, File: path, Scope: p.scope, Hook: p.hook.key(), Made: made, Time: time.Now().UTC()}
}

// of are the records of this hook in a file.
func (p *planner) of(path, source string) (found []*record) {
	for _, r := range p.records {
		if r.File == path && r.Tool == source && r.Hook == p.hook.key() {
			found = append(found, r)
		}
	}
	return found
}

// covered says which other client's file brings the hook to a tool, "" if none does.
// others are those for which it is put in now.
func (p *planner) covered(t *Tool, others []*Tool) (client, path string) {
	for _, f := range t.Files {
		if f.Scope != p.scope || f.Of == "" || f.Install || f.If != "" || !p.place.Reads(&t.Setup, &f) {
			continue
		}
		path := p.place.Path(&t.Setup, &f)
		for _, o := range others {
			if o.Source == f.Of && o != t {
				return o.Product, path
			}
		}
		for _, r := range p.records {
			if r.File == path && r.Hook == p.hook.key() {
				if o := toolOf(f.Of); o != nil {
					return o.Product, path
				}
			}
		}
	}
	return "", ""
}

// remove plans to take records out of their file.
func remove(path string, drop, known []*record) (*change, error) {
	file, err := settings.Open(path)
	if err != nil {
		return nil, err
	}
	c := &change{source: drop[0].Tool, file: file, data: file.Data, drop: drop}
	if c.tool = toolOf(drop[0].Tool); c.tool == nil {
		return nil, fmt.Errorf("%s: unknown tool %s", path, drop[0].Tool)
	}
	f := c.tool.installFile(drop[0].Scope)
	if f == nil {
		return nil, fmt.Errorf("%s is no longer a file of %s", path, c.tool.Product)
	}
	c.layout = f.Layout
	if !file.There() {
		c.gone = true
		return c, nil
	}
	made := slices.ContainsFunc(drop, func(r *record) bool { return r.Made })
	if c.layout.Syntax == setup.Script || c.layout.Syntax == setup.Plugin {
		if r := drop[0]; len(r.Edits) != 1 || r.Edits[0].Text != string(file.Data) {
			return nil, fmt.Errorf("%s changed after the install; remove it by hand", path)
		}
		c.data, c.gone = nil, made
		return c, nil
	}
	if c.data, c.again, err = takeOut(c.layout, file.Data, drop, known); err == nil {
		c.data, err = readable(c.layout, path, c.data)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c.gone = made && settings.Bare(c.layout, c.data)
	return c, nil
}
