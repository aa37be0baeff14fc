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

// missing says what of a capability the target lacks for a hook, "" if nothing.
func (p *planner) missing(h *placed, name string) string {
	product := p.tool.Product
	if h.handler != "" {
		return "" // the client's own
	}
	own := h.shim().Reads == p.tool.Source // so it asks for nothing that the client does not have
	switch name {
	case "structured_output":
		if !own && !slices.ContainsFunc(h.events, speaks) {
			return fmt.Sprintf("%s obeys only a deny on %s: any other answer of the hook is lost", product, strings.Join(names(h.events), ", "))
		}
	case "input_rewrite":
		if own {
			return ""
		}
		if !slices.ContainsFunc(h.events, rewrites) {
			return fmt.Sprintf("%s takes no new input on %s", product, strings.Join(names(h.events), ", "))
		}
		if tool := p.fixed(h); tool != "" {
			return fmt.Sprintf("%s takes no new input for %s", product, tool)
		}
	case "llm_evaluated":
		return fmt.Sprintf("the shim has no model of %s for a handler of type %s", product, h.Handler.Type)
	case "http_handler":
		return "curl posts it, so the machine needs curl" + unfilled(h.Handler.Headers)
	case "platform_commands":
		return p.otherSystems(h)
	case "custom_env", "configurable_cwd":
		if _, _, err := h.Handler.run("windows"); err != nil && (p.GOOS == "windows" || p.hasPowerShell()) {
			return err.Error()
		}
	}
	return "" // openhook-shim does it
}

// unfilled tells of headers with variables: nothing that a call's payload brings may end
// up in a shell, so they are sent as they stand.
func unfilled(headers map[string]string) string {
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		if strings.Contains(headers[name], "$") {
			return ", with the header " + name + " unchanged, without a variable's value"
		}
	}
	return ""
}

func rewrites(e native) bool { return e.Can(mapping.WishRewrite) }

// speaks says whether a client reads more than a deny on an event, or has nothing to read.
func speaks(e native) bool {
	if !e.Can(mapping.WishDeny) {
		return true
	}
	for _, w := range [...]mapping.Wish{mapping.WishAllow, mapping.WishAsk, mapping.WishRewrite, mapping.WishContext, mapping.WishMessage, mapping.WishOutput, mapping.WishStop} {
		if e.Can(w) {
			return true
		}
	}
	return false
}

// fixed is a tool that the hook is about and whose input the client does not let be
// changed, "" if there is none.
func (p *planner) fixed(h *placed) string {
	if h.Matcher == nil {
		return ""
	}
	for _, canon := range canonicalTools {
		if h.Matcher.has(canon) && p.never(canon) {
			return canon
		}
	}
	return ""
}

// never says whether the client lets the input of none of its tools of a kind be changed.
func (p *planner) never(canon string) bool {
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

// degrade applies the strategy for a capability that is missing, false if the hook is
// left out.
func (p *planner) degrade(h *placed, name, missing string) bool {
	strategy := h.strategy(name)
	if name == "llm_evaluated" && strategy == warn {
		strategy = exclude // there is nothing of it left to run
	}
	prevents := slices.ContainsFunc(h.events, native.stops)
	switch {
	case strategy == block && prevents:
		p.lose(h, "%s (%s); it blocks every time", missing, name)
		h.blocks = h.called + " would need " + name + ", and " + missing
	case strategy == block:
		p.lose(h, "left out: %s (%s), and %s cannot be blocked", missing, name, h.Event)
		return false
	case strategy == exclude:
		p.lose(h, "left out: %s (%s)", missing, name)
		return false
	default:
		p.lose(h, "%s (%s)", missing, name)
		p.without(h, name)
	}
	return true
}

// without takes off a hook what the target cannot have.
func (p *planner) without(h *placed, name string) {
	switch name {
	case "input_rewrite":
		d := h.shim()
		d.Flags = append(slices.Clip(d.Flags), "--degrade", "rewrite=drop")
		h.tell(d)
	case "platform_commands":
		p.reduce(h)
	case "custom_env":
		h.Handler.Env = nil
	case "configurable_cwd":
		h.Handler.Cwd = ""
	}
}

// tell changes what a hook's openhook-shim is told, and leaves the manifest's own as it is.
func (h *placed) tell(d shimData) {
	h.ProviderData = maps.Clone(h.ProviderData)
	delete(h.ProviderData, shimName)
	h.Hook.keep(shimName, d)
}

// hasPowerShell says whether the file has a key of its own for Windows.
func (p *planner) hasPowerShell() bool {
	return strings.Contains(p.file.Layout.Entry, "$powershell") || p.file.Layout.WindowsCommand != ""
}

// otherSystems says for which systems the file has no place for their command.
func (p *planner) otherSystems(h *placed) string {
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
		p.reduce(h)
		return ""
	}
	return fmt.Sprintf("%s has no place for the command of %s; it has one for %s", p.tool.Product, strings.Join(lost, " and "), strings.Replace(p.GOOS, "darwin", "osx", 1))
}

// mainCommand is the one for the system that is written for, or, where Windows has its
// own, for that of the others.
func (p *planner) mainCommand(h *placed) string {
	if p.GOOS == "windows" && p.hasPowerShell() {
		return h.Handler.commandFor("linux")
	}
	return h.Handler.commandFor(p.GOOS)
}

// reduce leaves of the commands those that the file has a place for.
func (p *planner) reduce(h *placed) {
	main, windows := p.mainCommand(h), h.Handler.commandFor("windows")
	h.Handler.Command, h.Handler.Platform = main, nil
	if p.hasPowerShell() && windows != main {
		h.Handler.Platform = map[string]string{"windows": windows}
	}
}

// answers checks that a hook that shall block can.
func (p *planner) answers(h *placed) {
	if h.blocks != "" {
		h.Blocking = true
	}
	switch {
	case h.Blocking && !slices.ContainsFunc(h.events, native.holds):
		p.lose(h, "it cannot block: a hook cannot stop %s on %s", p.tool.Product, strings.Join(names(h.events), ", "))
		h.Blocking = false
	case h.Blocking && !slices.ContainsFunc(h.events, native.always):
		p.lose(h, "it cannot block everywhere: a hook cannot stop every client of %s on %s", p.tool.Product, strings.Join(names(h.events), ", "))
	case h.Blocking && h.Handler.Async && h.blocks == "":
		p.lose(h, "it blocks nothing because it is async and the tool does not wait for it")
	}
}

// time cuts a timeout to what the target gives.
func (p *planner) time(h *placed) {
	for _, e := range h.events {
		if most := p.tool.Most(e.Native).Seconds(); h.seconds() > most {
			p.lose(h, "its timeout of %s: %s gives %s %s at most", secondsText(h.seconds()), p.tool.Product, e.Native, secondsText(most))
			h.Handler.Timeout = most
		}
	}
}

// keepsNames says whether the file names each hook.
func (p *planner) keepsNames() bool { return strings.Contains(p.file.Layout.Entry, "$name") }

// foreign tells what only another provider understands.
func (p *planner) foreign(h *placed) {
	for _, provider := range slices.Sorted(maps.Keys(h.ProviderData)) {
		if provider == p.tool.Source || provider == shimName {
			continue
		}
		if lost := h.only(provider); len(lost) > 0 {
			p.lose(h, "the keys for %s only: %s", provider, strings.Join(lost, ", "))
		}
	}
	shim := h.shim()
	if shim.Reads != "" && shim.Reads != p.tool.Source && !isFormat(shim.Reads) {
		p.lose(h, "it is written for %s's own payload, but in %s it reads OpenHook's envelope; change it", shim.Reads, p.tool.Product)
		shim.Reads = ""
		h.tell(shim)
	}
	if more := slices.Sorted(maps.Keys(h.keep.More)); len(more) > 0 && (p.file.Layout.Syntax != setup.JSON || h.handler != "") {
		p.lose(h, "%s: the file has no place for it", strings.Join(more, ", "))
		h.keep.More = nil
	}
}

// only is what a hook has for another provider that the rest of it does not say.
func (h *placed) only(provider string) (lost []string) {
	d := h.kept(provider)
	if m, ok := nativeMatcher(provider, d.Matcher); d.Matcher != "" && (!ok || !ofTools(h.Event) || m.key() != h.asked.key()) {
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

// spelled are the tools of a target that a pattern finds, by the name it finds.
func (p *planner) spelled(pattern string) (found []string) {
	re, err := regexp.Compile(pattern)
	if err != nil {
		return nil
	}
	for _, canon := range canonicalTools {
		if re.MatchString(canon) {
			found = append(found, canon)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(nativeTools(p.tool.Source))) {
		if re.MatchString(name) {
			found = append(found, name)
		}
	}
	return unique(found)
}
