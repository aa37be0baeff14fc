// Package ui prints the companion's output: colours, width, tables and JSON. It also asks the
// user.
package ui

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
)

// Out is the output of a command.
type Out struct {
	io.Writer
	Width    int // columns
	Color    bool
	Terminal bool
}

const (
	pipedWidth = 120
	minWidth   = 20
)

// New returns the output for w. color is auto, always or never. With auto there is colour on a
// terminal, unless NO_COLOR is set or the terminal is dumb.
func New(w io.Writer, color string) (Out, error) {
	o := Out{Writer: w, Width: pipedWidth}
	if IsTerminal(w) {
		o.Terminal = true
		if width, _, err := term.GetSize(int(w.(*os.File).Fd())); err == nil && width > 0 {
			o.Width = width
		}
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 && !o.Terminal {
		o.Width = n
	}
	o.Width = max(o.Width, minWidth)
	switch color {
	case "", "auto":
		o.Color = o.Terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	case "always":
		o.Color = true
	case "never":
	default:
		return o, exitcode.Errorf(exitcode.Usage, "--color %s: use auto, always or never", color)
	}
	return o, nil
}

// ForCommand reads the flags --color and --json, which every command has.
func ForCommand(c *cobra.Command) (out Out, asJSON bool, err error) {
	asJSON, _ = c.Flags().GetBool("json")
	color, _ := c.Flags().GetString("color")
	out, err = New(c.OutOrStdout(), color)
	return out, asJSON, err
}

// IsTerminal reports whether a reader or a writer is a terminal.
func IsTerminal(stream any) bool {
	f, is := stream.(*os.File)
	return is && term.IsTerminal(int(f.Fd()))
}

// Confirm asks a question and reports whether the user answers yes.
func (o Out) Confirm(in io.Reader, question string) bool {
	fmt.Fprintf(o, "%s [y/N] ", question)
	answer, err := bufio.NewReader(in).ReadString('\n')
	answer = strings.ToLower(strings.TrimSpace(answer))
	return err == nil && (answer == "y" || answer == "yes")
}

// Count writes a number with its noun: "1 hook", "2 hooks".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// A Style is the meaning of a text. Its look may change.
type Style uint8

const (
	Plain  Style = iota
	Strong       // a heading
	Good         // fine, or stopped like the hook wanted
	Bad          // failed or different
	Notice       // asked, changed or degraded
	Faint        // secondary
)

var colors = map[Style]string{
	Strong: text.Bold.EscapeSeq(), Good: text.FgGreen.EscapeSeq(), Bad: text.FgRed.EscapeSeq(),
	Notice: text.FgYellow.EscapeSeq(), Faint: text.Faint.EscapeSeq(),
}

// Paint colours a text if the output has colour.
func (o Out) Paint(s Style, t string) string {
	seq := colors[s]
	if !o.Color || seq == "" || t == "" {
		return t
	}
	return text.Escape(t, seq)
}

// Paragraph prints one paragraph, wrapped to the width.
func (o Out) Paragraph(s Style, format string, args ...any) {
	for _, line := range Wrap(fmt.Sprintf(format, args...), o.Width) {
		fmt.Fprintln(o, o.Paint(s, line))
	}
}

// JSON prints a value. It escapes control characters, which changes nothing for a program.
func JSON(w io.Writer, v any) error {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, EscapeControls(b.String()))
	return err
}
