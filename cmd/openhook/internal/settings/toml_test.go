package settings

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// end is the rest of a line, with or without a comment.
func (w *writer) end() {
	if w.comments && w.IntN(4) == 0 {
		w.WriteString([]string{" # it's \"odd\" [[hooks]]", "# '''", "\t#"}[w.IntN(3)])
	}
	w.WriteString(strings.Repeat(" ", w.IntN(8)/7) + w.nl)
	for w.IntN(4) == 0 {
		if w.comments && w.IntN(2) == 0 {
			w.WriteString("  # [[hooks]]")
		}
		w.WriteString(w.nl)
	}
}

func (w *writer) pair(key, value string) {
	fmt.Fprintf(w, "%s%s%s=%s%s", strings.Repeat(w.unit, w.IntN(6)/5), key, strings.Repeat(" ", w.IntN(3)),
		strings.Repeat(" ", w.IntN(3)), value)
	w.end()
}

// toml writes a file of a client that keeps its hooks in a list of tables.
func (w *writer) toml(l *setup.Layout) {
	if w.comments && w.IntN(2) == 0 {
		w.WriteString("# hooks below")
		w.end()
	}
	values := []string{`"x"`, `1`, `['a', "b # c"]`, "[" + w.nl + "  1," + w.nl + "  2, # two" + w.nl + "]",
		`{ hooks = 1 }`, `1979-05-27`,
		`"""` + w.nl + `[[hooks]]` + w.nl + `command = "no"` + w.nl + `"""`, `'''` + w.nl + `# no comment'''`, `3.5e2`,
		`inf`}
	for i := range w.IntN(3) {
		w.pair(fmt.Sprintf("key%d", i), values[w.IntN(len(values))])
	}
	for i := range w.IntN(4) {
		switch w.IntN(4) {
		case 0:
			fmt.Fprintf(w, "[other%d]", i)
			w.end()
			w.pair("hooks", values[w.IntN(len(values))])
		case 1:
			w.WriteString("[[others]]")
			w.end()
			w.pair("command", `"none of the hooks"`)
		default:
			w.WriteString([]string{"[[hooks]]", "[[ hooks ]]", `[["hooks"]]`, "  [[hooks]]", `[['hooks' ]]`}[w.IntN(5)])
			w.end()
			keys := []string{l.EventKey, "command", "matcher"}
			w.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
			for _, k := range keys {
				w.pair(k, map[string]string{
					l.EventKey: []string{`"PreToolUse"`, `'Stop'`, `"Foo"`}[w.IntN(3)],
					"command": []string{fmt.Sprintf(`"other %d \"x\\y"`, w.IntN(9)), `'other "x" # y'`,
						`'''` + w.nl + `other'''`}[w.IntN(3)],
					"matcher": `"Bash"`,
				}[k])
			}
			if w.IntN(5) == 0 {
				w.WriteString("[hooks.env]")
				w.end()
				w.pair("A", `"b"`)
			}
		}
	}
}

func newTOML(seed uint64, l *setup.Layout) (*writer, []byte) {
	w := newWriter(seed)
	w.comments = w.IntN(2) == 0
	w.toml(l)
	data := []byte(w.String())
	if w.IntN(3) == 0 { // no line end at the end
		data = bytes.TrimRight(data, "\r\n")
	}
	return w, data
}

// The same for lists of tables, which are put in at the end of a file.
func TestInsertAndRemoveTables(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	for _, source := range [...]string{"kimi", "mistral-vibe"} {
		l := layoutOf(t, source)
		for seed := range uint64(2000) {
			w, before := newTOML(seed, l)
			roundTrip(t, seed, l, before, ourEntries("PreToolUse", "Stop", "SessionEnd")[:1+w.IntN(3)])
		}
	}
}
