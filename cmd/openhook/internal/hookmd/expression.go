package hookmd

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
)

// maxExpression is the longest expression in characters, because a line of cmd.exe has at most
// 8191.
const maxExpression = 2000

// onlyPCRE are the errors about syntax that PCRE has and RE2 lacks.
var onlyPCRE = map[syntax.ErrorCode]bool{
	syntax.ErrInvalidPerlOp: true, syntax.ErrInvalidEscape: true, syntax.ErrInvalidRepeatOp: true,
	syntax.ErrInvalidNamedCapture: true,
}

// compile compiles an expression of a HOOK.md.
func compile(s string) (*regexp.Regexp, error) {
	re, err := regexp.Compile(s)
	if err == nil {
		return re, nil
	}
	var bad *syntax.Error
	if !errors.As(err, &bad) {
		return nil, err
	}
	text := fmt.Sprintf("%s: %s", bad.Code, quoteShort(bad.Expr))
	if onlyPCRE[bad.Code] {
		text += "; expressions are Go's (RE2), without look-around (?=…) (?!…) (?<=…), back references \\1 and possessive a++"
	}
	return nil, errors.New(text)
}

// shellSafe returns an expression with the same meaning, with escapes for invisible characters and
// for those that are special inside the quotes of a shell or of cmd.exe.
func shellSafe(s string) (string, error) {
	if _, err := compile(s); err != nil {
		return "", err
	}
	if !strings.ContainsFunc(s, isSpecial) {
		return s, nil
	}
	if strings.Contains(s, `\Q`) { // what stands behind it is spelt otherwise
		tree, err := syntax.Parse(s, syntax.Perl)
		if err != nil {
			return "", err
		}
		s = tree.String()
	}
	var b strings.Builder
	escaped := false
	for _, r := range s {
		switch {
		case isSpecial(r):
			if !escaped {
				b.WriteByte('\\')
			}
			fmt.Fprintf(&b, `x{%x}`, r)
			escaped = false
		default:
			b.WriteRune(r)
			escaped = r == '\\' && !escaped
		}
	}
	was, _ := syntax.Parse(s, syntax.Perl)
	is, err := syntax.Parse(b.String(), syntax.Perl)
	if err != nil || was.String() != is.String() {
		return "", errors.New("cannot be part of a command line; write quotes, % and ! like \\x22, \\x27, \\x25 and \\x21")
	}
	return b.String(), nil
}

func isSpecial(r rune) bool {
	return r < ' ' || r == 0x7f || strings.ContainsRune("\"'%!", r) || r >= 0x80 && r <= 0x9f ||
		r >= 0x200b && r <= 0x200f || r >= 0x2028 && r <= 0x202e || r >= 0x2060 && r <= 0x206f || r == 0xfeff
}
