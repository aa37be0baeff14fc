// Std links what the shim uses of the standard library, and calls nothing of it.
package main

import (
	_ "bytes"
	_ "errors"
	_ "os"
	_ "os/signal"
	_ "path/filepath"
	_ "strconv"
	_ "strings"
	_ "syscall"
	_ "time"
)

func main() {}
