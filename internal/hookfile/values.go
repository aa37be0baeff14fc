package hookfile

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/mapping"
)

// Each error completes "NAME VALUE: ".
const (
	errDuration  = mapping.Error("use a duration such as 30s or 500ms")
	errExitCodes = mapping.Error("use any, or exit codes from 1 to 255 such as 1,3")
	errDegrade   = mapping.Error("use ask=native|deny|allow, rewrite=deny|drop or context=drop|deny")
)

// List splits a list at its commas.
func List(s string) []string {
	var all []string
	for one := range strings.SplitSeq(s, ",") {
		if one = strings.TrimSpace(one); one != "" {
			all = append(all, one)
		}
	}
	return all
}

// Words splits a command that has the same meaning without a shell: a path and plain words. It
// returns nil for any other.
func Words(command string) []string {
	for _, r := range command {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune(" /._+@%,:-", r)) {
			return nil
		}
	}
	var words []string
	for word, more := "", true; more; {
		if word, command, more = strings.Cut(command, " "); word != "" {
			words = append(words, word)
		}
	}
	if len(words) == 0 || !strings.Contains(words[0], "/") {
		return nil
	}
	return words
}

// Duration reads "30s", "500ms", "1m30s", or a bare number of seconds.
func Duration(s string) (time.Duration, error) {
	sum, rest := 0.0, s
	for rest != "" {
		end := len(rest) - len(strings.TrimLeft(rest, "0123456789."))
		n, err := strconv.ParseFloat(rest[:end], 64)
		unit := rest[end:]
		if i := strings.IndexAny(unit, "0123456789."); i >= 0 {
			unit = unit[:i]
		}
		rest = rest[end+len(unit):]
		switch {
		case err != nil:
			return 0, errDuration
		case unit == "ms":
			n /= 1000
		case unit == "m":
			n *= 60
		case unit == "h":
			n *= 3600
		case unit != "s" && (unit != "" || end < len(s)):
			return 0, errDuration
		}
		sum += n
	}
	if sum *= float64(time.Second); sum < 1 || sum >= 1e18 {
		return 0, errDuration
	}
	return time.Duration(sum), nil
}

// ExitCodes reads "any" or a list of exit codes.
func ExitCodes(s string) (mapping.BlockOn, error) {
	if s == "any" {
		return mapping.BlockOn{Any: true}, nil
	}
	var b mapping.BlockOn
	for _, one := range List(s) {
		n, err := strconv.Atoi(one)
		if err != nil || n < 1 || n > 255 {
			return b, errExitCodes
		}
		b.Codes = append(b.Codes, n)
	}
	return b, nil
}

// Degrade sets the replacement of one wish, for example "ask=deny".
func Degrade(p *mapping.Policy, s string) error {
	switch s {
	case "ask=native":
		p.Ask = mapping.AsNative
	case "ask=deny":
		p.Ask = mapping.ToDeny
	case "ask=allow":
		p.Ask = mapping.ToAllow
	case "rewrite=deny":
		p.Rewrite = mapping.Safest
	case "rewrite=drop":
		p.Rewrite = mapping.ToDrop
	case "context=drop":
		p.Context = mapping.Safest
	case "context=deny":
		p.Context = mapping.ToDeny
	default:
		return errDegrade
	}
	return nil
}

// The functions below read JSON. The last result names what is wrong with a value, "" if it is
// right.

func command(v gjson.Result) (line, bad string) {
	if v.Type != gjson.String || v.Str == "" || strings.Contains(v.Str, "\x00") {
		return "", "must be a text"
	}
	return v.Str, ""
}

func timeout(v gjson.Result) (d time.Duration, bad string) {
	d, err := Duration(v.String())
	if err != nil || v.Type != gjson.Number && v.Type != gjson.String {
		return 0, "must be a number of seconds"
	}
	return d, ""
}

func priority(v gjson.Result) (n int, bad string) {
	n = int(v.Num)
	if v.Type != gjson.Number || v.Num != float64(n) || n < 0 || n > MaxPriority {
		return 0, "must be a whole number from 0 to 1000"
	}
	return n, ""
}

func (p *parser) format(v gjson.Result) (name, bad string) {
	name = v.Str
	if v.Type != gjson.String || name != "openhook" && name != "native" && p.formats.Format(name) == nil {
		return "", mapping.OneLine(v.String()) + " is unknown; use openhook, native or one of " +
			strings.Join(p.formats.Formats(), ", ")
	}
	return name, ""
}

func folder(v gjson.Result) (path, bad string) {
	if v.Type != gjson.String || !filepath.IsLocal(filepath.FromSlash(v.Str)) {
		return "", "must be a folder below the file's"
	}
	return v.Str, ""
}

func texts(v gjson.Result) (all []string, bad string) {
	for _, one := range v.Array() {
		if all = append(all, one.Str); one.Type != gjson.String || !v.IsArray() {
			return nil, "must be a list of texts"
		}
	}
	return all, ""
}

func boolean(v gjson.Result) (is bool, bad string) {
	if !v.IsBool() {
		return false, "must be true or false"
	}
	return v.Bool(), ""
}

func exitCodes(v gjson.Result) (b mapping.BlockOn, bad string) {
	var all []string
	for _, one := range v.Array() {
		all = append(all, one.String())
	}
	b, err := ExitCodes(strings.Join(all, ","))
	if err != nil || len(all) == 0 {
		return b, "must be any or exit codes from 1 to 255"
	}
	return b, ""
}

func degrade(p *mapping.Policy, v gjson.Result) (bad string) {
	if !v.IsObject() {
		return "must be an object"
	}
	v.ForEach(func(wish, how gjson.Result) bool {
		if Degrade(p, wish.Str+"="+how.String()) != nil {
			bad = "must have ask: native, deny, allow; rewrite: deny, drop; context: drop, deny"
		}
		return bad == ""
	})
	return bad
}

// environment reads variables for a hook. Only the shim sets OPENHOOK_ variables.
func environment(v gjson.Result) (all []string, bad string) {
	if !v.IsObject() {
		return nil, "must be an object of texts"
	}
	v.ForEach(func(name, value gjson.Result) bool {
		switch {
		case value.Type != gjson.String:
			bad = "must be an object of texts"
		case name.Str == "" || strings.ContainsAny(name.Str, "=\x00") || strings.Contains(value.Str, "\x00"):
			bad = "must hold variables that a process can have"
		case len(name.Str) >= 9 && strings.EqualFold(name.Str[:9], "OPENHOOK_"):
			bad = "must not set " + name.Str + ": openhook-shim sets it"
		}
		all = append(all, name.Str+"="+value.Str)
		return bad == ""
	})
	return all, bad
}
