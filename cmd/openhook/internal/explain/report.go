package explain

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
	"github.com/openhook/openhook-shim/shim"
)

// A report describes one payload.
type report struct {
	Provider string          `json:"provider"`
	Why      string          `json:"why"`
	Event    string          `json:"event"`
	Type     string          `json:"type"`
	Tool     string          `json:"tool,omitempty"`
	Inferred []string        `json:"inferred,omitempty"`   // in words, as no table lists the tool
	Blind    []string        `json:"blind,omitempty"`      // what hooks of this provider are never told
	Raw      bool            `json:"raw_output,omitempty"` // what the hook prints passes untouched
	Can      []string        `json:"can"`
	Cannot   []missingWish   `json:"cannot"`
	Envelope json.RawMessage `json:"envelope"`
	Answers  []answer        `json:"answers"`
}

// A missingWish is a wish that the client does not obey, and its replacement.
type missingWish struct {
	Wish    string `json:"wish"`
	Becomes string `json:"becomes"`
}

// An answer is an output of a hook, the reply to the client, and its effect.
type answer struct {
	Name   string         `json:"name"`
	Hook   hookOutput     `json:"hook"`
	Closed bool           `json:"fail_closed,omitempty"`
	Stdout string         `json:"stdout"`
	Stderr string         `json:"stderr"`
	Exit   int            `json:"exit"`
	Effect *client.Effect `json:"effect"` // null: this client has no model
}

type hookOutput struct {
	Stdout string `json:"stdout"`
	Stderr string `json:"stderr"`
	Exit   int    `json:"exit"`
}

const (
	hookName = "my-hook.sh"
	noID     = "00000000-0000-4000-8000-000000000000" // each call has its own
)

func reportOn(p *mapping.Payload, h mapping.Hints) report {
	d, why := clients.Registry.Explain(p, h)
	c := clients.Registry.Decode(d, p, h)
	r := report{
		Provider: c.Source, Why: why, Event: c.Native, Type: c.Type, Tool: c.Canon,
		Inferred: c.Inferred(), Blind: setup.BlindSpots(c.Source),
		Raw: c.Event.Flags&mapping.RawOutput != 0,
		Can: append([]string{}, c.Can()...), Cannot: []missingWish{},
	}
	if !r.Raw {
		r.Cannot = missingWishes(c)
	}
	for _, piece := range c.Envelope(noID, mapping.Options{Version: shim.Version}) {
		r.Envelope = append(r.Envelope, piece...)
	}
	for _, a := range answers(r.Envelope) {
		if r.Raw && a.Name == "deny" {
			a.Hook = hookOutput{Stderr: "not here\n", Exit: 2} // no JSON is read here
		}
		r.Answers = append(r.Answers, a.encode(c))
	}
	return r
}

// answers lists possible answers of a hook to an envelope.
func answers(envelope []byte) []answer {
	says := func(name, stdout string) answer { return answer{Name: name, Hook: hookOutput{Stdout: stdout}} }
	fails := hookOutput{Stderr: "boom\n", Exit: 1}
	return []answer{
		says("nothing", ""),
		says("allow", `{"decision":"allow","reason":"this is fine"}`),
		says("deny", `{"decision":"deny","reason":"not here"}`),
		says("ask", `{"decision":"ask","reason":"are you sure"}`),
		says("rewrite", `{"updated_input":`+newInput(envelope)+`}`),
		says("context", `{"context":"good to know"}`),
		says("stop", `{"continue":false,"reason":"enough"}`),
		says("message", `{"system_message":"hello"}`),
		{Name: "failed, open", Hook: fails},
		{Name: "failed, closed", Hook: fails, Closed: true},
	}
}

// newInput changes the first key of the tool's input that a hook is likely to change.
func newInput(envelope []byte) string {
	input := gjson.GetBytes(envelope, "data.tool_input")
	for _, key := range [...]string{"command", "content", "new_string", "url", "query", "prompt", "pattern",
		"file_path", "path"} {
		if v := input.Get(key); v.Type == gjson.String {
			if strings.HasSuffix(key, "path") {
				return `{"` + key + `":"/another"}`
			}
			return `{"` + key + `":"another"}`
		}
	}
	return `{"command":"another"}`
}

// encode replies to a hook's output like the shim does. A test compares it with the program.
func (a answer) encode(c *mapping.Call) answer {
	p := mapping.HookOutput{Stdout: []byte(a.Hook.Stdout), Stderr: []byte(a.Hook.Stderr), Exit: a.Hook.Exit,
		Hook: hookName}
	var r mapping.Reply
	stderr := ""
	wants, err := c.DecodeAnswer(p, mapping.BlockOn{})
	if err != nil {
		stderr = a.Hook.Stderr
		r = mapping.Fault(c, a.Closed, "openhook-shim: "+hookName+" "+err.Error())
	} else {
		var warnings []string
		wants, warnings = mapping.Degrade(c, wants, mapping.Policy{})
		for _, w := range warnings {
			stderr += "openhook-shim: " + w + "\n"
		}
		r = mapping.Encode(c, &wants)
	}
	if c.Dialect.Stderr == mapping.StderrFree {
		r.Stderr = append([]byte(stderr), r.Stderr...)
	}
	a.Stdout, a.Stderr, a.Exit, a.Effect = string(r.Stdout), string(r.Stderr), r.Exit, effectwords.Of(c, r)
	return a
}

// missingWishes lists the wishes that this client does not obey, and what the hook gets instead.
func missingWishes(c *mapping.Call) []missingWish {
	all := []missingWish{}
	for _, w := range [...]struct {
		names string // it can do the wish if it can do any of these
		wish  mapping.Answer
	}{
		{"allow", mapping.Answer{Decision: mapping.Allow}},
		{"deny go_on feedback", mapping.Answer{Decision: mapping.Deny, Reason: "…"}},
		{"ask", mapping.Answer{Decision: mapping.Ask, Reason: "…"}},
		{"rewrite", mapping.Answer{Input: `{"command":"another"}`}},
		{"context", mapping.Answer{Context: "…"}},
		{"output", mapping.Answer{Output: `"…"`}},
		{"stop", mapping.Answer{Stop: true, StopReason: "…"}},
		{"message", mapping.Answer{Message: "…"}},
		{"suppress", mapping.Answer{Quiet: true}},
	} {
		names := strings.Fields(w.names)
		if slices.ContainsFunc(names, func(name string) bool { return slices.Contains(c.Can(), name) }) {
			continue
		}
		got, warnings := mapping.Degrade(c, w.wish, mapping.Policy{})
		all = append(all, missingWish{names[0], describeLoss(c, w.wish, got, warnings)})
	}
	return all
}

func describeLoss(c *mapping.Call, wish, got mapping.Answer, warnings []string) string {
	why := ""
	if len(warnings) > 0 {
		why = ": " + strings.Join(warnings, "; ")
	}
	switch {
	case wish.Decision != mapping.Deny && got.Decision == mapping.Deny:
		switch {
		case c.KeepsGoing():
			return "a block: the agent goes on" + why
		case !c.Deniable():
			return "feedback for the model" + why
		}
		return "a deny" + why
	case got.Context != "" && wish.Context == "":
		return "context for the model" + why
	case why != "":
		return "a warning" + why
	case wish.Quiet:
		return "nothing"
	}
	return "no opinion"
}

// A fault describes a payload that is not readable.
type fault struct {
	Problem string   `json:"problem"`
	Answers []answer `json:"answers"`
}

func faultOf(err error, where string, h mapping.Hints) fault {
	var c *mapping.Call
	if d := clients.Registry.Source(h.Source, h.Event); d != nil {
		none, _ := mapping.Parse([]byte("{}"), h.Getenv)
		c = clients.Registry.Decode(d, none, h)
	}
	f := fault{Problem: err.Error() + where}
	for _, a := range [...]answer{{Name: "unreadable, open"}, {Name: "unreadable, closed", Closed: true}} {
		r := mapping.Fault(c, a.Closed, "openhook-shim: the hook did not run: stdin "+err.Error())
		a.Stdout, a.Stderr, a.Exit = string(r.Stdout), string(r.Stderr), r.Exit
		if c != nil {
			a.Effect = effectwords.Of(c, r)
		}
		f.Answers = append(f.Answers, a)
	}
	return f
}

// errorPlace returns the place of the syntax error in broken JSON, as exactly as the parser
// reports it.
func errorPlace(data []byte) string {
	if len(bytes.TrimSpace(data)) == 0 {
		return ""
	}
	var v any
	var at *json.SyntaxError
	if err := json.Unmarshal(data, &v); !errors.As(err, &at) {
		return ""
	}
	before := string(data[:min(int(at.Offset), len(data))])
	line := strings.Count(before, "\n") + 1
	return " (" + strings.TrimPrefix(at.Error(), "json: ") + ", line " + strconv.Itoa(line) + ", byte " +
		strconv.Itoa(len(before)-strings.LastIndexByte(before, '\n')-1) + ")"
}
