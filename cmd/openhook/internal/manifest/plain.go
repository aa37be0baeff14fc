package manifest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// handlerKey returns the client's key for a capability, "" if it has none.
func handlerKey(l *setup.Layout, name string) string {
	for _, key := range map[string][]string{"async_execution": {"async"}, "custom_env": {"env"},
		"configurable_cwd": folderKeys[:]}[name] {
		if hasKey(l, key) {
			return key
		}
	}
	return ""
}

// missingKey returns why a hook without openhook-shim lacks a capability, "" if the client has a key.
func (p *planner) missingKey(name string) string {
	if handlerKey(p.file.Layout, name) != "" {
		return ""
	}
	return fmt.Sprintf("%s has no key for it, and openhook-shim is not there to do it", p.tool.Product)
}

// isPlain reports whether the file holds the hook's own command: with --plain, and for a hook of the
// same tool that needs nothing of openhook-shim.
func (p *planner) isPlain(h *plannedHook) bool {
	l, shim := p.file.Layout, h.shim()
	switch {
	case l.Syntax == setup.Script, l.Syntax == setup.Plugin, h.ownHandler != "":
		return false
	case p.Plain:
		return true
	case shim.Reads != p.tool.Source, shim.Called, h.blockReason != "", h.Handler.Type != "command",
		h.needsExit2Warns(), h.Handler.TimeoutAction != "",
		h.Handler.Async && handlerKey(l, "async_execution") == "",
		len(h.Handler.Env) > 0 && handlerKey(l, "custom_env") == "",
		h.Handler.Cwd != "" && handlerKey(l, "configurable_cwd") == "":
		return false
	case h.Matcher != nil && h.ownMatcher == "" && h.events[0].tool == "" &&
		slices.ContainsFunc(h.Matcher.Parts, func(part Part) bool { return part.Pattern != "" || part.Server != "" }):
		return false // the names of another client, perhaps
	}
	closed := l.Closed.Name != "" && l.ClosedSince == ""
	return len(shim.Flags) == 0 || closed && slices.Equal(shim.Flags, []string{"--fail-closed"})
}

// planPlain gives a hook what the client itself reads, and reports what only openhook-shim does.
func (p *planner) planPlain(h *plannedHook) {
	if h.blockReason != "" {
		h.Handler = Handler{Type: "command", Command: blockLine(p.GOOS, h.blockReason)}
		h.blockReason = ""
	}
	if h.Handler.Type == "http" {
		h.Handler = Handler{Type: "command", Command: h.Handler.curlLine(p.GOOS), Timeout: h.Handler.Timeout}
	}
	if h.events[0].tool == "" && h.ownMatcher == "" && h.Matcher != nil {
		h.ownMatcher = p.matcherText(h)
	} else if h.Matcher != nil && h.ownMatcher == "" {
		for _, part := range h.Matcher.Parts {
			if part.MCPTool != "" || part.Server != "" {
				p.addLoss(h, "its matcher %s: %s has none, so the hook runs for all servers",
					strings.Trim(part.Server+"/"+part.MCPTool, "/"), p.tool.Product)
			}
		}
	}
	if h.Handler.TimeoutAction != "" {
		p.addLoss(h, "its timeout_action: only openhook-shim blocks at a timeout")
		h.Handler.TimeoutAction = ""
	}
	if h.needsExit2Warns() {
		p.addLoss(h, "blocking: false: %s takes exit 2 for a block on %s", p.tool.Product,
			strings.Join(nativeNames(h.events), ", "))
	}
	if !h.Blocking {
		h.Blocking = slices.ContainsFunc(h.events, nativeEvent.canBlock)
	}
	if h.Handler.Timeout > 0 && p.file.Layout.Unit == 0 {
		p.addLoss(h, "its timeout: %s has no key for one", p.tool.Product)
	}
	if unit := float64(p.file.Layout.Unit) / 1000; unit > 0 && h.Handler.Timeout > 0 {
		if whole := float64(int(h.Handler.Timeout/unit+0.999)) * unit; whole != h.Handler.Timeout {
			p.addLoss(h, "its timeout of %s becomes %s", secondsText(h.Handler.Timeout), secondsText(whole))
			h.Handler.Timeout = whole
		}
	}
	if reads := h.shim().Reads; reads != "" && reads != p.tool.Source {
		p.addLoss(h, "it is written for %s's own payload, but in %s it reads that one's own; change it", reads,
			p.tool.Product)
	}
	if h.Handler.Cwd == "." {
		h.Handler.Cwd = "" // where the client has a key for a folder, its default is the project's root
	}
	if flags := h.shim().Flags; p.Plain && len(flags) > 0 && !slices.Equal(flags, []string{"--fail-closed"}) {
		p.addLoss(h, "%s: only openhook-shim has these flags", strings.Join(flags, " "))
	}
}

// matcherText returns a matcher in the client's own words.
func (p *planner) matcherText(h *plannedHook) string {
	var all []string
	for _, part := range h.Matcher.Parts {
		switch names := nativeTools(p.tool.Source, part.Tool); {
		case part.Pattern != "":
			p.addLoss(h, "its pattern %q: %s compares it with its own names of tools", part.Pattern, p.tool.Product)
			all = append(all, part.Pattern)
		case part.Server != "":
			all = append(all, p.serverText(h, part))
		case len(names) == 0:
			all = append(all, part.Tool)
		default:
			if len(names) > 1 {
				p.addLoss(h, "its matcher %s: the file names %s, but not %s", part.Tool, names[0],
					strings.Join(names[1:], ", "))
			}
			all = append(all, names[0])
		}
	}
	return strings.Join(dedupe(all), "|")
}

// nativeTools returns a provider's names of a canonical tool, the usual one first.
func nativeTools(provider, canon string) (names []string) {
	for _, d := range dialects(provider) {
		for t := range d.Tools.All {
			if t.Canon == canon && canon != "" && !slices.Contains(names, t.Native) {
				names = append(names, t.Native)
			}
		}
	}
	return names
}

// serverText returns the matcher of an MCP server or of one of its tools.
func (p *planner) serverText(h *plannedHook, part Part) string {
	tool := part.MCPTool
	if tool == "" {
		tool = ".*"
	}
	for _, d := range dialects(p.tool.Source) {
		switch n := d.MCP; {
		case n.Prefix != "" && n.Sep == "":
			p.addLoss(h, "its matcher: %s does not name the server %s", p.tool.Product, part.Server)
			return n.Prefix + tool
		case n.Sep != "":
			return n.Prefix + part.Server + n.Sep + tool
		}
	}
	p.addLoss(h, "its matcher: %s has no names for tools of the server %s", p.tool.Product, part.Server)
	return part.Server + ".*"
}

// inheritTimeout gives a hook that was written for a client the time that it has there, if it
// names none.
func (p *planner) inheritTimeout(h *plannedHook) {
	t, err := toolNamed(h.shim().Reads)
	if h.Handler.Timeout != 0 || err != nil {
		return
	}
	for _, e := range targetEvents(t, h.Event) {
		if own := min(float64(e.Limit)/1000*9/10, t.MaxTimeout(e.Native).Seconds()); own > 0 {
			h.Handler.Timeout = min(own, longestTimeout)
			return
		}
	}
}

// plainEntry returns the entry of a hook that the client runs itself.
func (h *plannedHook) plainEntry(t *Target, e nativeEvent) settings.Entry {
	l := t.file.Layout
	entry := settings.Entry{Event: e.Native, Command: h.Handler.commandFor(t.GOOS), Name: h.Name, Plain: true,
		Matcher: h.ownMatcher, Timeout: int(duration(h.Handler.Timeout) / time.Millisecond)}
	if t.hasPowerShell() {
		entry.Command = h.Handler.Command
		windows := h.Handler.Platform["windows"]
		if l.WindowsCommand == "" {
			entry.PowerShell = windows
		} else if windows != "" {
			setJSON(&entry.More, l.WindowsCommand, windows)
		}
	}
	entry.Closed = l.Closed.Name != "" && l.ClosedSince == "" && slices.Contains(h.shim().Flags, "--fail-closed")
	if key := handlerKey(l, "async_execution"); key != "" && h.Handler.Async {
		setJSON(&entry.More, key, true)
	}
	if key := handlerKey(l, "custom_env"); key != "" && len(h.Handler.Env) > 0 {
		setJSON(&entry.More, key, h.Handler.Env)
	}
	if key := handlerKey(l, "configurable_cwd"); key != "" && h.Handler.Cwd != "" {
		setJSON(&entry.More, key, h.Handler.Cwd)
	}
	if h.Handler.StatusMessage != "" && hasKey(l, statusKey) {
		setJSON(&entry.More, statusKey, h.Handler.StatusMessage)
	}
	for key, raw := range h.data.More {
		setJSON(&entry.More, key, raw)
	}
	return entry
}
