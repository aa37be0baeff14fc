package mapping

// A Registry holds the dialects that a payload may be in.
type Registry struct {
	// Dialects are in the order of detection. The last is the one that most clients copy.
	Dialects []*Dialect
	// Tagged is the dialect of a payload that names a sender which none of Dialects is.
	Tagged *Dialect
}

// Formats returns the values of --format beside openhook and native. The most common is first.
// It is the last to be detected.
func (r *Registry) Formats() (names []string) {
	for i := len(r.Dialects) - 1; i >= 0; i-- {
		if d := r.Dialects[i]; d.Format || d.AsFormat {
			names = append(names, d.Name)
		}
	}
	return names
}

// Format returns the dialect of a name in Formats, nil if there is none.
func (r *Registry) Format(name string) *Dialect {
	if d := r.Source(name, ""); d != nil && (d.Format || d.AsFormat) {
		return d
	}
	return nil
}
