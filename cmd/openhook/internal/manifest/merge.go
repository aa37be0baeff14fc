package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/mapping"
)

// mergeHooks joins hooks that a client splits over several events. It drops the events if install
// would choose the same.
func mergeHooks(t *install.Tool, hooks []Hook) (out []Hook) {
	type open struct {
		at     int
		events []string
	}
	places := map[string]*open{}
	for _, h := range hooks {
		keep := h.providerDataOf(t.Source)
		k := h.likeness(t.Source, keep)
		p := places[k]
		if p == nil || len(keep.Events) == 0 || slices.Contains(p.events, keep.Events[0]) {
			places[k] = &open{len(out), keep.Events}
			out = append(out, h)
			continue
		}
		p.events = append(p.events, keep.Events...)
		have := &out[p.at]
		have.Blocking = have.Blocking || h.Blocking
		have.Matcher = have.Matcher.union(h.Matcher)
		k2 := have.providerDataOf(t.Source)
		k2.Events = p.events
		have.replaceProviderData(t.Source, k2)
	}
	for i := range out {
		out[i].dropImplied(t)
	}
	return out
}

// likeness returns the same text for hooks that differ only in their event.
func (h *Hook) likeness(provider string, keep providerData) string {
	matcher := h.Matcher.key()
	if len(keep.Events) == 1 {
		if e, ok := eventNamed(provider, keep.Events[0]); ok && e.tool == matcher {
			matcher = "" // the event's own tool, which is what is split
		}
	}
	keep.Events = nil
	data, err := json.Marshal([]any{h.Name, h.Event, matcher, h.Handler, keep, h.ProviderData[shimName]})
	if err != nil {
		return fmt.Sprintf("%p", h)
	}
	return string(data)
}

// union returns a matcher for the tools of both.
func (m *Matcher) union(n *Matcher) *Matcher {
	if m == nil || n == nil {
		return nil
	}
	return m.addParts(n.Parts...)
}

// dropImplied drops the events of a hook if an encoder would choose the same. It drops the matcher
// if it names all tools of these events.
func (h *Hook) dropImplied(t *install.Tool) {
	keep := h.providerDataOf(t.Source)
	if len(keep.Events) == 0 {
		return
	}
	every := targetEvents(t, h.Event)
	split := slices.ContainsFunc(every, func(n nativeEvent) bool { return n.tool != "" })
	if all := nativeNames(every); split && sameSet(all, keep.Events) && h.Matcher != nil &&
		!slices.ContainsFunc(h.Matcher.Parts, func(p Part) bool { return p.Tool == "" }) &&
		len(h.Matcher.Parts) == len(toolsOfEvents(every)) {
		h.Matcher = nil
	}
	if sameSet(nativeNames(eventsForTools(every, h.Matcher)), keep.Events) {
		keep.Events = nil
	}
	h.replaceProviderData(t.Source, keep)
}

func toolsOfEvents(all []nativeEvent) (out []string) {
	for _, n := range all {
		if n.tool != "" && !slices.Contains(out, n.tool) {
			out = append(out, n.tool)
		}
	}
	return out
}

func sameSet(a, b []string) bool {
	a, b = slices.Clone(a), slices.Clone(b)
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

// plugin reads OpenHook's plugin for OpenCode. It cannot read another author's code.
func (d *decoder) plugin() ([]Hook, error) {
	const begin = "const INSTALLED = "
	at := bytes.Index(d.file.Data, []byte("\n"+begin))
	if at < 0 {
		return nil, fmt.Errorf("it is another author's plugin; openhook cannot read its hooks from its code")
	}
	var o struct {
		Hook    json.RawMessage
		Flags   []string
		Timeout float64
		Closed  bool `json:"failClosed"`
	}
	if err := json.NewDecoder(bytes.NewReader(d.file.Data[at+1+len(begin):])).Decode(&o); err != nil {
		return nil, fmt.Errorf("cannot read its options: %v", err)
	}
	c, _ := parseShimFlags(o.Flags)
	var argv []string
	var text string
	switch {
	case json.Unmarshal(o.Hook, &argv) == nil && len(argv) > 0:
		c.handler = parseLine(joinWords(argv))
	case json.Unmarshal(o.Hook, &text) == nil && text != "":
		c.handler = parseLine(text)
	default:
		return nil, fmt.Errorf("it runs the hooks of a project's .openhook.json, and a manifest cannot hold those")
	}
	c.failClosed = c.failClosed || o.Closed
	var hooks []Hook
	for _, e := range eventsOf(d.tool.Source) {
		if !slices.ContainsFunc(c.events, func(p string) bool {
			return mapping.Glob(p, e.Native) || mapping.Glob(p, mapping.TypeOf(d.tool.Source, &e.Event))
		}) {
			continue
		}
		h := Hook{Event: e.canonicalName(), Matcher: matcherOf(c.tools), Handler: c.handler,
			Blocking: c.blocks(e), at: d.file.Name + ":1"}
		if h.Handler.Timeout = o.Timeout; o.Timeout == usualTimeout {
			h.Handler.Timeout = 0
		}
		h.Handler.Async = c.async
		if c.timeoutBlocks {
			h.Handler.TimeoutAction = block
		}
		shim := shimData{Flags: c.flags, Reads: strings.Replace(c.format, "native", d.tool.Source, 1)}
		if c.failClosed {
			shim.Flags = append([]string{"--fail-closed"}, shim.Flags...)
		}
		h.setProviderData(shimName, shim)
		h.setProviderData(d.tool.Source, providerData{Events: []string{e.Native}})
		hooks = append(hooks, h)
	}
	return hooks, nil
}
