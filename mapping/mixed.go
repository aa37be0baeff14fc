package mapping

import "strings"

// maxReading is how many bytes are read for objects that do not end: reading on
// from every line would take hours. Then an object must end in its line.
const maxReading = 64 << 20

// stricter reads output in which text and objects are mixed. Only what holds
// something back counts: a log line must not cost a deny, and an echoed command
// must never approve itself.
func stricter(s string) (a Answer, found bool, err error) {
	read, spelt := 0, false
	for at := 0; at < len(s); {
		line := s[at:]
		skip := len(line) - len(strings.TrimLeft(line, " \t"))
		next := strings.IndexByte(line, '\n') + 1
		if next == 0 {
			next = len(line)
		}
		if skip < next && line[skip] == '{' {
			object := line[skip:]
			if read > maxReading {
				object = line[skip:next]
			}
			end, begins := 0, mayBegin(object)
			if begins {
				end = objectEnd(object)
			}
			if end > 0 && valid([]byte(object[:end])) == nil {
				found = true
				next = skip + end
				b, e := understand(object[:end])
				if e != nil {
					err = e
				}
				a = a.strictest(b)
			} else {
				unread := false // what is below may go unread from here on
				if begins && read <= maxReading {
					read += len(object)
					unread = read > maxReading
				}
				if decides(line[:next]) || unread && decides(line) {
					err = errBroken
					if !spelt {
						spelt, a = true, a.strictest(spelled(line))
					}
				}
			}
		}
		at += next
	}
	if a.Decision > Allow || a.Stop {
		found, err = true, nil
	}
	return a, found, err
}

// mayBegin says whether what follows a brace may be JSON.
func mayBegin(object string) bool {
	rest := strings.TrimLeft(object[1:], " \t\r\n")
	return rest != "" && (rest[0] == '"' || rest[0] == '}')
}

// MayDecide says whether a text may hold a decision.
func MayDecide(text []byte) bool { return decides(view(text)) }

func decides(s string) bool {
	return strings.Contains(s, "ecision") || strings.Contains(s, `"continue"`)
}

// spelled returns what broken JSON plainly says to hold something back. A hook that
// puts a command into its reason as it came prints broken JSON for every quote in
// it, and an agent can see to that.
func spelled(s string) (a Answer) {
	s = stripped(s)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(s, w) {
				return true
			}
		}
		return false
	}
	switch {
	case has(`decision":"deny"`, `decision":"block"`, `behavior":"deny"`):
		a.Decision, a.Reason = Deny, inBrokenJSON
	case has(`decision":"ask"`):
		a.Decision, a.Reason = Ask, inBrokenJSON
	}
	if has(`"continue":false`) {
		a.Stop, a.StopReason = true, inBrokenJSON
	}
	return a
}

// objectEnd returns the length of the object at the start of s, 0 if it does not end.
func objectEnd(s string) int {
	level, quoted := 0, false
	for i := 0; i < len(s); i++ {
		switch b := s[i]; {
		case b == '\\' && quoted:
			i++
		case b == '"':
			quoted = !quoted
		case quoted:
		case b == '{':
			level++
		case b == '}':
			if level--; level == 0 {
				return i + 1
			}
		}
	}
	return 0
}
