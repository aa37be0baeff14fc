package mapping

import (
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// Whatever any client or format takes for a denial, a question or an end is one from
// every hook.
func TestEveryObjection(t *testing.T) {
	n := 0
	for _, d := range registry.Dialects {
		for name := range d.Forms.names {
			forms := d.FormsNamed(name)
			check := func(w Wish, f Form) {
				doc := written(f)
				if doc == "" || w != WishDeny && w != WishAsk && w != WishStop {
					return
				}
				n++
				var o objection
				o.goesOn = strings.Contains(doc, "followup_message") || strings.Contains(doc, `"decision":"continue"`)
				o.readObject(doc)
				if o.Decision <= Allow && !o.Stop || o.unknown || w == WishAsk && o.Decision != Ask {
					t.Errorf("%s, %s: %s of %s is read as %+v", d.Name, name, doc, w.name(), o)
				}
			}
			for w := WishAllow; w < wishCount; w++ {
				check(w, forms.form(w))
			}
			for wish, f, rest := nextForm(forms.also); wish != ""; wish, f, rest = nextForm(rest) {
				w, _ := wishOf(wish[1:])
				check(w, f)
			}
		}
	}
	if n < 60 {
		t.Errorf("%d forms", n)
	}
}

// written is a form as JSON, "" if it is none.
func written(f Form) string {
	object := ""
	for s := range f.sets {
		value := s.value
		switch {
		case s.path[0] == '#':
			continue
		case value == "$event":
			value = `"PreToolUse"`
		case value[0] == '$':
			value = `"R"`
		}
		object = FirstOf(object, "{}")
		keys := strings.Split(s.path, ".")
		object = put(object, keys, value)
	}
	return object
}

func put(object string, keys []string, value string) string {
	if len(keys) > 1 {
		value = put(FirstOf(jsontext.ValueOf(object, keys[0]), "{}"), keys[1:], value)
	}
	if object == "{}" {
		return "{" + jsontext.Quote(keys[0]) + ":" + value + "}"
	}
	return jsontext.Replace(object, keys[0], value)
}

// Text that is no answer is none in whatever it is spelt.
func TestNoObjection(t *testing.T) {
	for _, object := range []string{
		`{}`, `{"decision":null}`, `{"outcome":"passed"}`, `{"permission":"granted"}`,
		`{"continue":true,"stopReason":"x"}`, `{"cancel":false}`,
		`{"context":{"decision":"deny"}}`, `{"updated_input":{"continue":false}}`,
		`{"native":{"cursor":{"permission":"deny"}}}`,
		`{"level":"info","input":{"decision":"deny"}}`, `{"level":"info","msg":"{\"decision\":\"deny\"}"}`,
		`{"action":"decline"}`, `{"halt":"no"}`, `{"interrupt":"no"}`,
		`{"reason":"decision: deny"}`, `{"text":"decision: deny"}`,
	} {
		var o objection
		if o.readObject(object); o.Decision > Allow || o.Stop || o.unknown {
			t.Errorf("%s is read as %+v", object, o)
		}
	}
}
