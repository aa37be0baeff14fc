package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

//go:embed install_head.md
var installHead string

// installPage is docs/install.md, a section for each tool.
func installPage() []byte {
	var b bytes.Buffer
	b.WriteString(installHead)
	products := map[string]string{}
	for _, a := range setup.Abouts() {
		products[a.Source] = a.Product
	}
	for _, s := range setup.Setups() {
		fmt.Fprintf(&b, "\n## %s\n\n", products[s.Source])
		path, content := install.Example(s.Source)
		if strings.HasSuffix(path, ".js") {
			fmt.Fprintf(&b, "`openhook install %s -- ./my-hook.sh` writes `%s`: a plugin, see [%s.md](%s.md).\n",
				s.Source, path, s.Source, s.Source)
		} else {
			fmt.Fprintf(&b, "`openhook install %s --events tool.start -- ./my-hook.sh` writes `%s`:\n\n```%s\n%s\n```\n", s.Source, path, language(path), strings.TrimRight(content, "\n"))
			if events := install.EventsByDefault(s.Source); len(events) > 1 {
				fmt.Fprintf(&b, "\nWithout `--events`: `%s`.\n", strings.Join(events, "` `"))
			}
		}
		b.WriteString("\n| for | it reads | |\n|---|---|---|\n")
		for _, f := range s.Files {
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", install.ScopeNames[f.Scope], f.Path,
				strings.Join(remarks(&f, products), "; "))
		}
		for _, fact := range facts(&s) {
			fmt.Fprintf(&b, "\n- %s", fact)
		}
		if len(facts(&s)) > 0 {
			b.WriteString("\n")
		}
	}
	return b.Bytes()
}

func language(path string) string {
	switch {
	case strings.HasSuffix(path, ".json"):
		return "json"
	case strings.HasSuffix(path, ".toml"):
		return "toml"
	}
	return "sh"
}

func remarks(f *setup.HookFile, products map[string]string) (all []string) {
	if f.Install {
		all = append(all, "install writes here")
	}
	if f.Of != "" {
		all = append(all, products[f.Of]+"'s")
	}
	if f.If != "" {
		all = append(all, "if "+f.If)
	}
	if file, key := f.Off.Name, f.Off.Value; file != "" {
		all = append(all, fmt.Sprintf("unless `%s` is false in `%s`", key, file))
	}
	if f.Cloud {
		all = append(all, "the cloud agent reads only this file")
	}
	return all
}

// facts lists what makes a tool ignore a hook, and what the user must do.
func facts(s *setup.Setup) (all []string) {
	add := func(is bool, format string, args ...any) {
		if is {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	var l *setup.Layout
	for _, f := range s.Files {
		if f.Install {
			l = f.Layout
			break
		}
	}
	add(l.Unit == 1, "Its timeouts are in milliseconds.")
	add(l.Unit == 1000, "Its timeouts are in seconds.")
	add(l.Syntax == setup.JSON && l.Unit == 0, "It takes no timeout.")
	since := ""
	if l.ClosedSince != "" {
		since = ", from version " + l.ClosedSince + " on"
	}
	add(l.Closed.Name != "", "`--fail-closed` also writes its own `%s: %s`%s.", l.Closed.Name, l.Closed.Value, since)
	add(l.Strict, "It ignores the whole file because of one unknown event, without a message.")
	add(l.Needs.Name != "", "Without `%q: %s` it ignores the whole file, without a message.", l.Needs.Name,
		l.Needs.Value)
	add(l.Only != "" || l.EntryOnly != "", "It ignores the whole file because of one unknown key.")
	add(l.Absent != "", "It ignores events inside `%q`, without a message.", l.Absent)
	add(s.NoSlashes, "It ignores the whole file because of a `//` in a command, without a message.")
	add(s.Once, "The same command for the same event runs once, even if several files have it.")
	for i, old := range s.Old {
		if strings.Contains(old.Names, "=") {
			add(true, "Before %s the events had other names, so install reads the tool's version.", old.Before)
		} else if i == 0 { // older entries know fewer events
			add(true, "Before %s it ignores the whole file because of one unknown event, so install reads the tool's version.", old.Before)
		}
	}
	add(s.Todo != "", "Left to do: %s.", s.Todo)
	add(s.Project != "", "In a project: %s.", s.Project)
	add(s.Restart, "It reads its hooks at its start.")
	return all
}
