package try

import (
	"encoding/json"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// Row is the result in one tool.
type Row struct {
	Provider     string         `json:"provider"`
	Status       string         `json:"status"` // ran, or why there is nothing to see
	Type         string         `json:"type,omitempty"`
	Event        string         `json:"event,omitempty"` // the tool's own name for it
	ToolName     string         `json:"tool_name,omitempty"`
	Known        string         `json:"known,omitempty"`   // how we know the tool: recorded, source or docs
	Payload      string         `json:"payload,omitempty"` // the recording that was sent
	Recorded     bool           `json:"recorded"`          // from the real client; else written after its schema
	Hook         *HookResult    `json:"hook,omitempty"`
	Reply        *Reply         `json:"reply,omitempty"`
	Effect       *client.Effect `json:"effect,omitempty"`
	Does         string         `json:"does,omitempty"`
	Degraded     []string       `json:"degraded,omitempty"`
	Milliseconds float64        `json:"ms,omitempty"`
}

// HookResult is the hook's output and answer.
type HookResult struct {
	Runs          int             `json:"runs"`
	Failed        string          `json:"failed,omitempty"` // why it gave no answer
	Exit          int             `json:"exit"`
	Stdout        string          `json:"stdout,omitempty"`
	Stderr        string          `json:"stderr,omitempty"`
	Decision      string          `json:"decision,omitempty"`
	Reason        string          `json:"reason,omitempty"`
	Stop          bool            `json:"stop,omitempty"`
	Context       string          `json:"context,omitempty"`
	Message       string          `json:"system_message,omitempty"`
	UpdatedInput  json.RawMessage `json:"updated_input,omitempty"`
	UpdatedOutput json.RawMessage `json:"updated_output,omitempty"`
}

// Reply is the shim's output for the tool.
type Reply struct {
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"`
	Exit   int    `json:"exit"`
}

const (
	statusRan     = "ran"
	statusNoModel = "ran; openhook has no model of this tool"
	maxKept       = 64 << 10 // bytes of the hook's output
)

func newRow(t target) Row {
	row := Row{Provider: t.provider, Status: statusRan, Known: sourceOf(t.provider), Payload: t.made.File,
		Recorded: t.made.Recorded}
	if t.err != nil {
		row.Status = t.err.Error()
	} else if c := t.made.Call; c != nil {
		row.Type, row.Event, row.ToolName = c.Type, c.Native, c.Text(mapping.ToolName)
	}
	return row
}

// addRecord adds the hook's answer and the shim's remarks.
func (row *Row) addRecord(r record) {
	s := &HookResult{Runs: len(r.Hooks)}
	row.Hook = s
	for _, n := range r.Notes {
		if n.Fault {
			s.Failed = n.Text
		} else {
			row.Degraded = append(row.Degraded, n.Text)
		}
	}
	if len(r.Hooks) == 0 {
		return
	}
	last := r.Hooks[len(r.Hooks)-1] // the last hook decides
	a := last.Answer
	s.Exit, s.Stdout, s.Stderr = last.Printed.Exit, clipOutput(last.Printed.Stdout), clipOutput(last.Printed.Stderr)
	s.Decision = [...]string{mapping.NoOpinion: "", mapping.Allow: "allow", mapping.Ask: "ask",
		mapping.Deny: "deny"}[a.Decision]
	s.Reason, s.Stop, s.Context, s.Message = a.Reason, a.Stop, a.Context, a.Message
	if s.Reason == "" {
		s.Reason = a.StopReason
	}
	s.UpdatedInput, s.UpdatedOutput = validJSON(a.Input), validJSON(a.Output)
}

func clipOutput(b []byte) string {
	return strings.ToValidUTF8(string(b[:min(len(b), maxKept)]), "\uFFFD")
}

func validJSON(s string) json.RawMessage {
	if s == "" || !json.Valid([]byte(s)) {
		return nil
	}
	return json.RawMessage(s)
}

// addEffect adds the tool's reaction, and parts of the answer that are lost without a remark of
// the shim.
func (row *Row) addEffect(e client.Effect) {
	row.Effect, row.Does = &e, effectwords.Sentence(row.Type, e, func(s string) string { return s })
	s := row.Hook
	if s.Failed != "" {
		return
	}
	held := e.Stopped || e.Ends
	switch {
	case s.Decision == "ask" && held:
		row.degrade("ask became deny: this tool cannot ask here")
	case s.Decision == "ask" && !e.Asked && row.Type != mapping.PermissionRequest && len(row.Degraded) == 0:
		row.degrade("ask is not possible here")
	case s.Decision == "allow" && !e.Approved && !held && row.Type != mapping.AgentStop:
		row.degrade("allow became no opinion: the tool's own rules decide")
	}
	if s.UpdatedInput != nil && s.Decision != "deny" && e.Input == "" {
		if held {
			row.degrade("the rewrite became a deny: this tool would not use it")
		} else if len(row.Degraded) == 0 {
			row.degrade("the tool ignores the rewrite")
		}
	}
}

func (row *Row) degrade(text string) { row.Degraded = append(row.Degraded, text) }

// sourceOf returns the evidence for a tool's behaviour: recorded, source or docs.
func sourceOf(provider string) string {
	for _, a := range setup.Abouts() {
		if a.Source == provider {
			return a.Known
		}
	}
	return ""
}
