package client

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// result applies an answer on PostToolUse. The answer may be among other lines.
func (c *gkRun) result() {
	var context, blocks []string
	for at := strings.IndexByte(c.out, '{'); at >= 0; {
		d := json.NewDecoder(strings.NewReader(c.out[at:]))
		var answer ccObject
		next := at + 1
		if d.Decode(&answer) == nil {
			next = at + int(d.InputOffset())
			specific := answer.object("hookSpecificOutput")
			if cxHas(answer, "decision") && answer.text("decision") != "approve" {
				if answer.text("decision") == "block" {
					blocks = append(blocks, cmp.Or(strings.TrimSpace(answer.text("reason")), "Blocked by post_tool_use hook 'hook'"))
				} else {
					c.fail("unrecognized decision value")
				}
			}
			if c.Exit == 0 {
				context = append(context, specific.text("additionalContext"))
				c.replace(specific)
			}
		}
		if rest := strings.IndexByte(c.out[next:], '{'); rest >= 0 {
			at = next + rest
		} else {
			break
		}
	}
	if c.Exit == 2 && len(blocks) == 0 && c.stderr != "" {
		blocks = append(blocks, c.stderr)
	}
	if c.Exit != 0 && c.Exit != 2 {
		c.fail(c.exited())
	}
	c.tell("Context from PostToolUse", strings.Join(context, "\n\n"))
	c.tell("Feedback from PostToolUse", strings.Join(blocks, "\n\n"))
}

// replace replaces the tool's own result with one of the same shape.
func (c *gkRun) replace(specific ccObject) {
	old, said := ccParse(c.payload["toolResult"]), specific["updatedToolOutput"]
	if mcp := specific["updatedMCPToolOutput"]; said == nil {
		if said = mcp; said != nil && old.text("type") != "MCP" {
			c.fail("updatedMCPToolOutput does not match the tool's kind")
			return
		}
	}
	if said == nil {
		return
	}
	if old.text("type") == "MCP" {
		if c.Output = string(said); ccKind(said) == "string" {
			json.Unmarshal(said, &c.Output)
		}
		return
	}
	shown, ok := gkShown(ccParse(said))
	if !ok || old == nil || ccParse(said).text("type") != old.text("type") {
		c.fail("updatedToolOutput does not match the tool's output shape")
		return
	}
	c.Output = gkClip(shown, 64<<10)
}

// gkShown returns what the model reads of a result, false if the value is no result.
func gkShown(o ccObject) (string, bool) {
	switch o.text("type") {
	case "Bash":
		return o.text("output_for_prompt"), gkNeeds(o, "output exit_code command truncated timed_out current_dir output_file total_bytes")
	case "Text":
		return o.text("text"), gkNeeds(o, "text")
	case "GrepSearch":
		var numbers []int
		err := json.Unmarshal(o["stdout"], &numbers)
		b := make([]byte, len(numbers))
		for i, n := range numbers {
			b[i] = byte(n)
		}
		return string(b), err == nil && gkNeeds(o, "stderr exit_code match_count")
	}
	for name, raw := range o {
		if name == "type" || len(o) != 2 {
			continue
		}
		inner := ccParse(raw)
		for _, key := range [...]string{"tool_output_for_prompt", "summary_for_prompt", "content", "message"} {
			if cxHas(inner, key) {
				return inner.text(key), true
			}
		}
		var message string
		err := json.Unmarshal(raw, &message)
		return message, err == nil
	}
	return "", false
}

// gkClip cuts a text to n characters.
func gkClip(s string, max int) string {
	n := utf8.RuneCountInString(s)
	if n <= max {
		return s
	}
	return fmt.Sprintf("%s… [+%d chars]", string([]rune(s)[:max]), n-max)
}

// gkOptional reports whether each field that is there has its kind.
func gkOptional(o ccObject, fields string) bool {
	for f := range strings.FieldsSeq(fields) {
		if name, _, _ := strings.Cut(f, ":"); cxHas(o, name) && !o.valid(f) {
			return false
		}
	}
	return true
}

func gkNeeds(o ccObject, fields string) bool {
	for name := range strings.FieldsSeq(fields) {
		if !cxHas(o, name) {
			return false
		}
	}
	return true
}
