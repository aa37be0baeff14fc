package try

import (
	"cmp"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/mapping"
)

// outcomeOf is what is compared between tools: beside the outcome, whether what the
// hook has to tell the model arrives.
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

// summary puts what the hook said into a line.
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

// lastWords is what a hook that failed printed, so that one can see why.
func (s *HookResult) lastWords() string {
	for _, t := range [...]struct{ name, text string }{{"stderr", s.Stderr}, {"stdout", s.Stdout}} {
		if text := ui.Clean(t.text); text != "" && !strings.Contains(s.Failed, text) {
			return "; its " + t.name + ": " + text
		}
	}
	return ""
}

// shorten replaces the hook's own words, which stand elsewhere, by their name.
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
