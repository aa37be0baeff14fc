package client

import (
	"encoding/json"
	"fmt"
	"testing"
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

// obRows reads a client's rows, of which count were recorded.
func obRows(t *testing.T, file string, count int) []obRow {
	t.Helper()
	rows := readRows[obRow](t, file)
	if len(rows) != count {
		t.Errorf("%d rows, %d were recorded", len(rows), count)
	}
	return rows
}

// obAnswers returns every combination of what a hook may wish for.
func obAnswers(source string) []string {
	return combine(
		[]string{``, `"decision":"allow"`, `"decision":"ask"`, `"decision":"deny"`, `"hookSpecificOutput":{"permissionDecision":"ask"}`},
		[]string{``, `"reason":"  "`},
		[]string{``, `"continue":false`},
		[]string{``, `"updated_input":{"command":"new","file_path":"/new"}`},
		[]string{``, `"updated_output":"OUT"`, `"updated_output":{"type":"x"}`, `"updated_output":[1]`},
		[]string{``, `"context":"CTX","system_message":"MSG","suppress_output":true`, `"context":"  "`},
		[]string{``, `"native":{"` + source + `":{"decision":"allow","continue":true,"message":"X","systemMessage":"X","hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{}}}}`},
	)
}
