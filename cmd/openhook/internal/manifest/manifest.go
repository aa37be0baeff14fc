// Package manifest reads and writes hook manifests of the Hook Interchange Format, and converts
// them to and from the hook files of AI coding tools.
package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/mapping"
)

// Spec is the newest version of the format, which came after hooks/1.0. In flags each version names
// manifests among the providers.
const Spec = "hooks/0.1"

const oldSpec = "hooks/1.0"

// Specs are the versions that openhook reads and writes.
var Specs = []string{Spec, oldSpec}

func isSpec(name string) bool { return slices.Contains(Specs, name) }

// A Manifest is a portable list of hooks.
type Manifest struct {
	Spec  string `json:"spec"`
	Hooks []Hook `json:"hooks"`
}

// A Hook runs on an event.
type Hook struct {
	Name        string            `json:"name,omitempty"`
	Event       string            `json:"event"`
	Matcher     *Matcher          `json:"matcher,omitempty"`
	Handler     Handler           `json:"handler"`
	Blocking    bool              `json:"blocking,omitempty"`
	Degradation map[string]string `json:"degradation,omitempty"`
	// ProviderData holds data for a single provider, by its name.
	ProviderData map[string]json.RawMessage `json:"provider_data,omitempty"`

	at string // FILE:LINE of its source
}

// A Handler is the program that a hook runs.
type Handler struct {
	Type     string            `json:"type"` // command, http, prompt or agent
	Command  string            `json:"command,omitempty"`
	Platform map[string]string `json:"platform,omitempty"` // commands for windows, linux, darwin
	URL      string            `json:"url,omitempty"`      // of http
	Headers  map[string]string `json:"headers,omitempty"`  // of http
	Prompt   string            `json:"prompt,omitempty"`   // of prompt and agent
	Cwd      string            `json:"cwd,omitempty"`      // below the project's root
	Env      map[string]string `json:"env,omitempty"`
	Timeout  float64           `json:"timeout,omitempty"` // seconds, 0: usualTimeout
	// TimeoutAction is what a timeout counts as: "block" like exit code 2, "warn" or "" like exit code 1.
	TimeoutAction string `json:"timeout_action,omitempty"`
	StatusMessage string `json:"status_message,omitempty"` // shown while the hook runs
	Async         bool   `json:"async,omitempty"`
}

const (
	usualTimeout   = 30.0    // seconds
	longestTimeout = 86400.0 // a day
)

// ourName returns our name of a provider. The registry of hooks/0.1 has other hyphens in some.
func ourName(name string) string {
	plain := func(name string) string { return strings.ReplaceAll(name, "-", "") }
	all := install.Sources()
	if i := slices.IndexFunc(all, func(s string) bool { return plain(s) == plain(name) }); i >= 0 {
		return all[i]
	}
	return name
}

// rename gives a hook that was read our names of systems and providers. It drops what is not a
// system.
func (h *Hook) rename() {
	if c := h.Handler.Platform[oldDarwin]; c != "" && h.Handler.Platform["darwin"] == "" {
		h.Handler.Platform["darwin"] = c
	}
	maps.DeleteFunc(h.Handler.Platform,
		func(name, _ string) bool { return name == oldDarwin || !slices.Contains(systems, name) })
	if len(h.Handler.Platform) == 0 {
		h.Handler.Platform = nil
	}
	for _, name := range slices.Sorted(maps.Keys(h.ProviderData)) {
		if ours := ourName(name); ours != name && h.ProviderData[ours] == nil {
			h.ProviderData[ours] = h.ProviderData[name]
			delete(h.ProviderData, name)
		}
	}
}

// inSpec returns the manifest in the words of its version.
func (m *Manifest) inSpec() *Manifest {
	out := &Manifest{m.Spec, slices.Clone(m.Hooks)}
	for i := range out.Hooks {
		h := &out.Hooks[i].Handler
		if c := h.Platform["darwin"]; m.Spec == oldSpec && c != "" {
			h.Platform = maps.Clone(h.Platform)
			h.Platform[oldDarwin] = c
			delete(h.Platform, "darwin")
		}
	}
	return out
}

// JSON returns the content of a manifest file.
func (m *Manifest) JSON() ([]byte, error) {
	m = m.inSpec()
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(m)
	return b.Bytes(), err
}

// shimName is the key in provider_data for options of openhook-shim that the format lacks.
const shimName = "openhook-shim"

type shimData struct {
	// Reads names the format of the hook's input: a provider or a format of the shim. Empty means
	// OpenHook's envelope.
	Reads string   `json:"reads,omitempty"`
	Flags []string `json:"flags,omitempty"`
	// Called means that the tool's file called openhook-shim for a hook that reads the tool's own
	// payload, so that it comes back like that.
	Called bool `json:"called,omitempty"`
}

func (h *Hook) shim() (d shimData) {
	if json.Unmarshal(h.ProviderData[shimName], &d) != nil {
		return shimData{}
	}
	return d
}

func (h *Hook) setProviderData(provider string, v any) {
	data, err := json.Marshal(v)
	if err != nil || string(data) == "{}" {
		return
	}
	if h.ProviderData == nil {
		h.ProviderData = map[string]json.RawMessage{}
	}
	h.ProviderData[provider] = data
}

func (h *Hook) seconds() float64 {
	if h.Handler.Timeout == 0 {
		return usualTimeout
	}
	return h.Handler.Timeout
}

// title names a hook in messages by its place and its name or event.
func (h *Hook) title(i int) string {
	name := h.Name
	if name == "" {
		name = h.Event
	}
	return fmt.Sprintf("hook %d (%s)", i+1, name)
}

// A capability is a feature that some providers' hooks lack.
type capability struct{ name, usually string }

// capabilities is the registry, with the default strategy of each.
var capabilities = []capability{
	{"llm_evaluated", exclude}, {"structured_output", warn}, {"input_rewrite", block}, {"http_handler", warn},
	{"async_execution", warn}, {"platform_commands", warn}, {"custom_env", warn}, {"configurable_cwd", warn},
}

// Strategies of degradation.
const (
	block   = "block"
	warn    = "warn"
	exclude = "exclude"
)

// capabilities returns the capabilities that a hook needs, in the registry's order. A manifest
// does not list a command's answers, so degradation.input_rewrite marks a hook that rewrites.
func (h *Hook) capabilities() (names []string) {
	_, rewrites := h.Degradation["input_rewrite"]
	_, structured := h.Degradation["structured_output"]
	for _, c := range capabilities {
		is := false
		switch c.name {
		case "structured_output":
			is = structured || rewrites || h.Blocking
		case "input_rewrite":
			is = rewrites
		case "llm_evaluated":
			is = h.Handler.Type == "prompt" || h.Handler.Type == "agent"
		case "http_handler":
			is = h.Handler.Type == "http"
		case "async_execution":
			is = h.Handler.Async
		case "platform_commands":
			is = len(h.Handler.Platform) > 0 && h.Handler.Type == "command"
		case "custom_env":
			is = len(h.Handler.Env) > 0
		case "configurable_cwd":
			is = h.Handler.Cwd != ""
		}
		if is {
			names = append(names, c.name)
		}
	}
	return names
}

// strategy returns the strategy for a missing capability.
func (h *Hook) strategy(name string) string {
	if s := h.Degradation[name]; s != "" {
		return s
	}
	for _, c := range capabilities {
		if c.name == name {
			return c.usually
		}
	}
	return warn
}

// commandFor returns the command for a system: windows, linux or darwin.
func (h *Handler) commandFor(goos string) string {
	if c := h.Platform[goos]; c != "" {
		return c
	}
	return h.Command
}

// canonicalTools are the tool names of matchers.
var canonicalTools = []string{
	mapping.Shell, mapping.FileRead, mapping.FileWrite, mapping.FileEdit, mapping.Search, mapping.Find,
	mapping.WebSearch, mapping.WebFetch, mapping.Agent,
}
