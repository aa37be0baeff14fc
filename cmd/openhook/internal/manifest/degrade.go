package manifest

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
)

// missingCapability says what of a capability the target lacks for a hook, "" if nothing.
func (p *planner) missingCapability(h *plannedHook, name string) string {
	product := p.tool.Product
	if h.ownHandler != "" {
		return "" // the client's own
	}
	own := h.shim().Reads == p.tool.Source // so it asks for nothing that the client does not have
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
	case "custom_env", "configurable_cwd":
		if _, _, err := h.Handler.shellLine("windows"); err != nil && (p.GOOS == "windows" || p.hasPowerShell()) {
			return err.Error()
		}
	}
	return "" // openhook-shim does it
}

// unchangedHeader tells of headers with variables: nothing that a call's payload brings may end
// up in a shell, so they are sent as they stand.
func unchangedHeader(headers map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		if strings.Contains(headers[name], "$") {
			return ", with the header " + name + " unchanged, without a variable's value"
		}
	}
	return ""
}

func takesInput(e nativeEvent) bool { return e.Can(mapping.WishRewrite) }

// readsAnswers says whether a client reads more than a deny on an event, or has nothing to read.
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

// unchangeableTool is a tool that the hook is about and whose input the client does not let be
// changed, "" if there is none.
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

// neverRewrites says whether the client lets the input of none of its tools of a kind be changed.
func (p *planner) neverRewrites(canon string) bool {
	any := false
	for _, d := range dialects(p.tool.Source) {
		for t := range d.Tools.Each {
			if t.Canon == canon && t.Rewrite != mapping.Never {
				return false
			}
			any = any || t.Canon == canon
		}
	}
	return any
}

// degrade applies the strategy for a capability that is missing, false if the hook is
// left out.
func (p *planner) degrade(h *plannedHook, name, missing string) bool {
	strategy := h.strategy(name)
	if name == "llm_evaluated" && strategy == warn {
		strategy = exclude // there is nothing of it left to run
	}
	prevents := slices.ContainsFunc(h.events, nativeEvent.blocksWithoutLoop)
	switch {
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

// dropCapability takes off a hook what the target cannot have.
func (p *planner) dropCapability(h *plannedHook, name string) {
	switch name {
	case "input_rewrite":
		d := h.shim()
		d.Flags = append(slices.Clip(d.Flags), "--degrade", "rewrite=drop")
		h.setShim(d)
	case "platform_commands":
		p.keepWritableCommands(h)
	case "custom_env":
		h.Handler.Env = nil
	case "configurable_cwd":
		h.Handler.Cwd = ""
	}
}

// setShim changes what a hook's openhook-shim is told, and leaves the manifest's own as it is.
func (h *plannedHook) setShim(d shimData) {
	h.ProviderData = maps.Clone(h.ProviderData)
	delete(h.ProviderData, shimName)
	h.Hook.setProviderData(shimName, d)
}

// hasPowerShell says whether the file has a key of its own for Windows.
func (p *planner) hasPowerShell() bool {
	return strings.Contains(p.file.Layout.Entry, "$powershell") || p.file.Layout.WindowsCommand != ""
}

// otherSystems says for which systems the file has no place for their command.
func (p *planner) otherSystems(h *plannedHook) string {
	main, windows := p.mainCommand(h), h.Handler.commandFor("windows")
	var lost []string
	for _, goos := range [...]string{"linux", "darwin", "windows"} {
		switch c := h.Handler.commandFor(goos); {
		case c == main:
		case goos == "windows" && p.hasPowerShell() && c == windows:
		default:
			lost = append(lost, strings.Replace(goos, "darwin", "osx", 1))
		}
	}
	if len(lost) == 0 {
		p.keepWritableCommands(h)
		return ""
	}
	return fmt.Sprintf("%s has no place for the command of %s; it has one for %s", p.tool.Product,
		strings.Join(lost, " and "), strings.Replace(p.GOOS, "darwin", "osx", 1))
}

// mainCommand is the one for the system that is written for, or, where Windows has its
// own, for that of the others.
func (p *planner) mainCommand(h *plannedHook) string {
	if p.GOOS == "windows" && p.hasPowerShell() {
		return h.Handler.commandFor("linux")
	}
	return h.Handler.commandFor(p.GOOS)
}

// keepWritableCommands leaves of the commands those that the file has a place for.
func (p *planner) keepWritableCommands(h *plannedHook) {
	main, windows := p.mainCommand(h), h.Handler.commandFor("windows")
	h.Handler.Command, h.Handler.Platform = main, nil
	if p.hasPowerShell() && windows != main {
		h.Handler.Platform = map[string]string{"windows": windows}
	}
}

// checkBlocking checks that a hook that shall block can.
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

// limitTimeout cuts a timeout to what the target gives.
func (p *planner) limitTimeout(h *plannedHook) {
	for _, e := range h.events {
		if most := p.tool.MaxTimeout(e.Native).Seconds(); h.seconds() > most {
			p.addLoss(h, "its timeout of %s: %s gives %s %s at most", secondsText(h.seconds()), p.tool.Product,
				e.Native, secondsText(most))
			h.Handler.Timeout = most
		}
	}
}

// keepsNames says whether the file names each hook.
func (p *planner) keepsNames() bool { return strings.Contains(p.file.Layout.Entry, "$name") }

// dropForeign tells what only another provider understands.
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
		(p.file.Layout.Syntax != mapping.JSON || h.ownHandler != "") {
		p.addLoss(h, "%s: the file has no place for it", strings.Join(more, ", "))
		h.data.More = nil
	}
}

// foreignKeys is what a hook has for another provider that the rest of it does not say.
func (h *plannedHook) foreignKeys(provider string) (lost []string) {
	d := h.providerDataOf(provider)
	if m, ok := nativeMatcher(provider, d.Matcher); d.Matcher != "" &&
		(!ok || !isAboutTool(h.Event) || m.key() != h.original.key()) {
		lost = append(lost, "matcher "+d.Matcher)
	}
	lost = append(lost, slices.Sorted(maps.Keys(d.More))...)
	return append(lost, slices.Sorted(maps.Keys(d.Group))...)
}

// isFormat says whether openhook-shim can call a hook that reads this.
func isFormat(name string) bool {
	for _, d := range dialects(name) {
		if d.Format || d.AsFormat {
			return true
		}
	}
	return false
}

// toolsFound are the tools of a target that a pattern finds, by the name it finds.
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
