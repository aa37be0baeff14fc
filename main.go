// Openhook-shim runs a hook behind any AI coding tool: it reads the tool's own
// JSON on stdin, gives the hook one OpenHook envelope, and turns the hook's exit
// code and stdout into what that tool obeys.
package main

import (
	"os"

	"github.com/openhook/openhook-shim/shim"
)

func main() { os.Exit(shim.Main(os.Args[1:])) }
