package shim

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients"
)

// options are the flags of one call.
type options struct {
	source, event string
	events, tools []string
	timeout       time.Duration // 0: from the client's own limit
	failClosed    bool
	timeoutBlocks bool // a hook that exceeds its time blocks, like under failClosed
	exit2Warns    bool // exit code 2 is a failed hook and no block
	observe       bool
	async         bool // start the hook and answer at once
	blockOn       mapping.BlockOn
	policy        mapping.Policy
	maxContinues  int
	format        *mapping.Dialect // nil: OpenHook
	native        bool             // --format native: the caller's own dialect
	strict        bool
	noNative      bool
	version, help bool
	logFlag       string   // --log
	hookFollows   bool     // -- or -c was there, so a hook must follow
	argv          []string // the hook
	line          string   // -c: a line for the shell
	flagWarnings  []string // problems with side flags
	lostValue     string   // the last word that a side flag took as its value and cannot use
}

// An optionReader reads the command line.
type optionReader struct {
	options
	err error // the first
}

// parseOptions reads the command line. The flags before an error count, so that a
// typo behind --fail-closed still blocks. A bad value of a side flag is no error,
// because it must not cost the answer.
func parseOptions(args []string) (options, error) {
	r := optionReader{options: options{maxContinues: 8}}
	for len(args) > 0 {
		args = r.next(args)
	}
	return r.options, r.err
}

// next reads one flag with its value, or the hook. It returns the arguments that
// are still to be read.
func (r *optionReader) next(args []string) (rest []string) {
	name, value, joined := strings.Cut(args[0], "=")
	rest = args[1:]
	on := r.switchOf(name)
	switch {
	case on != nil && joined: // --observe=false must not observe
		r.failClosed = r.failClosed || name == "--fail-closed"
		r.fail(name + msgNoSwitch)
		return rest
	case on != nil:
		*on = true
		return rest
	case name == "--":
		r.argv, r.hookFollows = rest, true
		return nil
	case !strings.HasPrefix(name, "-"):
		r.argv = args
		return nil
	}
	if !joined {
		if len(rest) == 0 || rest[0] == "--" {
			r.missingValue(name)
			return rest
		}
		value, rest = rest[0], rest[1:]
	}
	if name == "-c" {
		// Only a payload may follow. The shim takes it off.
		r.line, r.argv, r.hookFollows = value, rest, true
		return nil
	}
	known, err := r.set(name, value)
	switch {
	case !known:
		r.unknownFlag(name, args[1:])
		return nil
	case err != nil:
		r.badValue(name, value, joined, err)
	}
	return rest
}

// fail keeps the first error.
func (r *optionReader) fail(text string) {
	if r.err == nil {
		r.err = failure(text)
	}
}

// switchOf returns the option of a flag without a value, nil for any other flag.
func (o *options) switchOf(name string) *bool {
	switch name {
	case "--fail-closed":
		return &o.failClosed
	case "--timeout-blocks":
		return &o.timeoutBlocks
	case "--exit-2-warns":
		return &o.exit2Warns
	case "--observe":
		return &o.observe
	case "--async":
		return &o.async
	case "--strict":
		return &o.strict
	case "--no-native":
		return &o.noNative
	case "--version", "-V":
		return &o.version
	case "--help", "-h":
		return &o.help
	}
	return nil
}

func (r *optionReader) missingValue(name string) {
	if isSideFlag(name) {
		r.flagWarnings = append(r.flagWarnings, name+msgNoValue)
	} else {
		r.fail(name + msgNoValue)
	}
}

// unknownFlag stops at a flag that the shim does not know: the flag may have a value,
// so the words behind it may be flags or not. A --fail-closed among them counts.
func (r *optionReader) unknownFlag(name string, rest []string) {
	r.fail(msgUnknownFlag + name)
	for _, a := range rest {
		r.failClosed = r.failClosed || a == "--fail-closed"
		if a == "--" {
			return
		}
	}
}

func (r *optionReader) badValue(name, value string, joined bool, err error) {
	if !isSideFlag(name) {
		r.fail(name + " " + value + ": " + err.Error())
		return
	}
	if !joined {
		r.lostValue = value
	}
	if value == "" {
		value = "''"
	}
	r.flagWarnings = append(r.flagWarnings, name+" "+value+msgNotUsed+err.Error())
}

// CheckFlags returns what is wrong with flags of the shim. It runs nothing.
func CheckFlags(flags []string) error {
	o, err := parseOptions(append(append([]string{}, flags...), "--"))
	if err == nil && (len(o.argv) > 0 || o.line != "") {
		err = failure("use only flags here; remove the hook")
	}
	if err == nil && len(o.flagWarnings) > 0 {
		err = failure(o.flagWarnings[0])
	}
	return err
}

// isSideFlag reports whether a flag has no influence on the answer.
func isSideFlag(name string) bool { return name == "--log" || name == "--max-continues" }

// isProgram reports whether a word names an executable file.
func isProgram(word string) bool {
	isDir, executable, err := stat(word)
	return word != "" && err == nil && !isDir && executable
}

// set reads one flag with a value.
func (o *options) set(name, value string) (known bool, err error) {
	switch name {
	case "--source":
		o.source = value
	case "--event":
		o.event = value
	case "--log":
		if !filepath.IsAbs(value) {
			return true, failure(msgAbsolute)
		}
		o.logFlag = value
	case "--events":
		o.events = append(o.events, hookfile.List(value)...)
	case "--tools":
		o.tools = append(o.tools, hookfile.List(value)...)
	case "--timeout":
		o.timeout, err = hookfile.Duration(value)
	case "--block-on":
		o.blockOn, err = hookfile.ExitCodes(value)
	case "--degrade":
		for _, one := range hookfile.List(value) {
			if e := hookfile.Degrade(&o.policy, one); e != nil {
				err = e
			}
		}
	case "--max-continues":
		n, e := strconv.Atoi(value)
		if e != nil || n < 0 {
			return true, failure(msgNumber)
		}
		o.maxContinues = n
	case "--format":
		err = o.setFormat(value)
	default:
		return false, nil
	}
	return true, err
}

func (o *options) setFormat(name string) error {
	switch name {
	case "openhook":
		o.format, o.native = nil, false
	case "native":
		o.native = true
	default:
		d := clients.Registry.Format(name)
		if d == nil {
			return failure(msgFormat + strings.Join(clients.Registry.Formats(), ", "))
		}
		o.format, o.native = d, false
	}
	return nil
}
