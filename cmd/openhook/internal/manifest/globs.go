package manifest

import (
	"errors"
	"regexp/syntax"
	"strings"
)

// errNoGlobs means that globs cannot express a pattern.
var errNoGlobs = errors.New("globs cannot express it")

// maxGlobs is the largest number of globs for one pattern.
const maxGlobs = 64

// globsOf returns globs (* any text, ? any byte) that together match the same names as a regular
// expression.
func globsOf(pattern string) ([]string, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, err
	}
	all, err := expand(re.Simplify())
	if err != nil {
		return nil, err
	}
	for i, g := range all {
		// \x02 and \x03 mark the ends of the text.
		begin, rest := strings.CutPrefix(g, "\x02")
		if !rest {
			begin = "*" + begin
		}
		end, rest := strings.CutSuffix(begin, "\x03")
		if !rest {
			end += "*"
		}
		if strings.ContainsAny(end, "\x02\x03") {
			return nil, errNoGlobs
		}
		for strings.Contains(end, "**") {
			end = strings.ReplaceAll(end, "**", "*")
		}
		all[i] = end
	}
	return dedupe(all), nil
}

func expand(re *syntax.Regexp) ([]string, error) {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return []string{""}, nil
	case syntax.OpLiteral:
		text := string(re.Rune)
		if re.Flags&syntax.FoldCase != 0 && strings.ToLower(text) != strings.ToUpper(text) || !inGlobs(text) {
			return nil, errNoGlobs
		}
		return []string{text}, nil
	case syntax.OpBeginText, syntax.OpBeginLine:
		return []string{"\x02"}, nil
	case syntax.OpEndText, syntax.OpEndLine:
		return []string{"\x03"}, nil
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return []string{"?"}, nil
	case syntax.OpCharClass:
		return expandClass(re.Rune)
	case syntax.OpCapture:
		return expand(re.Sub[0])
	case syntax.OpStar, syntax.OpPlus:
		if op := re.Sub[0].Op; op != syntax.OpAnyChar && op != syntax.OpAnyCharNotNL {
			return nil, errNoGlobs
		}
		if re.Op == syntax.OpPlus {
			return []string{"?*"}, nil
		}
		return []string{"*"}, nil
	case syntax.OpQuest:
		all, err := expand(re.Sub[0])
		return append(all, ""), err
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			more, err := expand(sub)
			if all = append(all, more...); err != nil || len(all) > maxGlobs {
				return nil, errNoGlobs
			}
		}
		return all, nil
	case syntax.OpConcat:
		all := []string{""}
		for _, sub := range re.Sub {
			more, err := expand(sub)
			if err != nil || len(all)*len(more) > maxGlobs {
				return nil, errNoGlobs
			}
			var next []string
			for _, a := range all {
				for _, b := range more {
					next = append(next, a+b)
				}
			}
			all = next
		}
		return all, nil
	}
	return nil, errNoGlobs
}

// expandClass lists the characters of a small class. ranges holds pairs of first and last.
func expandClass(ranges []rune) (all []string, err error) {
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := ranges[i]; r <= ranges[i+1]; r++ {
			if all = append(all, string(r)); len(all) > maxGlobs || r > 126 || !inGlobs(string(r)) {
				return nil, errNoGlobs
			}
		}
	}
	return all, nil
}

// inGlobs reports whether a text stands for itself in a list of globs with commas.
func inGlobs(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || strings.ContainsRune("*?,", r) })
}

func dedupe(all []string) (out []string) {
	seen := map[string]bool{}
	for _, s := range all {
		if !seen[s] {
			seen[s] = true
			out = append(out, s)
		}
	}
	return out
}

// patternOf returns a regular expression that matches the same as a glob.
func patternOf(glob string) string {
	begin, head := strings.CutPrefix(glob, "*")
	end, tail := strings.CutSuffix(begin, "*")
	if glob == "*" {
		return ".*"
	}
	var b strings.Builder
	if !head {
		b.WriteString("^")
	}
	for _, r := range end {
		switch {
		case r == '*':
			b.WriteString(".*")
		case r == '?':
			b.WriteString(".")
		case strings.ContainsRune(`\.+()|[]{}^$`, r):
			b.WriteString(`\` + string(r))
		default:
			b.WriteRune(r)
		}
	}
	if !tail {
		b.WriteString("$")
	}
	return b.String()
}
