package settings

import (
	"bytes"
	"testing"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Files that are there and hold nothing, or next to nothing.
func TestNextToNothing(t *testing.T) {
	layouts := jsonLayouts()
	for _, source := range [...]string{"kiro", "antigravity", "kimi", "mistral-vibe"} {
		layouts = append(layouts, *layoutOf(t, source))
	}
	for i := range layouts {
		l := &layouts[i]
		starts := []string{"", "\uFEFF", " ", "\n", "\r\n\r\n", "\uFEFF\r\n"}
		if l.Syntax == setup.TOML {
			starts = append(starts, "# no more than a comment", "# more\r\n", "x = 1")
		} else {
			starts = append(starts, "{}", "{\n}", "{ }\r\n", "{/* c */}", "{ // c\n}", "\n\n{}\n\n", "// c\n{}\n// d")
		}
		for _, start := range starts {
			before := []byte(start)
			after, edits, err := Insert(l, before, true, ourEntries("PreToolUse", "Stop"))
			if err != nil {
				t.Errorf("%+v %q: %v", l, start, err)
				continue
			}
			hooks, err := Read(l, "", after)
			if err != nil || len(hooks) != 2 || !bytes.HasPrefix(after,
				before[:len(before)-len(bytes.TrimPrefix(before, bom))]) {
				t.Errorf("%+v %q: %+v, %v\n%s", l, start, hooks, err, after)
			}
			back, err := Remove(l, after, edits, ours)
			if err != nil || !bytes.Equal(back, before) {
				t.Errorf("%+v %q: %q, %v\n%s", l, start, back, err, after)
			}
			// Where the texts are not known, no hook of ours is left and the file is a good one.
			back, err = Remove(l, after, nil, ours)
			if hooks, err2 := Read(l, "", back); err != nil || err2 != nil || len(hooks) > 0 {
				t.Errorf("%+v %q: %+v, %v, %v\n%s", l, start, hooks, err, err2, back)
			}
		}
	}
}

// What a client may have written that is no good UTF-8 stays as it is, or is refused.
func TestNoUTF8(t *testing.T) {
	for source, text := range map[string]string{"claude-code": "{\"a\": \"\xff\xfe\"}", "kimi": "a = '\xff'\n"} {
		l := layoutOf(t, source)
		after, edits, err := Insert(l, []byte(text), true, ourEntries("Stop"))
		if err != nil {
			continue
		}
		if back, err := Remove(l, after, edits, ours); err != nil || string(back) != text ||
			!bytes.Contains(after, []byte("\xff")) {
			t.Errorf("%s: %q, %v", source, back, err)
		}
	}
}
