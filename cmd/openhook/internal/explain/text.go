package explain

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/tidwall/pretty"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
)

func writeReport(out ui.Out, r report) error {
	var b strings.Builder
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%-9s %s\n", name, oneLine(value))
		}
	}
	field("provider", r.Provider)
	field("because", r.Why)
	field("event", r.Event)
	field("type", r.Type)
	field("tool", r.Tool)
	for _, one := range r.Inferred {
		field("inferred", one)
	}
	for _, one := range r.Blind {
		field("unseen", one)
	}
	can := strings.Join(r.Can, ", ")
	if can == "" {
		can = "nothing: the tool obeys no answer here"
	}
	field("can", can)
	if r.Raw {
		field("note", "the hook's stdout is a product and passes unchanged; exit 2 denies")
	}
	for i, m := range r.Cannot {
		if i == 0 {
			b.WriteString("\nother wishes become:\n")
		}
		fmt.Fprintf(&b, "  %-9s %s\n", m.Wish, oneLine(m.Becomes))
	}
	b.WriteString("\nyour hook reads (on one line):\n")
	var envelope bytes.Buffer
	if err := json.Indent(&envelope, r.Envelope, "", "  "); err != nil {
		return err
	}
	clean := []byte(ui.EscapeControls(strings.TrimSpace(envelope.String())))
	if out.Color {
		clean = pretty.Color(clean, nil)
	}
	var answers strings.Builder
	fmt.Fprintf(&answers, "\n\nyour hook's answer, and the effect in %s:\n", oneLine(r.Provider))
	writeAnswers(&answers, r.Answers)
	_, err := io.WriteString(out, headings(out, b.String())+string(clean)+headings(out, answers.String()))
	return err
}

func writeFault(out ui.Out, f fault) {
	var b strings.Builder
	fmt.Fprintf(&b, "the payload %s\nno hook runs; the tool gets:\n", f.Problem)
	writeAnswers(&b, f.Answers)
	io.WriteString(out, headings(out, b.String()))
}

// headings paints the first word of each line, or a whole line that ends in a colon. Indented
// lines stay plain.
func headings(out ui.Out, text string) string {
	var b strings.Builder
	for line := range strings.Lines(ui.EscapeControls(text)) {
		line, end := strings.CutSuffix(line, "\n")
		word := line
		if !strings.HasSuffix(line, ":") {
			word, _, _ = strings.Cut(line, "  ")
		}
		if strings.HasPrefix(line, " ") {
			word = ""
		}
		b.WriteString(out.Paint(ui.Strong, word) + line[len(word):])
		if end {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func writeAnswers(b *strings.Builder, all []answer) {
	for _, a := range all {
		output := strings.TrimSpace(a.Hook.Stdout)
		if a.Hook.Exit != 0 {
			output = fmt.Sprintf("exit %d", a.Hook.Exit)
		}
		fmt.Fprintf(b, "\n%s\n", strings.TrimSpace(a.Name+"  "+output))
		fmt.Fprintf(b, "  stdout  %s\n", bytesOf(a.Stdout))
		if a.Stderr != "" {
			fmt.Fprintf(b, "  stderr  %s\n", bytesOf(a.Stderr))
		}
		fmt.Fprintf(b, "  exit    %d\n", a.Exit)
		if a.Effect != nil || a.Hook != (hookOutput{}) || a.Name == "nothing" {
			fmt.Fprintf(b, "  effect  %s\n", effectwords.Describe(a.Effect))
		}
	}
}

// bytesOf shows an output. It does not show the final line break, but reports a missing one.
func bytesOf(s string) string {
	if s == "" {
		return "nothing"
	}
	whole, ended := strings.CutSuffix(s, "\n")
	if !ended {
		whole += " (no line break at the end)"
	}
	return strings.ReplaceAll(whole, "\n", "\n          ")
}

// oneLine joins lines, so that a name from the payload cannot begin a line. The writer removes
// other control characters.
func oneLine(s string) string { return strings.ReplaceAll(s, "\n", " ") }
