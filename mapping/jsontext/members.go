package jsontext

import (
	"strconv"
	"strings"
)

// EachKey calls f for every member of an object. If a key occurs twice, only the last counts.
func EachKey(raw string, f func(key, value string)) {
	var room [16]Member
	if IsObject(raw) {
		AppendMembers(room[:0], raw).EachKey(f)
	}
}

// A Member is a key of an object, decoded, and its raw value.
type Member struct{ Key, Raw string }

// Members are the members of an object, in order. They save another pass over a large
// input.
type Members []Member

// Split returns the members of an object, none of anything else.
func Split(raw string) Members {
	if !IsObject(raw) {
		return nil
	}
	return AppendMembers(make(Members, 0, 8), raw)
}

// AppendMembers appends the members of an object, with those that occur twice.
//
//go:noinline
func AppendMembers(all Members, raw string) Members {
	EachMember(raw, func(key, value string) bool {
		all = append(all, Member{key, value})
		return true
	})
	return all
}

// Value returns the raw value of the last member with a key, "" if there is none.
//
//go:noinline
func (all Members) Value(key string) string {
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Key == key {
			return all[i].Raw
		}
	}
	return ""
}

// EachKey calls f for every member. If a key occurs twice, only the last counts.
func (all Members) EachKey(f func(key, value string)) {
	last := all.Index()
	for i, m := range all {
		if last != nil && last[m.Key] == i || last == nil && !all[i+1:].Has(m.Key) {
			f(m.Key, m.Raw)
		}
	}
}

// LinearLimit is the largest object that is searched without an index. A model may write a
// million members.
const LinearLimit = 32

// Index returns the last index of each key, nil for up to LinearLimit members.
//
//go:noinline
func (all Members) Index() map[string]int {
	if len(all) <= LinearLimit {
		return nil
	}
	last := make(map[string]int, len(all))
	for i, m := range all {
		last[m.Key] = i
	}
	return last
}

// Lookup returns Value, made for many keys.
func (all Members) Lookup() func(key string) string {
	last := all.Index()
	if last == nil {
		return all.Value
	}
	return func(key string) string {
		if i, ok := last[key]; ok {
			return all[i].Raw
		}
		return ""
	}
}

// Has reports whether there is such a key.
func (all Members) Has(key string) bool {
	for i := range all {
		if all[i].Key == key {
			return true
		}
	}
	return false
}

// AppendMember appends a member to an object that is being written.
func AppendMember(b []byte, key, raw string) []byte {
	if len(b) == 0 {
		b = append(b, '{')
	} else {
		b = append(b, ',')
	}
	b = append(AppendString(b, key), ':')
	return append(b, raw...)
}

// ValueOf returns the value of a key that may hold dots.
func ValueOf(raw, key string) (found string) {
	if IsObject(raw) {
		EachMember(raw, func(k, v string) bool {
			if k == key {
				found = v
			}
			return true
		})
	}
	return found
}

// Replace returns an object with another value for a key, which is added if it
// is not there.
func Replace(object, key, value string) string {
	var b []byte
	found := false
	EachKey(object, func(k, v string) {
		if k == key {
			v, found = value, true
		}
		b = AppendMember(b, k, v)
	})
	if !found {
		b = AppendMember(b, key, value)
	}
	return string(append(b, '}'))
}

// Child returns the raw value at a dot-separated path below raw; a number is an
// index into an array.
func Child(raw, path string) string {
	key, rest, nested := strings.Cut(path, ".")
	found := ValueOf(raw, key)
	if strings.HasPrefix(raw, "[") {
		i := 0
		EachElement(raw, func(value string) {
			if strconv.Itoa(i) == key {
				found = value
			}
			i++
		})
	}
	if nested {
		return Child(found, rest)
	}
	return found
}
