package golden

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// A recording is one payload of a client, with its file.
type recording struct {
	provider, file string
	payload        []byte
}

// recordings are all of them, in one order everywhere.
func recordings() (all []recording) {
	for _, provider := range Providers() {
		payloads := Payloads(provider)
		for _, file := range slices.Sorted(maps.Keys(payloads)) {
			all = append(all, recording{provider, file, payloads[file]})
		}
	}
	return all
}

// How FuzzAnswer's hook is called.
const (
	failClosed = 1 << iota
	cutOff     // it printed more than is kept
	asItCame   // it is given the client's own payload, and speaks its words
)

// Whatever a hook does on whatever a client was recorded to send: what it holds
// back is held back, nothing but its approval approves, nothing happens that it
// did not ask for, and the client can read the answer.
func FuzzAnswer(f *testing.F) {
	all := recordings()
	for i := range all {
		for j, s := range sayings {
			if (i+j)%9 == 0 {
				f.Add(uint16(i), s.printed.Stdout, s.printed.Stderr, byte(s.printed.Exit), byte(j%8))
			}
		}
	}
	for i, words := range spellings {
		for exit := range 3 {
			f.Add(uint16(i*37), []byte(words), []byte("why"), byte(exit), byte(i%8))
		}
	}
	f.Fuzz(func(t *testing.T, which uint16, stdout, stderr []byte, exit, how byte) {
		r := all[int(which)%len(all)]
		checkAnswer(t, r, mapping.HookOutput{Stdout: stdout, Stderr: stderr, Exit: int(exit), Cut: how&cutOff != 0, Hook: "hook"}, how)
	})
}

// spellings are answers as hooks for several clients write them.
var spellings = []string{
	`{"decision":"block","reason":"r"}`, `{"permissionDecision":"deny"}`, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}`,
	`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"m","interrupt":true}}}`,
	`{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"allow","updatedInput":{"command":"x"}}}}`,
	`{"behavior":"block"}`, `{"continue":false,"stopReason":"s"}`, `{"continue":false,"decision":"allow"}`, `{"continue":true,"decision":"approve"}`,
	`{"permission":"deny","user_message":"u","agent_message":"a"}`, `{"cancel":true,"errorMessage":"e"}`, `{"decision":{"behavior":"deny"}}`,
	"log\n{\"decision\":\"deny\"}\n", "{\"decision\":\"deny\"} trailing", "{}{}", "{}\n{\"continue\":false}", "{a\n{\"decision\":\"block\"}",
	`{"updated_input":{"command":"x","file_path":"/y"}}`, "{\"updated_input\":{\n\"command\":\"x\"\n}}", `{"decision":"allow","updated_input":{"command":"x"}}`,
	`{"updated_output":"o"}`, `{"updated_output":{"a":[1]}}`, "{\"updated_output\":{\r\n\"a\":\"\xff\"}}", `{"context":"c","system_message":"m","suppress_output":true}`,
	`{"decision":"deny","reason":"\ud800\u0041\u0000\n"}`, `{"decision":"\u0064eny"}`, `{"\u0064ecision":"deny"}`, `{"decision":"allow","decision":"deny"}`,
	`{"injectSteps":[{"ephemeralMessage":"x"}],"native":{"antigravity":{"injectSteps":[{"userMessage":"x"}]}}}`, `{"followup_message":"go on"}`,
	`{"message":"m","lint_command":"make"}`, "\xEF\xBB\xBF {\"decision\":\"ask\",\"reason\":\"\xff\"}", "plain text", "\"{\\\"decision\\\":\\\"allow\\\"}\"",
}

// Every spelling on every recording: what FuzzAnswer would come to by chance.
func TestSpellings(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	t.Parallel()
	for _, r := range recordings() {
		t.Run(r.provider+"/"+r.file, func(t *testing.T) {
			for _, words := range spellings {
				for _, call := range [...]struct {
					how  byte
					exit int
				}{{0, 0}, {0, 2}, {failClosed, 0}, {failClosed, 1}, {cutOff, 0}, {asItCame, 0}, {asItCame, 1}, {asItCame | failClosed, 2}} {
					printed := mapping.HookOutput{Stdout: []byte(words), Stderr: []byte("why\xff"), Exit: call.exit, Cut: call.how&cutOff != 0, Hook: "hook"}
					checkAnswer(t, r, printed, call.how)
				}
			}
		})
	}
}

func checkAnswer(t *testing.T, rec recording, printed mapping.HookOutput, how byte) {
	c := decode(t, rec.file, rec.payload)
	closed := how&failClosed != 0
	said := listen(printed.Stdout, printed.Exit, printed.Cut)
	obey := func(stdout, stderr []byte, exit int) client.Effect {
		return client.Of(rec.provider)(client.Reply{Event: Event(rec.file), Payload: rec.payload, Stdout: stdout, Stderr: stderr, Exit: exit})
	}
	var r mapping.Reply
	var failed bool
	if how&asItCame != 0 {
		a, err := c.DecodeNative(c.Dialect, c.Event, printed, mapping.BlockOn{})
		if failed = err != nil; failed {
			r = mapping.Fault(c, closed, "openhook-shim: "+err.Error())
		} else {
			a, _ = mapping.Degrade(c, a, mapping.Policy{})
			r = mapping.Encode(c, &a)
		}
	} else {
		r, failed = answer(c, printed, closed)
	}
	if c.Event.Flags&mapping.RawOutput != 0 {
		if printed.Exit == 0 && !bytes.Equal(r.Stdout, printed.Stdout) {
			t.Fatalf("the product is changed: %q", r.Stdout)
		}
		return
	}
	e := obey(r.Stdout, r.Stderr, r.Exit)
	fatal := func(what string) {
		t.Helper()
		t.Fatalf("%s/%s: %s\nhook   %q %q exit %d cut %v how %d\nsaid   %+v failed %v\nclient %q %q exit %d\neffect %+v",
			rec.provider, rec.file, what, printed.Stdout, printed.Stderr, printed.Exit, printed.Cut, how, said, failed, r.Stdout, r.Stderr, r.Exit, e)
	}
	checkStreams(c, r, fatal)
	if how&asItCame != 0 {
		alone := client.Effect{}
		if !printed.Cut {
			alone = obey(printed.Stdout, printed.Stderr, printed.Exit)
		}
		if printed.Exit != 2 { // JSON counts at any exit code
			own := printed.Stdout
			if c.Dialect.AnswerPart != nil { // this client reads no more of it
				own = []byte(c.Dialect.AnswerPart(string(own)))
			}
			said = listen(own, 0, printed.Cut)
		}
		if printed.Exit != 0 && printed.Exit != 2 || alone.Model+alone.User == "" {
			// A code that only this client takes for a block is a failure; so is {},
			// with which Antigravity refuses and gives no reason.
			alone.Stopped = false
		}
		checkOwn(c, said, printed.Exit, alone, e, failed, closed, fatal)
		return
	}
	if said.failed && !failed && !said.against {
		fatal("a hook that failed is believed")
	}
	if failed && (said.deny || said.ask || said.stop) {
		fatal("what was said is lost")
	}
	checkEffect(c, said, e, failed, closed, fatal)
}

// checkStreams: what is printed is what this client's parser takes.
func checkStreams(c *mapping.Call, r mapping.Reply, fatal func(string)) {
	if !utf8.Valid(r.Stdout) || !utf8.Valid(r.Stderr) {
		fatal("it is not UTF-8")
	}
	if c.Dialect.Name == "kiro" && !bytes.HasPrefix(r.Stdout, []byte("{")) {
		return // plain text is its context
	}
	for line := range bytes.Lines(r.Stdout) {
		if line[0] != '{' || !json.Valid(line) {
			fatal("stdout is not JSON, an object a line")
		}
	}
}

// checkEffect holds what the client does against what the hook said.
func checkEffect(c *mapping.Call, said spoken, e client.Effect, failed, closed bool, fatal func(string)) {
	can := c.Can()
	blocked := failed && closed && c.Deniable()
	against := said.deny || said.ask || said.stop || said.against
	holds := against || said.input || said.cut || blocked
	switch {
	case (said.deny || said.stop || said.cut || blocked) && c.Deniable() && !e.Stopped && !e.Ends:
		fatal("it is not prevented")
	case said.ask && c.Deniable() && c.Type != mapping.PermissionRequest && !e.Asked && !e.Stopped && !e.Ends:
		fatal("nobody is asked")
	case said.deny && !said.ends && c.KeepsGoing() && slices.Contains(can, "go_on") && !e.GoesOn:
		fatal("the agent stops")
	case said.stop && e.GoesOn:
		fatal("the agent goes on")
	case said.deny && slices.Contains(can, "feedback") && e.Model+e.Output == "" && !e.Ends:
		fatal("the model does not learn of it")
	case e.Approved && (!said.sole || !said.allow || said.deny || said.ask || said.stop):
		fatal("it is approved")
	case e.Approved && e.Stopped:
		fatal("it is approved and stopped")
	case e.Asked && (!said.ask && !said.against || said.deny):
		fatal("the user is asked")
	case e.Stopped && !holds:
		fatal("it is stopped")
	case e.GoesOn && !against:
		fatal("the agent is kept going")
	case e.Ends && !holds || e.Ends && !said.stop && !said.against && !c.Deniable():
		fatal("the agent ends")
	case e.Failed && !failed:
		fatal("the client cannot read it")
	case e.Input != "" && (!said.input || said.deny || said.stop):
		fatal("another input")
	case e.Output != "" && !said.output && !against && !said.native && !said.context:
		fatal("another result")
	case e.Model != "" && !holds && !said.context && !said.native && !(said.text && (c.Type == mapping.SessionStart || c.Type == mapping.PromptSubmit)) && e.Output == "":
		fatal("the model hears something")
	}
}

// checkOwn holds a hook in the client's own words against itself without us.
func checkOwn(c *mapping.Call, said spoken, exit int, alone, e client.Effect, failed, closed bool, fatal func(string)) {
	switch {
	case (said.deny || said.stop || failed && closed) && c.Deniable() && !e.Stopped && !e.Ends:
		fatal("it is not prevented")
	case alone.Stopped && !alone.Failed && c.Deniable() && !e.Stopped && !e.Ends:
		fatal("without us it is stopped")
	case e.Approved && (!said.sole || !said.allow || said.deny || said.ask || said.stop):
		fatal("it is approved")
	case e.Approved && !alone.Approved && (exit != 0 || said.input): // that it forgets a frame, such as hookEventName, is no reason
		fatal("without us it is not approved")
	case failed && !closed && (e.Stopped || e.Asked || e.GoesOn || e.Ends):
		fatal("a broken hook breaks the agent")
	case e.Failed && !failed:
		fatal("the client cannot read it")
	}
}

// Whatever a client sends and whatever a hook does: a block is a block in the
// client's own words also where the payload was never seen before.
func FuzzCall(f *testing.F) {
	for i, r := range recordings() {
		for j, s := range sayings {
			if (i+j)%17 == 0 {
				f.Add(r.payload, s.printed.Stdout, s.printed.Stderr, byte(s.printed.Exit), i%2 == 0)
			}
		}
	}
	f.Fuzz(func(t *testing.T, payload, stdout, stderr []byte, exit byte, closed bool) {
		getenv := func(string) string { return "" }
		p, err := mapping.Parse(slices.Clone(payload), getenv)
		if err != nil {
			return
		}
		h := mapping.Hints{Getenv: getenv, Cwd: "/p", Now: "2026-11-20T10:00:00.000Z"}
		c := clients.Registry.Read(p, h)
		r, failed := answer(c, mapping.HookOutput{Stdout: stdout, Stderr: stderr, Exit: int(exit), Hook: "hook"}, closed)
		obey := client.Of(c.Dialect.Name)
		if obey == nil || c.Event.Flags&mapping.RawOutput != 0 {
			return
		}
		said := listen(stdout, int(exit), false)
		e := client.Effect{}
		fatal := func(what string) {
			t.Helper()
			t.Fatalf("%s %s: %s\nsaid   %+v failed %v\nclient %q %q exit %d\neffect %+v", c.Dialect.Name, c.Native, what, said, failed, r.Stdout, r.Stderr, r.Exit, e)
		}
		checkStreams(c, r, fatal)
		if c.Event.Native == "" || c.Event.Native[0] == '*' { // no model knows what its client makes of an event that is not in the table
			if (said.deny || said.stop || failed && closed) && c.Deniable() && r.Exit == 0 && len(r.Stdout) == 0 {
				fatal("no block is sent")
			}
			return
		}
		sent := p.Raw
		if p.Line { // by which Claude Code's versions are told apart
			sent = append(slices.Clone(sent), '\n')
		}
		e = obey(client.Reply{Event: c.Native, Payload: sent, Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit})
		checkEffect(c, said, e, failed, closed, fatal)
	})
}
