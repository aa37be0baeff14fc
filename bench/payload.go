package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A size is a payload to measure, and in how many rounds.
type size struct {
	name  string
	bytes int
	// fast and slow divide the rounds, for the project's own programs and for
	// interpreters, so that the whole run takes about a minute.
	fast, slow int
	gated      bool
}

const (
	usual = "2 kB"
	large = "10 MB"
)

var sizes = []size{
	{name: "300 B", bytes: 300, fast: 1, slow: 15},
	{name: usual, bytes: 1_968, fast: 1, slow: 8, gated: true},
	{name: "20 kB", bytes: 20_000, fast: 1, slow: 15},
	{name: "1 MB", bytes: 1_000_000, fast: 4, slow: 30},
	{name: large, bytes: 10_000_000, fast: 10, slow: 60, gated: true},
}

// rounds returns how often to run a program with this size, of n.
func (s size) rounds(n int, slow bool) int {
	by := s.fast
	if slow {
		by = s.slow
	}
	return max(n/by, 3)
}

// payload is what Claude Code sends before it writes a file: a recording, with a file
// of another size.
func (s size) payload(root string) ([]byte, error) {
	name := "PreToolUse.Write.json"
	if s.bytes < 500 {
		name = "PreToolUse.minimal-1.0.json" // of an older client, which sends less
	}
	sent, err := recorded(root, name)
	if err != nil {
		return nil, err
	}
	b, err := grow(bytes.TrimSpace(sent), s.bytes-1)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return append(b, '\n'), nil
}

// recorded returns what Claude Code sent.
func recorded(root, name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(root, "golden", "claude-code", "payload", name))
}

// lines are lines of code, escaped like in JSON.
var lines = []string{
	`func (s *store) load(path string) error {\n`,
	`\tf, err := os.Open(filepath.Join(s.dir, path))\n`,
	`\tif err != nil {\n\t\treturn fmt.Errorf(\"load %q: %w\", path, err)\n\t}\n`,
	`\tdefer f.Close() // a reader has nothing to lose\n`,
	`\t// Größen in Bytes, höchstens 64 kB — “klein” heißt: in einem Stück\n`,
	`\treturn json.NewDecoder(io.LimitReader(f, 1<<16)).Decode(&s.entries)\n}\n\n`,
}

// grow extends the content of a payload so that the payload has n bytes.
func grow(payload []byte, n int) ([]byte, error) {
	const key = `"content":"`
	before, rest, found := bytes.Cut(payload, []byte(key))
	content, after, closed := bytes.Cut(rest, []byte{'"'})
	if !found || !closed {
		return nil, errors.New("it has no content")
	}
	left := n - len(payload) + len(content)
	if left < 0 {
		return nil, errors.New("it is larger than it shall be")
	}
	b := append(append(make([]byte, 0, n), before...), key...)
	for i := 0; len(lines[i%len(lines)]) <= left; i++ {
		line := lines[i%len(lines)]
		b = append(b, line...)
		left -= len(line)
	}
	b = append(b, strings.Repeat("x", left)...)
	return append(append(b, '"'), after...), nil
}
