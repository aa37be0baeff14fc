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

// A change is the new content of one file.
type change struct {
	tool       *Tool
	source     string // the client that owns the file
	layout     *setup.Layout
	file       *settings.File
	data       []byte  // the new content
	isRemoved  bool    // the file goes away
	record     *record // the new record, nil for a removal
	oldRecords []*record
	reinserts  []movedRecord // other hooks of openhook in the file
	events     []event
	isFirst    bool // the file had no hook of openhook
}

// isDone reports whether the file already has the new content.
func (c *change) isDone() bool {
	return !c.isRemoved && c.file.Exists() && bytes.Equal(c.file.Data, c.data) || c.isRemoved && !c.file.Exists()
}

// A planner computes the changes of files.
type planner struct {
	place        settings.Place
	scope        setup.Scope
	hook         hook
	events       []string
	records      []*record
	ignoresFiles bool // as on a machine without files
}

// install plans the changes that add a hook to a tool.
func (p *planner) install(t *Tool) (changes []*change, err error) {
	file := t.installFile(p.scope)
	if file == nil {
		return nil, fmt.Errorf("%w: the tool has no settings of this kind (%s)", errNothing, ScopeNames[p.scope])
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
		if of := ToolNamed(source); of != nil {
			events = of.events(p.events)
		}
	}
	if err := p.checkLinks(path); err != nil {
		return nil, err
	}
	switch file.Layout.Syntax {
	case setup.Script:
		for _, e := range events {
			c, err := p.planOwnFile(t, source, file, p.scriptPath(path, e), p.script(t, e), []event{e})
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
		c, err := p.planOwnFile(t, source, file, strings.Replace(path, "*", p.name(), 1), content, events)
		return []*change{c}, err
	}
	path = strings.Replace(path, "*", settings.Name, 1)
	if err := p.checkHides(t, file, path); err != nil {
		return nil, err
	}
	c, err := p.planEdit(t, source, file, path, events)
	return []*change{c}, err
}

// checkLinks refuses a project's file that leads out of the project by a link. A clone must not
// make openhook write other files.
func (p *planner) checkLinks(path string) error {
	if p.scope != setup.ProjectScope || p.ignoresFiles {
		return nil
	}
	return checkInProject(p.place.Project, path)
}

func checkInProject(project, path string) error {
	if to, out := ground.LeadsOut(project, path); out {
		return fmt.Errorf("%s is a link out of the project, to %s; replace it with a file or a folder", path, to)
	}
	return nil
}

// checkHides refuses to create a file that would make the client ignore another file's hooks.
func (p *planner) checkHides(t *Tool, f *setup.HookFile, path string) error {
	if _, err := os.Lstat(path); err == nil || p.ignoresFiles {
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
			return fmt.Errorf("%s:%d has hooks, but %s reads them only if %s; move them to %s first", beside,
				hooks[0].Line, t.Product, other.If, path)
		}
	}
	return nil
}

// installFile returns the file of a scope that install writes.
func (t *Tool) installFile(scope setup.Scope) *setup.HookFile {
	for i := range t.Files {
		if f := &t.Files[i]; f.Install && f.Scope == scope {
			return f
		}
	}
	return nil
}

// ScopeNames are the scopes of settings files in the words of the flags.
var ScopeNames = [...]string{
	setup.UserScope: "user", setup.ProjectScope: "project",
	setup.LocalScope: "local", setup.SystemScope: "system",
}

// planEdit adds the hook to a file that may hold other hooks.
func (p *planner) planEdit(t *Tool, source string, f *setup.HookFile, path string, events []event) (*change, error) {
	file, err := p.open(path)
	if err != nil {
		return nil, err
	}
	c := &change{tool: t, source: source, layout: f.Layout, file: file, events: events}
	c.record = p.record(source, path, !file.Exists())
	now := file.Data
	if c.oldRecords = p.recordsOf(path, source); len(c.oldRecords) > 0 {
		// The same hook replaces its earlier entries.
		if now, c.reinserts, err = takeOut(f.Layout, now, c.oldRecords, p.records); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	for _, r := range c.oldRecords {
		c.record.Made, c.record.Dirs = c.record.Made || r.Made, append(c.record.Dirs, r.Dirs...)
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
		if len(c.oldRecords) == 0 && slices.ContainsFunc(have,
			func(h settings.Hook) bool { return h.Event == e.name && h.Command == line }) {
			continue // the user or another program installed it
		}
		closed := p.hook.failClosed && f.Layout.Closed.Name != "" &&
			!(f.Layout.ClosedSince != "" && (t.Version() == "" || IsBefore(t.Version(), f.Layout.ClosedSince)))
		entries = append(entries, settings.Entry{Name: p.name(), Event: e.name, Command: line, PowerShell: powershell,
			Timeout: int(p.hook.toolTimeout(t, e).Milliseconds()), Closed: closed})
		c.record.Commands, c.record.Events = append(c.record.Commands, line), append(c.record.Events, e.name)
	}
	c.record.Entries = entries
	if len(c.oldRecords) == 1 && areInFile(f.Layout, file, c.oldRecords[0], entries) {
		c.data = file.Data
		return c, nil
	}
	if c.data, c.record.Edits, err = settings.Insert(f.Layout, now, file.Exists(), entries); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return c, nil
}

// areInFile reports whether a record's entries are already in a file, in any place.
func areInFile(l *setup.Layout, file *settings.File, r *record, entries []settings.Entry) bool {
	if !file.Exists() || !slices.Equal(r.Entries, entries) {
		return false
	}
	have, err := settings.Read(l, file.Path, file.Data)
	for _, e := range entries {
		i := slices.IndexFunc(have, func(h settings.Hook) bool {
			return h.Event == e.Event && h.Command == e.Command &&
				!h.Off
		})
		if i < 0 {
			return false
		}
		have = slices.Delete(have, i, i+1)
	}
	_, needs, err2 := settings.Insert(l, file.Data, true, nil)
	return err == nil && err2 == nil && len(needs) == 0
}

// planOwnFile plans a whole file of openhook.
func (p *planner) planOwnFile(t *Tool, source string, f *setup.HookFile, path, content string,
	events []event) (*change, error) {
	file, err := p.open(path)
	if err != nil {
		return nil, err
	}
	c := &change{tool: t, source: source, layout: f.Layout, file: file, data: []byte(content), events: events}
	if f.Layout.Syntax == setup.Script {
		file.Mode = 0o755
	}
	c.record = p.record(source, path, true)
	c.record.Commands, c.record.Edits = []string{path}, []settings.Edit{{Text: content}}
	for _, e := range events {
		c.record.Events = append(c.record.Events, e.name)
	}
	known := p.recordsOf(path, source)
	for _, r := range known {
		c.record.Dirs = r.Dirs
		c.oldRecords = append(c.oldRecords, r)
	}
	if file.Exists() && len(known) == 0 && !bytes.Equal(file.Data, c.data) {
		return nil, fmt.Errorf("%s: exists already, and openhook did not write it; call %s from it by hand", path,
			shimName)
	}
	return c, nil
}

func (p *planner) open(path string) (*settings.File, error) {
	if p.ignoresFiles {
		return &settings.File{Path: path}, nil
	}
	return settings.Open(path)
}

func (p *planner) record(source, path string, made bool) *record {
	return &record{Tool: source, File: path, Scope: p.scope, Hook: p.hook.key(), Made: made, Time: time.Now().UTC()}
}

// recordsOf returns the records of this hook in a file.
func (p *planner) recordsOf(path, source string) (found []*record) {
	for _, r := range p.records {
		if r.File == path && r.Tool == source && r.Hook == p.hook.key() {
			found = append(found, r)
		}
	}
	return found
}

// coveringClient returns the other client whose file already brings the hook to a tool, "" if
// there is none. others are the tools that get the hook in this run.
func (p *planner) coveringClient(t *Tool, others []*Tool) (client, path string) {
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
				if o := ToolNamed(f.Of); o != nil {
					return o.Product, path
				}
			}
		}
	}
	return "", ""
}

// planRecordRemoval plans to remove the hooks of records from their file.
func planRecordRemoval(path string, drop, known []*record) (*change, error) {
	file, err := settings.Open(path)
	if err != nil {
		return nil, err
	}
	c := &change{source: drop[0].Tool, file: file, data: file.Data, oldRecords: drop}
	if c.tool = ToolNamed(drop[0].Tool); c.tool == nil {
		return nil, fmt.Errorf("%s: unknown tool %s", path, drop[0].Tool)
	}
	f := c.tool.installFile(drop[0].Scope)
	if f == nil {
		return nil, fmt.Errorf("%s is no longer a file of %s", path, c.tool.Product)
	}
	c.layout = f.Layout
	if !file.Exists() {
		c.isRemoved = true
		return c, nil
	}
	made := slices.ContainsFunc(drop, func(r *record) bool { return r.Made })
	if c.layout.Syntax == setup.Script || c.layout.Syntax == setup.Plugin {
		if r := drop[0]; len(r.Edits) != 1 || r.Edits[0].Text != string(file.Data) {
			return nil, fmt.Errorf("%s changed after the install; remove it by hand", path)
		}
		c.data, c.isRemoved = nil, made
		return c, nil
	}
	if c.data, c.reinserts, err = takeOut(c.layout, file.Data, drop, known); err == nil {
		c.data, err = keepReadable(c.layout, path, c.data)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	c.isRemoved = made && settings.IsFresh(c.layout, c.data)
	return c, nil
}
