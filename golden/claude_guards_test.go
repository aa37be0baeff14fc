//go:build !windows

package golden

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/golden/client"
	"github.com/openhook/openhook-shim/mapping"
)

// noEffect: what happens is what happens without a hook.
func noEffect(s *scene) string {
	e := s.Effect
	if e.User = ""; e != (client.Effect{}) {
		return "something happens"
	}
	return ""
}

// stoppedFor: the action does not happen, and somebody reads why.
func stoppedFor(why string) func(*scene) string {
	return func(s *scene) string {
		switch {
		case !s.Stopped && !s.Ends || s.Failed:
			return "it is not stopped"
		case s.tells() && !strings.Contains(s.Model+"\n"+s.User, why):
			return "nobody reads why"
		}
		return ""
	}
}

// tells says whether the client tells anybody why it stopped something: Cline's CLI
// does not, whatever the answer.
func (s *scene) tells() bool {
	r := mapping.Encode(s.call, &mapping.Answer{Decision: mapping.Deny, Reason: reason})
	e := client.Of(s.provider)(client.Reply{Event: Event(s.file), Payload: s.sent, Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit})
	return strings.Contains(e.Model+"\n"+e.User, reason)
}

// harmless is the payload as it was recorded. A hook that breaks would stop it.
func harmless(payload []byte) trial {
	return trial{name: "as recorded", payload: payload, flags: []string{"--fail-closed"}, wants: noEffect}
}

func guardTrials(t *testing.T, c *mapping.Call, payload []byte) []trial {
	if !c.Deniable() {
		return nil
	}
	bad, ok := worsen(c, payload)
	if !ok {
		t.Errorf("no command can be put into %s", payload)
	}
	return []trial{harmless(payload), {name: badCommand, payload: bad, wants: stoppedFor("guard: a whole tree would be removed")}}
}

const awsKey = "AKIAIOSFODNN7EXAMPLE" // the one of AWS's documentation

func secretTrials(t *testing.T, c *mapping.Call, payload []byte) []trial {
	if !c.Deniable() {
		return nil
	}
	if len(c.Files) == 0 {
		t.Errorf("no file is named by %s", payload)
	}
	all := []trial{harmless(payload)}
	for _, f := range c.Files {
		if base := filepath.Base(f.Path); strings.HasPrefix(f.Path, "/") { // no hook knows the other system's paths
			bad, ok := swap(payload, inner(base), ".env")
			if !ok {
				t.Errorf("%s is not in %s", base, payload)
			}
			all = append(all, trial{name: ".env for " + base, payload: bad, wants: stoppedFor(".env is not for you")})
		}
	}
	texts := written(c)
	if len(texts) == 0 && slices.ContainsFunc(c.Files, func(f mapping.File) bool { return f.Op != "delete" }) {
		t.Errorf("it is not known what is written by %s", payload)
	}
	for _, text := range texts {
		for _, keyed := range withKey(text) {
			bad, ok := swap(payload, `"`+inner(text)+`"`, `"`+inner(keyed)+`"`)
			if !ok {
				t.Errorf("%q is not in %s", text, payload)
			}
			all = append(all, trial{name: strconv.Quote(keyed), payload: bad, wants: stoppedFor("secrets: that is an AWS access key")})
		}
	}
	return all
}

// written are the texts that a call writes, each as the client sends it.
func written(c *mapping.Call) (all []string) {
	var envelope struct {
		Data struct {
			Input map[string]any `json:"tool_input"`
		}
	}
	if json.Unmarshal([]byte(joined(c.Envelope("", mapping.Options{}))), &envelope) != nil {
		return nil
	}
	add := func(input map[string]any) {
		for _, key := range [...]string{"content", "new_string", "patch"} {
			if text, _ := input[key].(string); text != "" && withKey(text) != nil && !slices.Contains(all, text) {
				all = append(all, text)
			}
		}
	}
	edits, _ := envelope.Data.Input["edits"].([]any)
	for _, edit := range edits {
		if input, ok := edit.(map[string]any); ok {
			add(input)
		}
	}
	if len(all) == 0 { // else it is what the edits are together
		add(envelope.Data.Input)
	}
	return all
}

func joined(pieces [][]byte) string {
	var b strings.Builder
	for _, p := range pieces {
		b.Write(p)
	}
	return b.String()
}

var (
	addedLine = regexp.MustCompile(`(?m)^\+.*$`)
	hunk      = regexp.MustCompile(`(?m)^@@.*$`)
	search    = regexp.MustCompile(`(?m)^<<<<<<< SEARCH$`)
	replaced  = regexp.MustCompile(`(?m)^>>>>>>> REPLACE$`)
)

// withKey are a text with an AWS key in what it adds, in several ways; none for a
// patch that adds nothing.
func withKey(text string) (all []string) {
	switch {
	case strings.HasPrefix(text, "*** Begin Patch"):
		if !addedLine.MatchString(text) {
			return nil
		}
		all = []string{addedLine.ReplaceAllString(text, "$0 = "+awsKey), addedLine.ReplaceAllString(text, "$0\n+++ "+awsKey)}
		if hunk.MatchString(text) { // below a line of the file that looks like a header
			all = append(all, hunk.ReplaceAllString(all[0], "$0\n *** note ***"))
		}
	case replaced.MatchString(text):
		all = []string{replaced.ReplaceAllString(text, "key = "+awsKey+"\n$0")}
		all = append(all, search.ReplaceAllString(all[0], "$0\n- an item")) // which looks like a line that goes
	default:
		all = []string{text + "\nkey = " + awsKey + "\n"}
	}
	return all
}
