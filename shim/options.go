package shim

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

// options are the flags of one call.
type options struct {
	source, event string
	events, tools []string
	timeout       time.Duration // 0: from the client's own
	failClosed    bool
	observe       bool
	blockOn       mapping.BlockOn
	policy        mapping.Policy
	maxContinues  int
	format        *mapping.Dialect // nil: OpenHook
	native        bool             // --format native: the caller's own dialect
	strict        bool
	noNative      bool
	version, help bool
	argv          []string // the hook
	line          string   // -c: a line for the shell
}

// parseOptions reads the command line. Flags that could be read before an error
// count, so that a typo behind --fail-closed still blocks.
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
		switch name {
		case "--fail-closed":
			o.failClosed = true
			continue
		case "--observe":
			o.observe = true
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
			o.argv = args[i+1:]
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
				fail(errors.New(name + msgNoValue))
				continue
			}
			value = args[i]
		}
		if name == "-c" {
			// What follows can only be a payload, which is taken off.
			o.line, o.argv = value, args[i+1:]
			return o, first
		}
		known, err := o.set(name, value)
		if !known {
			// Without a table of its arguments the rest cannot be told apart.
			fail(errors.New(msgUnknownFlag + name))
			for _, a := range args[i:] {
				o.failClosed = o.failClosed || a == "--fail-closed"
				if a == "--" {
					break
				}
			}
			return o, first
		}
		if err != nil {
			fail(errors.New(name + " " + value + ": " + err.Error()))
		}
	}
	return o, first
}

// set takes one flag that has a value.
func (o *options) set(name, value string) (known bool, err error) {
	switch name {
	case "--source":
		o.source = value
	case "--event":
		o.event = value
	case "--events":
		o.events = append(o.events, list(value)...)
	case "--tools":
		o.tools = append(o.tools, list(value)...)
	case "--timeout":
		o.timeout, err = duration(value)
	case "--block-on":
		o.blockOn, err = exitCodes(value)
	case "--degrade":
		for _, one := range list(value) {
			if e := degrade(&o.policy, one); e != nil {
				err = e
			}
		}
	case "--max-continues":
		if o.maxContinues, err = strconv.Atoi(value); err != nil || o.maxContinues < 0 {
			err = errors.New(msgNumber)
		}
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
	case "claude-code":
		o.format = mapping.Source(name, "")
	default:
		return errors.New(msgFormat)
	}
	return nil
}

func list(s string) []string {
	var all []string
	for one := range strings.SplitSeq(s, ",") {
		if one = strings.TrimSpace(one); one != "" {
			all = append(all, one)
		}
	}
	return all
}

// duration reads "30s", "500ms", or a bare number of seconds.
func duration(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		var seconds float64
		if seconds, err = strconv.ParseFloat(s, 64); err == nil && seconds < 1e9 {
			d = time.Duration(seconds * float64(time.Second))
		}
	}
	if err != nil || d <= 0 {
		return 0, errors.New(msgDuration)
	}
	return d, nil
}

func exitCodes(s string) (mapping.BlockOn, error) {
	if s == "any" {
		return mapping.BlockOn{Any: true}, nil
	}
	var b mapping.BlockOn
	for _, one := range list(s) {
		n, err := strconv.Atoi(one)
		if err != nil || n < 1 || n > 255 {
			return b, errors.New(msgExitCodes)
		}
		b.Codes = append(b.Codes, n)
	}
	return b, nil
}

func degrade(p *mapping.Policy, s string) error {
	switch s {
	case "ask=native":
		p.Ask = mapping.AsNative
	case "ask=deny":
		p.Ask = mapping.ToDeny
	case "ask=allow":
		p.Ask = mapping.ToAllow
	case "rewrite=deny":
		p.Rewrite = mapping.Safest
	case "rewrite=drop":
		p.Rewrite = mapping.ToDrop
	case "context=drop":
		p.Context = mapping.Safest
	case "context=deny":
		p.Context = mapping.ToDeny
	default:
		return errors.New(msgDegrade)
	}
	return nil
}
