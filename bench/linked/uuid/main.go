// Uuid is std with the call of google/uuid that the shim makes, once.
package main

import (
	_ "bytes"
	_ "errors"
	"os"
	_ "os/signal"
	_ "path/filepath"
	_ "strconv"
	_ "strings"
	_ "syscall"
	_ "time"

	"github.com/google/uuid"
)

func main() {
	if uuid.NewString() == "" {
		os.Exit(1)
	}
}
