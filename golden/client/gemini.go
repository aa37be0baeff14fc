package client

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// gmBlock is the effect of decision deny or block.
type gmBlock int

const (
	gmNothing gmBlock = iota // flow control is not looked at
	gmStops                  // the action does not happen
	gmHides                  // the tool's result is replaced by the reason
	gmGoesOn                 // the agent goes on
	gmTells                  // too late: the user reads a warning, the chunk goes its way
)

type gmEvent struct {
	name  string
	block gmBlock
	ends  bool   // continue:false is obeyed
	first bool   // … before the action, which then does not happen
	ctx   bool   // additionalContext reaches the model
	agent bool   // the user reads systemMessage in place of the reason
	stop  string // what stands before the reason of continue:false
	model string // what stands before a reason that the model gets
	user  string // … the user
}

// gmEvents are the 11 hook events of 0.61.0.
var gmEvents = []gmEvent{
	{name: "SessionStart", ctx: true}, // ss-e2: deny and exit 2 are ignored
	{name: "SessionEnd"},
	{name: "BeforeAgent", block: gmStops, ends: true, first: true, ctx: true, agent: true, stop: "Agent execution stopped: ", user: "Agent execution blocked: "},
	{name: "AfterAgent", block: gmGoesOn, ends: true, agent: true, stop: "Agent execution stopped: ", user: "Agent execution blocked: "},
	{name: "BeforeModel", block: gmStops, ends: true, first: true, stop: "Agent execution stopped: ", user: "Agent execution blocked: "},
	{name: "BeforeToolSelection"},
	{name: "AfterModel", block: gmTells, ends: true, first: true, stop: "Agent execution stopped: ", user: "Agent execution blocked: "},
	{name: "BeforeTool", block: gmStops, ends: true, first: true, stop: "Agent execution stopped by hook: ",
		model: "Tool execution blocked: ", user: "Tool execution blocked: "}, // bt-addctx: no context
	{name: "AfterTool", block: gmHides, ends: true, ctx: true, stop: "Agent execution stopped by hook: ", user: "Tool result blocked: "},
	{name: "PreCompress"},
	{name: "Notification"},
}

// gmRequired are the keys that a tool's input must have. An input from a hook replaces
// the model's input (bt-rewrite-partial).
var gmRequired = map[string][]string{
	"run_shell_command": {"command"},
	"write_file":        {"file_path", "content"},
	"replace":           {"file_path", "old_string", "new_string", "instruction"},
	"read_file":         {"file_path"},
	"list_directory":    {"dir_path"},
	"glob":              {"pattern"},
	"grep_search":       {"pattern"},
	"web_fetch":         {"prompt"},
	"google_web_search": {"query"},
	"invoke_agent":      {"agent_name", "prompt"},
}

// gmRun is one hook call: the payload, the answer and its effect.
type gmRun struct {
	Effect
	ev      gmEvent
	payload ccObject
	answer  ccObject
	out     ccObject // its hookSpecificOutput
}

// GeminiCLI models Gemini CLI 0.61.0 with one hook on each event. suppressOutput hides
// a systemMessage only without a terminal, and so here. A comment names its evidence by
// the row in ../gemini-cli/observed-*.json.
func GeminiCLI(r Reply) Effect {
	i := slices.IndexFunc(gmEvents, func(ev gmEvent) bool { return ev.name == r.Event })
	if i < 0 {
		return Effect{}
	}
	if r.Late { // bt-timeout: whatever was printed is thrown away
		return Effect{Failed: true, User: "Hook timed out"}
	}
	g := gmRun{ev: gmEvents[i], payload: ccParse(r.Payload)}
	g.Failed = r.Exit != 0
	if g.answer = gmRead(r); g.answer == nil {
		return g.Effect
	}
	g.out = g.answer.object("hookSpecificOutput")
	switch raw := string(g.answer["hookSpecificOutput"]); {
	case g.ev.name == "BeforeToolSelection": // ts-empty, ts-sys: no other key counts, an object is enough
		g.Input = g.toolConfig()
		return g.Effect
	case g.out == nil && raw != "" && raw != "null" && raw[0] != '[': // a TypeError voids the answer
		return g.Effect
	}
	if string(g.answer["suppressOutput"]) != "true" { // bt-suppress
		g.tell(g.answer.text("systemMessage"))
	}
	// A deny, too, names stopReason first.
	reason := cmp.Or(g.answer.text("stopReason"), g.answer.text("reason"), "No reason provided")
	switch decision := g.answer.text("decision"); {
	case string(g.answer["continue"]) == "false" && g.ev.ends:
		g.Ends, g.Stopped = true, g.ev.first
		g.tell(g.shown(g.ev.stop, reason))
	case (decision == "deny" || decision == "block") && g.ev.block != gmNothing:
		g.deny(reason)
	case decision == "ask" && g.ev.name == "BeforeTool": // bt-ask-yolo: the reason is shown to nobody
		g.Asked = true
		g.rewrite()
	default:
		g.pass()
	}
	return g.Effect
}

// gmRead returns the answer in a hook's output, nil if there is none. A plain text is
// an answer, too, and the exit code decides its kind.
func gmRead(r Reply) ccObject {
	said := cmp.Or(gmTrim(r.Stdout), gmTrim(r.Stderr)) // bt-stderr-json, bt-e2-both-text
	if said == "" {
		return nil // bt-e2-empty, bt-e3-empty: no block
	}
	doc := said
	var v any
	err := json.Unmarshal([]byte(doc), &v)
	if s, ok := v.(string); ok && err == nil { // bt-double: parsed twice
		doc = s
		err = json.Unmarshal([]byte(doc), &v)
	}
	if err == nil {
		switch v.(type) {
		case map[string]any: // bt-e1-json-deny, bt-e2-json-empty: at any exit code
			return ccParse([]byte(doc))
		case []any:
			return ccObject{}
		}
		return nil // bt-num, bt-null
	}
	text := func(s string) json.RawMessage {
		raw, _ := json.Marshal(s)
		return raw
	}
	switch signal := r.Exit > 128 && r.Exit < 160; {
	case r.Exit == 0 || signal: // bt-text0, bt-loglines, bt-sig9
		return ccObject{"systemMessage": text(said)}
	case r.Exit == 1: // bt-e1-stderr
		return ccObject{"systemMessage": text("Warning: " + said)}
	}
	return ccObject{"decision": text("deny"), "reason": text(said)} // bt-e127
}

// gmTrim trims like JavaScript, for which byte order marks are spaces.
func gmTrim(b []byte) string {
	return strings.TrimFunc(string(b), func(r rune) bool { return r == '\uFEFF' || strings.TrimSpace(string(r)) == "" })
}

func (g *gmRun) deny(reason string) {
	switch g.ev.block {
	case gmStops:
		if g.ev.name == "BeforeModel" {
			spoken, ok := gmSpoken(g.out["llm_response"])
			if !ok {
				return // bm-deny-badsynth: a TypeError voids the deny
			}
			g.tell(spoken) // bm-deny-synth
			g.Ends = true  // bm-deny: no model call, AfterAgent follows
		}
		g.Stopped = true
	case gmHides: // at-deny-ctx, at-tail-deny: nothing else counts
		g.Output, g.Model = reason, reason
	case gmGoesOn:
		g.GoesOn = true
		g.Model = reason
	}
	if g.ev.model != "" {
		g.Model = g.ev.model + reason
	}
	g.tell(g.shown(g.ev.user, reason))
}

// pass applies an answer that lets the action happen.
func (g *gmRun) pass() {
	if ctx := g.out.text("additionalContext"); g.ev.ctx && ctx != "" && !g.failed() {
		escape := strings.NewReplacer("<", "&lt;", ">", "&gt;") // at-ctx
		g.Model = "<hook_context>" + escape.Replace(ctx) + "</hook_context>"
	}
	switch g.ev.name {
	case "BeforeTool":
		g.rewrite()
	case "AfterTool":
		if request := g.out.object("tailToolCallRequest"); request != nil { // at-tail
			g.Model, g.Output = "", string(g.out["tailToolCallRequest"])
		}
	case "BeforeModel": // bm-synth: an llm_response means nothing without a deny
		if g.out.object("llm_request") != nil {
			g.Input = string(g.out["llm_request"])
		}
	case "AfterModel":
		if spoken, ok := gmSpoken(g.out["llm_response"]); ok { // am-replace, am-badresp
			g.tell(spoken)
		}
	}
}

// failed reports whether the tool failed. The model then gets only the message of the
// error (at-ctx-failed).
func (g *gmRun) failed() bool {
	response := g.payload.object("tool_response")
	return g.ev.name == "AfterTool" && response["error"] != nil && string(response["error"]) != "null"
}

func (g *gmRun) rewrite() {
	input := g.out.object("tool_input")
	if input == nil {
		return
	}
	for _, key := range gmRequired[g.payload.text("tool_name")] {
		if input[key] == nil { // bt-rewrite-partial: the tool errs, nothing runs
			g.Stopped = true
			g.Model = "Tool parameter modification by hook failed validation: params must have required property '" + key + "'"
			g.tell(g.Model)
			return
		}
	}
	g.Input = string(g.out["tool_input"])
	g.Model = "[System] Tool input parameters were modified by a hook before execution."
}

// toolConfig is the configuration that an answer puts in place of the client's own, ""
// if the client throws (ts-badnames).
func (g *gmRun) toolConfig() string {
	config := g.out.object("toolConfig")
	names := []string{}
	if raw := config["allowedFunctionNames"]; raw != nil && json.Unmarshal(raw, &names) != nil {
		return ""
	}
	mode := config.text("mode")
	switch mode {
	case "NONE":
		names = []string{}
	case "ANY":
	default:
		mode = "AUTO"
	}
	slices.Sort(names)
	raw, _ := json.Marshal(map[string]any{"mode": mode, "allowedFunctionNames": names})
	return string(raw)
}

// gmSpoken returns the text of a synthetic answer of the model, false if its shape
// makes the client throw.
func gmSpoken(raw json.RawMessage) (string, bool) {
	if raw == nil {
		return "", true
	}
	var response struct {
		Candidates *[]*struct {
			Content *struct{ Parts *[]string }
		}
	}
	if json.Unmarshal(raw, &response) != nil || response.Candidates == nil {
		return "", false
	}
	spoken := ""
	for _, one := range *response.Candidates {
		if one == nil || one.Content == nil || one.Content.Parts == nil {
			return "", false
		}
		spoken += strings.Join(*one.Content.Parts, "")
	}
	return spoken, true
}

// shown is the text of a block for the user (ba-deny-sys, aa-cont-sys).
func (g *gmRun) shown(before, reason string) string {
	if message := strings.TrimSpace(g.answer.text("systemMessage")); g.ev.agent && message != "" {
		reason = message
	}
	return before + reason
}

func (g *gmRun) tell(text string) {
	if text != "" {
		g.User = strings.TrimPrefix(g.User+"\n"+text, "\n")
	}
}
