package mapping

import (
	"slices"
	"testing"
)

// A name from a payload finds an event of that name and nothing else.
func TestEntry(t *testing.T) {
	d := Dialect{
		Events: "\n$keys: cwd\n*any: -\nOne: tool.start 5s @f\n  cwd\n  +a\nOneMore: -\n",
		Forms:  "\nf:\n  deny a=1\n  +deny b=2\ng:\n  ask c=3\n",
	}
	for name, want := range map[string]bool{
		"One": true, "OneMore": true, "": false, "*any": false, "$keys": false, "# x": false,
		"One: tool.start 5s @f\n  cwd": false, "cwd": false, "On": false, "\nOne": false, "one": false, "  cwd": false,
	} {
		if d.has(name) != want || (d.event(name) != nil) != want {
			t.Errorf("%q is an event: %v", name, !want)
		}
	}
	e := d.event("One")
	if e.Type != ToolStart || e.Limit != 5_000 || e.Forms.form(WishDeny) != "a=1" || e.Forms.form(WishAsk) != "" {
		t.Errorf("%+v", e)
	}
	if carried := slices.Collect(e.wordsWith("+")); !slices.Equal(carried, []string{"a"}) {
		t.Errorf("%v is carried", carried)
	}
	if keys := slices.Collect(e.Keys); len(keys) != 1 || keys[0].Field != Cwd {
		t.Errorf("%+v", keys)
	}
}
