package settings

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// insertTOML adds a table at the end of the file, where it does not affect the tables above.
func insertTOML(data []byte, name, entry string) ([]byte, []Edit, error) {
	doc, err := Tree(setup.TOML, data)
	if err != nil {
		return nil, nil, err
	}
	if have := doc.Get(name); have.Exists() && len(tables(data, name)) == 0 {
		return nil, nil, fmt.Errorf("line %d: %s is not a list of tables ([[%s]]), so openhook cannot add one",
			lineOfKey(data, name), name, name)
	}
	nl := "\n"
	if bytes.Contains(data, []byte("\r\n")) {
		nl = "\r\n"
	}
	var b strings.Builder
	if len(data) > 0 && data[len(data)-1] != '\n' {
		b.WriteString(nl)
	}
	if len(bytes.TrimSpace(data)) > 0 {
		b.WriteString(nl)
	}
	b.WriteString("[[" + name + "]]" + nl)
	gjson.Parse(entry).ForEach(func(key, value gjson.Result) bool {
		b.WriteString(key.String() + " = " + value.Raw + nl)
		return true
	})
	e := Edit{len(data), b.String()}
	data = e.apply(data)
	if _, err := Tree(setup.TOML, data); err != nil {
		return nil, nil, err
	}
	return data, []Edit{e}, nil
}

// tables returns the places of all [[name]] tables with their sub-tables, without trailing space
// and comments.
func tables(data []byte, name string) (all []span) {
	p := unstable.Parser{}
	p.Reset(data)
	open := false
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.Table && e.Kind != unstable.ArrayTable {
			continue
		}
		keys := e.Key()
		keys.Next()
		first, only := keys.Node(), keys.IsLast()
		if open && string(first.Data) == name && !only {
			continue // a sub-table
		}
		at := bytes.LastIndexByte(data[:first.Raw.Offset], '\n') + 1
		if open {
			all[len(all)-1].end = at
		}
		if open = e.Kind == unstable.ArrayTable && string(first.Data) == name && only; open {
			all = append(all, span{at, len(data)})
		}
	}
	for i := range all {
		all[i].end = all[i].start + contentEnd(data[all[i].start:all[i].end])
	}
	return all
}

// lineOfKey returns the line of the first key or table of a name at the top level.
func lineOfKey(data []byte, name string) int {
	p := unstable.Parser{}
	p.Reset(data)
	for top := true; p.NextExpression(); {
		e := p.Expression()
		top = top && e.Kind == unstable.KeyValue
		if e.Kind == unstable.KeyValue && !top {
			continue
		}
		if keys := e.Key(); keys.Next() && string(keys.Node().Data) == name {
			return 1 + bytes.Count(data[:keys.Node().Raw.Offset], []byte("\n"))
		}
	}
	return 0
}

// tableLines sets the line of each hook's command.
func tableLines(data []byte, root string, hooks []Hook) {
	type place struct {
		line    int
		command string
	}
	var places []place
	p := unstable.Parser{}
	p.Reset(data)
	for in := false; p.NextExpression(); {
		e := p.Expression()
		keys := e.Key()
		keys.Next()
		first := keys.Node()
		switch {
		case e.Kind != unstable.KeyValue:
			in = string(first.Data) == root
		case in && keys.IsLast() && string(first.Data) == "command":
			places = append(places, place{1 + bytes.Count(data[:first.Raw.Offset], []byte("\n")),
				string(e.Value().Data)})
		}
	}
	for i := range hooks {
		hooks[i].Line = 0
		if at := slices.IndexFunc(places, func(p place) bool { return p.command == hooks[i].Command }); at >= 0 {
			hooks[i].Line = places[at].line
			places = slices.Delete(places, at, at+1)
		}
	}
}

// contentEnd returns the end of the last line that is neither empty nor a comment.
func contentEnd(table []byte) (end int) {
	at := 0
	for line := range bytes.Lines(table) {
		at += len(line)
		if rest := bytes.TrimSpace(line); len(rest) > 0 && rest[0] != '#' {
			end = at
		}
	}
	return end
}

// removeTOML removes all our tables of a list, each with the empty line before it.
func removeTOML(data []byte, l *setup.Layout, ours func(Hook) bool) ([]byte, error) {
	doc, err := Tree(setup.TOML, data)
	if err != nil {
		return nil, err
	}
	places := tables(data, l.Root)
	entries := doc.Get(l.Root).Array()
	for i := len(entries) - 1; i >= 0; i-- {
		if !ours(hookOf(entries[i].Get(l.EventKey).String(), entries[i], "")) {
			continue
		}
		if len(places) != len(entries) {
			return nil, fmt.Errorf("line %d: %s is not a list of tables ([[%s]]); remove the hook by hand",
				lineOfKey(data, l.Root), l.Root, l.Root)
		}
		from := places[i].start
		for _, nl := range []string{"\r\n", "\n"} {
			if before, ok := bytes.CutSuffix(data[:from], []byte(nl)); ok &&
				(len(before) == 0 || bytes.HasSuffix(before, []byte("\n"))) {
				from -= len(nl)
				break
			}
		}
		data = bytes.Join([][]byte{data[:from], data[places[i].end:]}, nil)
	}
	_, err = Tree(setup.TOML, data)
	return data, err
}
