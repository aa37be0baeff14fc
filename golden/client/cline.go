package client

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf16"
)

// clineContext is the longest context, in UTF-16 units.
const clineContext = 50_000

// Cline models two programs of Cline: the CLI 3.0.65 (recorded), which names events
// with an underscore in the payload, and the extension for VS Code 3.36 to 4.1 (its
// source).
func Cline(r Reply) Effect {
	var p struct{ ClineVersion, HookName string }
	if json.Unmarshal(r.Payload, &p) != nil {
		return Effect{}
	}
	if strings.Contains(p.HookName, "_") {
		return clineCLI(r, p.HookName)
	}
	return clineVSCode(r, p.HookName, strings.HasPrefix(p.ClineVersion, "3."))
}

// clineCLI ignores the exit code, and any answer that is not in its own words.
func clineCLI(r Reply, event string) (e Effect) {
	if event != "tool_call" && event != "tool_result" || r.Late { // the rest is started detached, stdout ignored
		return e
	}
	answer := clineObject(clineControl(string(r.Stdout)))
	if clineBool(answer["cancel"]) {
		// Nobody sees the reason: "[abort] aborted by another client".
		return Effect{Stopped: event == "tool_call", Ends: true}
	}
	for _, key := range [...]string{"context", "contextModification", "errorMessage"} {
		if text, ok := clineText(answer[key]); ok && (key != "errorMessage" || strings.TrimSpace(text) != "") {
			e.Model = strings.TrimSpace(clineShorten(text, ""))
			break
		}
	}
	if event == "tool_call" {
		e.Input = string(answer["overrideInput"])
	}
	return e
}

// clineControl returns the last line with the mark, else everything.
func clineControl(stdout string) string {
	said := stdout
	for line := range strings.Lines(stdout) {
		if control, ok := strings.CutPrefix(strings.TrimSpace(line), "HOOK_CONTROL\t"); ok {
			said = control
		}
	}
	return said
}

// clineEvents are the events with a cancel that the extension obeys. 4.x no longer
// fires the last two.
var clineEvents = []string{"PreToolUse", "PostToolUse", "TaskStart", "UserPromptSubmit", "TaskResume", "PreCompact"}

func clineVSCode(r Reply, event string, old bool) (e Effect) {
	if r.Exit != 0 || r.Late { // shown as failed, its JSON is not used
		return Effect{Failed: true}
	}
	at := slices.Index(clineEvents, event)
	if at < 0 || at > 3 && !old {
		return e
	}
	answer := clineObject(string(r.Stdout))
	if answer == nil {
		answer = clineObject(clineLast(string(r.Stdout)))
	}
	if !clineValid(answer) {
		return e
	}
	reason, _ := clineText(answer["errorMessage"])
	context, _ := clineText(answer["contextModification"])
	switch {
	case clineBool(answer["cancel"]):
		e.Stopped, e.Ends = event != "PostToolUse", true
		e.User = cmp.Or(strings.TrimSpace(reason), strings.TrimSpace(context))
	case strings.HasSuffix(event, "ToolUse"):
		e.Model = strings.TrimSpace(clineShorten(context, "\n\n[... context truncated due to size limit ...]"))
		fallthrough
	default:
		e.User = reason
	}
	return e
}

// clineLast returns the last {…} of an output that mixes text and JSON. It takes whole
// lines and counts braces from the end.
func clineLast(stdout string) string {
	lines := strings.Split(stdout, "\n")
	open, end := 0, -1
	for i := len(lines) - 1; i >= 0; i-- {
		open += strings.Count(lines[i], "}") - strings.Count(lines[i], "{")
		if end < 0 && strings.Contains(lines[i], "}") {
			end = i
		}
		if end >= 0 && open == 0 {
			block := strings.Join(lines[i:end+1], "\n")
			return block[max(strings.Index(block, "{"), 0):]
		}
	}
	return ""
}

// clineValid is the extension's check. One wrong key makes the whole answer void.
func clineValid(answer map[string]json.RawMessage) bool {
	for key, raw := range answer {
		var v any
		json.Unmarshal(raw, &v)
		_, isText := v.(string)
		_, isBool := v.(bool)
		switch {
		case key == "shouldContinue",
			key == "cancel" && !isBool,
			key == "contextModification" && !isText,
			key == "errorMessage" && !isText:
			return false
		}
	}
	return answer != nil
}

func clineObject(s string) (o map[string]json.RawMessage) {
	if json.Unmarshal([]byte(s), &o) != nil {
		return nil
	}
	return o
}

func clineBool(raw json.RawMessage) bool { return string(raw) == "true" }

func clineText(raw json.RawMessage) (s string, ok bool) {
	return s, strings.HasPrefix(string(raw), `"`) && json.Unmarshal(raw, &s) == nil
}

func clineShorten(s, mark string) string {
	units := utf16.Encode([]rune(s))
	if len(units) <= clineContext {
		return s
	}
	return string(utf16.Decode(units[:clineContext])) + mark
}
