package settings

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

// lists are files with none of ours, in the styles that people write.
var lists = []string{
	"{\n  \"openhook\": \"0.1\"\n}\n",
	"{}",
	"{\"hooks\":[]}",
	"{\"hooks\": [\n]}\n",
	"\ufeff{\r\n\t\"hooks\": [\r\n\t\t{\"command\": \"a\"},\r\n\t\t{\"command\": \"b\",\r\n\t\t \"events\": [\"x\"]}\r\n\t]\r\n}\r\n",
	"{\n  \"hooks\": [\n    {\"command\": \"a\"},\n    {\"command\": \"b\"}\n  ],\n  \"$schema\": \"s\"\n}",
	"{\"hooks\":[{\"command\":\"a\"},{\"command\":\"b\"}],\"openhook\":\"0.1\"}",
	"{ \"hooks\": [ {\"command\": \"a\"} ] }\n",
}

func isOurs(v gjson.Result) bool { return strings.HasPrefix(v.Get("command").Str, "our ") }

// commands are those of a file's list, in its order.
func commands(t *testing.T, data []byte) (ours, others string) {
	t.Helper()
	if !gjson.ValidBytes([]byte(strings.TrimPrefix(string(data), "\ufeff"))) {
		t.Fatalf("not JSON:\n%s", data)
	}
	for _, v := range gjson.Get(strings.TrimPrefix(string(data), "\ufeff"), "hooks").Array() {
		if isOurs(v) {
			ours += v.Raw
		} else {
			others += v.Raw
		}
	}
	return ours, others
}

func TestRelist(t *testing.T) {
	one, two, three, new2 := `{"command":"our 1"}`, `{"command":"our 2","events":["e"]}`, `{"command":"our 3"}`,
		`{"command":"our 2","async":true}`
	steps := [][]string{{one}, {one, two, three}, {one, new2, three}, {new2, three}, {three, one}, {}, {two}, nil}
	for _, file := range lists {
		_, others := commands(t, []byte(file))
		data := []byte(file)
		for _, want := range steps {
			out, err := ReplaceElements(data, "hooks", isOurs, want)
			if err != nil {
				t.Fatalf("%q: %v", file, err)
			}
			again, err := ReplaceElements(out, "hooks", isOurs, want)
			if err != nil || string(again) != string(out) {
				t.Errorf("%q: a second time changes\n%s\nto\n%s\n%v", file, out, again, err)
			}
			ours, theirs := commands(t, out)
			if spaceless(ours) != spaceless(strings.Join(want, "")) {
				t.Errorf("%q: %s instead of %s", file, ours, want)
			}
			if theirs != others {
				t.Errorf("%q: those of others are now\n%s", file, theirs)
			}
			if i := strings.Index(file, `"hooks":`); i > 0 && others != "" &&
				!strings.HasPrefix(string(out), file[:i]) {
				t.Errorf("%q: what stood before the list is now\n%s", file, out)
			}
			data = out
		}
		if others != "" && string(data) != file {
			t.Errorf("put in and taken out it is not what it was:\n%q\n%q", file, data)
		}
	}
}

// spaceless leaves out the space between tokens.
func spaceless(s string) string {
	return strings.NewReplacer("\n", "", "\r", "", "\t", "", " ", "").Replace(s)
}

// Others may stand between ours, and keep their places.
func TestRelistBetween(t *testing.T) {
	file := "{\"hooks\": [\n  {\"command\": \"our a\"},\n  {\"command\": \"x\" ,  \"odd\":1},\n  {\"command\": \"our b\"}\n]}\n"
	out, err := ReplaceElements([]byte(file), "hooks", isOurs, []string{`{"command":"our a"}`, `{"command":"our c"}`})
	if want := strings.Replace(file, `{"command": "our b"}`, `{"command":"our c"}`, 1); err != nil ||
		string(out) != want {
		t.Errorf("%v\n%s", err, out)
	}
	out, err = ReplaceElements(out, "hooks", isOurs, []string{`{"command":"our c"}`})
	if want := "{\"hooks\": [\n  {\"command\":\"our c\"},\n  {\"command\": \"x\" ,  \"odd\":1}\n]}\n"; err != nil ||
		string(out) != want {
		t.Errorf("%v\n%q", err, out)
	}
}

func TestRelistBroken(t *testing.T) {
	for _, c := range [...]struct{ file, err string }{
		{`{"hooks": {}}`, `line 1: "hooks" is not a list`},
		{"[]", "line 1: the file is not an object"},
		{"{\n\"hooks\": [],\n\"hooks\": []}", `line 3: "hooks" occurs twice`},
		{"{", "line 1"},
		{strings.Repeat("[", 2000), "nested too deep"},
	} {
		if out, err := ReplaceElements([]byte(c.file), "hooks", isOurs, []string{`{}`}); err == nil ||
			!strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %s %v", c.file, out, err)
		}
	}
}
