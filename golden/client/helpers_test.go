package client

import (
	"encoding/json"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// readRows reads every recorded row of a file: one JSON array, or one value after another.
func readRows[T any](t *testing.T, file string) (rows []T) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	for {
		var raw json.RawMessage
		if err := d.Decode(&raw); errors.Is(err, io.EOF) {
			return rows
		} else if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if raw[0] == '[' {
			err = json.Unmarshal(raw, &rows)
		} else {
			rows = append(rows, *new(T))
			err = json.Unmarshal(raw, &rows[len(rows)-1])
		}
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
	}
}

// payloads are the recorded payloads of a folder, by file name without ".json";
// the event stands before the first dot. Fewer than least is an error.
func payloads(t *testing.T, dir string, least int) iter.Seq2[string, []byte] {
	t.Helper()
	files, _ := filepath.Glob(dir + "*.json")
	if len(files) < least {
		t.Fatalf("%d payloads in %s, want %d", len(files), dir, least)
	}
	return func(yield func(string, []byte) bool) {
		for _, file := range files {
			payload, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(strings.TrimSuffix(filepath.Base(file), ".json"), payload) {
				return
			}
		}
	}
}

// eventOf returns the event that a payload's name begins with.
func eventOf(name string) string {
	event, _, _ := strings.Cut(name, ".")
	return event
}

// combine returns every answer that makes one choice of each list; "" says nothing.
func combine(choices ...[]string) []string {
	answers := []string{""}
	for _, choice := range choices {
		var longer []string
		for _, said := range answers {
			for _, c := range choice {
				longer = append(longer, strings.Trim(said+","+c, ","))
			}
		}
		answers = longer
	}
	for i, said := range answers {
		answers[i] = "{" + said + "}"
	}
	return answers
}

// callOf reads a payload as the shim does.
func callOf(t *testing.T, payload []byte) *mapping.Call {
	t.Helper()
	getenv := func(string) string { return "" }
	p, err := mapping.Parse(slices.Clone(payload), getenv)
	if err != nil {
		t.Fatal(err)
	}
	h := mapping.Hints{Getenv: getenv, Cwd: "/w", Now: "2026-11-20T10:00:00.000Z"}
	return clients.Registry.Read(p, h)
}

// answerOf is what the shim makes of what a hook printed, in OpenHook's words or
// taken for the client's own. failed says that it was no answer: the reply is a
// fault's then, open or closed.
func answerOf(c *mapping.Call, printed mapping.HookOutput, native, closed bool) (r Reply, failed bool) {
	var a mapping.Answer
	var err error
	if native {
		a, err = c.DecodeNative(c.Dialect, c.Event, printed, mapping.BlockOn{})
	} else {
		a, err = c.DecodeAnswer(printed, mapping.BlockOn{})
	}
	if err != nil {
		return replied(mapping.Fault(c, closed, "openhook-shim: "+err.Error())), true
	}
	a, _ = mapping.Degrade(c, a, mapping.Policy{})
	return replied(mapping.Encode(c, &a)), false
}

// saying is a hook that prints an answer and exits 0.
func saying(stdout string) mapping.HookOutput {
	return mapping.HookOutput{Stdout: []byte(stdout), Hook: "hook"}
}

func replied(r mapping.Reply) Reply {
	return Reply{Stdout: r.Stdout, Stderr: r.Stderr, Exit: r.Exit}
}
