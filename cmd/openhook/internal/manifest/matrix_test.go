package manifest

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/mapping"
)

const (
	matrixBegin = "<!-- from the tables; go test ./cmd/openhook/internal/manifest -update -->\n"
	matrixEnd   = "<!-- end -->\n"
)

// The table in docs/manifests.md is what the converter does.
func TestDocs(t *testing.T) {
	const path = "../../../../docs/manifests.md"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), matrixBegin)
	_, after, ok2 := strings.Cut(rest, matrixEnd)
	if !ok || !ok2 {
		t.Fatal("no place for the table")
	}
	want := before + matrixBegin + matrix(t) + matrixEnd + after
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if want != string(data) {
		t.Errorf("the table of docs/manifests.md is not what the converter does; see: go test ./cmd/openhook/internal/manifest -update")
	}
}

func matrix(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| | file | events of the registry that it lacks | cannot be blocked | obeyed before a tool | Windows' own command | longest timeout |\n|---|---|---|---|---|---|---|\n")
	for _, provider := range providers() {
		to := target(t, provider, "linux")
		var lacks, free []string
		p := planner{Target: to}
		for _, event := range usualEvents {
			h := &plannedHook{Hook: Hook{Event: event}}
			switch {
			case !p.findEvents(h):
				lacks = append(lacks, "`"+event+"`")
			case slices.Contains([]string{"before_tool_execute", "before_prompt", "agent_stop", "permission_request"},
				event) && !slices.ContainsFunc(h.events, nativeEvent.canBlock):
				free = append(free, "`"+event+"`")
			}
		}
		tools := targetEvents(to.tool, canonical(mapping.ToolStart))
		before := "a deny alone"
		if slices.ContainsFunc(tools, readsAnswers) {
			before = "all, and no new input"
		}
		if slices.ContainsFunc(tools, takesInput) {
			before = "all"
			var fixed []string
			for _, canon := range canonicalTools {
				if p.neverRewrites(canon) {
					fixed = append(fixed, "`"+canon+"`")
				}
			}
			if len(fixed) > 0 {
				before += ", but no new input for " + strings.Join(fixed, " ")
			}
		}
		own := ""
		if to.hasPowerShell() {
			own = "yes"
		}
		longest := fmt.Sprintf("%v s", to.tool.MaxTimeout(tools[0].Native).Seconds())
		if to.tool.MaxTimeout(tools[0].Native).Hours() >= 24 {
			longest = "none"
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s | %s | %s | %s |\n", provider,
			strings.Replace(to.file.Path, "*", "NAME", 1), strings.Join(lacks, " "), strings.Join(free, " "), before,
			own, longest)
	}
	return b.String()
}
