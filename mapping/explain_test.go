package mapping

import "testing"

func TestExplain(t *testing.T) {
	none := func(string) string { return "" }
	claude := func(name string) string {
		if name == "CLAUDE_CODE_SESSION_ID" {
			return "s"
		}
		return ""
	}
	for _, c := range [...]struct {
		payload     string
		hints       Hints
		source, why string
	}{
		{`{"cursor_version":"1","hook_event_name":"preToolUse"}`, Hints{Getenv: none}, "cursor",
			"cursor_version is a string"},
		{`{"openhook":"0.1","type":"tool.start"}`, Hints{Getenv: none}, "openhook",
			"openhook is a string, type is a string"},
		{`{"source_tool":"new-tool","hook_event_name":"PreToolUse"}`, Hints{Getenv: none}, registry.Tagged.Name,
			`the payload names its sender: source_tool is "new-tool"`},
		{`{}`, Hints{Getenv: none, Source: "claude-code"}, "claude-code",
			"no mark in the payload; --source says claude-code"},
		{`{"hook_event_name":"PreToolUse"}`, Hints{Getenv: claude}, "claude-code",
			"no mark in the payload; the variable CLAUDE_CODE_SESSION_ID is set"},
		{`{}`, Hints{Getenv: none}, "unknown", "no mark of any client in the payload"},
	} {
		p, err := Parse([]byte(c.payload), none)
		if err != nil {
			t.Fatal(err)
		}
		d, why := registry.Explain(p, c.hints)
		if d != registry.Detect(p, c.hints) || d.Name != c.source || why != c.why {
			t.Errorf("%s: %s, %s\nwant %s, %s", c.payload, d.Name, why, c.source, c.why)
		}
	}
}

// Every mark can be put into words.
func TestMarkWords(t *testing.T) {
	for _, d := range registry.Dialects {
		for _, m := range d.Marks {
			if m.words() == "" {
				t.Errorf("%s: %q", d.Name, m)
			}
		}
	}
}
