// Gjson is std with the calls of gjson that the shim makes, each once.
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

	"github.com/tidwall/gjson"
)

func main() {
	doc := []byte(`{"a":"b\n"}`)
	if !gjson.ValidBytes(doc) || gjson.Parse(`"b\n"`).Str != gjson.Get(string(doc), "a").Str {
		os.Exit(1)
	}
}
