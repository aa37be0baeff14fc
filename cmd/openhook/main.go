// Openhook helps people to write, try and install hooks for openhook-shim.
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
