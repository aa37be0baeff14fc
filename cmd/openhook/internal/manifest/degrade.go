package manifest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// missingCapability returns why the target lacks a capability for a hook, "" if it has it.
func (p *planner) missingCapability(h *plannedHook, name string) string {
	product := p.tool.Product
	if h.ownHandler != "" {
		return "" // the client's own
	}
	own := h.shim().Reads == p.tool.Source // a hook for this client uses only what the client has
	switch name {
	case "structured_output":
		if !own && !slices.ContainsFunc(h.events, readsAnswers) {
			return fmt.Sprintf("%s obeys only a deny on %s: any other answer of the hook is lost", product,
				strings.Join(nativeNames(h.events), ", "))
		}
	case "input_rewrite":
		if own {
			return ""
		}
		if !slices.ContainsFunc(h.events, takesInput) {
			return fmt.Sprintf("%s takes no new input on %s", product, strings.Join(nativeNames(h.events), ", "))
		}
		if tool := p.unchangeableTool(h); tool != "" {
			return fmt.Sprintf("%s takes no new input for %s", product, tool)
		}
	case "llm_evaluated":
		return fmt.Sprintf("the shim has no model of %s for a handler of type %s", product, h.Handler.Type)
	case "http_handler":
		return "curl posts it, so the machine needs curl" + unchangedHeader(h.Handler.Headers)
	case "platform_commands":
		return p.otherSystems(h)
	case "async_execution":
		if p.Plain {
			return p.missingKey(name)
		}
	case "custom_env", "configurable_cwd":
		if p.Plain {
			return p.missingKey(name)
		}
		if _, _, err := h.Handler.shellLine("windows"); err != nil && (p.GOOS == "windows" || p.hasPowerShell()) {
			return err.Error()
		}
	}
	return "" // openhook-shim does it
}

// unchangedHeader returns a remark about a header with a variable. The header stays as it is,
// because no part of a payload may reach a shell.
func unchangedHeader(headers map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		if strings.Contains(headers[name], "$") {
			return ", with the header " + name + " unchanged, without a variable's value"
		}
	}
	return ""
}

func takesInput(e nativeEvent) bool { return e.Can(mapping.WishRewrite) }

// readsAnswers reports whether a client reads other answers than a deny on an event. It is true
// for an event without a deny.
func readsAnswers(e nativeEvent) bool {
	if !e.Can(mapping.WishDeny) {
		return true
	}
	for _, w := range [...]mapping.Wish{mapping.WishAllow, mapping.WishAsk, mapping.WishRewrite, mapping.WishContext,
		mapping.WishMessage, mapping.WishOutput, mapping.WishStop} {
		if e.Can(w) {
			return true
		}
	}
	return false
}

// unchangeableTool returns a tool of the hook whose input the client never changes, "" if there is
// none.
func (p *planner) unchangeableTool(h *plannedHook) string {
	if h.Matcher == nil {
		return ""
	}
	for _, canon := range canonicalTools {
		if h.Matcher.names(canon) && p.neverRewrites(canon) {
			return canon
		}
	}
	return ""
}

// neverRewrites reports whether the client never changes the input of its tools of a kind.
func (p *planner) neverRewrites(canon string) bool {
	any := false
	for _, d := range dialects(p.tool.Source) {
		for t := range d.Tools.All {
			if t.Canon == canon && t.Rewrite != mapping.Never {
				return false
			}
			any = any || t.Canon == canon
		}
	}
	return any
}

// degrade applies the hook's strategy for a missing capability. It returns false if it leaves the
// hook out.
func (p *planner) degrade(h *plannedHook, name, missing string) bool {
	strategy := h.strategy(name)
	if name == "llm_evaluated" && strategy == warn {
		strategy = exclude // nothing can run without a model
	}
	prevents := slices.ContainsFunc(h.events, nativeEvent.blocksWithoutLoop)
	switch {
	case strategy == block && prevents && name == "input_rewrite" && !p.Plain:
		// Only the hook's answer tells whether it changes the input. openhook-shim blocks the call then.
		p.addLoss(h, "%s (%s); the call is blocked if the hook changes it", missing, name)
	case strategy == block && prevents:
		p.addLoss(h, "%s (%s); it blocks every time", missing, name)
		h.blockReason = h.label + " would need " + name + ", and " + missing
	case strategy == block:
		p.addLoss(h, "left out: %s (%s), and %s cannot be blocked", missing, name, h.Event)
		return false
	case strategy == exclude:
		p.addLoss(h, "left out: %s (%s)", missing, name)
		return false
	default:
		p.addLoss(h, "%s (%s)", missing, name)
		p.dropCapability(h, name)
	}
	return true
}

// dropCapability removes a capability from a hook.
func (p *planner) dropCapability(h *plannedHook, name string) {
	switch name {
	case "input_rewrite":
		d := h.shim()
		d.Flags = append(slices.Clip(d.Flags), "--degrade", "rewrite=drop")
		h.setShim(d)
	case "platform_commands":
		p.keepWritableCommands(h)
	case "async_execution":
		h.Handler.Async = false
	case "custom_env":
		h.Handler.Env = nil
	case "configurable_cwd":
		h.Handler.Cwd = ""
	}
}

// setShim sets the options of the hook's openhook-shim. The manifest's own data stays as it is.
func (h *plannedHook) setShim(d shimData) {
	h.ProviderData = maps.Clone(h.ProviderData)
	delete(h.ProviderData, shimName)
	h.Hook.setProviderData(shimName, d)
}

// hasPowerShell reports whether the file has a key for the command on Windows.
func (p *planner) hasPowerShell() bool {
	return strings.Contains(p.file.Layout.Entry, "$powershell") || p.file.Layout.WindowsCommand != ""
}

// otherSystems returns an error text for the systems whose command the file cannot hold.
func (p *planner) otherSystems(h *plannedHook) string {
	main, windows := p.mainCommand(h), h.Handler.commandFor("windows")
	var lost []string
	for _, goos := range [...]string{"linux", "darwin", "windows"} {
		switch c := h.Handler.commandFor(goos); {
		case c == main:
		case goos == "windows" && p.hasPowerShell() && c == windows:
		default:
			lost = append(lost, goos)
		}
	}
	if len(lost) == 0 {
		p.keepWritableCommands(h)
		return ""
	}
	return fmt.Sprintf("%s has no place for the command of %s; it has one for %s", p.tool.Product,
		strings.Join(lost, " and "), p.GOOS)
}

// mainCommand returns the command for the target's system, or for Unix if Windows has its own key.
func (p *planner) mainCommand(h *plannedHook) string {
	if p.GOOS == "windows" && p.hasPowerShell() {
		return h.Handler.commandFor("linux")
	}
	return h.Handler.commandFor(p.GOOS)
}

// keepWritableCommands keeps only the commands that the file can hold.
func (p *planner) keepWritableCommands(h *plannedHook) {
	main, windows := p.mainCommand(h), h.Handler.commandFor("windows")
	h.Handler.Command, h.Handler.Platform = main, nil
	if p.hasPowerShell() && windows != main {
		h.Handler.Platform = map[string]string{"windows": windows}
	}
}

// checkBlocking reports a hook that shall block and cannot.
func (p *planner) checkBlocking(h *plannedHook) {
	if h.blockReason != "" {
		h.Blocking = true
	}
	switch {
	case h.Blocking && !slices.ContainsFunc(h.events, nativeEvent.canBlock):
		p.addLoss(h, "it cannot block: a hook cannot stop %s on %s", p.tool.Product,
			strings.Join(nativeNames(h.events), ", "))
		h.Blocking = false
	case h.Blocking && !slices.ContainsFunc(h.events, nativeEvent.alwaysBlocks):
		p.addLoss(h, "it cannot block everywhere: a hook cannot stop every client of %s on %s", p.tool.Product,
			strings.Join(nativeNames(h.events), ", "))
	case h.Blocking && h.Handler.Async && h.blockReason == "":
		p.addLoss(h, "it blocks nothing because it is async and the tool does not wait for it")
	}
}

// checkTimeoutAction keeps timeout_action only where a timeout can block.
func (p *planner) checkTimeoutAction(h *plannedHook) {
	if h.Handler.TimeoutAction != block {
		h.Handler.TimeoutAction = ""
		return
	}
	switch {
	case h.blockReason != "":
	case h.ownHandler != "":
		p.addLoss(h, "its timeout_action: %s runs a handler of type %s itself", p.tool.Product, h.Handler.Type)
	case !h.Blocking: // the format wants a warning of the hook then
	case !slices.ContainsFunc(h.events, nativeEvent.blocksWithoutLoop):
		p.addLoss(h, "its timeout_action: a timeout never keeps an agent going on %s",
			strings.Join(nativeNames(h.events), ", "))
	default:
		return
	}
	h.Handler.TimeoutAction = ""
}

// limitTimeout limits the timeout to the target's longest.
func (p *planner) limitTimeout(h *plannedHook) {
	for _, e := range h.events {
		if most := p.tool.MaxTimeout(e.Native).Seconds(); h.seconds() > most {
			p.addLoss(h, "its timeout of %s: %s gives %s %s at most", secondsText(h.seconds()), p.tool.Product,
				e.Native, secondsText(most))
			h.Handler.Timeout = most
		}
	}
}

// keepsNames reports whether the file holds a name of each hook.
func (p *planner) keepsNames() bool { return strings.Contains(p.file.Layout.Entry, "$name") }

// dropForeign reports and drops what only another provider understands.
func (p *planner) dropForeign(h *plannedHook) {
	for _, provider := range slices.Sorted(maps.Keys(h.ProviderData)) {
		if provider == p.tool.Source || provider == shimName {
			continue
		}
		if lost := h.foreignKeys(provider); len(lost) > 0 {
			p.addLoss(h, "the keys for %s only: %s", provider, strings.Join(lost, ", "))
		}
	}
	shim := h.shim()
	if shim.Reads != "" && shim.Reads != p.tool.Source && !isFormat(shim.Reads) {
		p.addLoss(h, "it is written for %s's own payload, but in %s it reads OpenHook's envelope; change it",
			shim.Reads, p.tool.Product)
		shim.Reads = ""
		h.setShim(shim)
	}
	if more := slices.Sorted(maps.Keys(h.data.More)); len(more) > 0 &&
		(p.file.Layout.Syntax != setup.JSON || h.ownHandler != "") {
		p.addLoss(h, "%s: the file has no place for it", strings.Join(more, ", "))
		h.data.More = nil
	}
}

// foreignKeys lists the data for another provider that the other keys do not express.
func (h *plannedHook) foreignKeys(provider string) (lost []string) {
	d := h.providerDataOf(provider)
	if m, ok := nativeMatcher(provider, d.Matcher); d.Matcher != "" &&
		(!ok || !isAboutTool(h.Event) || m.key() != h.original.key()) {
		lost = append(lost, "matcher "+d.Matcher)
	}
	lost = append(lost, slices.Sorted(maps.Keys(d.More))...)
	return append(lost, slices.Sorted(maps.Keys(d.Group))...)
}

// isFormat reports whether openhook-shim can call a hook of this format.
func isFormat(name string) bool {
	for _, d := range dialects(name) {
		if d.Format || d.AsFormat {
			return true
		}
	}
	return false
}

// toolsFound returns the names of the target's tools that match a pattern.
func (p *planner) toolsFound(pattern string) (found []string) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil
	}
	for _, canon := range canonicalTools {
		if re.MatchString(canon) {
			found = append(found, canon)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(canonicalByName(p.tool.Source))) {
		if re.MatchString(name) {
			found = append(found, name)
		}
	}
	return dedupe(found)
}
