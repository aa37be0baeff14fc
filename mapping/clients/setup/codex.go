package setup

import (
	"strconv"

	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/jsontext"
)

// codexTrusted is what 0.169.0 takes the hash of, after it has filled in what the file
// leaves out (found by the hashes that hooks/list of its app-server says).
func codexTrusted(event, matcher, hook string) string {
	timeout, err := strconv.Atoi(jsontext.ValueOf(hook, "timeout"))
	if short := event == "session_end" || event == "interrupt"; err != nil {
		timeout = map[bool]int{true: 1, false: 600}[short]
	} else if short {
		timeout = min(timeout, 3)
	}
	b := []byte(`{"event_name":` + jsontext.Quote(event) + `,"hooks":[{"async":` +
		mapping.FirstOf(jsontext.ValueOf(hook, "async"), "false") + `,"command":`)
	b = append(b, jsontext.Quote(jsontext.Text(jsontext.ValueOf(hook, "command")))...)
	if status := jsontext.ValueOf(hook, "statusMessage"); status != "" {
		b = append(b, `,"statusMessage":`+jsontext.Quote(jsontext.Text(status))...)
	}
	b = append(b, `,"timeout":`+strconv.Itoa(max(timeout, 1))+`,"type":"command"}]`...)
	if matcher != "" && event != "stop" && event != "user_prompt_submit" {
		b = append(b, `,"matcher":`+jsontext.Quote(jsontext.Text(matcher))...)
	}
	return string(append(b, '}'))
}
