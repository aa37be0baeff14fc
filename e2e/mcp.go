//go:build e2e

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/tidwall/gjson"
)

// serveMCP is an MCP server on stdin and stdout with the one tool echo, which
// appends what it was called with to a file.
func serveMCP(in io.Reader, out io.Writer, log string) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		m := gjson.ParseBytes(lines.Bytes())
		var result string
		switch m.Get("method").Str {
		case "initialize":
			version, _ := json.Marshal(m.Get("params.protocolVersion").Str)
			result = fmt.Sprintf(`{"protocolVersion":%s,"capabilities":{"tools":{}},"serverInfo":{"name":"e2e","version":"1"}}`, version)
		case "tools/list":
			result = `{"tools":[{"name":"echo","description":"Repeats a text","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}]}`
		case "tools/call":
			f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				return err
			}
			fmt.Fprintln(f, m.Get("params").Raw)
			f.Close()
			result = `{"content":[{"type":"text","text":"echoed"}]}`
		default:
			result = "{}"
		}
		if id := m.Get("id"); id.Exists() {
			fmt.Fprintf(out, `{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", id.Raw, result)
		}
	}
	return lines.Err()
}
