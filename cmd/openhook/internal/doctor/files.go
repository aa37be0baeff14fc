package doctor

import (
	"fmt"
	"os"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/ground"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// checkFile reports why a tool ignores a file or one of its hooks.
func (d *doctor) checkFile(t *inventory.Tool, f *inventory.File) {
	say := func(line int, what, cure string) { d.addProblem(t, f.Path, line, what, cure) }
	if f.Err != nil {
		say(0, f.Err.Error(), "fix the syntax; until then the tool ignores the file")
		return
	}
	if info, err := os.Lstat(f.Path); err == nil && info.Mode()&os.ModeSymlink != 0 && t.NoLinks &&
		f.Scope == setup.ProjectScope {
		say(0, "it is a link, and the tool refuses links in a project", "replace the link with the file")
	}
	l := f.Layout
	if l.Syntax == setup.Script || l.Syntax == setup.Plugin {
		return
	}
	tree, err := settings.Tree(l.Syntax, f.Data)
	if err != nil {
		return
	}
	if key, value := l.Off.Name, l.Off.Value; key != "" && tree.Get(key).Raw == value {
		say(lineOf(f.Data, key), fmt.Sprintf("%s is %s, so all hooks of the file are off", key, value), "remove it")
	}
	if l.Absent != "" && tree.Get(l.Absent).IsObject() {
		say(lineOf(f.Data, l.Absent), fmt.Sprintf("the tool ignores events inside %q", l.Absent),
			"move the events to the top level of the file")
	}
	if len(f.Hooks) == 0 {
		return
	}
	if key, value := l.Needs.Name, l.Needs.Value; key != "" && !tree.Get(key).Exists() {
		say(1, fmt.Sprintf("%q is missing, so the tool ignores the whole file without a message", key),
			fmt.Sprintf("add %q: %s at the top level", key, value))
	}
	if l.Only != "" {
		tree.ForEach(func(key, _ gjson.Result) bool {
			if !slices.Contains(strings.Fields(l.Only), key.String()) {
				say(lineOf(f.Data, key.String()),
					fmt.Sprintf("unknown key %q; the tool ignores the whole file", key.String()), "remove it")
			}
			return true
		})
	}
	if l.EntryOnly != "" {
		for _, entry := range tree.Get(l.Root).Array() {
			entry.ForEach(func(key, _ gjson.Result) bool {
				if !slices.Contains(strings.Fields(l.EntryOnly), key.String()) {
					say(lineOf(f.Data, key.String()),
						fmt.Sprintf("unknown key %q in a hook; the tool ignores all hooks", key.String()), "remove it")
				}
				return true
			})
		}
	}
	if l.Named {
		d.checkShapes(t, f, tree)
	}
	for i := range f.Hooks {
		d.checkEntry(t, f, &f.Hooks[i])
	}
}

// WhyIgnored returns why a tool would ignore a file, "" if it reads it. Missing trust does not
// count.
func WhyIgnored(place settings.Place, t *install.Tool, path string) string {
	d := doctor{place: place, ignoresTrust: true}
	for _, one := range inventory.ReadTools(place, []*install.Tool{t}) {
		for i := range one.Files {
			if one.Files[i].Path == path {
				d.checkFile(&one, &one.Files[i])
			}
		}
	}
	for _, f := range d.findings {
		if !f.Note {
			return f.What + "; " + f.Cure
		}
	}
	return ""
}

// checkShapes reports events whose entries have the wrong shape of the two.
func (d *doctor) checkShapes(t *inventory.Tool, f *inventory.File, tree gjson.Result) {
	flat := strings.Fields(f.Layout.FlatEvents)
	tree.ForEach(func(_, named gjson.Result) bool {
		named.ForEach(func(event, list gjson.Result) bool {
			for _, entry := range list.Array() {
				if grouped := entry.Get("hooks").IsArray(); list.IsArray() &&
					grouped == slices.Contains(flat, event.String()) {
					want := map[bool]string{true: "a list of hooks, without groups",
						false: `groups with "hooks" in them`}[grouped]
					d.addProblem(t, f.Path, lineOf(f.Data, event.String()),
						event.String()+" has the wrong shape, so the tool ignores the whole file without a message",
						"write "+want)
					return true
				}
			}
			return true
		})
		return true
	})
}

// checkEntry checks one hook of a file.
func (d *doctor) checkEntry(t *inventory.Tool, f *inventory.File, h *settings.Hook) {
	say := func(what, cure string) { d.addProblem(t, f.Path, h.Line, what, cure) }
	if f.Of == "" || f.Install {
		d.checkEvent(t, f, h)
	}
	if t.NoSlashes && f.Of == "" && strings.Contains(h.Command, "//") {
		say("a // in a command; the tool cuts the line there and ignores the whole file without a message",
			"move the command into a script")
	}
	first, _ := utf8.DecodeRuneInString(h.Event)
	if h.Matcher == "*" && (f.Layout.NoStar == "all" || f.Layout.NoStar == "camelCase" && unicode.IsLower(first)) {
		say(`the matcher "*" matches nothing here`, "remove the matcher")
	}
	if bad := badPattern(h.Matcher); bad != "" && h.Matcher != "*" {
		say(fmt.Sprintf("the matcher %q is not a pattern (%s)", h.Matcher, bad), "fix the expression")
	}
	if table, key, ok := strings.Cut(t.Trust, " "); ok && !d.ignoresTrust && (f.Of == "" || f.Install) {
		d.checkTrust(t, f, h, table, key)
	}
}

// checkEvent reports events that the tool, or its installed version, does not know.
func (d *doctor) checkEvent(t *inventory.Tool, f *inventory.File, h *settings.Hook) {
	known := t.TypeOf(f, h.Event) != ""
	for _, old := range t.Old {
		if install.IsBefore(t.Version(), old.Before) &&
			!slices.ContainsFunc(strings.Fields(old.Names),
				func(w string) bool { return w[strings.LastIndexByte(w, '=')+1:] == h.Event }) {
			d.addProblem(t, f.Path, h.Line, fmt.Sprintf("version %s does not know the event %s and ignores the whole file without a message", t.Version(), h.Event), "update the tool, or remove the event")
			return
		}
	}
	switch {
	case known || h.Event == "*":
	case f.Layout.Strict:
		d.addProblem(t, f.Path, h.Line, fmt.Sprintf("the tool does not know the event %q and ignores every hook of the file without a message", h.Event), "remove it; docs/providers.md lists the tool's events")
	default:
		d.addNote(t, f.Path, h.Line, fmt.Sprintf("unknown event %q: the tool may never call the hook", h.Event))
	}
}

// badPattern returns the syntax error of a pattern, "" if there is none. It reports only errors
// that are errors in every grammar, because the tools' grammars allow more than Go's.
func badPattern(pattern string) string {
	_, err := syntax.Parse(pattern, syntax.Perl)
	if e, ok := err.(*syntax.Error); ok {
		switch e.Code {
		case syntax.ErrMissingBracket, syntax.ErrMissingParen, syntax.ErrUnexpectedParen, syntax.ErrTrailingBackslash:
			return e.Code.String()
		}
	}
	return ""
}

// checkTrust reports hooks that the user has not trusted in the tool.
func (d *doctor) checkTrust(t *inventory.Tool, f *inventory.File, h *settings.Hook, table, key string) {
	path := d.place.Expand(table, t.Moved)
	own, err := settings.Open(path)
	if err != nil {
		return // checkFile reports it
	}
	tree, err := settings.Tree(setup.TOML, own.Data)
	if err != nil {
		return // checkFile reports it
	}
	event := snake(h.Event)
	entry := gjson.Result{}
	for _, path := range []string{f.Path, ground.ResolveLinks(f.Path)} {
		if e := tree.Get(key + "." + gjson.Escape(fmt.Sprintf("%s:%s:%d:%d", path, event, h.Group,
			h.Index))); e.Exists() {
			entry = e
		}
	}
	switch hash := entry.Get("trusted_hash").String(); {
	case hash == "":
		d.addProblem(t, f.Path, h.Line, "this hook is not trusted yet, so the tool does not run it and shows no message", t.Todo)
	case t.Trusted != nil && hash != "sha256:"+hookfile.Hash([]byte(t.Trusted(event, h.Pattern, h.Raw))):
		d.addProblem(t, f.Path, h.Line, "this hook changed after you trusted it, so the tool does not run it and shows no message", t.Todo)
	}
}

func snake(s string) string {
	var b strings.Builder
	for i, r := range s {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// lineOf returns the line of a key, 0 if the key is missing.
func lineOf(data []byte, key string) int {
	key = key[strings.LastIndexByte(key, '.')+1:]
	i := strings.Index(string(data), key)
	if i < 0 {
		return 0
	}
	return 1 + strings.Count(string(data[:i]), "\n")
}
