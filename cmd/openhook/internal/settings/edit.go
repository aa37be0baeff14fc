package settings

import (
	"bytes"
	"strings"

	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// An Edit is a text that Insert put into a file.
type Edit struct {
	At   int    `json:"at"` // offset, bytes
	Text string `json:"text"`
}

func (e Edit) apply(data []byte) []byte {
	out := make([]byte, 0, len(data)+len(e.Text))
	out = append(out, data[:e.At]...)
	out = append(out, e.Text...)
	return append(out, data[e.At:]...)
}

// Undo removes the texts, the last one first: from its old place, or from the only place that has
// it. It fails if a text has changed, or if the removal would damage what others wrote next to it.
func Undo(l *setup.Layout, data []byte, edits []Edit) ([]byte, bool) {
	before := data
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		at := e.At
		if at > len(data) || !bytes.HasPrefix(data[at:], []byte(e.Text)) {
			if strings.TrimSpace(e.Text) == "," || bytes.Count(data, []byte(e.Text)) != 1 {
				return nil, false
			}
			at = bytes.Index(data, []byte(e.Text))
		}
		end := at + len(e.Text)
		if l.Syntax == setup.TOML && at > 0 && data[at-1] != '\n' && end < len(data) {
			return nil, false // the removal would join two lines
		}
		data = append(bytes.Clone(data[:at]), data[end:]...)
	}
	return data, l.Syntax == setup.TOML || keptCode(before, data, edits)
}

// keptCode reports whether the removal changed nothing but the texts. Code behind a text may now
// be in a comment, or a comma may be left over.
func keptCode(before, after []byte, edits []Edit) bool {
	left := codeLength(before)
	for _, e := range edits {
		left -= codeLength([]byte(e.Text))
	}
	return codeLength(after) == left && commasAtEnd(after) <= commasAtEnd(before)
}

// codeLength returns the number of bytes in JSON that are neither space nor comment.
func codeLength(data []byte) (n int) {
	for from, to := nextToken(data, 0); from < to; from, to = nextToken(data, to) {
		n += to - from
	}
	return n
}
