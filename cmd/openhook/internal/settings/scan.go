package settings

import (
	"bytes"
	"fmt"
	"strings"
)

// skipExtra returns the offset behind space and comments.
func skipExtra(data []byte, at int) int {
	for at < len(data) {
		switch rest := data[at:]; {
		case strings.IndexByte(" \t\r\n", rest[0]) >= 0:
			at++
		case bytes.HasPrefix(rest, []byte("//")):
			n := bytes.IndexByte(rest, '\n')
			if n < 0 {
				return len(data)
			}
			at += n
		case bytes.HasPrefix(rest, []byte("/*")):
			n := bytes.Index(rest, []byte("*/"))
			if n < 0 {
				return len(data)
			}
			at += n + 2
		default:
			return at
		}
	}
	return at
}

// nextToken returns the next string, or one byte of another token.
func nextToken(data []byte, at int) (from, to int) {
	from = skipExtra(data, at)
	to = min(from+1, len(data))
	if from == to || data[from] != '"' {
		return from, to
	}
	for ; to < len(data); to++ {
		switch data[to] {
		case '"':
			return from, to + 1
		case '\\':
			to++
		}
	}
	return from, len(data)
}

// checkDepth refuses deep nesting, because the parser recurses and would exhaust the stack.
func checkDepth(data []byte) error {
	depth := 0
	for from, to := nextToken(data, 0); from < to; from, to = nextToken(data, to) {
		switch data[from] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth > 1000 {
			return fmt.Errorf("line %d: nested too deep", 1+bytes.Count(data[:from], []byte("\n")))
		}
	}
	return nil
}
