package manifest

import (
	"encoding/json"
	"maps"
)

// providerData is the data of a hook that only its provider understands.
type providerData struct {
	Events  []string                   // if they differ from those of install
	Matcher string                     // in the provider's own grammar
	Handler json.RawMessage            // of a type that the provider runs itself
	Group   map[string]json.RawMessage // extra keys of the group around the hook
	More    map[string]json.RawMessage // extra keys of the handler; JSON has them at the top level
}

// MarshalJSON writes the extra keys next to the named ones.
func (d providerData) MarshalJSON() ([]byte, error) {
	all := map[string]any{}
	for k, v := range d.More {
		all[k] = v
	}
	if len(d.Events) > 0 {
		all["events"] = d.Events
	}
	if d.Matcher != "" {
		all["matcher"] = d.Matcher
	}
	if d.Handler != nil {
		all["handler"] = d.Handler
	}
	if len(d.Group) > 0 {
		all["group"] = d.Group
	}
	return json.Marshal(all)
}

// UnmarshalJSON reads the extra keys back. A named key with a value of another kind counts as an
// extra key.
func (d *providerData) UnmarshalJSON(data []byte) error {
	*d = providerData{}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for key, to := range map[string]any{"events": &d.Events, "matcher": &d.Matcher, "group": &d.Group} {
		if raw := all[key]; raw != nil && json.Unmarshal(raw, to) == nil {
			delete(all, key)
		}
	}
	if raw := all["handler"]; len(raw) > 0 && raw[0] == '{' {
		d.Handler = raw
		delete(all, "handler")
	}
	if len(all) > 0 {
		d.More = maps.Clone(all)
	}
	return nil
}

// providerDataOf returns the hook's data for a provider.
func (h *Hook) providerDataOf(provider string) (d providerData) {
	if json.Unmarshal(h.ProviderData[provider], &d) != nil {
		return providerData{}
	}
	return d
}

// replaceProviderData replaces the hook's data for a provider.
func (h *Hook) replaceProviderData(provider string, d providerData) {
	delete(h.ProviderData, provider)
	h.setProviderData(provider, d)
	if len(h.ProviderData) == 0 {
		h.ProviderData = nil
	}
}
