package payload

import (
	"bytes"
	"encoding/json"
	"strings"
)

// mapStrings replaces the string values of a JSON text. It also reads JSON inside a string,
// because some tools send arguments that way. All other bytes stay the same.
func mapStrings(raw []byte, f func(string) string) []byte {
	out := make([]byte, 0, len(raw)+64)
	for i := 0; i < len(raw); {
		if raw[i] != '"' {
			out = append(out, raw[i])
			i++
			continue
		}
		end := stringEnd(raw, i)
		token := raw[i:end]
		i = end
		if rest := bytes.TrimLeft(raw[end:], " \t\r\n"); len(rest) > 0 && rest[0] == ':' {
			out = append(out, token...) // a key
			continue
		}
		var s string
		if json.Unmarshal(token, &s) != nil {
			out = append(out, token...)
			continue
		}
		var to string
		if inner := strings.TrimSpace(s); len(inner) > 1 && (inner[0] == '{' || inner[0] == '[') &&
			json.Valid([]byte(s)) {
			to = string(mapStrings([]byte(s), f))
		} else {
			to = f(s)
		}
		if to == s {
			out = append(out, token...)
		} else {
			out = append(out, Quote(to)...)
		}
	}
	return out
}

// stringEnd returns the offset behind the string that begins at i.
func stringEnd(raw []byte, i int) int {
	for i++; i < len(raw); i++ {
		switch raw[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(raw)
}

// Quote writes a JSON string, without the escapes that HTML needs.
func Quote(s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return []byte(`""`)
	}
	return bytes.TrimSpace(b.Bytes())
}
