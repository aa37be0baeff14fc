package manifest

import (
	"cmp"
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
	ownMatcher  string // in the target's own words
	ownHandler  string // JSON of a handler that the target runs itself
	data        providerData
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
		if h := p.planHook(i, m.Hooks[i]); h != nil {
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

func (p *planner) addLoss(h *plannedHook, format string, args ...any) {
	p.losses = append(p.losses, Loss{h.index, h.at, h.label + ": " + fmt.Sprintf(format, args...)})
}

// planHook works out what becomes of one hook, nil if it is left out.
func (p *planner) planHook(i int, hook Hook) *plannedHook {
	h := &plannedHook{Hook: hook, index: i, original: hook.Matcher, label: hook.title(i)}
	h.data = h.providerDataOf(p.tool.Source)
	p.takeOwnKeys(h)
	if h.Handler.Type != "command" { // the client's own, if it comes from there
		h.ownHandler = string(h.data.Handler)
		h.Handler.Command, h.Handler.Platform = "", nil
	}
	if !p.findEvents(h) {
		return nil
	}
	if name := "llm_evaluated"; h.ownHandler == "" &&
		slices.Contains(h.capabilities(), name) { // whatever else there is to say
		if !p.degrade(h, name, p.missingCapability(h, name)) {
			return nil
		}
	}
	p.planMatchers(h)
	if len(h.events) == 0 {
		p.addLoss(h, "left out: %s has no event for these tools", p.tool.Product)
		return nil
	}
	for _, name := range h.capabilities() {
		if h.blockReason != "" {
			break // what it would do beside that does not count any more
		}
		if missing := p.missingCapability(h, name); missing != "" && !p.degrade(h, name, missing) {
			return nil
		}
	}
	p.checkBlocking(h)
	p.limitTimeout(h)
	if h.Name != "" && !p.keepsNames() {
		p.addLoss(h, "its name: %s has no place for one", p.tool.Product)
		h.Name = ""
	}
	p.dropForeign(h)
	if h.blockReason == "" && h.ownHandler == "" {
		p.losses = append(p.losses, loseVariables(&h.Hook, i, p.product(), p.Provider, p.tool.Source)...)
	}
	if (p.GOOS == "windows" || p.hasPowerShell()) && strings.Contains(h.Handler.commandFor("windows"), "\n") &&
		h.blockReason == "" {
		p.addLoss(h, "its command on Windows: cmd.exe runs only the first of its lines")
	}
	return h
}

// takeOwnKeys takes the keys for the target that are the manifest's to say out of its data.
func (p *planner) takeOwnKeys(h *plannedHook) {
	closed := p.file.Layout.Closed
	for _, key := range slices.Sorted(maps.Keys(h.data.More)) {
		raw := h.data.More[key]
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
			p.addLoss(h, "%s in its provider_data: openhook uses the hook's own value", key)
		}
		delete(h.data.More, key)
	}
}

// findEvents finds the target's events.
func (p *planner) findEvents(h *plannedHook) bool {
	if h.events = targetEvents(p.tool, h.Event); len(h.data.Events) > 0 {
		h.events = nil
		for _, name := range h.data.Events {
			e, ok := eventNamed(p.tool.Source, name)
			if !ok || !slices.Contains(e.canonicalNames, h.Event) {
				p.addLoss(h, "%s has no event %s that is %s", p.tool.Product, name, h.Event)
				continue
			}
			h.events = append(h.events, e)
		}
	}
	if p.Provider != p.tool.Source { // another client's file, of which it knows less
		h.events = slices.DeleteFunc(h.events, func(e nativeEvent) bool { return !p.hasEvent(e) })
	}
	if len(h.events) == 0 {
		p.addLoss(h, "left out: %s has no event %s", p.product(), h.Event)
	}
	return len(h.events) > 0
}

// product is what people call the provider.
func (t *Target) product() string { return install.ToolNamed(t.Provider).Product }

// hasEvent says whether the provider has an event of the file's owner too.
func (p *planner) hasEvent(e nativeEvent) bool {
	return slices.ContainsFunc(eventsOf(p.Provider), func(own nativeEvent) bool {
		return slices.ContainsFunc(own.canonicalNames,
			func(c string) bool { return slices.Contains(e.canonicalNames, c) })
	})
}

// planMatchers narrows the events to those of the tools, and widens what the target cannot
// tell apart.
func (p *planner) planMatchers(h *plannedHook) {
	own := h.data.Matcher
	if !isAboutTool(h.Event) && h.Matcher != nil {
		if pattern := h.Matcher.singlePattern(); pattern != "" && strings.HasPrefix(h.Event, "file_") &&
			p.tool.FileMatcher {
			own = pattern
		} else {
			p.addLoss(h, "its matcher: %s has no tool, so the hook runs every time", h.Event)
		}
		h.Matcher = nil
	}
	if own != "" {
		m, ok := nativeMatcher(p.tool.Source, own)
		if !isAboutTool(h.Event) || !ok || h.events[0].tool != "" || m.key() == h.Matcher.key() {
			h.ownMatcher = own
		} else {
			p.addLoss(h, "the matcher %q in its provider_data: openhook uses the hook's own matcher because they differ", own)
		}
	}
	if h.ownMatcher != "" && h.events[0].tool == "" {
		return
	}
	p.widenMatcher(h)
	h.events = eventsForTools(h.events, h.Matcher)
}

// singlePattern is the pattern of a matcher that is one.
func (m *Matcher) singlePattern() string {
	if len(m.Parts) == 1 {
		return m.Parts[0].Pattern
	}
	return ""
}

// widenMatcher adds the tool that does the work of one that the target does not have: what
// guards a write must not miss it where writing is editing.
func (p *planner) widenMatcher(h *plannedHook) {
	if h.Matcher == nil {
		return
	}
	provider := p.tool.Source
	var exact []Part
	for _, part := range h.Matcher.Parts {
		if _, err := part.globs(); errors.Is(err, errNoGlobs) {
			names := p.toolsFound(part.Pattern)
			if part.Pattern == "" || len(names) == 0 {
				p.addLoss(h, "its matcher %s: openhook-shim's --tools cannot express it, so the hook runs for all tools", cmp.Or(part.Pattern, part.Tool+part.Server))
				h.Matcher = nil
				return
			}
			p.addLoss(h, "its pattern %q: openhook writes the known tools that fit, %s", part.Pattern,
				strings.Join(names, " "))
			for _, n := range names {
				exact = append(exact, Part{Tool: n})
			}
			continue
		}
		exact = append(exact, part)
	}
	h.Matcher = &Matcher{Parts: exact, array: h.Matcher.array}
	for _, part := range exact {
		if !slices.Contains(canonicalTools, part.Tool) || hasTool(provider, part.Tool) || p.Provider != provider {
			continue
		}
		other := map[string]string{mapping.FileWrite: mapping.FileEdit, mapping.FileEdit: mapping.FileWrite}[part.Tool]
		switch {
		case other == "" || !hasTool(provider, other):
			p.addLoss(h, "%s has no tool for %s, so the hook never runs for that one", p.tool.Product, part.Tool)
		case !slices.Contains(exact, Part{Tool: other}):
			p.addLoss(h, "%s has no tool for %s only, so the hook runs for every %s", p.tool.Product, part.Tool, other)
			h.Matcher = h.Matcher.addParts(Part{Tool: other})
		}
	}
}

// onePerEvent leaves out what would be a second script of the same name.
func (p *planner) onePerEvent(all []*plannedHook) (out []*plannedHook) {
	taken := map[string]*plannedHook{}
	for _, h := range all {
		h.events = slices.DeleteFunc(h.events, func(e nativeEvent) bool {
			first := taken[e.Native]
			if first != nil {
				p.addLoss(h, "left out of %s: %s runs one script for an event, and %s has it; use a project's .openhook.json for both",
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
