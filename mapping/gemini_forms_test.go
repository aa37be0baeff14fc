package mapping

import (
	"testing"
)

// TestGeminiForms proves for every form of the table that none of those is sent
// which 0.61.0 was seen to ignore or to take for something else.
func TestGeminiForms(t *testing.T) {
	gemini := registry.Source("gemini-cli", "")
	contexts := map[string]bool{"SessionStart": true, "BeforeAgent": true, "AfterTool": true}                                         // bt-addctx, aa-…
	decisions := map[string]bool{"BeforeAgent": true, "AfterAgent": true, "BeforeModel": true, "BeforeTool": true, "AfterTool": true} // am-deny, ss-e2, se-e2, pc-e2
	// ss-cont, pc-cont
	stops := map[string]bool{"BeforeAgent": true, "AfterAgent": true, "BeforeModel": true, "AfterModel": true,
		"BeforeTool": true, "AfterTool": true}
	for e := range gemini.AllEvents {
		forms := []Form{gemini.None, gemini.Fault}
		for w := WishAllow; w <= WishQuiet; w++ {
			forms = append(forms, e.Forms.form(w))
		}
		if e.Native == "BeforeToolSelection" && (e.Forms != Forms{} || e.Flags&AnyOutputCounts == 0) {
			t.Error("BeforeToolSelection prints something of its own") // ts-empty, ts-sys
		}
		if e.Forms.form(WishAllow) != "" {
			t.Errorf("%s: an approval has no effect", e.Native) // bt-allow
		}
		for _, f := range forms {
			for s := range f.sets {
				switch s.path {
				case "#stdout":
					if s.value != "{}" {
						t.Errorf("%s: text on stdout", e.Native) // bt-text0
					}
				case "decision":
					if !decisions[e.Native] || s.value != `"deny"` &&
						!(s.value == `"ask"` && e.Native == "BeforeTool" && e.Flags&AskUnsafe != 0) {
						t.Errorf("%s: decision %s", e.Native, s.value)
					}
				case "continue", "stopReason":
					if !stops[e.Native] {
						t.Errorf("%s: continue", e.Native)
					}
				case "hookSpecificOutput.additionalContext":
					if !contexts[e.Native] {
						t.Errorf("%s: context", e.Native)
					}
				case "hookSpecificOutput.tool_input":
					if e.Native != "BeforeTool" {
						t.Errorf("%s: tool_input", e.Native)
					}
				case "reason", "systemMessage", "suppressOutput", "hookSpecificOutput.hookEventName":
				default: // #exit, #stderr, permissionDecision, …
					t.Errorf("%s: %s", e.Native, s.path)
				}
			}
		}
		// bm-synth, aa-clear-only: these two count only beside a deny.
		only := func(p trait) bool {
			return p.key == "hookSpecificOutput.clearContext" ||
				p.key == "hookSpecificOutput.llm_response" && e.Native == "BeforeModel"
		}
		for word := range e.wordsWith("own:") {
			p, _ := nextTrait(Mark(word))
			if only(p) {
				t.Errorf("%s: %s without a deny", e.Native, p.key)
			}
		}
		for word := range e.wordsWith("own+:") {
			p, _ := nextTrait(Mark(word))
			if !only(p) {
				t.Errorf("%s: %s beside a deny", e.Native, p.key)
			}
		}
	}
}
