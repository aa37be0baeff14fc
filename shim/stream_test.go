package shim

import (
	"strings"
	"testing"
)

// A deny that stands between what is kept of a long text is not lost without a word.
func TestStreamCut(t *testing.T) {
	log := strings.Repeat("log\n", 1<<20)
	for _, c := range [...]struct {
		printed string
		want    bool
	}{
		{log + log, false},
		{log + `{"decision":"deny"}` + "\n" + log, true},
		{log[:maxText] + `{"decision":"deny"}` + "\n" + log[:3*maxText/2], true},
		{log[:maxText/2] + `{"decision":"deny"}` + "\n" + log + log, false},
		{log + log + `{"decision":"deny"}`, false},
		{`{"decision":"deny","x":"` + strings.Repeat(log, 1+maxObject/len(log)), true},
	} {
		s := stream{isStdout: true}
		for rest := []byte(c.printed); len(rest) > 0; {
			n := min(64<<10, len(rest))
			s.add(rest[:n])
			rest = rest[n:]
		}
		if s.bytes(); s.cut != c.want {
			t.Errorf("%.40s…: cut is %v", c.printed, s.cut)
		}
	}
}
