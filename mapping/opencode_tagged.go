package mapping

import "strings"

// tagged is a client without command hooks for which a plugin of somebody's
// sends the payload, in the shape and for the answers of OpenCode's.
var tagged = Dialect{
	Name:   "tagged",
	Fault:  canonicalFault,
	Fields: opencodeFields,
	Forms:  opencodeForms,
	Events: opencodeEvents,
	Tools:  opencodeTools,
	MCP:    MCPNaming{Sep: "_"},
	Refine: func(c *Call) {
		c.Source = c.Payload.tag()
		if c.Event.Native == "*any" && strings.HasPrefix(c.Type, "vendor.") {
			c.Type = vendorType(c.Source, c.Native)
		}
		opencodeRefine(c)
	},
}

// tag returns the client that a payload names itself, "" if it names none. A
// plugin writes it on purpose, so it is believed before any mark.
func (p *Payload) tag() string {
	if !isKind(p.get("source_tool"), "string") {
		return ""
	}
	name := strings.ToLower(p.text("source_tool"))
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || strings.Contains("-"+name+"-", "--") {
		return ""
	}
	if len(name) > 64 || strings.HasPrefix(name, "openhook") || name == "unknown" {
		return ""
	}
	return name
}
