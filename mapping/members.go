package mapping

// each calls f for every member of an object, of one that occurs twice only the
// last.
func each(raw string, f func(key, value string)) {
	var room [16]member
	if isObject(raw) {
		appendMembers(room[:0], raw).each(f)
	}
}

// members are those of an object, in order. Looking a key up there spares another
// pass over a large input.
type members []member

// split returns the members of an object, none of anything else.
func split(raw string) members {
	if !isObject(raw) {
		return nil
	}
	return appendMembers(make(members, 0, 8), raw)
}

//go:noinline
func appendMembers(all members, raw string) members {
	eachMember(raw, func(key, value string) bool {
		all = append(all, member{key, value})
		return true
	})
	return all
}

// value returns the raw value of a key, "" if there is none; of one that occurs
// twice the last.
//
//go:noinline
func (all members) value(key string) string {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].key == key {
			return all[i].raw
		}
	}
	return ""
}

func (all members) each(f func(key, value string)) {
	last := all.index()
	for i, m := range all {
		if last != nil && last[m.key] == i || last == nil && !all[i+1:].has(m.key) {
			f(m.key, m.raw)
		}
	}
}

// few is how many are looked through one by one. A model may write a million.
const few = 32

// index says where each key of many members stands for the last time, nil for few.
//
//go:noinline
func (all members) index() map[string]int {
	if len(all) <= few {
		return nil
	}
	last := make(map[string]int, len(all))
	for i, m := range all {
		last[m.key] = i
	}
	return last
}

// lookup returns what value does, for those who ask for many keys.
func (all members) lookup() func(key string) string {
	last := all.index()
	if last == nil {
		return all.value
	}
	return func(key string) string {
		if i, ok := last[key]; ok {
			return all[i].raw
		}
		return ""
	}
}

func (all members) has(key string) bool {
	for i := range all {
		if all[i].key == key {
			return true
		}
	}
	return false
}

// appendMember appends a member to an object that is being written.
func appendMember(b []byte, key, raw string) []byte {
	if len(b) == 0 {
		b = append(b, '{')
	} else {
		b = append(b, ',')
	}
	b = append(appendString(b, key), ':')
	return append(b, raw...)
}

// valueOf returns the value of a key that may hold dots.
func valueOf(raw, key string) (found string) {
	if isObject(raw) {
		eachMember(raw, func(k, v string) bool {
			if k == key {
				found = v
			}
			return true
		})
	}
	return found
}

// replace returns an object with another value for a key, which is added if it
// is not there.
func replace(object, key, value string) string {
	var b []byte
	found := false
	each(object, func(k, v string) {
		if k == key {
			v, found = value, true
		}
		b = appendMember(b, k, v)
	})
	if !found {
		b = appendMember(b, key, value)
	}
	return string(append(b, '}'))
}
