// Generate writes providers.md and formats.md from the tables of mapping.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate DIRECTORY")
		os.Exit(64)
	}
	for name, data := range pages() {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), data, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// pages returns the files by their names.
func pages() map[string][]byte {
	return map[string][]byte{"providers.md": page(), "formats.md": formatsPage()}
}

const head = `# Providers

This page lists every event of every tool, and the answers that each event obeys. ` + "`go generate ./mapping`" +
	` writes it from
the shim's own tables.

The **known** column names the evidence: *recorded* from the real client, its *source*, or its *docs*. The **can** column lists the
answers that the client obeys on an event. ` + "`deny`" + ` prevents the action. ` + "`go_on`" +
	` makes an agent that wants to stop go on.
` + "`feedback`" + ` tells the model after the action. The shim replaces an answer that is not in the column:

| a hook wants | if the event cannot do it |
|---|---|
| deny | a warning, unless the client shows it to the model |
| ask | deny; on permission.request no opinion, because the client asks anyway; elsewhere a warning |
| rewrite | deny |
| allow | no opinion |
| context, message, output | dropped with a warning |
| stop | deny if the event can, else a warning |

`

func page() []byte {
	var b bytes.Buffer
	b.WriteString(head)
	b.WriteString("| provider | client | checked against | date | known | a cloud runner loads |\n|---|---|---|---|---|---|\n")
	abouts := setup.Abouts()
	slices.SortFunc(abouts, func(a, b setup.About) int { return strings.Compare(a.Source, b.Source) })
	for _, a := range abouts {
		cloud := a.Cloud
		if cloud == "" {
			cloud = "unknown"
		}
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s | %s | %s | %s |\n", a.Source, a.Source, a.Product, a.Version, a.Date,
			a.Known, cloud)
	}
	for _, a := range abouts {
		fmt.Fprintf(&b, "\n## %s\n\n", a.Source)
		if a.Note != "" {
			fmt.Fprintf(&b, "%s\n\n", a.Note)
		}
		for i, blind := range setup.BlindSpots(a.Source) {
			if i == 0 {
				b.WriteString("Its hooks do not see:\n\n")
			}
			fmt.Fprintf(&b, "- %s\n", blind)
		}
		if a.Blind != "" {
			b.WriteString("\n")
		}
		b.WriteString("| event | type | can | own limit |\n|---|---|---|---|\n")
		for _, row := range rows(a.Source) {
			b.WriteString(row)
		}
	}
	return b.Bytes()
}

// rows returns the events of all dialects of a provider, each once.
func rows(source string) []string {
	var all []string
	for _, d := range clients.Registry.Dialects {
		if d.Name != source {
			continue
		}
		for e := range d.AllEvents {
			c := mapping.Call{Dialect: d, Event: e, Source: source, Type: mapping.TypeOf(source, e)}
			can := strings.Join(c.Can(), ", ")
			if can == "" {
				can = "–"
			}
			limit := "unknown"
			if e.Limit > 0 {
				limit = fmt.Sprintf("%g s", float64(e.Limit)/1000)
			}
			row := fmt.Sprintf("| `%s` | %s | %s | %s |\n", e.Native, c.Type, can, limit)
			if !slices.Contains(all, row) {
				all = append(all, row)
			}
		}
	}
	return all
}
