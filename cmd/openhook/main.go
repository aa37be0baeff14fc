// Openhook is for people what openhook-shim is for tools: it tries hooks out and
// explains what becomes of them.
package main

import (
	"os"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/cli"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/try"
)

func main() {
	if exit, is := try.Child(os.Args); is {
		os.Exit(exit)
	}
	os.Exit(cli.Main())
}
