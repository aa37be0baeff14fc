//go:build e2e

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// verdict is what came of a scenario with a client.
type verdict string

const (
	obeyed     verdict = "obeyed"     // the effect was seen in the client
	impossible verdict = "impossible" // the client does not offer it; what happened instead was seen
	failed     verdict = "failed"
)

// proof is the result of a run, kept in e2e/proof.json.
type proof struct {
	Date    string        `json:"date"` // YYYY-MM-DD
	Clients []clientProof `json:"clients"`
}

type clientProof struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Version string `json:"version"`
	By      string `json:"by"` // how it was run
	NotRun  string `json:"not_run,omitempty"`
	Cells   []cell `json:"cells,omitempty"` // in the order of scenarios
}

type cell struct {
	Scenario string  `json:"scenario"`
	Verdict  verdict `json:"verdict"`
	Why      string  `json:"why,omitempty"`
}

var proofFile = filepath.Join("e2e", "proof.json")

func readProof() (p proof, err error) {
	data, err := os.ReadFile(proofFile)
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	return p, err
}

func (p proof) bad() bool {
	for _, c := range p.Clients {
		if c.NotRun != "" || c.count(failed) > 0 {
			return true
		}
	}
	return false
}

func (c clientProof) count(v verdict) (n int) {
	for _, cell := range c.Cells {
		if cell.Verdict == v {
			n++
		}
	}
	return n
}

func (p proof) totals() string {
	var b strings.Builder
	for _, c := range p.Clients {
		if c.NotRun != "" {
			fmt.Fprintf(&b, "%s %s: not run\n", c.Name, c.Version)
			continue
		}
		fmt.Fprintf(&b, "%s %s: %d obeyed, %d impossible, %d failed\n", c.Name, c.Version, c.count(obeyed),
			c.count(impossible), c.count(failed))
	}
	return b.String()
}

// changesSince lists what is different from an earlier proof, by client.
func (p proof) changesSince(old proof) string {
	before := map[string]clientProof{}
	for _, c := range old.Clients {
		before[c.Name] = c
	}
	var b strings.Builder
	for _, c := range p.Clients {
		was := before[c.Name]
		fmt.Fprintf(&b, "%s: %s, was %s\n", c.Name, c.Version, was.Version)
		for _, n := range c.Cells {
			if o := was.cell(n.Scenario); o != n {
				fmt.Fprintf(&b, "  %s: %s %s, was %s %s\n", n.Scenario, n.Verdict, n.Why, o.Verdict, o.Why)
			}
		}
	}
	return b.String()
}

func (p proof) json() string {
	data, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		panic(err) // it holds nothing but text
	}
	return string(data) + "\n"
}

// cell returns the one of a scenario, the zero cell if it was not run.
func (c clientProof) cell(scenario string) cell {
	for _, one := range c.Cells {
		if one.Scenario == scenario {
			return one
		}
	}
	return cell{}
}
