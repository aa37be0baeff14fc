package manifest

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/install"
	"github.com/openhook/openhook-shim/cmd/openhook/settings"
	"github.com/openhook/openhook-shim/mapping"
)

// A Loss is something that does not come over.
type Loss struct {
	Hook  int    `json:"hook"`  // its place in the manifest that was read, from 0; -1: of the whole file
	Where string `json:"where"` // FILE:LINE
	Text  string `json:"text"`
}

func (l Loss) String() string { return l.Where + ": " + l.Text }

// A File is one of a provider's hook files.
type File struct {
	Name string // for people, and to tell one kind of a provider's files from another
	Data []byte
	Exec bool // it is a program
}

// A decoder turns a provider's files into a manifest.
type decoder struct {
	tool   *install.Tool
	goos   string
	layout *mapping.Layout
	native bool // the layout is the one that install writes
	file   File
	doc    gjson.Result
	losses []Loss
}

// Decode reads a provider's hook files, which were written for a system.
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
	m.Hooks = merged(t, m.Hooks)
	if len(m.Hooks) == 0 {
		return nil, losses, fmt.Errorf("%s: no hook of %s's is in it that a manifest can hold", files[0].Name, t.Product)
	}
	return m, losses, nil
}

// toolNamed is the tool whose file a provider reads.
func toolNamed(provider string) (*install.Tool, error) {
	t := install.Named(provider)
	if t == nil {
		return nil, fmt.Errorf("no provider is called %s; there are: %s %s", provider, Spec, strings.Join(install.Sources(), " "))
	}
	if f := t.InstallFile(); f != nil && f.Of != "" {
		t = install.Named(f.Of)
	}
	return t, nil
}

// layouts are how a provider's own files may look: first those whose name fits.
func (d *decoder) layouts() (all []*mapping.Layout) {
	base := filepath.Base(d.file.Name)
	add := func(l *mapping.Layout) {
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

func (d *decoder) decode() ([]Hook, error) {
	var first error
	empty := false
	for _, l := range d.layouts() {
		if (l.Syntax == mapping.TOML) != (filepath.Ext(d.file.Name) == ".toml") && l.Syntax != mapping.Script && l.Syntax != mapping.Plugin {
			continue
		}
		if l.Syntax == mapping.Plugin {
			return d.plugin()
		}
		found, err := settings.Read(l, d.file.Name, d.file.Data)
		if err != nil && first == nil {
			first = err
		}
		if empty = empty || err == nil; err != nil || len(found) == 0 || !d.shaped(l) {
			continue
		}
		d.layout, d.native = l, d.tool.Source != "kiro" || l == d.tool.InstallFile().Layout // its agents know other events
		return d.hooks(found), nil
	}
	if first != nil && !empty {
		return nil, first
	}
	return nil, fmt.Errorf("it holds no hooks as %s reads them", d.tool.Product)
}

// shaped says whether the file is a list of hooks where the layout is one.
func (d *decoder) shaped(l *mapping.Layout) bool {
	if l.Syntax == mapping.Script {
		return true
	}
	doc, err := settings.Tree(l.Syntax, d.file.Data)
	if d.doc = doc; l.Root != "" {
		doc = doc.Get(gjson.Escape(l.Root))
	}
	return err == nil && doc.IsArray() == (l.EventKey != "")
}

func (d *decoder) lose(line int, format string, args ...any) {
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
		d.lose(one.Line, "%s has no event %q", d.tool.Product, one.Event)
		return h, false
	case one.Off:
		d.lose(one.Line, "it is switched off, and left out")
		return h, false
	}
	h.Event = e.event()
	keep := providerData{Events: []string{e.Native}, Matcher: one.Matcher}
	if strings.Contains(d.layout.Entry, `"matcher": "`+one.Matcher+`"`) { // which every hook has there
		keep.Matcher = ""
	}
	c, isShim := d.take(&h, one, &keep)
	if h.Handler.Type == "" {
		return h, false
	}
	h.Blocking = e.holds() && !c.observe
	if h.Matcher = matcherOf(c.tools); h.Matcher == nil {
		d.matcher(&h, one, e)
	}
	if !d.native {
		keep.Events = nil
	}
	if len(c.events) > 0 {
		d.lose(one.Line, "--events %s: a manifest names one event of each hook, and the file's counts", strings.Join(c.events, ","))
	}
	if h.Handler.Timeout = c.timeout; c.timeout == 0 {
		h.Handler.Timeout = d.timeout(one, e)
	}
	if h.Handler.Timeout == usualTimeout {
		h.Handler.Timeout = 0
	}
	h.Handler.Async = h.Handler.Async || c.async
	shim := shimData{Flags: c.flags}
	if c.closed || d.closed(one) {
		shim.Flags = append([]string{"--fail-closed"}, shim.Flags...)
	}
	switch {
	case !isShim && (h.Handler.Type == "command" || h.Handler.Type == "http"), c.format == "native":
		shim.Reads = d.tool.Source
	case c.format != "openhook":
		shim.Reads = c.format
	}
	h.keep(shimName, shim)
	h.keep(d.tool.Source, keep)
	return h, true
}

// take reads what runs, and keeps what the format has no word for.
func (d *decoder) take(h *Hook, one settings.Hook, keep *providerData) (c called, isShim bool) {
	raw := gjson.Parse(one.Raw)
	shell := mapping.Posix
	switch windows := d.goos == "windows" && !strings.Contains(d.layout.Entry, "$powershell") && d.tool.Source != "codex"; {
	case d.layout.Syntax == mapping.Script:
		one.Command, shell = d.script(one.Command)
	case windows:
		shell = d.tool.WindowsShell
	}
	handler := func(command string, shell mapping.CommandShell) (called, bool) {
		c, ok := calls(wordsOf(shell, install.Bare(command)))
		if ok && !c.isHook {
			d.lose(one.Line, "it runs what a project's .openhook.json says, which is in no manifest")
			return c, true
		}
		if !ok {
			c = called{handler: Handler{Type: "command", Command: command}}
		}
		return c, ok
	}
	switch one.Type {
	case "", "command":
		command := one.Command
		if len(one.Args) > 0 {
			command = joined(append([]string{command}, one.Args...))
		}
		if c, isShim = handler(command, shell); isShim && !c.isHook {
			return c, true
		}
		h.Handler = c.handler
		for _, other := range [...]struct {
			key   string
			shell mapping.CommandShell
		}{{"powershell", mapping.PowerShell}, {"commandWindows", d.tool.WindowsShell}} {
			text := raw.Get(other.key).String()
			if text == "" || text == one.Command {
				continue
			}
			if w, _ := handler(text, other.shell); w.handler.Command != h.Handler.Command && w.handler.Type == "command" {
				h.Handler.Platform = map[string]string{"windows": w.handler.Command}
			}
		}
	case "http", "prompt", "agent":
		h.Handler = Handler{Type: one.Type, URL: raw.Get("url").String(), Prompt: raw.Get("prompt").String()}
		raw.Get("headers").ForEach(func(k, v gjson.Result) bool {
			if h.Handler.Headers == nil {
				h.Handler.Headers = map[string]string{}
			}
			h.Handler.Headers[k.String()] = v.String()
			return true
		})
		keep.Handler = json.RawMessage(one.Raw)
	default:
		d.lose(one.Line, "a hook of type %q is no part of %s, and left out", one.Type, Spec)
		return c, false
	}
	d.rest(h, raw, one, keep)
	return c, isShim
}

// script is what a script of ours starts, else the script itself.
func (d *decoder) script(path string) (command string, shell mapping.CommandShell) {
	text := strings.ReplaceAll(string(d.file.Data), "\r\n", "\n")
	if _, rest, ok := strings.Cut(text, "\n[Console]::In.ReadToEnd() | & "); ok {
		return strings.TrimSuffix(rest, "\nexit $LASTEXITCODE\n"), mapping.PowerShell
	}
	if _, rest, ok := strings.Cut(install.Bare(text), "\nexec "); ok {
		return strings.TrimSuffix(rest, "\n"), mapping.Posix
	}
	return path, mapping.Posix
}

// read are the keys of a handler that are read, whichever client's it is.
var read = strings.Fields("type command bash powershell commandWindows timeout timeoutSec timeout_ms async env cwd working_directory " +
	"url headers prompt matcher match hooks name trigger event enabled action args")

// rest reads the keys that few clients have, and keeps the others.
func (d *decoder) rest(h *Hook, raw gjson.Result, one settings.Hook, keep *providerData) {
	if h.Handler.Async = raw.Get("async").Bool(); raw.Get("env").IsObject() && h.Handler.Type == "command" {
		env := map[string]string{}
		raw.Get("env").ForEach(func(k, v gjson.Result) bool {
			env[k.String()] = v.String()
			return true
		})
		maps.Copy(env, h.Handler.Env)
		if len(env) > 0 {
			h.Handler.Env = env
		}
	}
	for _, key := range [...]string{"cwd", "working_directory"} {
		if dir := raw.Get(key).String(); dir != "" && dir != "." && h.Handler.Cwd == "" {
			h.Handler.Cwd = dir
		}
	}
	closed, _, _ := strings.Cut(d.layout.Closed, "=")
	if d.layout.ClosedSince != "" {
		closed = "" // it is not written for just anybody, but comes back to who had it
	}
	if keep.Handler == nil {
		keep.More = others(raw, func(key string) bool { return slices.Contains(read, key) || key == closed || key == d.layout.EventKey })
	}
	if name := raw.Get("name").String(); name != "" && !strings.HasPrefix(name, settings.Name+" ") {
		h.Name = strings.TrimSuffix(name, " "+one.Event)
	}
	if one.Pattern != "" || d.grouped(one) {
		group := d.group(one)
		keep.Group = others(group, func(key string) bool { return key == "hooks" || key == "matcher" })
	}
}

func (d *decoder) grouped(one settings.Hook) bool { return d.group(one).Get("hooks").IsArray() }

// group is the entry of an event's list that a hook stands in.
func (d *decoder) group(one settings.Hook) gjson.Result {
	if d.layout.EventKey != "" || d.layout.Named {
		return gjson.Result{}
	}
	root := d.doc
	if d.layout.Root != "" {
		root = root.Get(gjson.Escape(d.layout.Root))
	}
	return root.Get(gjson.Escape(one.Event) + "." + strconv.Itoa(one.Group))
}

func others(v gjson.Result, known func(string) bool) map[string]json.RawMessage {
	var all map[string]json.RawMessage
	v.ForEach(func(key, value gjson.Result) bool {
		if !known(key.String()) {
			if all == nil {
				all = map[string]json.RawMessage{}
			}
			all[key.String()] = json.RawMessage(value.Raw)
		}
		return true
	})
	return all
}

// closed says whether the client's own key for a hook that must not fail is set.
func (d *decoder) closed(one settings.Hook) bool {
	key, value, ok := strings.Cut(d.layout.Closed, "=")
	return ok && gjson.Get(one.Raw, key).Raw == value
}

// timeout is what the client gives the hook, in seconds.
func (d *decoder) timeout(one settings.Hook, e native) float64 {
	unit := float64(d.layout.Unit)
	if unit == 0 {
		unit = 1000
	}
	given := one.Timeout * unit / 1000
	if given == 0 { // as openhook-shim has it, which ends the hook before the client does
		given = min(float64(e.Limit)/1000*9/10, d.tool.Most(e.Native).Seconds())
	}
	if given > longestTimeout {
		d.lose(one.Line, "a timeout of %s is cut to a day", secondsText(given))
	}
	return min(given, longestTimeout)
}

// matcher reads the client's own matcher, where that is about tools.
func (d *decoder) matcher(h *Hook, one settings.Hook, e native) {
	if e.tool != "" {
		h.Matcher = &Matcher{Any: []Part{{Tool: e.tool}}}
	}
	if one.Matcher == "" || one.Matcher == "*" || !ofTools(h.Event) || e.tool == mapping.Shell { // Cursor's shell events match the command
		return
	}
	m, ok := nativeMatcher(d.tool.Source, one.Matcher)
	switch {
	case !ok:
		d.lose(one.Line, "the matcher %q is no RE2 expression: anywhere but in %s the hook runs for all tools", one.Matcher, d.tool.Product)
	case m != nil:
		h.Matcher = m
	}
}
