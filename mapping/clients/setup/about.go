package setup

import "strings"

// About is what people want to know of a client and the shim never does: nothing
// that runs in a hook call names these values, so the linker leaves them out.
type About struct {
	Source  string // the dialects' name
	Product string
	Version string // newest that the tables were checked against
	Date    string // when, YYYY-MM-DD
	Known   string // recorded, source or docs: how the tables are known
	Cloud   string // what a cloud runner of this client loads; "" nothing is known of one
	Note    string // what to know before one relies on it
	Blind   string // what its hooks are never told, a line each
}

// BlindSpots returns what the hooks of a client are never told.
func BlindSpots(source string) []string {
	for _, a := range Abouts() {
		if a.Source == source && a.Blind != "" {
			return strings.Split(a.Blind, "\n")
		}
	}
	return nil
}
