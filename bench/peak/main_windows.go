// Peak measures memory; on Windows it cannot yet.
package main

import "os"

func main() {
	os.Stderr.WriteString("peak: not on Windows\n")
	os.Exit(126)
}
