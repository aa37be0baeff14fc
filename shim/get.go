package shim

import (
	"github.com/openhook/openhook-shim/mapping"

	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// get prints one value of the envelope on stdin: a string as text, any other value as
// JSON. It ends with 1 if there is no such value or no envelope, so that `get … || exit
// 2` is a safe guard.
func get(args []string) int {
	if len(args) != 1 || args[0] == "--help" || args[0] == "-h" {
		write(stderr, []byte("usage: openhook-shim get PATH, such as data.tool_input.url\n"), answerWait)
		return 64
	}
	data, err := readStdin(firstByteWait)
	if err == nil && !mapping.Complete(data) {
		err = mapping.ErrNotJSON
	}
	if err != nil {
		write(stderr, []byte(prefix+"get: stdin "+err.Error()+"\n"), answerWait)
		return 1
	}
	value, ok := jsontext.Lookup(data, args[0])
	if !ok {
		return 1
	}
	write(stdout, []byte(value+"\n"), answerWait)
	return 0
}
