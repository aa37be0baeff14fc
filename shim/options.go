package shim

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping"
)

// options are the flags of one call.
type options struct {
	source, event string
	events, tools []string
	timeout       time.Duration // 0: from the client's own
	failClosed    bool
	observe       bool
	async         bool // start the hook, and answer at once
	blockOn       mapping.BlockOn
	policy        mapping.Policy
	maxContinues  int
	format        *mapping.Dialect // nil: OpenHook
	native        bool             // --format native: the caller's own dialect
	strict        bool
	noNative      bool
	version, help bool
	logFlag       string   // --log
	hookFollows   bool     // -- or -c says that a hook follows
	argv          []string // the hook
	line          string   // -c: a line for the shell
	flagWarnings  []string // what is wrong with flags that are not about the answer
	lostValue     string   // the last word that such a flag took for its value and cannot use
}

// parseOptions reads the command line. Flags that could be read before an error
// count, so that a typo behind --fail-closed still blocks. What is wrong with a flag
// that is not about the answer is no error: it must not cost the answer.
func parseOptions(args []string) (options, error) {
	o := options{maxContinues: 8}
	var first error
	fail := func(err error) {
		if first == nil {
			first = err
		}
	}
	for i := 0; i < len(args); i++ {
		name, value, joined := strings.Cut(args[i], "=")
		if joined && isSwitch(name) { // --observe=false must not observe
			o.failClosed = o.failClosed || name == "--fail-closed"
			fail(failure(name + msgNoSwitch))
			continue
		}
		switch name {
		case "--fail-closed":
			o.failClosed = true
			continue
		case "--observe":
			o.observe = true
			continue
		case "--async":
			o.async = true
			continue
		case "--strict":
			o.strict = true
			continue
		case "--no-native":
			o.noNative = true
			continue
		case "--version", "-V":
			o.version = true
			continue
		case "--help", "-h":
			o.help = true
			continue
		case "--":
			o.argv, o.hookFollows = args[i+1:], true
			return o, first
		}
		if !strings.HasPrefix(name, "-") {
			o.argv = args[i:]
			return o, first
		}
		if !joined {
			if i++; i == len(args) || args[i] == "--" {
				if i < len(args) {
					i--
				}
				if isSideFlag(name) {
					o.flagWarnings = append(o.flagWarnings, name+msgNoValue)
				} else {
					fail(failure(name + msgNoValue))
				}
				continue
			}
			value = args[i]
		}
		if name == "-c" {
			// What follows can only be a payload, which is taken off.
			o.line, o.argv, o.hookFollows = value, args[i+1:], true
			return o, first
		}
		known, err := o.set(name, value)
		if !known {
			// Without a table of its arguments the rest cannot be told apart.
			fail(failure(msgUnknownFlag + name))
			for _, a := range args[i:] {
				o.failClosed = o.failClosed || a == "--fail-closed"
				if a == "--" {
					break
				}
			}
			return o, first
		}
		switch {
		case err != nil && isSideFlag(name):
			if !joined {
				o.lostValue = value
			}
			if value == "" {
				value = "''"
			}
			o.flagWarnings = append(o.flagWarnings, name+" "+value+msgNotUsed+err.Error())
		case err != nil:
			fail(failure(name + " " + value + ": " + err.Error()))
		}
	}
	return o, first
}

// CheckFlags says what is wrong with flags of the shim, before anything runs.
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

// isSwitch says whether a flag has no value.
func isSwitch(name string) bool {
	switch name {
	case "--fail-closed", "--observe", "--async", "--strict", "--no-native", "--version", "-V", "--help", "-h":
		return true
	}
	return false
}

// isAside says whether a flag is not about the answer.
func isSideFlag(name string) bool { return name == "--log" || name == "--max-continues" }

// isProgram says whether a word is a file that can be started.
func isProgram(word string) bool {
	isDir, executable, err := stat(word)
	return word != "" && err == nil && !isDir && executable
}

// set takes one flag that has a value.
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
		d := mapping.Source(name, "")
		if d == nil || !d.Format && !d.AsFormat {
			return failure(msgFormat + strings.Join(mapping.Formats(), ", "))
		}
		o.format, o.native = d, false
	}
	return nil
}
