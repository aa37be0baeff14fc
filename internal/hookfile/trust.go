package hookfile

import (
	"crypto/sha256"
	"errors"
	"io/fs"
	"strings"
)

// A Trust is a person's decision on a hook file.
type Trust uint8

const (
	Unknown Trust = iota // no decision
	Refused
	Allowed
	Changed // a watched file changed after it was allowed
)

// Words of a record. Its first line is recordHead, the second one the decision and the path of the
// hook file. A line for each watched file follows.
const (
	recordHead = "openhook trust 1\n"
	allowWord  = "allow "
	refuseWord = "refuse "
	absentWord = "absent "
)

// MaxScript is the largest script that a record can watch, in bytes.
const MaxScript = 16 << 20

// RecordName returns the name of a hook file's record. path is absolute and has no links.
func RecordName(path string) string { return Hash([]byte(path))[:32] }

// Hash returns the SHA-256 of data in hexadecimal.
func Hash(data []byte) string {
	const digits = "0123456789abcdef"
	sum := sha256.Sum256(data)
	b := make([]byte, 0, 2*len(sum))
	for _, c := range sum {
		b = append(b, digits[c>>4], digits[c&15])
	}
	return string(b)
}

// Check compares a record with the current files. read returns the content of a file or the names
// in a folder, see content. Its error is fs.ErrNotExist only if nothing has that name. changed is
// the first file that differs.
func Check(record, path string, read func(string) ([]byte, error)) (t Trust, changed string) {
	lines, ok := strings.CutPrefix(record, recordHead)
	if !ok {
		return Unknown, ""
	}
	decision, rest, _ := strings.Cut(lines, "\n")
	switch decision {
	case refuseWord + path:
		return Refused, ""
	case allowWord + path:
	default:
		return Unknown, ""
	}
	own := false
	for line := range strings.Lines(rest) {
		hash, file, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if !ok {
			return Changed, path // the record itself is broken
		}
		data, err := content(file, read)
		same := err == nil && Hash(data) == hash
		if hash+" " == absentWord {
			same = errors.Is(err, fs.ErrNotExist)
		}
		if !same {
			file, _, _ = strings.Cut(file, "//")
			return Changed, file
		}
		own = own || file == path
	}
	if !own {
		return Changed, path
	}
	return Allowed, ""
}

// Record returns the text of a record.
func Record(path string, allowed bool, files []string, read func(string) ([]byte, error)) string {
	if !allowed {
		return recordHead + refuseWord + path + "\n"
	}
	var b strings.Builder
	b.WriteString(recordHead + allowWord + path + "\n")
	for _, file := range append([]string{path}, files...) {
		if data, err := content(file, read); err == nil {
			b.WriteString(Hash(data) + " " + file + "\n")
		} else {
			b.WriteString(absentWord + file + "\n")
		}
	}
	return b.String()
}
