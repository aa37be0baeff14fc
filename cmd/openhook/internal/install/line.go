package install

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

const shimName = "openhook-shim"

// A hook is the program or the line that a tool's settings shall call, with its options.
type hook struct {
	shim       string        // path of openhook-shim, or its bare name
	argv       []string      // the hook; none: the hooks of hook files
	line       string        // or a shell command line
	flags      []string      // more flags for openhook-shim
	timeout    time.Duration // of the hook; 0: a tenth below the tool's
	failClosed bool
	// portable is true for a line in a repository. It must do no harm without openhook-shim.
	portable bool
	goos     string // the system of the line, "" for this one
}

// onWindows says whether the line is for Windows.
func (h hook) onWindows() bool { return cmp.Or(h.goos, runtime.GOOS) == "windows" && !h.portable }

// key identifies a hook. The same hook has the same key.
func (h hook) key() string {
	if h.line != "" {
		return "-c\x00" + h.line
	}
	return strings.Join(h.argv, "\x00")
}

// args returns the arguments of openhook-shim for an event of a tool. source is the tool that owns
// the file.
func (h hook) args(t *Tool, source string, e event) []string {
	var args []string
	given := h.timeout
	if t.takesTimeout() {
		if most := h.toolTimeout(t, e) * 9 / 10; given == 0 || given > most {
			given = most
		}
	}
	if given > 0 {
		short := given.String()
		if strings.HasSuffix(short, "m0s") {
			short = strings.TrimSuffix(short, "0s")
		}
		args = append(args, "--timeout", short)
	}
	if h.failClosed {
		args = append(args, "--fail-closed")
	}
	switch owner := ToolNamed(source); {
	case h.failClosed && !owner.Exit2Denies:
		// The shim needs both flags for an unreadable payload. They are missing if exit code 2
		// denies: a client that also reads another's settings runs a line only once, and only if
		// both lines are the same.
		args = append(args, "--source", source, "--event", e.tableName)
	case owner.NeedsEvent:
		args = append(args, "--event", e.tableName)
	}
	args = append(args, h.flags...)
	switch {
	case h.line != "":
		args = append(args, "-c", h.line)
	case len(h.argv) > 0:
		args = append(append(args, "--"), h.argv...)
	}
	return args
}

// takesTimeout reports whether the tool's file has a timeout. openhook-shim's timeout must be
// shorter.
func (t *Tool) takesTimeout() bool {
	return slices.ContainsFunc(t.Files, func(f setup.HookFile) bool { return f.Install && f.Layout.Unit > 0 })
}

// toolTimeout returns the timeout in the tool's file, a tenth above the hook's.
func (h hook) toolTimeout(t *Tool, e event) time.Duration {
	if h.timeout == 0 {
		return e.timeout
	}
	return min((h.timeout*10/9 + time.Second).Truncate(time.Second), t.maxToolTimeout(e.tableName))
}

// commandLine joins words to a command line and quotes them for a shell.
func commandLine(shell setup.CommandShell, argv []string) string {
	quoted := make([]string, len(argv))
	for i, a := range argv {
		quoted[i] = quoteFor(shell, a)
	}
	line := strings.Join(quoted, " ")
	if shell == setup.PowerShell && len(quoted) > 0 && quoted[0] != argv[0] {
		line = "& " + line // a quoted word alone is a text there
	}
	return line
}

// singleQuote matches the characters that PowerShell treats as a single quote, which include
// typographic ones.
var singleQuote = regexp.MustCompile("['\u2018\u2019\u201a\u201b]")

var beforeQuote = regexp.MustCompile(`(\\+)("|$)`)

// quoteFor quotes a word if the shell needs it.
func quoteFor(shell setup.CommandShell, word string) string {
	plain := word != "" && !strings.ContainsFunc(word, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_./:=+", r))
	})
	switch {
	case plain:
		return word
	case shell == setup.CmdExe:
		// A program reads two backslashes in front of a quote as one.
		return `"` + strings.ReplaceAll(beforeQuote.ReplaceAllString(word, `$1$1$2`), `"`, `\"`) + `"`
	case shell == setup.PowerShell:
		return `'` + singleQuote.ReplaceAllString(word, "$0$0") + `'`
	}
	return `'` + strings.ReplaceAll(word, `'`, `'\''`) + `'`
}

// command returns the line for one event of a tool, and the same for PowerShell.
func (h hook) command(t *Tool, source string, e event) (line, powershell string) {
	shell := setup.Posix
	if h.onWindows() {
		shell = t.WindowsShell
	}
	argv := append([]string{h.shim}, h.args(t, source, e)...)
	line, powershell = commandLine(shell, argv), commandLine(setup.PowerShell, argv)
	if h.portable {
		line = h.launcher(source, e) + "exec " + line
		powershell = powershellLauncher(powershell)
	}
	return line, powershell
}

const absentText = "openhook-shim is not installed, so a hook of this repository does not run"

// launcher looks for openhook-shim in the usual folders. Without it the call passes with a warning
// in the tool's own format, or is blocked if OPENHOOK_REQUIRED is 1. openhook-shim is the last
// command of the line, because some tools send the payload only to that.
func (h hook) launcher(source string, e event) string {
	pass, block := missingShimLines(source, e)
	if block != pass {
		pass = `if [ "$OPENHOOK_REQUIRED" = 1 ]; then ` + block + `; fi; ` + pass
	}
	return `PATH="$PATH:$HOME/.local/bin:./node_modules/.bin"; command -v openhook-shim >/dev/null 2>&1 || { ` + pass +
		`; }; `
}

// missingShimLines returns the shell lines for a machine without openhook-shim. Other clients that
// read the file must understand them too.
func missingShimLines(source string, e event) (pass, block string) {
	c := payload.PlainestCall(source, e.tableName)
	passes, blocks := mapping.Fault(c, false, absentText), mapping.Fault(c, true, absentText)
	holds := func(typ string) bool { return c != nil && c.Type == typ && c.Deniable() }
	switch readers := readersOf(source); {
	case len(readers) == 0:
	case ToolNamed(source).Exit2Denies: // all readers obey it, but some do not read the owner's JSON
		if len(passes.Stderr) > 0 { // some take any exit code but 0 for a deny
			passes = mapping.Reply{Stdout: []byte(`{"systemMessage":"` + absentText + `"}`)}
		}
		if holds(mapping.ToolStart) || holds(mapping.PromptSubmit) {
			blocks = mapping.Reply{Stderr: []byte(absentText), Exit: 2}
		}
	case holds(mapping.ToolStart):
		for _, reader := range readers {
			if made, err := payload.Make(reader, payload.Want{Type: c.Type, Tool: mapping.Shell}); err == nil {
				blocks.Stdout = mergeObjects(blocks.Stdout, mapping.Fault(made.Call, true, absentText).Stdout)
			}
		}
	}
	return replyLine(passes), replyLine(blocks)
}

// readersOf returns the tools that also read another tool's files.
func readersOf(source string) (all []string) {
	for _, t := range allTools() {
		if slices.ContainsFunc(t.Files, func(f setup.HookFile) bool { return f.Of == source }) {
			all = append(all, t.Source)
		}
	}
	return all
}

// mergeObjects adds the missing keys of another JSON object.
func mergeObjects(object, more []byte) []byte {
	gjson.ParseBytes(more).ForEach(func(key, value gjson.Result) bool {
		if path := gjson.Escape(key.String()); !gjson.GetBytes(object, path).Exists() {
			if with, err := sjson.SetRawBytes(object, path, []byte(value.Raw)); err == nil {
				object = with
			}
		}
		return true
	})
	return object
}

func replyLine(r mapping.Reply) string {
	var b strings.Builder
	for _, s := range []struct {
		text []byte
		to   string
	}{{r.Stdout, ""}, {r.Stderr, " >&2"}} {
		if len(s.text) > 0 {
			fmt.Fprintf(&b, "printf '%%s\\n' %s%s; ", quoteFor(setup.Posix, strings.TrimSpace(string(s.text))), s.to)
		}
	}
	return fmt.Sprintf("%sexit %d", b.String(), r.Exit)
}

func powershellLauncher(line string) string {
	return `$env:PATH += ";$HOME\.local\bin;.\node_modules\.bin"; if (Get-Command openhook-shim -ErrorAction SilentlyContinue) { ` + line +
		`; exit $LASTEXITCODE }; [Console]::Error.WriteLine('` + absentText +
		`'); if ($env:OPENHOOK_REQUIRED -eq '1') { exit 2 }; exit 0`
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode().Perm()&0o111 != 0)
}

// absoluteWords makes the hook's program and the files in its words absolute, because tools run
// hooks in other folders and with another PATH.
func absoluteWords(argv []string) ([]string, error) {
	out := slices.Clone(argv)
	for i, word := range argv {
		path := strings.ContainsAny(word, `/\`) || i > 0 && filepath.Ext(word) != ""
		info, err := os.Stat(word)
		switch {
		case err == nil && path && info.Mode().IsRegular():
			abs, err := filepath.Abs(word)
			if err != nil {
				return nil, err
			}
			out[i] = filepath.ToSlash(abs)
		case i > 0:
		case path && err == nil:
			return nil, exitcode.Errorf(exitcode.Usage, "%s: not a file", word)
		case path:
			return nil, exitcode.FileError(word, err)
		default:
			found, err := exec.LookPath(word)
			if err != nil {
				if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
					return nil, exitcode.Errorf(exitcode.Missing,
						"%s: not in PATH; for a file in this folder write ./%s", word, word)
				}
				return nil, exitcode.Errorf(exitcode.Missing, "%s: not in PATH", word)
			}
			if found, err = filepath.Abs(found); err != nil {
				return nil, err
			}
			out[0] = filepath.ToSlash(found)
		}
	}
	if !isProgram(out[0]) && runtime.GOOS != "windows" {
		return nil, exitcode.Errorf(exitcode.No, "%s: not executable; run: chmod +x %s", argv[0],
			quoteFor(setup.Posix, argv[0]))
	}
	return out, nil
}
