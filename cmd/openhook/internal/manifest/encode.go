package manifest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Encode writes a manifest as a target's hook files, reads them again, and compares. The losses
// list what the target cannot have.
func (t *Target) Encode(m *Manifest) ([]File, []Loss, error) {
	all, losses, err := t.plan(m)
	if err != nil {
		return nil, losses, err
	}
	var files []File
	switch t.file.Layout.Syntax {
	case setup.Script:
		files, err = t.scripts(all)
	case setup.Plugin:
		files, err = t.plugins(all)
	default:
		files, err = t.list(all)
	}
	if err == nil {
		err = t.verify(all, files)
	}
	return files, losses, err
}

// line returns the call of a hook on an event and a system.
func (h *plannedHook) line(t *Target, e nativeEvent, goos string) (install.Line, error) {
	l := install.Line{Shim: t.Shim, Timeout: duration(h.seconds()), GOOS: goos}
	shim := h.shim()
	for _, f := range shim.Flags {
		if f == "--fail-closed" {
			l.Closed = true
		} else {
			l.Flags = append(l.Flags, f)
		}
	}
	switch {
	case shim.Reads == t.tool.Source:
		l.Flags = append(l.Flags, "--format", "native")
	case shim.Reads != "":
		l.Flags = append(l.Flags, "--format", shim.Reads)
	}
	if h.ownMatcher == "" && h.Matcher != nil && !(e.tool != "" && h.Matcher.key() == e.tool) {
		var globs []string
		for _, p := range h.Matcher.Parts {
			more, err := p.globs()
			if err != nil {
				return l, err
			}
			globs = append(globs, more...)
		}
		l.Flags = append(l.Flags, "--tools", strings.Join(dedupe(globs), ","))
	}
	if h.blockReason != "" {
		l.Line = blockLine(goos, h.blockReason)
		return l, nil
	}
	if h.Handler.Async {
		l.Flags = append(l.Flags, "--async")
	}
	if h.needsExit2Warns() {
		l.Flags = append(l.Flags, "--exit-2-warns")
	}
	if h.Handler.TimeoutAction == block {
		l.Flags = append(l.Flags, "--timeout-blocks")
	}
	var err error
	l.Argv, l.Line, err = h.Handler.shellLine(goos)
	return l, err
}

// needsExit2Warns reports whether exit code 2 would prevent something that the hook must not prevent.
func (h *plannedHook) needsExit2Warns() bool {
	return !h.Blocking && slices.ContainsFunc(h.events, nativeEvent.prevents) &&
		!slices.Contains(h.shim().Flags, "--observe")
}

// entry returns a hook's entry in the file for an event.
func (h *plannedHook) entry(t *Target, e nativeEvent) (settings.Entry, error) {
	if h.plain {
		return h.plainEntry(t, e), nil
	}
	l, err := h.line(t, e, t.GOOS)
	if err != nil {
		return settings.Entry{}, err
	}
	entry := t.tool.Entry(l, e.Native)
	entry.Matcher, entry.Handler, entry.Name = h.ownMatcher, h.ownHandler, h.Name
	if t.hasPowerShell() {
		// Each shell has its own key, with the command for its system.
		posix, err := h.line(t, e, "linux")
		if err != nil {
			return entry, err
		}
		windows, err := h.line(t, e, "windows")
		if err != nil {
			return entry, err
		}
		entry.Command = t.tool.Entry(posix, e.Native).Command
		entry.PowerShell = t.tool.Entry(windows, e.Native).PowerShell
		if key := t.file.Layout.WindowsCommand; key != "" &&
			(t.GOOS == "windows" || h.Handler.Platform["windows"] != "") {
			setJSON(&entry.More, key, t.tool.Entry(windows, e.Native).Command)
		}
	}
	if h.ownHandler != "" {
		entry.Command = ownCommand(h.ownHandler)
		return entry, nil
	}
	if h.Handler.StatusMessage != "" && h.blockReason == "" {
		setJSON(&entry.More, statusKey, h.Handler.StatusMessage)
	}
	for key, raw := range h.data.More {
		setJSON(&entry.More, key, raw)
	}
	return entry, nil
}

// ownCommand returns the URL or prompt of a handler that the client runs itself.
func ownCommand(handler string) string {
	for _, key := range [...]string{"url", "prompt"} {
		if v := gjson.Get(handler, key); v.String() != "" {
			return v.String()
		}
	}
	return ""
}

func (t *Target) hasPowerShell() bool { return (&planner{Target: t}).hasPowerShell() }

// setJSON sets a key of a JSON object.
func setJSON(object *string, key string, v any) {
	var raw strings.Builder
	e := json.NewEncoder(&raw)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return
	}
	if out, err := sjson.SetRaw(*object, gjson.Escape(key), strings.TrimSpace(raw.String())); err == nil {
		*object = out
	}
}

// list writes a file that lists all hooks.
func (t *Target) list(all []*plannedHook) ([]File, error) {
	var entries []settings.Entry
	var groups []map[string]json.RawMessage
	taken := map[string]int{}
	for _, h := range all {
		for _, e := range h.events {
			entry, err := h.entry(t, e)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %v", h.at, h.label, err)
			}
			if name := entry.Name + " " + e.Native; strings.Contains(t.file.Layout.Entry, "$name") {
				if taken[name]++; taken[name] > 1 { // Vibe drops the second hook of the same name
					entry.Name = strings.TrimSpace(fmt.Sprintf("%s %d", cmp.Or(h.Name, settings.Name), taken[name]))
				}
			}
			entries, groups = append(entries, entry), append(groups, h.data.Group)
		}
	}
	data, _, err := settings.Insert(t.file.Layout, nil, false, entries)
	if err != nil {
		return nil, err
	}
	if t.file.Layout.Syntax == setup.JSON {
		if data, err = t.restoreGroups(data, entries, groups); err != nil {
			return nil, err
		}
	}
	if t.tool.NoSlashes {
		data = escapeSlashes(data)
	}
	name := path.Base(strings.Replace(t.file.Path, "*", settings.Name, 1))
	return []File{{Name: name, Data: data}}, nil
}

// restoreGroups writes the extra keys of groups back.
func (t *Target) restoreGroups(data []byte, entries []settings.Entry, groups []map[string]json.RawMessage) ([]byte,
	error) {
	at := map[string]int{}
	for i, e := range entries {
		where := gjson.Escape(e.Event) + fmt.Sprintf(".%d", at[e.Event])
		if at[e.Event]++; t.file.Layout.Root != "" {
			where = gjson.Escape(t.file.Layout.Root) + "." + where
		}
		if t.file.Layout.EventKey != "" || t.file.Layout.Named {
			continue
		}
		for key, raw := range groups[i] {
			out, err := sjson.SetRawBytes(data, where+"."+gjson.Escape(key), raw)
			if err != nil {
				return nil, err
			}
			data = out
		}
	}
	return data, nil
}

// escapeSlashes escapes "//" and "/*" in strings, because Cursor takes them for comments anywhere.
func escapeSlashes(data []byte) []byte {
	s := string(data)
	for strings.Contains(s, "//") {
		s = strings.ReplaceAll(s, "//", `/\/`)
	}
	return []byte(strings.ReplaceAll(s, "/*", `/\u002a`))
}

// scripts writes a file for each event.
func (t *Target) scripts(all []*plannedHook) (files []File, err error) {
	for _, h := range all {
		for _, e := range h.events {
			l, err := h.line(t, e, t.GOOS)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %v", h.at, h.label, err)
			}
			name, text := t.tool.Script(l, e.Native)
			files = append(files, File{name, []byte(text), true})
		}
	}
	return files, nil
}

// plugins writes a plugin for each hook.
func (t *Target) plugins(all []*plannedHook) (files []File, err error) {
	for i, h := range all {
		l, err := h.line(t, nativeEvent{}, t.GOOS)
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %v", h.at, h.label, err)
		}
		text, err := install.Plugin(l, nativeNames(h.events))
		if err != nil {
			return nil, err
		}
		files = append(files, File{fmt.Sprintf("%s-%d.js", settings.Name, i+1), []byte(text), false})
	}
	return files, nil
}
