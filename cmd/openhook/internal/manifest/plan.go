package manifest

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/mapping"
)

// A Target is a provider, a system and a machine that a manifest is written for.
type Target struct {
	Provider string
	GOOS     string
	Shim     string // path or name of openhook-shim
	tool     *install.Tool
	file     *mapping.HookFile
}

// NewTarget looks a provider up.
func NewTarget(provider, goos, shim string) (*Target, error) {
	t, err := toolNamed(provider)
	if err != nil {
		return nil, err
	}
	f := t.InstallFile()
	if f == nil {
		return nil, fmt.Errorf("%s has no hook file", t.Product)
	}
	return &Target{provider, goos, shim, t, f}, nil
}

// A plannedHook hook is one as the target will have it.
type plannedHook struct {
	Hook
	index       int // in the manifest
	events      []nativeEvent
	blockReason string // why it always blocks, "" if it does what it says
	matcher     string // in the target's own words
	handler     string // JSON of a handler that the target runs itself
	keep        providerData
	original    *Matcher // what the manifest says
	label       string   // for people
}

// A planner applies what a target cannot do to the hooks of a manifest.
type planner struct {
	*Target
	losses []Loss
}

// plan says what of a manifest a target will have, and what is lost. It fails if nothing
// is left.
func (t *Target) plan(m *Manifest) (all []*plannedHook, losses []Loss, err error) {
	p := planner{Target: t}
	for i := range m.Hooks {
		if h := p.place(i, m.Hooks[i]); h != nil {
			all = append(all, h)
		}
	}
	if t.file.Layout.Syntax == mapping.Script {
		all = p.onePerEvent(all)
	}
	if len(all) == 0 {
		err = fmt.Errorf("%s cannot have any of these hooks", t.tool.Product)
	}
	return all, p.losses, err
}

func (p *planner) lose(h *plannedHook, format string, args ...any) {
	p.losses = append(p.losses, Loss{h.index, h.at, h.label + ": " + fmt.Sprintf(format, args...)})
}

// place works out what becomes of one hook, nil if it is left out.
func (p *planner) place(i int, hook Hook) *plannedHook {
	h := &plannedHook{Hook: hook, index: i, original: hook.Matcher, label: hook.title(i)}
	h.keep = h.kept(p.tool.Source)
	p.takeOwnKeys(h)
	if h.Handler.Type != "command" { // the client's own, if it comes from there
		h.handler = string(h.keep.Handler)
		h.Handler.Command, h.Handler.Platform = "", nil
	}
	if !p.findEvents(h) {
		return nil
	}
	if name := "llm_evaluated"; h.handler == "" && slices.Contains(h.uses(), name) { // whatever else there is to say
		if !p.degrade(h, name, p.missing(h, name)) {
			return nil
		}
	}
	p.matchers(h)
	if len(h.events) == 0 {
		p.lose(h, "left out: %s has no event for these tools", p.tool.Product)
		return nil
	}
	for _, name := range h.uses() {
		if h.blockReason != "" {
			break // what it would do beside that does not count any more
		}
		if missing := p.missing(h, name); missing != "" && !p.degrade(h, name, missing) {
			return nil
		}
	}
	p.checkBlocking(h)
	p.limitTimeout(h)
	if h.Name != "" && !p.keepsNames() {
		p.lose(h, "its name: %s has no place for one", p.tool.Product)
		h.Name = ""
	}
	p.dropForeign(h)
	if h.blockReason == "" && h.handler == "" {
		p.losses = append(p.losses, loseVariables(&h.Hook, i, p.product(), p.Provider, p.tool.Source)...)
	}
	if (p.GOOS == "windows" || p.hasPowerShell()) && strings.Contains(h.Handler.commandFor("windows"), "\n") && h.blockReason == "" {
		p.lose(h, "its command on Windows: cmd.exe runs only the first of its lines")
	}
	return h
}

// takeOwnKeys takes the keys for the target that are the manifest's to say out of its data.
func (p *planner) takeOwnKeys(h *plannedHook) {
	closed := p.file.Layout.Closed
	for _, key := range slices.Sorted(maps.Keys(h.keep.More)) {
		raw := h.keep.More[key]
		switch {
		case key == closed.Name && p.file.Layout.ClosedSince == "":
			if string(raw) == closed.Value {
				d := h.shim()
				d.Flags = append([]string{"--fail-closed"}, d.Flags...)
				h.setShim(d)
			}
		case !slices.Contains(handlerKeysRead, key):
			continue
		case slices.Contains(folderKeys[:], key) && path.IsAbs(filepath.ToSlash(gjson.ParseBytes(raw).String())):
			continue
		default:
			p.lose(h, "%s in its provider_data: openhook uses the hook's own value", key)
		}
		delete(h.keep.More, key)
	}
}

// findEvents finds the target's events.
func (p *planner) findEvents(h *plannedHook) bool {
	if h.events = targetEvents(p.tool, h.Event); len(h.keep.Events) > 0 {
		h.events = nil
		for _, name := range h.keep.Events {
			e, ok := eventNamed(p.tool.Source, name)
			if !ok || !slices.Contains(e.canon, h.Event) {
				p.lose(h, "%s has no event %s that is %s", p.tool.Product, name, h.Event)
				continue
			}
			h.events = append(h.events, e)
		}
	}
	if p.Provider != p.tool.Source { // another client's file, of which it knows less
		h.events = slices.DeleteFunc(h.events, func(e nativeEvent) bool { return !p.hasEvent(e) })
	}
	if len(h.events) == 0 {
		p.lose(h, "left out: %s has no event %s", p.product(), h.Event)
	}
	return len(h.events) > 0
}

// product is what people call the provider.
func (t *Target) product() string { return install.Named(t.Provider).Product }

// hasEvent says whether the provider has an event of the file's owner too.
func (p *planner) hasEvent(e nativeEvent) bool {
	return slices.ContainsFunc(eventsOf(p.Provider), func(own nativeEvent) bool {
		return slices.ContainsFunc(own.canon, func(c string) bool { return slices.Contains(e.canon, c) })
	})
}

// matchers narrows the events to those of the tools, and widens what the target cannot
// tell apart.
func (p *planner) matchers(h *plannedHook) {
	own := h.keep.Matcher
	if !ofTools(h.Event) && h.Matcher != nil {
		if pattern := h.Matcher.path(); pattern != "" && strings.HasPrefix(h.Event, "file_") && p.tool.FileMatcher {
			own = pattern
		} else {
			p.lose(h, "its matcher: %s has no tool, so the hook runs every time", h.Event)
		}
		h.Matcher = nil
	}
	if own != "" {
		m, ok := nativeMatcher(p.tool.Source, own)
		if !ofTools(h.Event) || !ok || h.events[0].tool != "" || m.key() == h.Matcher.key() {
			h.matcher = own
		} else {
			p.lose(h, "the matcher %q in its provider_data: openhook uses the hook's own matcher because they differ", own)
		}
	}
	if h.matcher != "" && h.events[0].tool == "" {
		return
	}
	p.widen(h)
	h.events = forTool(h.events, h.Matcher)
}

// path is the pattern of a matcher that is one.
func (m *Matcher) path() string {
	if len(m.Any) == 1 {
		return m.Any[0].Pattern
	}
	return ""
}

// widen adds the tool that does the work of one that the target does not have: what
// guards a write must not miss it where writing is editing.
func (p *planner) widen(h *plannedHook) {
	if h.Matcher == nil {
		return
	}
	provider := p.tool.Source
	var exact []Part
	for _, part := range h.Matcher.Any {
		if _, err := part.globs(); errors.Is(err, errNoGlobs) {
			names := p.toolsFound(part.Pattern)
			if part.Pattern == "" || len(names) == 0 {
				p.lose(h, "its matcher %s: openhook-shim's --tools cannot express it, so the hook runs for all tools", orText(part.Pattern, part.Tool+part.Server))
				h.Matcher = nil
				return
			}
			p.lose(h, "its pattern %q: openhook writes the known tools that fit, %s", part.Pattern, strings.Join(names, " "))
			for _, n := range names {
				exact = append(exact, Part{Tool: n})
			}
			continue
		}
		exact = append(exact, part)
	}
	h.Matcher = &Matcher{Any: exact, array: h.Matcher.array}
	for _, part := range exact {
		if !slices.Contains(canonicalTools, part.Tool) || hasTool(provider, part.Tool) || p.Provider != provider {
			continue
		}
		other := map[string]string{mapping.FileWrite: mapping.FileEdit, mapping.FileEdit: mapping.FileWrite}[part.Tool]
		switch {
		case other == "" || !hasTool(provider, other):
			p.lose(h, "%s has no tool for %s, so the hook never runs for that one", p.tool.Product, part.Tool)
		case !slices.Contains(exact, Part{Tool: other}):
			p.lose(h, "%s has no tool for %s only, so the hook runs for every %s", p.tool.Product, part.Tool, other)
			h.Matcher = h.Matcher.with(Part{Tool: other})
		}
	}
}

func orText(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// onePerEvent leaves out what would be a second script of the same name.
func (p *planner) onePerEvent(all []*plannedHook) (out []*plannedHook) {
	taken := map[string]*plannedHook{}
	for _, h := range all {
		h.events = slices.DeleteFunc(h.events, func(e nativeEvent) bool {
			first := taken[e.Native]
			if first != nil {
				p.lose(h, "left out of %s: %s runs one script for an event, and %s has it; use a project's .openhook.json for both",
					e.Native, p.tool.Product, first.label)
				return true
			}
			taken[e.Native] = h
			return false
		})
		if len(h.events) > 0 {
			out = append(out, h)
		}
	}
	return out
}
