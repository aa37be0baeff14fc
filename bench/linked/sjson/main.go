// Sjson is std with the call of sjson that the shim makes, once.
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

	"github.com/tidwall/sjson"
)

func main() {
	if doc, err := sjson.SetRawBytes(nil, "a.b", []byte(`"c"`)); err != nil || len(doc) == 0 {
		os.Exit(1)
	}
}
