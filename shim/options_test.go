package shim

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/openhook/openhook-shim/mapping"
)

func TestParseOptions(t *testing.T) {
	base := options{maxContinues: 8}
	with := func(change func(*options)) options {
		o := base
		change(&o)
		return o
	}
	for _, c := range [...]struct {
		args []string
		want options
		err  string
	}{
		{[]string{"--", "a", "--fail-closed"}, with(func(o *options) { o.argv = []string{"a", "--fail-closed"} }), ""},
		{[]string{"--async", "--log", "/l"}, with(func(o *options) { o.async, o.logFlag = true, "/l" }), ""},
		{[]string{"--log", "l"}, with(func(o *options) {
			o.flagWarnings, o.lostValue = []string{"--log l is ignored; use an absolute path"}, "l"
		}), ""},
		{[]string{"--log=", "--log", "--", "a"},
			with(func(o *options) {
				o.flagWarnings, o.argv = []string{"--log '' is ignored; use an absolute path", "--log needs a value"}, []string{"a"}
			}), ""},
		{[]string{"--observe=false", "a"}, with(func(o *options) { o.argv = []string{"a"} }), "--observe takes no value; remove = and the value"},
		{[]string{"--fail-closed=1", "a"}, with(func(o *options) { o.failClosed, o.argv = true, []string{"a"} }), "--fail-closed takes no value; remove = and the value"},
		{[]string{"a", "-x"}, with(func(o *options) { o.argv = []string{"a", "-x"} }), ""},
		{[]string{"--fail-closed", "--observe", "--strict", "--no-native", "--", "a"},
			with(func(o *options) {
				o.failClosed, o.observe, o.strict, o.noNative, o.argv = true, true, true, true, []string{"a"}
			}), ""},
		{[]string{"--timeout-blocks", "--exit-2-warns", "--", "a"},
			with(func(o *options) { o.timeoutBlocks, o.exit2Warns, o.argv = true, true, []string{"a"} }), ""},
		{[]string{"--timeout", "1.5", "--timeout=2m", "-c", "ls -l"}, with(func(o *options) { o.timeout, o.line, o.argv = 2*time.Minute, "ls -l", []string{} }), ""},
		{[]string{"--events", "tool.*, agent.stop", "--events=x", "--tools=shell"},
			with(func(o *options) { o.events, o.tools = []string{"tool.*", "agent.stop", "x"}, []string{"shell"} }), ""},
		{[]string{"--block-on", "1,3"}, with(func(o *options) { o.blockOn = mapping.BlockOn{Codes: []int{1, 3}} }), ""},
		{[]string{"--block-on", "any"}, with(func(o *options) { o.blockOn = mapping.BlockOn{Any: true} }), ""},
		{[]string{"--degrade", "ask=allow,rewrite=drop", "--degrade", "context=deny"},
			with(func(o *options) {
				o.policy = mapping.Policy{Ask: mapping.ToAllow, Rewrite: mapping.ToDrop, Context: mapping.ToDeny}
			}), ""},
		{[]string{"--max-continues", "0"}, with(func(o *options) { o.maxContinues = 0 }), ""},
		{[]string{"--source", "x", "--event", "y", "--format", "native"}, with(func(o *options) { o.source, o.event, o.native = "x", "y", true }), ""},
		{[]string{"--typo", "--fail-closed", "--", "a", "--observe"}, with(func(o *options) { o.failClosed = true }), "unknown flag --typo"},
		{[]string{"--timeout", "--", "a"}, with(func(o *options) { o.argv = []string{"a"} }), "--timeout needs a value"},
		{[]string{"--timeout", "-1s", "--fail-closed", "--", "a"}, with(func(o *options) { o.failClosed, o.argv = true, []string{"a"} }),
			"--timeout -1s: use a duration such as 30s or 500ms"},
		{[]string{"--block-on", "256"}, with(func(o *options) {}), "--block-on 256: use any, or exit codes from 1 to 255 such as 1,3"},
		{[]string{"--block-on", "0"}, with(func(o *options) {}), "--block-on 0: use any, or exit codes from 1 to 255 such as 1,3"},
		{[]string{"--degrade", "ask"}, with(func(o *options) {}), "--degrade ask: use ask=native|deny|allow, rewrite=deny|drop or context=drop|deny"},
		{[]string{"--max-continues", "-1"},
			with(func(o *options) {
				o.flagWarnings, o.lostValue = []string{"--max-continues -1 is ignored; use a number from 0 up"}, "-1"
			}), ""},
		{[]string{"-c", "ls", "-l"}, with(func(o *options) { o.line, o.argv = "ls", []string{"-l"} }), ""}, // a payload, maybe
		{[]string{"-c"}, base, "-c needs a value"},
	} {
		c.want.hookFollows = c.want.line != "" || c.want.argv != nil && slices.Contains(c.args, "--")
		got, err := parseOptions(c.args)
		if message := errText(err); message != c.err || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%q: %+v, %q\nwant %+v, %q", c.args, got, message, c.want, c.err)
		}
	}
}

func errText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
