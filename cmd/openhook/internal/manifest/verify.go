package manifest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// verify reads the written files and compares them with the plan.
func (t *Target) verify(all []*plannedHook, files []File) error {
	back, _, err := Decode(t.Provider, t.GOOS, files)
	if err != nil {
		return fmt.Errorf("openhook cannot read its own output for %s: %v", t.Provider, err)
	}
	if differ := t.differences(all, back); len(differ) > 0 {
		return fmt.Errorf("openhook's own output for %s differs from the manifest: %s", t.Provider,
			strings.Join(differ, "; "))
	}
	return nil
}

// differences compares the planned hooks with those of the files.
func (t *Target) differences(all []*plannedHook, back *Manifest) (differ []string) {
	var want, have []string
	for _, h := range all {
		want = append(want, t.meaning(h))
	}
	for i := range back.Hooks {
		have = append(have, t.meaning(&plannedHook{Hook: back.Hooks[i], events: t.eventsOf(&back.Hooks[i])}))
	}
	for _, w := range want {
		if i := slices.Index(have, w); i >= 0 {
			have = slices.Delete(have, i, i+1)
		} else {
			differ = append(differ, "missing "+w)
		}
	}
	for _, h := range have {
		differ = append(differ, "not asked for "+h)
	}
	return differ
}

// eventsOf returns the target's events for a hook.
func (t *Target) eventsOf(h *Hook) (all []nativeEvent) {
	p := planner{Target: t}
	again := &plannedHook{Hook: *h, data: h.providerDataOf(t.tool.Source)}
	if !p.findEvents(again) {
		return nil
	}
	return eventsForTools(again.events, h.Matcher)
}

// meaning returns the same text for hooks that the client treats the same.
func (t *Target) meaning(h *plannedHook) string {
	handler := h.Handler
	if h.blockReason != "" {
		handler = Handler{Type: "command", Command: blockLine(t.GOOS, h.blockReason)}
		if t.hasPowerShell() {
			handler.Command, handler.Platform = blockLine("linux", h.blockReason),
				map[string]string{"windows": blockLine("windows", h.blockReason)}
		}
	}
	handler.Timeout = h.seconds()
	if t.Plain && t.file.Layout.Unit == 0 {
		handler.Timeout = 0
	}
	keep := h.providerDataOf(t.tool.Source)
	matcher := h.Matcher.key()
	if own := cmp.Or(h.ownMatcher, keep.Matcher); own != "" {
		matcher = "own " + own
	}
	shim := h.shim()
	if shim.Called = false; t.Plain {
		shim = shimData{}
		if len(h.events) > 0 && h.events[0].tool != "" {
			matcher = "" // the events tell the tools
		}
	}
	if h.ownHandler != "" || keep.Handler != nil { // what the client runs itself knows nothing of ours
		handler, shim = Handler{Type: handler.Type}, shimData{}
	} else if handler.Type == "http" {
		handler.Platform = nil
	}
	events := nativeNames(h.events)
	slices.Sort(events)
	if w := handler.Platform["windows"]; w == handler.Command {
		handler.Platform = nil
	}
	event := h.Event
	if len(h.events) > 0 { // the registry has two names of some
		event = h.events[0].canonicalName()
	}
	data, err := json.Marshal(map[string]any{"name": h.Name, "event": event, "events": events, "matcher": matcher,
		"handler": handler, "blocking": h.Blocking, "shim": shim})
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// Verify compares a manifest with a target's files. It returns the differences that are not
// losses, and the losses.
func (t *Target) Verify(m *Manifest, files []File) (differ []string, losses []Loss, err error) {
	all, losses, err := t.plan(m)
	if err != nil {
		return nil, losses, err
	}
	back, _, err := Decode(t.Provider, t.GOOS, files)
	if err != nil {
		return nil, losses, err
	}
	return t.differences(all, back), losses, nil
}
