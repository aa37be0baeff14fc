package clients

import (
	"strconv"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// grokName returns the event's name. Before 1.0 it was in snake case only.
func grokName(p *mapping.Payload, _ string) string {
	var name []byte
	start := true
	for _, b := range []byte(p.Text("hookEventName")) {
		switch {
		case b == '_':
			start = true
			continue
		case start && b >= 'a' && b <= 'z':
			b -= 'a' - 'A'
		}
		name, start = append(name, b), false
	}
	if string(name) == "SubagentEnd" {
		return "SubagentStop"
	}
	return string(name)
}

// grokRefine completes a call with facts that the keys do not show.
func grokRefine(c *mapping.Call) {
	if root := strings.TrimRight(c.Text(mapping.Project), `/\`); root != "" {
		c.Values[mapping.Project] = jsontext.Quote(root) // it ends in a slash
	}
	switch {
	case c.Type == mapping.AgentStop && !strings.Contains("end_turn", c.Payload.Text("reason")):
		c.Event = c.Dialect.Entry("*unheard")
	case c.Type == mapping.PromptSubmit &&
		(c.Values[mapping.AgentType] != "" || strings.Contains(c.Payload.Text("promptId"), "-completed-")):
		c.Values[mapping.Synthetic], c.Event = "true", c.Dialect.Entry("*unheard")
	}
	mapping.OtherKind(c)
	if c.Values[mapping.ToolName] != "" {
		grokTool(c)
	}
	if c.Native == "PostToolUse" {
		grokStatus(c, c.Values[mapping.ToolOutput])
	}
}

// grokTool reads a tool's input that was cut off or that wraps an MCP tool's own. It also reads
// one whose path the client cleans before it uses it.
func grokTool(c *mapping.Call) {
	raw := mapping.HeldObject(c.Values[mapping.ToolInput])
	switch {
	case c.Values[mapping.InputCut] != "true":
		c.Values[mapping.InputCut] = ""
	case strings.HasPrefix(raw, `"`):
		raw = grokWhole(jsontext.Text(raw))
	}
	if inner := mapping.HeldObject(jsontext.ValueOf(raw, "tool_input")); c.Canon == mapping.MCP &&
		jsontext.IsObject(inner) && jsontext.ValueOf(raw, "tool_name") == c.Values[mapping.ToolName] {
		raw = inner
	}
	c.Values[mapping.ToolInput], c.Input = raw, mapping.CanonicalInput(c.Tool, c.Canon, raw)
	if c.Tool == nil || mapping.OpOf(c.Canon) == "" {
		return
	}
	if c.Tool.Native == "search_replace" && jsontext.ValueOf(raw, "old_string") == `""` {
		c.Tool.Op = "create" // with nothing to replace it makes the file
	}
	// Blanks and quotes around a path do not count (1.0.41).
	c.AddFile(strings.Trim(jsontext.Text(jsontext.ValueOf(c.Input, "file_path")), " \t\r\n\"'"),
		mapping.FirstOf(c.Tool.Op, mapping.OpOf(c.Canon)))
}

// Members of a result that show how the tool ended.
const (
	grokGood = "EditsApplied FileContent ImageContent PdfPageImages Content TodosUpdated Success Matches"
	grokBad  = "FileNotFound NotFound IsADirectory IsAFile NotADirectory PermissionDenied FileTooLarge FileReadError " +
		"ImageSizeError FileAlreadyExists MultipleMatchesFound NoMatchesFound InvalidInput FilenameTooLong ParseError " +
		"ApplicationError EmptyPatch Error"
)

// grokStatus finds out from a result how the tool ended: by the exit code of a
// command, else by the name of the one member beside its type.
func grokStatus(c *mapping.Call, result string) {
	kind, exit := jsontext.Text(jsontext.ValueOf(result, "type")), jsontext.ValueOf(result, "exit_code")
	bad := grokMember(result, grokBad)
	switch {
	case exit == "0" || exit == "1" && kind == "GrepSearch" || // 1: nothing was found
		kind == "MCP" && jsontext.Child(result, "output.OkayOutput") != "" || grokMember(result, grokGood) != "":
		c.Values[mapping.Status] = `"success"`
	case bad != "":
		message := jsontext.Text(jsontext.ValueOf(bad, "message"))
		c.Values[mapping.ErrorText] = jsontext.Quote(mapping.FirstOf(message, jsontext.Text(bad)))
		fallthrough
	case exit != "":
		c.Values[mapping.Status] = `"error"`
	}
}

func grokMember(result, names string) string {
	for name, rest := mapping.NextWord(names); name != ""; name, rest = mapping.NextWord(rest) {
		if raw := jsontext.ValueOf(result, name); raw != "" {
			return raw
		}
	}
	return ""
}

// grokWrite is the longest input or result, in bytes, that fits into the 1 MiB of stdout that
// the client keeps.
const grokWrite = 500_000

// grokFix keeps an answer within the client's limits, and gives new inputs and results the
// shape that it takes.
func grokFix(c *mapping.Call, a *mapping.Answer) (warning string) {
	a.Reason, a.StopReason = mapping.Shorten(a.Reason, c.Dialect.MaxContext),
		mapping.Shorten(a.StopReason, c.Dialect.MaxContext)
	if a.Input != "" && c.Canon == mapping.MCP {
		// It is the input of the tool that calls the MCP tool.
		outer := mapping.HeldObject(mapping.FirstOf(c.Payload.Get("toolInput"), c.Payload.Get("tool_input")))
		if jsontext.ValueOf(outer, "tool_input") != "" {
			a.Input = jsontext.Replace(outer, "tool_input", a.Input)
		}
	}
	if len(a.Input) > grokWrite {
		a.Decision, a.Reason, a.Input = mapping.Deny,
			mapping.CannotChange+"the new input is longer than this client can read", ""
	}
	if a.Output != "" {
		if a.Output = grokOutput(c, a.Output); a.Output == "" {
			warning = "the new result must have the shape of " + c.Text(mapping.ToolName) + "'s own"
		}
	}
	if c.Type == mapping.ToolStart && a.Context != "" {
		warning = mapping.DenyAlone(c, a)
	}
	return warning
}

// grokOutput returns a new result in the shape of the tool's own, because the client takes no
// other; "" if it has none. Results of MCP tools may have any shape.
func grokOutput(c *mapping.Call, said string) string {
	old := c.Values[mapping.ToolOutput]
	kind := jsontext.ValueOf(old, "type")
	switch {
	case len(said) > grokWrite:
		return ""
	case c.Canon == mapping.MCP, kind != "" && jsontext.ValueOf(said, "type") == kind:
		return said
	case said[0] != '"':
		return ""
	}
	if shown := grokShown(old, said); shown != old {
		return shown
	}
	return ""
}

// grokTexts are the members of a result that the model reads, beside those that
// are named after what happened, in upper case.
const grokTexts = " output_for_prompt text content content_concise raw_output " +
	"tool_output_for_prompt tool_output_for_prompt_concise summary_for_prompt message "

// grokShown returns a result with another text for the model.
func grokShown(result, said string) string {
	shown := result
	jsontext.EachKey(result, func(name, raw string) {
		switch {
		case raw[0] == '"' && (name > "" && name < "a" || strings.Contains(grokTexts, " "+name+" ")):
			raw = said
		case raw[0] == '[' && name == "stdout": // bytes
			bytes := []byte{'['}
			for _, b := range []byte(jsontext.Text(said)) {
				bytes = append(strconv.AppendInt(bytes, int64(b), 10), ',')
			}
			bytes[len(bytes)-1] = ']'
			raw = string(bytes)
		case raw[0] == '[' && (name == "output" || name == "file_matches"):
			raw = "[]"
		case jsontext.IsObject(raw):
			raw = grokShown(raw, said)
		default:
			return
		}
		shown = jsontext.Replace(shown, name, raw)
	})
	return shown
}

// grokWhole completes an input that the client cut off. Above 128 KiB it is the beginning of the
// JSON, as text. A guard that sees the beginning sees more than one that sees nothing.
// tool_input_truncated tells that it is not all. A member that was cut within its name is left
// out.
func grokWhole(s string) string {
	s = strings.TrimSuffix(s, " [truncated]")
	for n := len(s); n > 0 && n > len(s)-40; n-- {
		for _, end := range [...]string{`"}`, "}", `"}}`, "}}", `"}]}`, "}]}", `"]}`, "]}"} {
			if whole := s[:n] + end; jsontext.IsObject(whole) && mapping.Valid([]byte(whole)) == nil {
				return jsontext.OneLine(whole)
			}
		}
	}
	return "{}"
}
