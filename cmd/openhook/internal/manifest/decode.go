package manifest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A Loss is a part of a hook that the result does not have.
type Loss struct {
	Hook  int    `json:"hook"`  // its place in the manifest that was read, from 0; -1: of the whole file
	Where string `json:"where"` // FILE:LINE
	Text  string `json:"text"`
}

func (l Loss) String() string { return l.Where + ": " + l.Text }

// A File is a hook file of a provider.
type File struct {
	Name string // for messages, and to recognize the kind of file
	Data []byte
	Exec bool // executable
}

// A decoder converts one file of a provider to hooks.
type decoder struct {
	tool   *install.Tool
	goos   string
	layout *setup.Layout
	native bool // install writes the same layout
	file   File
	doc    gjson.Result
	losses []Loss
}

// Decode converts a provider's hook files, which are for the system goos, to a manifest.
func Decode(provider, goos string, files []File) (*Manifest, []Loss, error) {
	t, err := toolNamed(provider)
	if err != nil {
		return nil, nil, err
	}
	m := &Manifest{Spec: Spec}
	var losses []Loss
	for _, f := range files {
		d := decoder{tool: t, goos: goos, file: f}
		hooks, err := d.decode()
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %v", f.Name, err)
		}
		losses = append(losses, d.losses...)
		m.Hooks = append(m.Hooks, hooks...)
	}
	m.Hooks = mergeHooks(t, m.Hooks)
	if len(m.Hooks) == 0 {
		return nil, losses, fmt.Errorf("%s: it has no hook of %s that a manifest can hold", files[0].Name, t.Product)
	}
	return m, losses, nil
}

// toolNamed returns the tool that owns a provider's file.
func toolNamed(provider string) (*install.Tool, error) {
	t := install.ToolNamed(provider)
	if t == nil {
		return nil, unknownProvider(provider)
	}
	if f := t.InstallFile(); f != nil && f.Of != "" {
		t = install.ToolNamed(f.Of)
	}
	return t, nil
}

// layouts returns the possible layouts of the file: first those whose name fits.
func (d *decoder) layouts() (all []*setup.Layout) {
	base := filepath.Base(d.file.Name)
	add := func(l *setup.Layout) {
		if !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	for _, byName := range [...]bool{true, false} {
		for _, f := range d.tool.Files {
			fits, err := filepath.Match(filepath.Base(f.Path), base)
			if f.Of == "" && (!byName || err == nil && fits && filepath.Ext(f.Path) == filepath.Ext(base)) {
				add(f.Layout)
			}
		}
	}
	return all
}

// dialect returns the dialect of a layout's events, nil for all of the provider's.
func (d *decoder) dialect(l *setup.Layout) *mapping.Dialect {
	i := slices.IndexFunc(d.tool.Files, func(f setup.HookFile) bool { return f.Of == "" && f.Layout == l })
	return d.tool.Files[i].Dialect
}

func (d *decoder) decode() ([]Hook, error) {
	var first error
	empty := false
	for _, l := range d.layouts() {
		if (l.Syntax == setup.TOML) != (filepath.Ext(d.file.Name) == ".toml") && l.Syntax != setup.Script &&
			l.Syntax != setup.Plugin {
			continue
		}
		if l.Syntax == setup.Plugin {
			return d.plugin()
		}
		found, err := settings.Read(l, d.file.Name, d.file.Data)
		if err != nil && first == nil {
			first = err
		}
		if empty = empty || err == nil; err != nil || len(found) == 0 || !d.hasShape(l) {
			continue
		}
		d.layout, d.native = l, d.dialect(l) == d.tool.InstallFile().Dialect
		return d.hooks(found), nil
	}
	if first != nil && !empty {
		return nil, first
	}
	return nil, fmt.Errorf("it has no hooks in the format of %s", d.tool.Product)
}

// hasShape reports whether the file is a list of hooks if and only if the layout is one.
func (d *decoder) hasShape(l *setup.Layout) bool {
	if l.Syntax == setup.Script {
		return true
	}
	doc, err := settings.Tree(l.Syntax, d.file.Data)
	if d.doc = doc; l.Root != "" {
		doc = doc.Get(gjson.Escape(l.Root))
	}
	return err == nil && doc.IsArray() == (l.EventKey != "")
}

func (d *decoder) addLoss(line int, format string, args ...any) {
	where := d.file.Name
	if line > 0 {
		where += ":" + strconv.Itoa(line)
	}
	d.losses = append(d.losses, Loss{-1, where, fmt.Sprintf(format, args...)})
}

func (d *decoder) hooks(found []settings.Hook) (hooks []Hook) {
	for _, one := range found {
		if h, ok := d.hook(one); ok {
			hooks = append(hooks, h)
		}
	}
	return hooks
}

func (d *decoder) hook(one settings.Hook) (h Hook, ok bool) {
	h.at = d.file.Name + ":" + strconv.Itoa(max(one.Line, 1))
	e, known := eventNamed(d.tool.Source, one.Event)
	switch {
	case !known:
		d.addLoss(one.Line, "%s has no event %q", d.tool.Product, one.Event)
		return h, false
	case one.Off:
		d.addLoss(one.Line, "left out: it is switched off")
		return h, false
	}
	h.Event = e.canonicalName()
	keep := providerData{Events: []string{e.Native}, Matcher: one.Matcher}
	if strings.Contains(d.layout.Entry, `"matcher": "`+one.Matcher+`"`) { // which every hook has there
		keep.Matcher = ""
	}
	c, isShim := d.decodeHandler(&h, one, &keep)
	if h.Handler.Type == "" {
		return h, false
	}
	h.Blocking = c.blocks(e)
	if h.Matcher = matcherOf(c.tools); h.Matcher == nil {
		d.matcher(&h, one, e)
	}
	if !d.native {
		keep.Events = nil
	}
	if len(c.events) > 0 {
		d.addLoss(one.Line, "--events %s: openhook uses the file's event because a manifest names one event of each hook", strings.Join(c.events, ","))
	}
	if h.Handler.Timeout = c.timeout; c.timeout == 0 && (isShim || one.Timeout > 0) {
		h.Handler.Timeout = d.timeout(one, e)
	}
	if isShim && h.Handler.Timeout == usualTimeout {
		h.Handler.Timeout = 0
	}
	h.Handler.Async = h.Handler.Async || c.async
	if c.timeoutBlocks {
		h.Handler.TimeoutAction = block
	}
	shim := shimData{Flags: c.flags}
	if c.failClosed || d.failsClosed(one) {
		shim.Flags = append([]string{"--fail-closed"}, shim.Flags...)
	}
	switch {
	case !isShim && (h.Handler.Type == "command" || h.Handler.Type == "http"), c.format == "native":
		shim.Reads, shim.Called = d.tool.Source, isShim
	case c.format != "openhook":
		shim.Reads = c.format
	}
	h.setProviderData(shimName, shim)
	h.setProviderData(d.tool.Source, keep)
	return h, true
}

// failsClosed reports whether the hook has the client's own key for fail-closed.
func (d *decoder) failsClosed(one settings.Hook) bool {
	closed := d.layout.Closed
	return closed.Name != "" && gjson.Get(one.Raw, closed.Name).Raw == closed.Value
}

// timeout returns the client's timeout for the hook, in seconds.
func (d *decoder) timeout(one settings.Hook, e nativeEvent) float64 {
	unit := float64(d.layout.Unit)
	if unit == 0 {
		unit = 1000
	}
	given := one.Timeout * unit / 1000
	if given == 0 { // like openhook-shim, which ends the hook before the client does
		given = min(float64(e.Limit)/1000*9/10, d.tool.MaxTimeout(e.Native).Seconds())
	}
	if given > longestTimeout {
		d.addLoss(one.Line, "a timeout of %s becomes one day", secondsText(given))
	}
	return min(given, longestTimeout)
}

// matcher reads the client's own matcher of an event that is about tools.
func (d *decoder) matcher(h *Hook, one settings.Hook, e nativeEvent) {
	if e.tool != "" {
		h.Matcher = &Matcher{Parts: []Part{{Tool: e.tool}}}
	}
	if one.Matcher == "" || one.Matcher == "*" || !isAboutTool(h.Event) ||
		e.tool == mapping.Shell { // in Cursor's shell events the matcher is for the command
		return
	}
	m, ok := nativeMatcher(d.tool.Source, one.Matcher)
	switch {
	case !ok:
		d.addLoss(one.Line, "the matcher %q is not an RE2 expression: outside %s the hook runs for all tools",
			one.Matcher, d.tool.Product)
	case m != nil:
		h.Matcher = m
	}
}
