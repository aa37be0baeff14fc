package client

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

// obRow is one recorded run of a client: one hook's answer, and what was seen then.
type obRow struct {
	Row      int
	Event    string
	Case     string
	Late     bool            // the client's own timeout ended the hook
	Stdin    json.RawMessage // what the hook read
	Stdout   string
	Stderr   string
	Exit     int
	Requests int        `json:"model_requests"`
	Model    [][]string `json:"model_sees"`
	Printed  string
	Ran      bool `json:"tool_ran"`
	Files    []string
	Events   []string // every hook of the run
}

func (r obRow) name() string { return fmt.Sprint(r.Row, " ", r.Event) }

func (r obRow) reply() Reply {
	return Reply{Event: r.Event, Payload: r.Stdin, Stdout: []byte(r.Stdout), Stderr: []byte(r.Stderr), Exit: r.Exit, Late: r.Late}
}

// read returns what the model read in a role.
func (r obRow) read(role string) (all []string) {
	for _, m := range r.Model {
		if m[0] == role {
			all = append(all, m[1])
		}
	}
	return all
}

func obRows(t *testing.T, file string, count int) (rows []obRow) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Buffer(nil, 1<<20); s.Scan(); {
		var r obRow
		if err := json.Unmarshal(s.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	if len(rows) != count {
		t.Errorf("%d rows, %d were recorded", len(rows), count)
	}
	return rows
}

// obCall reads a payload as the shim does.
func obCall(t *testing.T, payload []byte) *mapping.Call {
	t.Helper()
	getenv := func(string) string { return "" }
	p, err := mapping.Parse(slices.Clone(payload), getenv)
	if err != nil {
		t.Fatal(err)
	}
	h := mapping.Hints{Getenv: getenv}
	return mapping.Detect(p, h).Decode(p, h)
}

// obAnswers returns every combination of what a hook may wish for.
func obAnswers(source string) (answers []string) {
	wishes := [][]string{
		{``, `"decision":"allow"`, `"decision":"ask"`, `"decision":"deny"`, `"hookSpecificOutput":{"permissionDecision":"ask"}`},
		{``, `"reason":"  "`},
		{``, `"continue":false`},
		{``, `"updated_input":{"command":"new","file_path":"/new"}`},
		{``, `"updated_output":"OUT"`, `"updated_output":{"type":"x"}`, `"updated_output":[1]`},
		{``, `"context":"CTX","system_message":"MSG","suppress_output":true`, `"context":"  "`},
		{``, `"native":{"` + source + `":{"decision":"allow","continue":true,"message":"X","systemMessage":"X","hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{}}}}`},
	}
	answers = []string{""}
	for _, all := range wishes {
		var next []string
		for _, a := range answers {
			for _, w := range all {
				next = append(next, strings.Trim(a+","+w, ","))
			}
		}
		answers = next
	}
	for i, a := range answers {
		answers[i] = "{" + a + "}"
	}
	return answers
}

// obAnswer is what the shim makes of a hook's answer, in OpenHook's words or
// taken for the client's own.
func obAnswer(c *mapping.Call, stdout string, native bool) (r mapping.Reply, fault bool) {
	printed := mapping.Printed{Stdout: []byte(stdout), Hook: "hook"}
	var a mapping.Answer
	var err error
	if native {
		a, err = c.DecodeNative(c.Dialect, c.Event, printed, mapping.BlockOn{})
	} else {
		a, err = c.DecodeAnswer(printed, mapping.BlockOn{})
	}
	if err != nil {
		return mapping.Fault(c, false, "failed"), true
	}
	a, _ = mapping.Degrade(c, a, mapping.Policy{})
	return mapping.Encode(c, &a), false
}
