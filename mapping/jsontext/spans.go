// Package jsontext reads and writes JSON as text. Values keep their bytes. It knows nothing
// about hooks.
package jsontext

import (
	"strings"

	"github.com/tidwall/gjson"
)

// The members of validated JSON are spans. gjson's ForEach unescapes every string, 8 ms a pass
// for a file of 10 MB. Here only a key with escapes is copied.

// EachMember calls f for every member of an object, in order, until f returns false.
func EachMember(raw string, f func(key, value string) bool) {
	for i := Next(raw, 1); i < len(raw) && raw[i] == '"'; i = Next(raw, i) {
		end := ValueEnd(raw, i)
		key := raw[i+1 : end-1]
		if strings.IndexByte(key, '\\') >= 0 {
			key = Unescape(key)
		}
		i = Next(raw, end)
		end = ValueEnd(raw, i)
		if !f(key, raw[i:end]) {
			return
		}
		i = end
	}
}

// EachElement calls f for every element of an array.
func EachElement(raw string, f func(value string)) {
	for i := Next(raw, 1); i < len(raw) && raw[i] != ']'; i = Next(raw, i) {
		end := ValueEnd(raw, i)
		f(raw[i:end])
		i = end
	}
}

// Next returns the index of the first byte from i on that is no space, comma or
// colon.
func Next(s string, i int) int {
	for i < len(s) && (s[i] <= ' ' || s[i] == ',' || s[i] == ':') {
		i++
	}
	return i
}

// ValueEnd returns the index behind the value at i.
func ValueEnd(s string, i int) int {
	if i >= len(s) {
		return i
	}
	switch s[i] {
	case '"':
		return StringEnd(s, i)
	case '{', '[':
		for level := 0; i < len(s); i++ {
			switch s[i] {
			case '"':
				i = StringEnd(s, i) - 1
			case '{', '[':
				level++
			case '}', ']':
				if level--; level == 0 {
					return i + 1
				}
			}
		}
		return i
	}
	for i < len(s) && s[i] > ' ' && s[i] != ',' && s[i] != '}' && s[i] != ']' {
		i++
	}
	return i
}

// StringEnd returns the index behind the string at i.
func StringEnd(s string, i int) int {
	for i++; ; i++ {
		quote := strings.IndexByte(s[i:], '"')
		if quote < 0 {
			return len(s)
		}
		i += quote
		escapes := 0
		for s[i-1-escapes] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return i + 1
		}
	}
}

// Lookup returns the value at a path of valid JSON: a string as text, anything else as JSON.
// It is false if there is no value or null. If a key occurs twice, the last counts, like in
// every client. gjson reads a path with more than keys and indexes, and takes the first key.
func Lookup(data []byte, path string) (string, bool) {
	raw := ""
	if strings.ContainsAny(path, `\#@|*?!{}[]()`) {
		v := gjson.GetBytes(data, path)
		if raw = v.Raw; v.Type == gjson.Null {
			return "", false
		}
	} else {
		raw = Child(View(data), path)
	}
	return Text(raw), raw != "" && raw != "null"
}

// IsKind reports whether a raw value is of a kind.
//
//go:noinline
func IsKind(raw, kind string) bool { return KindOf(raw) == kind }

// KindOf returns whether a raw value is a string, number, object, array or bool;
// "" for null and nothing.
//
//go:noinline
func KindOf(raw string) string {
	if raw == "" {
		return ""
	}
	switch raw[0] {
	case '"':
		return "string"
	case '{':
		return "object"
	case '[':
		return "array"
	case 't', 'f':
		return "bool"
	case 'n':
		return ""
	}
	return "number"
}

// IsObject reports whether a raw value is an object.
func IsObject(raw string) bool { return raw != "" && raw[0] == '{' }
