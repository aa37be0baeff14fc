//go:build e2e

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

var (
	pageFile   = filepath.Join("docs", "proof.md")
	readmeFile = "README.md"
)

// In README.md the summary stands between these lines.
const (
	summaryBegins = "<!-- written by go run -tags e2e ./e2e -->\n"
	summaryEnds   = "<!-- end -->\n"
)

var signs = map[verdict]string{obeyed: "✓", impossible: "–", failed: "**✗**", "": " "}

// page is docs/proof.md.
func (p proof) page() string {
	var b strings.Builder
	fmt.Fprintf(&b, `# Proof

We tested these real clients on %s on Linux. `+"`go run -tags e2e ./e2e`"+` ran the tests and wrote this page. Each client
comes from npm, talks to a scripted model on loopback, and calls `+"`openhook-shim -- hook.sh`"+` on every event. The hook, the shim and
the scenarios are the same for all clients. In the rows with "installed", `+"`openhook install`"+` wrote the client's settings.
The test removed the hook and installed it again before the client ran. `+"`openhook uninstall`"+` left nothing of it afterwards.
The tests infer nothing: they look for the effect of a command on the disk, and for a text in the next request to the model.

**✓** the test saw the effect. **–** this client does not offer it; the list below names the observed result.
**✗** the client should have shown the effect, and did not.

%s
`, p.Date, p.table())
	b.WriteString("\n## What is impossible\n")
	for _, c := range p.Clients {
		fmt.Fprintf(&b, "\n**%s %s**, run by `%s`\n\n", c.Title, c.Version, c.By)
		if c.count(obeyed) == len(c.Cells) && c.NotRun == "" {
			b.WriteString("- Nothing.\n")
		}
		if c.NotRun != "" {
			fmt.Fprintf(&b, "- Not run: %s\n", c.NotRun)
		}
		for _, cell := range c.Cells {
			if cell.Verdict != obeyed {
				fmt.Fprintf(&b, "- %s: %s%s.\n", cell.Scenario,
					map[bool]string{true: "**failed**: "}[cell.Verdict == failed], cell.Why)
			}
		}
	}
	return b.String()
}

// table has a row for each scenario and a column for each client.
func (p proof) table() string {
	var b strings.Builder
	head, rule := "|", "|---|"
	for _, c := range p.Clients {
		head += " | " + c.Title + " " + c.Version
		rule += "---|"
	}
	fmt.Fprintf(&b, "%s |\n%s\n", head, rule)
	for _, s := range scenarios {
		fmt.Fprintf(&b, "| %s", s.name)
		for _, c := range p.Clients {
			fmt.Fprintf(&b, " | %s", signs[c.cell(s.name).Verdict])
		}
		b.WriteString(" |\n")
	}
	return b.String()
}

// summary is README.md's part.
func (p proof) summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| asked on %s | version | obeyed | impossible there | failed |\n|---|---|---|---|---|\n", p.Date)
	for _, c := range p.Clients {
		if c.NotRun != "" {
			fmt.Fprintf(&b, "| %s | %s | not run | | |\n", c.Title, c.Version)
			continue
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d |\n", c.Title, c.Version, c.count(obeyed), c.count(impossible),
			c.count(failed))
	}
	return b.String()
}

// withSummary puts the summary into README.md's text.
func (p proof) withSummary(readme string) (string, error) {
	before, rest, found := strings.Cut(readme, summaryBegins)
	_, after, ended := strings.Cut(rest, summaryEnds)
	if !found || !ended {
		return "", fmt.Errorf("%s has no lines %q and %q", readmeFile, summaryBegins, summaryEnds)
	}
	return before + summaryBegins + p.summary() + summaryEnds + after, nil
}

// write writes proof.json and what is made of it.
func (p proof) write() error {
	readme, err := os.ReadFile(readmeFile)
	if err != nil {
		return err
	}
	text, err := p.withSummary(string(readme))
	if err != nil {
		return err
	}
	for name, content := range map[string]string{proofFile: p.json(), pageFile: p.page(), readmeFile: text} {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			return err
		}
	}
	return nil
}
