package try

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
)

type view struct {
	out     ui.Out
	options *options
	plan    plan
	hook    string
	rows    []Row
}

// show prints the table and ends with the verdict.
func (v *view) show() error {
	first := ui.Clip(ui.Clean(v.hook), 60) + " on " + v.plan.describe()
	if v.plan.isDefault {
		first += " (default; change it with --command, --file, --prompt, --event)"
	}
	v.out.Paragraph(ui.Strong, "%s", first)
	common := v.common()
	if common != "" {
		v.out.Paragraph(ui.Plain, "its answer: %s", v.clip(common))
	}
	fmt.Fprintln(v.out)
	var cells [][]ui.Cell
	majority := v.majority()
	for _, row := range v.rows {
		cells = append(cells, v.cells(row, common != "", majority))
	}
	v.out.Table([]string{"provider", "hook's answer", "the tool", "degraded", "took"}, cells)
	fmt.Fprintln(v.out)
	text, err := verdict(v.rows)
	style := ui.Good
	if err != nil {
		style = ui.Bad
	}
	v.out.Paragraph(style, "%s", text)
	if text := v.unrecordedTools(); text != "" {
		v.out.Paragraph(ui.Faint, "%s", text)
	}
	return err
}

// unrecordedTools lists the tools that openhook knows without recordings.
func (v *view) unrecordedTools() string {
	var parts []string
	for _, how := range [...]string{"source", "docs"} {
		var names []string
		for _, row := range v.rows {
			if row.Hook != nil && row.Known == how {
				names = append(names, row.Provider)
			}
		}
		if names != nil {
			parts = append(parts, "from its "+how+": "+strings.Join(names, ", "))
		}
	}
	if parts == nil {
		return ""
	}
	return "known not from recordings but " + strings.Join(parts, "; ")
}

// common returns the hook's answer if it is the same in all tools.
func (v *view) common() string {
	common := ""
	for _, row := range v.rows {
		if row.Hook == nil {
			continue
		}
		if says := row.Hook.summary(); common == "" {
			common = says
		} else if says != common {
			return ""
		}
	}
	return common
}

func (v *view) majority() string {
	count, best := map[string]int{}, ""
	for _, row := range v.rows {
		if row.Effect != nil {
			word := outcomeOf(row)
			if count[word]++; count[word] > count[best] {
				best = word
			}
		}
	}
	return best
}

func (v *view) cells(row Row, common bool, majority string) []ui.Cell {
	if row.Hook == nil {
		return []ui.Cell{{Text: row.Provider, Style: ui.Faint}, {}, {Text: row.Status, Style: ui.Faint}, {}, {}}
	}
	says := ui.Cell{}
	if !common {
		says.Text = v.clip(row.Hook.summary())
	}
	if row.Hook.Failed != "" {
		says.Style = ui.Bad
	}
	tool := ui.Cell{Text: row.Status, Style: ui.Faint}
	if row.Effect != nil {
		quote := row.Hook.shorten
		if v.options.full {
			quote = ui.Clean
		}
		tool.Text = effectwords.Sentence(row.Type, *row.Effect, quote)
		switch {
		case outcomeOf(row) != majority:
			tool.Style = ui.Bad
		case row.Effect.Stopped || row.Effect.GoesOn:
			tool.Style = ui.Good
		case row.Effect.Asked || row.Effect.Input != "":
			tool.Style = ui.Notice
		default:
			tool.Style = ui.Plain
		}
	}
	var degraded []string
	for _, d := range row.Degraded {
		degraded = append(degraded, v.clip(ui.Clean(d)))
	}
	took := ""
	if v.options.times {
		took = fmt.Sprintf("%.0f ms", row.Milliseconds)
	}
	return []ui.Cell{{Text: row.Provider}, says, tool, {Text: strings.Join(degraded, "; "), Style: ui.Notice},
		{Text: took, Style: ui.Faint}}
}

func (v *view) clip(s string) string {
	if v.options.full {
		return s
	}
	return ui.Clip(s, 160)
}

// verdict compares the effects in the tools.
func verdict(rows []Row) (string, error) {
	groups, order, failed, ran := map[string][]string{}, []string(nil), []string(nil), 0
	for _, row := range rows {
		if row.Hook != nil {
			ran++
			if row.Hook.Failed != "" {
				failed = append(failed, row.Provider)
			}
		}
		if row.Effect == nil {
			continue
		}
		word := outcomeOf(row)
		if groups[word] == nil {
			order = append(order, word)
		}
		groups[word] = append(groups[word], row.Provider)
	}
	slices.SortStableFunc(order, func(a, b string) int { return len(groups[b]) - len(groups[a]) })
	none := ""
	if missing := len(rows) - ran; missing > 0 {
		none = fmt.Sprintf("; %d not tested", missing)
	}
	switch {
	case ran == 0:
		return "no tool was tested", exitcode.ErrNo
	case len(order) > 1:
		var parts []string
		for i, word := range order {
			part := fmt.Sprintf("%s: %d", word, len(groups[word]))
			if i > 0 || len(groups[word]) == 1 {
				part += " (" + strings.Join(groups[word], ", ") + ")"
			}
			parts = append(parts, part)
		}
		return "the tools differ; " + strings.Join(parts, "; ") + none, exitcode.ErrNo
	case len(failed) == ran:
		return "the hook failed" + none, exitcode.ErrNo
	case len(failed) > 0:
		return "the hook failed in " + strings.Join(failed, ", ") + none, exitcode.ErrNo
	case len(order) == 0:
		return "the effect in these tools is unknown" + none, nil
	case ran == 1:
		return "1 tool: " + order[0] + none, nil
	}
	return fmt.Sprintf("all %d tools do the same: %s%s", ran, order[0], none), nil
}

func writeJSON(w io.Writer, rows []Row) error {
	if err := ui.JSON(w, rows); err != nil {
		return err
	}
	_, err := verdict(rows)
	return err
}
