package settings

import (
	"bytes"
	"strings"
	"testing"
)

// What cannot be edited is refused with the line where it is wrong.
func TestErrors(t *testing.T) {
	for _, c := range [...]struct{ source, text, want string }{
		{"claude-code", "{\n\"a\": 1\n\"b\": 2}", "line 3, column 1: "},
		{"claude-code", "{\"hooks\":\n{}", "line 2, column 3: "},
		{"claude-code", "\uFEFF{\r\n\"a\": 'x'}", "line 2, column 6: "},
		{"claude-code", "{}\nx", "line 2, column 1: "},
		{"claude-code", "// no more than a comment\n", "line 2, column 1: "},
		{"claude-code", "\xff\xfe{\x00}\x00", "line 1, column 1: "},
		{"claude-code", "model = 1\n", "line 1, column 1: "},
		{"claude-code", "{\"hooks\": {},\n\"hooks\": {}}", "line 2: \"hooks\" occurs twice"},
		{"claude-code", "{\"hooks\": {\"Stop\": [],\n\n\"St\\u006fp\": []}}", "line 3: \"Stop\" occurs twice"},
		{"claude-code", "{\n\"hooks\": null}", "line 2: \"hooks\" is not an object"},
		{"claude-code", "{\n\"hooks\": []}", "line 2: \"hooks\" is not an object"},
		{"claude-code", "{\n\"hooks\":\n\"x\"}", "line 3: \"hooks\" is not an object"},
		{"claude-code", "{\"hooks\":\n{\"Stop\": null}}", "line 2: \"Stop\" is not a list"},
		{"claude-code", "{\"hooks\":\n{\"Stop\": {}}}", "line 2: \"Stop\" is not a list"},
		{"claude-code", "\n[]", "line 2: the file is not an object"},
		{"claude-code", "null", "line 1: the file is not an object"},
		{"claude-code", "\"x\"", "line 1: the file is not an object"},
		{"cursor", "\n[]", "line 2: the file is not an object"},
		{"cursor", "\n[1, 2]", "line 2: the file is not an object"},
		{"cursor", "null", "line 1: the file is not an object"},
		{"cursor", "{\"version\": 1,\n\"version\": 1}", "line 2: \"version\" occurs twice"},
		{"factory-droid", "\n[]", "line 2: the file is not an object"},
		{"factory-droid", "{\"Stop\": [],\n\"hooks\": {}}", "line 2: the tool ignores the file because of \"hooks\""},
		{"codex", "{\"description\": \"\", \"hooks\": {},\n\n\"$schema\": \"\"}",
			"line 3: the tool ignores the file because of \"$schema\""},
		{"kiro", "\n[]", "line 2: the file is not an object"},
		{"kiro", "{\"version\": \"v1\",\n\"hooks\": {}}", "line 2: \"hooks\" is not a list"},
		{"antigravity", "\n[]", "line 2: the file is not an object"},
		{"antigravity", "{\n\"openhook\": []}", "line 2: \"openhook\" is not an object"},
		{"antigravity", "{\n\"openhook\": {\"enabled\": false}}", "line 2: \"openhook\" switches hooks off"},
		{"kimi", "a = 1\nb = \n", "line 2, column 5: "},
		{"kimi", "a = 1\r\na = 2\r\n", "line 2, column 1: "},
		{"kimi", "# hooks = 1\n\nhooks = []\n", "line 3: hooks is not a list of tables"},
		{"kimi", "\"hooks\" = 'x'\n", "line 1: hooks is not a list of tables"},
		{"kimi", "a = \"hooks\"\n[b]\nhooks = 1\n[hooks]\nStop = 1\n", "line 4: hooks is not a list of tables"},
		{"kimi", "hooks.a = 1\n", "line 1: hooks is not a list of tables"},
		{"kimi", "\n[hooks.a]\n", "line 2: hooks is not a list of tables"},
		{"kimi", "{}", "line 1, column 1: "},
	} {
		l := layoutOf(t, c.source)
		out, _, err := Insert(l, []byte(c.text), true, ourEntries("Stop"))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || out != nil {
			t.Errorf("%s %q: %v %q, want %s", c.source, c.text, err, out, c.want)
		}
		if strings.Contains(c.want, "column") {
			if _, err := Read(l, "", []byte(c.text)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("%s %q: %v, want %s", c.source, c.text, err, c.want)
			}
		}
	}
}

// What cannot be taken out leaves the content to its owner: an error never comes with
// content that could be written.
func TestRemoveErrors(t *testing.T) {
	for _, c := range [...]struct{ source, text, want string }{
		{"claude-code", "{\n\"a\"", "line 2, column 4: "},
		{"claude-code", "", ""},
		{"claude-code", "\r\n", ""},
		{"kimi", "a = 1\nb =", "line 2, column 3: "},
		{"kimi", "a = 1\nhooks = [{event = \"Stop\", command = \"x\"}]\n", ""},
		{"kimi", "a = 1\nhooks = [{event = \"Stop\", command = \"/x/openhook-shim\"}]\n", "line 2: "},
		{"kimi", "[hooks]\nStop = 1\n", ""},
	} {
		for _, mark := range [...]string{"", "\uFEFF"} {
			data := []byte(mark + c.text)
			out, err := Remove(layoutOf(t, c.source), data, nil, ours)
			switch {
			case c.want == "" && (err != nil || !bytes.Equal(out, data)):
				t.Errorf("%q: %v %q", data, err, out)
			case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want) || out != nil):
				t.Errorf("%q: %v %q", data, err, out)
			}
		}
	}
}

// A file that is nothing but brackets ends no program.
func TestDeep(t *testing.T) {
	for _, c := range [...]struct{ source, head, text string }{
		{"claude-code", "", "["},
		{"claude-code", "", "{\"a\":"},
		{"claude-code", "{\"a\":", "[{\"b\":"},
		{"kimi", "a = ", "["},
		{"kimi", "a = ", "{a="},
	} {
		data := []byte(c.head + strings.Repeat(c.text, MaxFile/len(c.text)-1))
		_, _, err := Insert(layoutOf(t, c.source), data, true, ourEntries("Stop"))
		if err == nil || !strings.HasPrefix(err.Error(), "line 1") {
			t.Errorf("%s %s%s…: %.200v", c.source, c.head, c.text, err)
		}
	}
}
