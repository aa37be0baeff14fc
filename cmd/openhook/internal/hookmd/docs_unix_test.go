//go:build unix

package hookmd

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// The page's example does what the page says, and its lists are the tables'.
func TestPage(t *testing.T) {
	m := newMachine(t)
	page := m.read(filepath.Join(repository, "docs", "hook-folders.md"))
	for _, f := range regexp.MustCompile("(?s)`~/(\\S+)`:\n\n```\\w+\n(.*?\n)```\n").FindAllStringSubmatch(page, -1) {
		m.write(filepath.Join(m.home, f[1]), f[2], 0o644)
	}
	m.sync()
	if got := m.call(strings.Replace(claude, `"ls"`, `"mkfs /dev/sda"`, 1)); !strings.Contains(got.stdout,
		`"permissionDecisionReason":"this would format a disk"`) {
		t.Errorf("%+v", got)
	}
	if got := m.call(claude); got != (ended{}) {
		t.Errorf("%+v", got)
	}
	shown := regexp.MustCompile("(?s)```json\n(.*?)```").FindStringSubmatch(page)[1]
	entry := gjson.Get(m.read(m.ownFile()), "hooks.0").Raw
	for from, to := range map[string]string{programs: "/usr/local/bin", m.home: "/home/me"} {
		entry = strings.ReplaceAll(entry, from, to)
	}
	if plain(t, entry) != plain(t, shown) {
		t.Errorf("the entry is\n%s", entry)
	}
	names, _ := triggers()
	for _, name := range append(names, toolNames()...) {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("%s is missing", name)
		}
	}
}

func plain(t *testing.T, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
