package try

import (
	"cmp"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping"
)

// outcomeOf returns the text that verdict compares: the outcome, and whether the hook's text
// reaches the model.
func outcomeOf(row Row) string {
	if row.Effect == nil {
		return ""
	}
	e := *row.Effect
	word := effectwords.Outcome(row.Type, e)
	tells := row.Hook != nil && (row.Hook.Context != "" || row.Type == mapping.ToolEnd)
	if tells && !e.Stopped && !e.GoesOn && e.Model != "" {
		word += " and the model reads it"
	}
	if e.Output != "" {
		word += " with another result"
	}
	return word
}

// summary words the hook's answer in one line.
func (s *HookResult) summary() string {
	if s == nil {
		return ""
	}
	var parts []string
	add := func(name, text string) {
		if text != "" {
			parts = append(parts, name+": "+ui.Clean(text))
		}
	}
	switch {
	case s.Failed != "" && s.Runs == 0:
		return "not run: " + ui.Clean(s.Failed)
	case s.Failed != "":
		return "failed: " + ui.Clean(s.Failed) + s.lastWords()
	case s.Runs == 0:
		return "not run: the flags exclude this call"
	case s.Stop:
		add("stop", cmp.Or(s.Reason, "no reason"))
	case s.Decision != "" && s.Reason == "":
		parts = append(parts, s.Decision)
	case s.Decision != "":
		add(s.Decision, s.Reason)
	}
	add("rewrite", string(s.UpdatedInput))
	add("new result", string(s.UpdatedOutput))
	add("context", s.Context)
	add("message", s.Message)
	if len(parts) == 0 {
		if text := strings.TrimSpace(s.Stdout); text != "" && !strings.HasPrefix(text, "{") {
			return "no opinion; its output is not an answer here: " + ui.Clean(text)
		}
		return "no opinion"
	}
	return strings.Join(parts, "; ")
}

// lastWords returns the output of a failed hook.
func (s *HookResult) lastWords() string {
	for _, t := range [...]struct{ name, text string }{{"stderr", s.Stderr}, {"stdout", s.Stdout}} {
		if text := ui.Clean(t.text); text != "" && !strings.Contains(s.Failed, text) {
			return "; its " + t.name + ": " + text
		}
	}
	return ""
}

// shorten replaces a text of the hook by its name, because the report shows the text elsewhere.
func (s *HookResult) shorten(text string) string {
	clean := ui.Clean(text)
	for _, t := range [...]struct{ name, text string }{{"the reason", s.Reason}, {"the context", s.Context},
		{"the message", s.Message}, {"the failure", s.Failed}} {
		if own := ui.Clean(t.text); own != "" && strings.Contains(clean, own) {
			return t.name
		}
	}
	return ui.Clip(clean, 160)
}
