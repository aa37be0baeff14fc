package manifest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"
)

// A kind is the kind of a key's value.
type kind string

const (
	text    kind = "a text"
	object  kind = "an object"
	texts   kind = "an object of texts"
	number  kind = "a number"
	boolean kind = "true or false"
	list    kind = "a list"
	anyKind kind = ""
)

// hookKeys and handlerKeys are the keys of the format. Public manifests also have name.
// capabilities is the author's note and changes nothing.
var (
	hookKeys = map[string]kind{"name": text, "event": text, "matcher": anyKind, "handler": object, "blocking": boolean,
		"degradation": texts, "provider_data": object, "capabilities": list}
	handlerKeys = map[string]kind{"type": text, "command": text, "platform": texts, "url": text, "headers": texts,
		"prompt": text,
		"cwd":    text, "env": texts, "timeout": number, "timeout_action": text, "status_message": text,
		"async": boolean}
	systems = []string{"windows", "linux", "darwin", oldDarwin}
)

// oldDarwin is darwin's name in hooks/1.0.
const oldDarwin = "osx"

func (k kind) fits(v gjson.Result) bool {
	switch k {
	case text:
		return v.Type == gjson.String
	case object:
		return v.IsObject()
	case texts:
		ok := v.IsObject()
		v.ForEach(func(_, one gjson.Result) bool {
			ok = ok && one.Type == gjson.String
			return ok
		})
		return ok
	case number:
		return v.Type == gjson.Number
	case boolean:
		return v.IsBool()
	case list:
		return v.IsArray()
	}
	return true
}

// check refuses a manifest that fits no tool, and lists keys that are not part of the format.
func (s *source) check() (losses []Loss, err error) {
	doc := gjson.ParseBytes(s.json)
	if !doc.IsObject() {
		return nil, fmt.Errorf("%s: not a manifest; write an object with spec and hooks", s.positionOf(""))
	}
	switch spec := doc.Get("spec"); {
	case !spec.Exists():
		return nil, fmt.Errorf("%s: spec is missing; write \"spec\": %q", s.positionOf(""), Spec)
	case spec.Type != gjson.String || !isSpec(spec.Str):
		return nil, s.errorAt("spec", "%s: unknown version; use %s", spec.Raw, strings.Join(Specs, " or "))
	}
	s.spec = doc.Get("spec").Str
	hooks := doc.Get("hooks")
	switch {
	case !hooks.Exists():
		return nil, fmt.Errorf("%s: hooks is missing", s.positionOf(""))
	case !hooks.IsArray():
		return nil, s.errorAt("hooks", "it must be a list")
	case len(hooks.Array()) == 0:
		return nil, s.errorAt("hooks", "it is empty; add at least one hook")
	case len(hooks.Array()) > maxHooks:
		return nil, s.errorAt("hooks", "more than %d hooks", maxHooks)
	}
	names := map[string]string{}
	for i, h := range hooks.Array() {
		path := "hooks[" + strconv.Itoa(i) + "]"
		more, err := s.checkHook(path, i, h)
		if err != nil {
			return nil, err
		}
		losses = append(losses, more...)
		if name := h.Get("name").String(); name != "" {
			if names[name] != "" {
				return nil, s.errorAt(path+".name", "%q is already the name of %s", name, names[name])
			}
			names[name] = path
		}
	}
	return losses, nil
}

// keys checks the values of an object and lists its unknown keys.
func (s *source) keys(path string, i int, v gjson.Result, known map[string]kind) (losses []Loss, err error) {
	if !v.IsObject() {
		return nil, s.errorAt(path, "it must be an object")
	}
	v.ForEach(func(key, value gjson.Result) bool {
		k, is := known[key.String()]
		switch at := memberPath(path, key.String()); {
		case !is:
			losses = append(losses, Loss{i, s.positionOf(at),
				at + " is not part of " + s.spec + ", so openhook leaves it out"})
		case !k.fits(value):
			err = s.errorAt(at, "it must be %s", k)
		}
		return err == nil
	})
	return losses, err
}

func (s *source) checkHook(path string, i int, h gjson.Result) (losses []Loss, err error) {
	if losses, err = s.keys(path, i, h, hookKeys); err != nil {
		return nil, err
	}
	event := h.Get("event")
	switch {
	case event.String() == "":
		return nil, s.errorAt(path, "event is missing")
	case !isEvent(event.Str):
		return nil, s.errorAt(path+".event", "unknown event %q; use one of: %s", event.Str,
			strings.Join(usualEvents, " "))
	}
	if m := h.Get("matcher"); m.Exists() {
		if err := s.checkMatcher(path+".matcher", m); err != nil {
			return nil, err
		}
		for _, one := range append(m.Array(), m) {
			if one.Type == gjson.String && !slices.Contains(canonicalTools, one.Str) && one.Str != "mcp" {
				losses = append(losses, Loss{i, s.positionOf(path + ".matcher"),
					fmt.Sprintf("unknown tool %q; openhook treats it like a tool's own name", one.Str)})
			}
		}
	}
	if !h.Get("handler").Exists() {
		return nil, s.errorAt(path, "handler is missing")
	}
	more, err := s.checkHandler(path+".handler", i, h.Get("handler"))
	if err != nil {
		return nil, err
	}
	h.Get("degradation").ForEach(func(name, strategy gjson.Result) bool {
		at := path + ".degradation." + name.Str
		if !slices.ContainsFunc(capabilities, func(c capability) bool { return c.name == name.Str }) {
			more = append(more, Loss{i, s.positionOf(at), at + " is not a capability of " + s.spec})
		} else if !slices.Contains([]string{block, warn, exclude}, strategy.Str) {
			err = s.errorAt(at, "unknown value %q; use block, warn or exclude", strategy.Str)
		}
		return err == nil
	})
	h.Get("provider_data").ForEach(func(name, data gjson.Result) bool {
		if !data.IsObject() {
			err = s.errorAt(path+".provider_data."+name.Str, "it must be an object")
		}
		return err == nil
	})
	return append(losses, more...), err
}

// checkMatcher parses each part of a matcher by itself, so that the error has the part's place.
func (s *source) checkMatcher(path string, m gjson.Result) error {
	if m.IsArray() {
		if len(m.Array()) == 0 {
			return s.errorAt(path, "it is empty; remove it to match all tools")
		}
		for i, one := range m.Array() {
			if err := new(Part).UnmarshalJSON([]byte(one.Raw)); err != nil {
				return s.errorAt(path+"["+strconv.Itoa(i)+"]", "%v", err)
			}
		}
		return nil
	}
	if err := new(Part).UnmarshalJSON([]byte(m.Raw)); err != nil {
		return s.errorAt(path, "%v", err)
	}
	return nil
}

var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

func (s *source) checkHandler(path string, i int, h gjson.Result) (losses []Loss, err error) {
	if losses, err = s.keys(path, i, h, handlerKeys); err != nil {
		return nil, err
	}
	var handler Handler
	if err := json.Unmarshal([]byte(h.Raw), &handler); err != nil {
		return nil, s.errorAt(path, "%v", err)
	}
	if err := s.checkType(path, h, &handler); err != nil {
		return nil, err
	}
	for _, name := range [...]string{"command", "platform"} {
		if key := path + "." + name; handler.Type != "command" && h.Get(name).Exists() {
			losses = append(losses, Loss{i, s.positionOf(key),
				key + " is for handlers of type command, so openhook leaves it out"})
		}
	}
	h.Get("platform").ForEach(func(name, _ gjson.Result) bool {
		if key := path + ".platform." + name.Str; !slices.Contains(systems, name.Str) {
			losses = append(losses, Loss{i, s.positionOf(key), key + " is not part of " + s.spec +
				", so openhook leaves it out; use one of: windows linux darwin"})
		}
		return true
	})
	for name, text := range handler.commandTexts() {
		if strings.ContainsRune(text, 0) {
			return nil, s.errorAt(path+"."+name, "it has a NUL in it")
		}
	}
	if err := s.checkTimeout(path+".timeout", h, handler.Timeout); err != nil {
		return nil, err
	}
	if a := h.Get("timeout_action"); a.Exists() && a.Str != block && a.Str != warn {
		return nil, s.errorAt(path+".timeout_action", "unknown value %q; use block or warn", a.Str)
	}
	return losses, s.checkMaps(path, &handler)
}

// checkType checks a handler's type and the keys that the type needs.
func (s *source) checkType(path string, h gjson.Result, handler *Handler) error {
	switch handler.Type {
	case "":
		return s.errorAt(path, "type is missing; use command, http, prompt or agent")
	case "command":
		if strings.TrimSpace(handler.Command) == "" {
			if h.Get("command").Exists() {
				path += ".command"
			}
			return s.errorAt(path, "command is missing")
		}
	case "http":
		u, err := url.Parse(handler.URL)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" ||
			strings.ContainsAny(handler.URL, "\r\n") {
			return s.errorAt(path, "an http handler needs a url that begins with http:// or https://")
		}
	case "prompt", "agent":
	default:
		return s.errorAt(path+".type", "unknown type %q; use command, http, prompt or agent", handler.Type)
	}
	return nil
}

// checkTimeout checks a number of seconds; 0 means the default.
func (s *source) checkTimeout(path string, h gjson.Result, seconds float64) error {
	switch {
	case seconds < 0 || math.IsNaN(seconds) || seconds > longestTimeout:
		return s.errorAt(path, "%s is not a timeout; use a number of seconds, at most %v",
			h.Get("timeout").Raw, longestTimeout)
	case seconds > 0 && seconds < 0.1:
		return s.errorAt(path, "%v s is too short for a hook; the unit is seconds", seconds)
	}
	return nil
}

// checkMaps checks the names and values of platform, env and headers.
func (s *source) checkMaps(path string, handler *Handler) error {
	for _, name := range slices.Sorted(maps.Keys(handler.Platform)) {
		if !slices.Contains(systems, name) {
			continue
		}
		if strings.TrimSpace(handler.Platform[name]) == "" {
			return s.errorAt(path+".platform."+name, "the command is empty")
		}
	}
	for name := range handler.Env {
		if !variable.MatchString(name) {
			return s.errorAt(path+".env", "%q is not a variable's name", name)
		}
	}
	for name, value := range handler.Headers {
		if strings.ContainsAny(name+value, "\r\n") || name == "" || strings.ContainsAny(name, ": ") {
			return s.errorAt(path+".headers", "%q is not a header", name)
		}
	}
	return nil
}

// commandTexts returns the texts that become part of a command line.
func (h *Handler) commandTexts() map[string]string {
	all := map[string]string{"command": h.Command, "cwd": h.Cwd, "url": h.URL}
	for k, v := range h.Platform {
		all["platform."+k] = v
	}
	for k, v := range h.Env {
		all["env."+k] = v
	}
	for k, v := range h.Headers {
		all["headers."+k] = v
	}
	return all
}
