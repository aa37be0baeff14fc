package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/install"
	"github.com/openhook/openhook-shim/mapping"
)

//go:embed install_head.md
var installHead string

var scopes = [...]string{mapping.UserScope: "user", mapping.ProjectScope: "project", mapping.LocalScope: "local", mapping.SystemScope: "system"}

// installPage is docs/install.md, a section for each tool.
func installPage() []byte {
	var b bytes.Buffer
	b.WriteString(installHead)
	products := map[string]string{}
	for _, a := range mapping.Abouts() {
		products[a.Source] = a.Product
	}
	for _, s := range mapping.Setups() {
		fmt.Fprintf(&b, "\n## %s\n\n", products[s.Source])
		path, content := install.Example(s.Source)
		if strings.HasSuffix(path, ".js") {
			fmt.Fprintf(&b, "`openhook install %s -- ./my-hook.sh` writes `%s`: a plugin, see [opencode.md](opencode.md).\n", s.Source, path)
		} else {
			fmt.Fprintf(&b, "`openhook install %s --events tool.start -- ./my-hook.sh` writes `%s`:\n\n```%s\n%s\n```\n", s.Source, path, language(path), strings.TrimRight(content, "\n"))
			if events := install.EventsByDefault(s.Source); len(events) > 1 {
				fmt.Fprintf(&b, "\nWithout `--events`: `%s`.\n", strings.Join(events, "` `"))
			}
		}
		b.WriteString("\n| for | it reads | |\n|---|---|---|\n")
		for _, f := range s.Files {
			fmt.Fprintf(&b, "| %s | `%s` | %s |\n", scopes[f.Scope], f.Path, strings.Join(remarks(&f, products), "; "))
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

func remarks(f *mapping.HookFile, products map[string]string) (all []string) {
	if f.Install {
		all = append(all, "install writes here")
	}
	if f.Of != "" {
		all = append(all, products[f.Of]+"'s")
	}
	if f.If != "" {
		all = append(all, "if "+f.If)
	}
	if file, key, ok := strings.Cut(f.Off, " "); ok {
		all = append(all, fmt.Sprintf("unless `%s` is false in `%s`", key, file))
	}
	if f.Cloud {
		all = append(all, "the agent in the cloud reads this one alone")
	}
	return all
}

// facts are what makes a tool ignore a hook, and what is left for a person.
func facts(s *mapping.Setup) (all []string) {
	add := func(is bool, format string, args ...any) {
		if is {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	var l *mapping.Layout
	for _, f := range s.Files {
		if f.Install {
			l = f.Layout
			break
		}
	}
	add(l.Unit == 1, "Its timeouts are in milliseconds.")
	add(l.Unit == 1000, "Its timeouts are in seconds.")
	add(l.Syntax == mapping.JSON && l.Unit == 0, "It takes no timeout.")
	key, value, _ := strings.Cut(l.Closed, "=")
	since := ""
	if l.ClosedSince != "" {
		since = ", from version " + l.ClosedSince + " on"
	}
	add(l.Closed != "", "`--fail-closed` also writes its own `%s: %s`%s.", key, value, since)
	add(l.Strict, "One event that it does not know, and it ignores the whole file, silently.")
	key, value, _ = strings.Cut(l.Needs, "=")
	add(l.Needs != "", "Without `%q: %s` it ignores the whole file, silently.", key, value)
	add(l.Only != "" || l.EntryOnly != "", "One key that it does not know, and it ignores the whole file.")
	add(l.Absent != "", "With `%q` around the events nothing fires, silently.", l.Absent)
	add(s.NoSlashes, "A `//` in a command, and it ignores the whole file, silently.")
	add(s.Once, "The same command for the same event runs once, in however many files it stands.")
	for i, old := range s.Old {
		if strings.Contains(old.Names, "=") {
			add(true, "Before %s the events were called otherwise: install asks for the version.", old.Before)
		} else if i == 0 { // what is older knows fewer
			add(true, "Before %s an event that it does not know voids the whole file: install asks for the version.", old.Before)
		}
	}
	add(s.Todo != "", "Left to do: %s.", s.Todo)
	add(s.Project != "", "In a project: %s.", s.Project)
	add(s.Restart, "It reads its hooks at its start.")
	return all
}
