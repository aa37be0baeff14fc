package manifest

import (
	"encoding/json"
	"maps"
)

// providerData is what a manifest keeps of a hook of a provider's file, for that provider
// alone.
type providerData struct {
	Events  []string                   // where it is others than install would take
	Matcher string                     // in the provider's own words
	Handler json.RawMessage            // of a type that the provider runs itself
	Group   map[string]json.RawMessage // further keys of the group that it stands in
	More    map[string]json.RawMessage // of the handler; in a manifest they stand beside the others
}

// MarshalJSON writes the further keys beside those that have a name here.
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

// UnmarshalJSON reads them back. A value of another kind under one of our names is a key
// of the handler like any other.
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

// providerDataOf is a hook's data for a provider.
func (h *Hook) providerDataOf(provider string) (d providerData) {
	if json.Unmarshal(h.ProviderData[provider], &d) != nil {
		return providerData{}
	}
	return d
}

// replaceProviderData changes a hook's data for a provider.
func (h *Hook) replaceProviderData(provider string, d providerData) {
	delete(h.ProviderData, provider)
	h.setProviderData(provider, d)
	if len(h.ProviderData) == 0 {
		h.ProviderData = nil
	}
}
