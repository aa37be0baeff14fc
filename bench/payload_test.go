package main

import (
	"encoding/json"
	"testing"
)

func TestPayloads(t *testing.T) {
	for _, s := range sizes {
		b, err := s.payload("..")
		if err != nil {
			t.Fatal(err)
		}
		if len(b) != s.bytes || !json.Valid(b) {
			t.Errorf("%s: %d bytes, valid %v", s.name, len(b), json.Valid(b))
		}
	}
}

func TestGrow(t *testing.T) {
	const small = `{"content":"x","z":1}`
	for n := len(small) - 1; n < 600; n++ {
		b, err := grow([]byte(small), n)
		if err != nil || len(b) != n || !json.Valid(b) {
			t.Fatalf("%d: %v, %s", n, err, b)
		}
	}
	for _, wrong := range []string{`{}`, `{"content":"`, `{"content":"","more":"than that, and too much of it"}`} {
		if b, err := grow([]byte(wrong), 20); err == nil {
			t.Errorf("%s: %s", wrong, b)
		}
	}
}
