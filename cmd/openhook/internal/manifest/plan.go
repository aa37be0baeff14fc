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
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// A Target is a provider and a system that get a manifest's hooks.
type Target struct {
	Provider string
	GOOS     string
	Shim     string // path or name
	Plain    bool   // without openhook-shim
	tool     *install.Tool
	file     *setup.HookFile
}

// NewTarget returns the target for a provider.
func NewTarget(provider, goos, shim string) (*Target, error) {
	t, err := toolNamed(provider)
	if err != nil {
		return nil, err
	}
	f := t.InstallFile()
	if f == nil {
		return nil, fmt.Errorf("%s has no hook file", t.Product)
	}
	return &Target{Provider: provider, GOOS: goos, Shim: shim, tool: t, file: f}, nil
}

// A plannedHook is a hook in the form for the target.
type plannedHook struct {
	Hook
	index       int // in the manifest
	events      []nativeEvent
	blockReason string // why the hook always blocks, "" if it runs normally
	ownMatcher  string // in the target's own grammar
	plain       bool   // the tool runs the hook itself, without openhook-shim
	ownHandler  string // JSON of a handler that the target runs itself
	data        providerData
	original    *Matcher // from the manifest
	label       string   // for messages
}

// A planner changes the hooks of a manifest to what a target can do.
type planner struct {
	*Target
	losses []Loss
}

// plan returns the hooks for the target, and the losses. It fails if no hook is left.
func (t *Target) plan(m *Manifest) (all []*plannedHook, losses []Loss, err error) {
	if l := t.file.Layout; t.Plain && (l.Syntax == setup.Script || l.Syntax == setup.Plugin) {
		return nil, nil, fmt.Errorf("--plain: %s has no file of hooks that openhook could write without openhook-shim",
			t.tool.Product)
	}
	p := planner{Target: t}
	for i := range m.Hooks {
		if h := p.planHook(i, m.Hooks[i]); h != nil {
			all = append(all, h)
		}
	}
	if t.file.Layout.Syntax == setup.Script {
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

// planHook plans one hook, nil if it leaves the hook out.
func (p *planner) planHook(i int, hook Hook) *plannedHook {
	h := &plannedHook{Hook: hook, index: i, original: hook.Matcher, label: hook.title(i)}
	p.takeSynonym(h)
	h.data = h.providerDataOf(p.tool.Source)
	if path.Clean(h.Handler.Cwd) == "." && len(h.Handler.Env) > 0 && !p.Plain {
		h.Handler.Cwd = "" // a line with variables runs in the project's root anyway
	} else if h.Handler.Cwd != "" {
		h.Handler.Cwd = path.Clean(filepath.ToSlash(h.Handler.Cwd))
	}
	p.takeOwnKeys(h)
	if !hasKey(p.file.Layout, statusKey) { // the format wants no warning for it
		h.Handler.StatusMessage = ""
	}
	if h.Handler.Type != "command" { // the client's own, if it comes from there
		h.ownHandler = string(h.data.Handler)
		h.Handler.Command, h.Handler.Platform = "", nil
	}
	if !p.findEvents(h) {
		return nil
	}
	if name := "llm_evaluated"; h.ownHandler == "" &&
		slices.Contains(h.capabilities(), name) { // this loss comes first
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
			break // the hook only blocks, so its other needs do not count
		}
		if missing := p.missingCapability(h, name); missing != "" && !p.degrade(h, name, missing) {
			return nil
		}
	}
	p.checkBlocking(h)
	p.checkTimeoutAction(h)
	if h.plain = p.isPlain(h); h.plain {
		p.planPlain(h)
	} else {
		p.inheritTimeout(h)
		p.limitTimeout(h)
	}
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

// takeSynonym takes the data of a provider that uses another's file for that of the file's owner.
func (p *planner) takeSynonym(h *plannedHook) {
	if data := h.ProviderData[p.Provider]; p.Provider != p.tool.Source && data != nil &&
		h.ProviderData[p.tool.Source] == nil {
		h.ProviderData = maps.Clone(h.ProviderData)
		delete(h.ProviderData, p.Provider)
		h.ProviderData[p.tool.Source] = data
	}
}

// takeOwnKeys removes keys from the target's data that the manifest itself expresses.
func (p *planner) takeOwnKeys(h *plannedHook) {
	closed := p.file.Layout.Closed
	for _, key := range slices.Sorted(maps.Keys(h.data.More)) {
		raw := h.data.More[key]
		switch {
		case key == statusKey && hasKey(p.file.Layout, key) && h.Handler.Type == "command" &&
			gjson.ParseBytes(raw).Type == gjson.String:
			if h.Handler.StatusMessage == "" {
				h.Handler.StatusMessage = gjson.ParseBytes(raw).Str
			}
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

// findEvents sets the target's events. It returns false if there are none.
func (p *planner) findEvents(h *plannedHook) bool {
	if h.events = targetEvents(p.tool, h.Event); len(h.data.Events) > 0 {
		h.events = nil
		for _, name := range h.data.Events {
			e, ok := eventNamed(p.tool.Source, name)
			if !ok || !e.is(h.Event) && !slices.Contains(e.canonicalNames, h.Event) {
				p.addLoss(h, "%s has no event %s that is %s", p.tool.Product, name, h.Event)
				continue
			}
			h.events = append(h.events, e)
		}
	}
	if p.Provider != p.tool.Source { // this client knows fewer events than the file's owner
		h.events = slices.DeleteFunc(h.events, func(e nativeEvent) bool { return !p.hasEvent(e) })
	}
	if len(h.events) == 0 {
		p.addLoss(h, "left out: %s has no event %s", p.product(), h.Event)
	} else if e := h.events[0]; e.tool != "" && !isAboutTool(h.Event) && h.Matcher == nil {
		// The client's event about files is one about the tool that writes them.
		h.Event, h.Matcher = e.canonicalName(), &Matcher{Parts: []Part{{Tool: e.tool}}}
	}
	return len(h.events) > 0
}

// product returns the provider's product name.
func (t *Target) product() string { return install.ToolNamed(t.Provider).Product }

// hasEvent reports whether the provider also has an event of the file's owner.
func (p *planner) hasEvent(e nativeEvent) bool {
	return slices.ContainsFunc(eventsOf(p.Provider), func(own nativeEvent) bool {
		return slices.ContainsFunc(own.canonicalNames,
			func(c string) bool { return slices.Contains(e.canonicalNames, c) })
	})
}

// planMatchers keeps only events about the matcher's tools, and widens a matcher that the target
// cannot express.
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

// singlePattern returns the pattern of a matcher with one part.
func (m *Matcher) singlePattern() string {
	if len(m.Parts) == 1 {
		return m.Parts[0].Pattern
	}
	return ""
}

// widenMatcher adds the tool that replaces a missing one: a guard for writes must also see edits,
// if the target writes by editing.
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

// onePerEvent leaves out a second script of the same name.
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
