// Openhook helps people with hooks; openhook-shim is what runs them.
package main

import (
	"os"

	"github.com/openhook/openhook-shim/cmd/openhook/cli"
	"github.com/openhook/openhook-shim/shim"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "__shim" {
		os.Exit(shim.Main(os.Args[2:]))
	}
	cli.Main()
}
