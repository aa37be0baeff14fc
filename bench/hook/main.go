// Hook is the hook of all measurements: it reads its stdin and allows. It takes
// as little time as a process can, so that the rest is the shim's; where there
// is no entry of its own for that, a Go program has to do.
package main

import "os"

var buffer [64 << 10]byte

func main() {
	for {
		if n, err := os.Stdin.Read(buffer[:]); n == 0 || err != nil {
			break
		}
	}
	os.Stdout.WriteString("{\"decision\":\"allow\"}\n")
}
