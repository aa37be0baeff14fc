package manifest

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/shlex"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// shellOf returns the shell that openhook-shim uses on a system.
func shellOf(goos string) setup.CommandShell {
	if goos == "windows" {
		return setup.CmdExe
	}
	return setup.Posix
}

// errCmd means that cmd.exe would read the text differently.
var errCmd = fmt.Errorf("cmd.exe cannot take it because it has a quote, a percent sign or a line break")

// shellLine returns the words or the shell line that openhook-shim starts for a handler. The line
// sets the folder and the environment.
func (h *Handler) shellLine(goos string) (argv []string, line string, err error) {
	command := h.commandFor(goos)
	if h.Type == "http" {
		command = h.curlLine(goos)
	}
	if len(h.Env) == 0 && h.Cwd == "" {
		if argv = hookfile.Words(command); argv != nil {
			return argv, "", nil
		}
		return nil, command, nil
	}
	names := slices.Sorted(maps.Keys(h.Env))
	var b strings.Builder
	if goos == "windows" {
		for _, text := range append(slices.Collect(maps.Values(h.Env)), h.Cwd) {
			if strings.ContainsAny(text, "\"\r\n") || strings.Count(text, "%") > 1 {
				return nil, "", errCmd
			}
		}
		fmt.Fprintf(&b, `(if defined OPENHOOK_PROJECT cd /d "%%OPENHOOK_PROJECT%%")& cd "%s"|| exit 1& `,
			cmp.Or(h.Cwd, "."))
		for _, n := range names {
			fmt.Fprintf(&b, `set "%s=%s"& `, n, h.Env[n])
		}
		return nil, b.String() + command, nil
	}
	// A failed cd exits with 2 in dash, which would block.
	fmt.Fprintf(&b, `cd "${OPENHOOK_PROJECT:-.}" && cd %s || exit 1; `,
		install.Quote(setup.Posix, cmp.Or(h.Cwd, ".")))
	for _, n := range names {
		fmt.Fprintf(&b, "export %s=%s; ", n, install.Quote(setup.Posix, h.Env[n]))
	}
	return nil, b.String() + command, nil
}

var (
	posixFolder   = regexp.MustCompile(`^cd "\$\{OPENHOOK_PROJECT:-\.\}" && cd ('(?:[^']|'\\'')*'|[^ ']+) \|\| exit 1; `)
	posixVariable = regexp.MustCompile(`^export ([A-Za-z_][A-Za-z0-9_]*)=('(?:[^']|'\\'')*'|[^ ';]+); `)
	cmdFolder     = regexp.MustCompile(`^\(if defined OPENHOOK_PROJECT cd /d "%OPENHOOK_PROJECT%"\)& cd "([^"]*)"\|\| exit 1& `)
	cmdVariable   = regexp.MustCompile(`^set "([A-Za-z_][A-Za-z0-9_]*)=([^"]*)"& `)
)

// parseLine returns the handler of a line of shellLine.
func parseLine(line string) (h Handler) {
	h.Type = "command"
	folder, variable, plain := posixFolder, posixVariable, unquote
	if cmdFolder.MatchString(line) {
		folder, variable, plain = cmdFolder, cmdVariable, func(s string) string { return s }
	}
	if m := folder.FindStringSubmatch(line); m != nil {
		line = line[len(m[0]):]
		h.Cwd = plain(m[1])
		for m := variable.FindStringSubmatch(line); m != nil; m = variable.FindStringSubmatch(line) {
			line = line[len(m[0]):]
			if h.Env == nil {
				h.Env = map[string]string{}
			}
			h.Env[m[1]] = plain(m[2])
		}
		if h.Cwd == "." && len(h.Env) > 0 {
			h.Cwd = ""
		}
	}
	h.Command = line
	h.parseCurl()
	return h
}

func unquote(word string) string {
	if words, err := shlex.Split(word); err == nil && len(words) == 1 {
		return words[0]
	}
	return word
}

// curlPost begins and curlEnd ends the line of an http handler. curlEnd replaces curl's own exit
// code, because 2 would block.
const curlPost, curlEnd = "curl -fsS -X POST -H 'Content-Type: application/json' ", " || exit 1"

func (h *Handler) curlLine(goos string) string {
	shell := shellOf(goos)
	argv := []string{"curl", "-fsS", "-X", "POST", "-H", "Content-Type: application/json"}
	for _, name := range slices.Sorted(maps.Keys(h.Headers)) {
		argv = append(argv, "-H", name+": "+h.Headers[name])
	}
	return install.Quote(shell, append(argv, "--data-binary", "@-", h.URL)...) + curlEnd
}

// parseCurl turns a line of curlLine back into an http handler.
func (h *Handler) parseCurl() {
	line, ok := strings.CutSuffix(h.Command, curlEnd)
	if !ok || !strings.HasPrefix(strings.ReplaceAll(line, `"`, "'"), curlPost) {
		return
	}
	words, err := shlex.Split(line)
	if err != nil || len(words) < 9 || words[len(words)-3] != "--data-binary" {
		return
	}
	headers := map[string]string{}
	for i := 6; i+1 < len(words)-3; i += 2 {
		name, value, named := strings.Cut(words[i+1], ": ")
		if words[i] != "-H" || !named {
			return
		}
		headers[name] = value
	}
	h.Type, h.Command, h.URL = "http", "", words[len(words)-1]
	if len(headers) > 0 {
		h.Headers = headers
	}
}

// blockLine returns a shell line that always blocks.
func blockLine(goos, reason string) string {
	reason = strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"'%!^&|<>()`$\\\r\n", r) {
			return ' '
		}
		return r
	}, reason)
	reason = strings.Join(strings.Fields(reason), " ")
	if goos == "windows" {
		return "echo " + reason + " 1>&2& exit 2"
	}
	return "echo " + install.Quote(setup.Posix, reason) + " >&2; exit 2"
}

// A shimCall is a parsed call of openhook-shim.
type shimCall struct {
	handler       Handler
	tools         []string
	timeout       float64 // seconds, 0 for none
	observe       bool
	exit2Warns    bool
	timeoutBlocks bool
	async         bool
	failClosed    bool
	format        string
	events        []string // of --events
	flags         []string // all other flags
	isHook        bool     // false for a call that runs hook files
}

// blocks reports whether the call can block on an event.
func (c *shimCall) blocks(e nativeEvent) bool { return e.canBlock() && !c.observe && !c.exit2Warns }

// parseShimCall parses the words of a line. ok is false if they do not call openhook-shim.
func parseShimCall(words []string) (c shimCall, ok bool) {
	if len(words) > 1 && words[0] == "&" {
		words = words[1:]
	}
	if len(words) == 0 {
		return c, false
	}
	program := words[0][strings.LastIndexAny(words[0], `/\`)+1:]
	if strings.TrimSuffix(strings.ToLower(program), ".exe") != shimName {
		return c, false
	}
	return parseShimFlags(words[1:])
}

// joinWords joins words to a command, with quotes only if they are necessary.
func joinWords(argv []string) string {
	if plain := strings.Join(argv, " "); slices.Equal(hookfile.Words(plain), argv) {
		return plain
	}
	return install.Quote(setup.Posix, argv...)
}

// parseShimFlags parses the arguments of openhook-shim.
func parseShimFlags(args []string) (c shimCall, ok bool) {
	for i := 0; i < len(args); i++ {
		name, value, hasValue := strings.Cut(args[i], "=")
		switch name {
		case "--":
			c.handler, c.isHook = parseLine(joinWords(args[i+1:])), len(args) > i+1
			return c, true
		case "--observe":
			c.observe, c.flags = true, append(c.flags, name)
			continue
		case "--exit-2-warns":
			c.exit2Warns = true
			continue
		case "--timeout-blocks":
			c.timeoutBlocks = true
			continue
		case "--async":
			c.async = true
			continue
		case "--fail-closed":
			c.failClosed = true
			continue
		case "--strict", "--no-native":
			c.flags = append(c.flags, name)
			continue
		}
		if !strings.HasPrefix(name, "-") {
			c.handler, c.isHook = parseLine(joinWords(args[i:])), true
			return c, true
		}
		if !hasValue {
			if i++; i == len(args) {
				return c, false
			}
			value = args[i]
		}
		switch name {
		case "-c":
			c.handler, c.isHook = parseLine(value), true
			return c, true
		case "--tools":
			c.tools = append(c.tools, hookfile.List(value)...)
		case "--events":
			c.events = append(c.events, hookfile.List(value)...)
		case "--timeout":
			d, err := hookfile.Duration(value)
			if err != nil {
				return c, false
			}
			c.timeout = d.Seconds()
		case "--format":
			c.format = value
		case "--source", "--event": // for the file that it stands in
		default:
			c.flags = append(c.flags, name, value)
		}
	}
	return c, true
}

// duration converts seconds to a duration.
func duration(seconds float64) time.Duration {
	return time.Duration(seconds * float64(time.Second)).Round(time.Millisecond)
}

func secondsText(s float64) string { return strconv.FormatFloat(s, 'g', 6, 64) + " s" }
