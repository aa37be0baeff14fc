package settings

import (
	"bytes"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
)

// An Edit is a text that was put into a file.
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

// undo takes the texts out again, the last first: each from where it was put, else
// from the one place where it is now. It fails if one of them is not there as it was,
// or if what others have put beside it would not be left as they wrote it.
func undo(data []byte, edits []Edit, s mapping.Syntax) ([]byte, bool) {
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
		if s == mapping.TOML && at > 0 && data[at-1] != '\n' && end < len(data) {
			return nil, false // two lines would become one
		}
		data = append(bytes.Clone(data[:at]), data[end:]...)
	}
	return data, s == mapping.TOML || keptCode(before, data, edits)
}

// keptCode says whether JSON without the texts that were put in is what it was but for
// them: what stood behind one of them may be in a comment now, or a comma too many
// be left.
func keptCode(before, after []byte, edits []Edit) bool {
	left := codeLength(before)
	for _, e := range edits {
		left -= codeLength([]byte(e.Text))
	}
	return codeLength(after) == left && commasAtEnd(after) <= commasAtEnd(before)
}

// codeLength is how much of JSON, or of a piece of it, is neither space nor comment.
func codeLength(data []byte) (n int) {
	for from, to := nextToken(data, 0); from < to; from, to = nextToken(data, to) {
		n += to - from
	}
	return n
}
