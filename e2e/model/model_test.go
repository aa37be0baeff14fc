//go:build e2e

package model

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/tidwall/gjson"
)

func post(t *testing.T, url, body, encoding string) string {
	t.Helper()
	request, err := http.NewRequest("POST", url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Encoding", encoding)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// events returns the data of a stream, or the one object that came whole.
func events(body string) (all []gjson.Result) {
	if strings.HasPrefix(body, "{") {
		return []gjson.Result{gjson.Parse(body)}
	}
	for line := range strings.Lines(body) {
		if data, ok := strings.CutPrefix(line, "data: "); ok && gjson.Valid(data) {
			all = append(all, gjson.Parse(data))
		}
	}
	return all
}

func TestDialects(t *testing.T) {
	const tools = `,"tools":[{"name":"Bash","functionDeclarations":[{}]}]`
	for _, c := range []struct {
		name, path, more   string
		text, tool, inputs string // where the answer has them, in any of its events
	}{
		{"anthropic, streaming", "/v1/messages?beta=true", `,"stream":true`, "delta.text", "content_block.name", "delta.partial_json"},
		{"anthropic, whole", "/v1/messages", "", "content.0.text", "content.1.name", "content.1.input"},
		{"responses", "/v1/responses", "", "item.content.0.text", "item.name", "item.arguments"},
		{"chat, streaming", "/v1/chat/completions", `,"stream":true`, "choices.0.delta.content", "choices.0.delta.tool_calls.0.function.name", "choices.0.delta.tool_calls.0.function.arguments"},
		{"chat, whole", "/v1/chat/completions", "", "choices.0.message.content", "choices.0.message.tool_calls.0.function.name", "choices.0.message.tool_calls.0.function.arguments"},
		{"gemini, streaming", "/v1beta/models/g:streamGenerateContent?alt=sse", "", "candidates.0.content.parts.0.text", "candidates.0.content.parts.1.functionCall.name", "candidates.0.content.parts.1.functionCall.args"},
		{"gemini, whole", "/v1beta/models/g:generateContent", "", "candidates.0.content.parts.0.text", "candidates.0.content.parts.1.functionCall.name", "candidates.0.content.parts.1.functionCall.args"},
		{"augment", "/chat-stream", "", "text", "nodes.1.tool_use.tool_name", "nodes.1.tool_use.input_json"},
	} {
		s := Start([]Turn{{Text: "On it.", Call: &Call{Name: "Bash", Args: object{"command": "ls"}}}})
		got := map[string]bool{}
		for _, e := range events(post(t, s.URL()+c.path, `{"model":"m"`+tools+c.more+`}`, "")) {
			got["text"] = got["text"] || e.Get(c.text).String() == "On it."
			got["tool"] = got["tool"] || e.Get(c.tool).Str == "Bash"
			got["input"] = got["input"] || e.Get(c.inputs).String() == `{"command":"ls"}`
		}
		if !got["text"] || !got["tool"] || !got["input"] {
			t.Errorf("%s: %v", c.name, got)
		}
		if next := post(t, s.URL()+c.path, `{"model":"m"`+tools+c.more+`}`, ""); !strings.Contains(next, "done") || strings.Contains(next, "Bash") {
			t.Errorf("%s: after the script: %s", c.name, next)
		}
		s.Close()
	}
}

func TestWorkAlone(t *testing.T) {
	s := Start([]Turn{{Text: "first"}})
	defer s.Close()
	if title := post(t, s.URL()+"/v1/chat/completions", `{"messages":[]}`, ""); strings.Contains(title, "first") {
		t.Error("a title used up a turn")
	}
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	z.Write([]byte(`{"tools":[{}],"messages":["hello"]}`))
	z.Close()
	if work := post(t, s.URL()+"/v1/chat/completions", zipped.String(), "gzip"); !strings.Contains(work, "first") {
		t.Errorf("%s", work)
	}
	if r := s.Requests(); len(r) != 1 || !strings.Contains(r[0], "hello") {
		t.Errorf("%q", r)
	}
}

func TestPatchAndNamespace(t *testing.T) {
	s := Start([]Turn{{Call: &Call{Name: "apply_patch", Raw: "*** Begin Patch"}}, {Call: &Call{Name: "echo", Namespace: "mcp__e2e", Args: object{}}}})
	defer s.Close()
	const work = `{"tools":[{}]}`
	if got := post(t, s.URL()+"/v1/responses", work, ""); !strings.Contains(got, `"custom_tool_call"`) || !strings.Contains(got, `"input":"*** Begin Patch"`) {
		t.Errorf("%s", got)
	}
	if got := post(t, s.URL()+"/v1/responses", work, ""); !strings.Contains(got, `"namespace":"mcp__e2e"`) {
		t.Errorf("%s", got)
	}
}

func TestBesides(t *testing.T) {
	s := Start(nil)
	defer s.Close()
	for path, want := range map[string]string{"/v1/messages/count_tokens": "input_tokens", "/v1beta/models/g:countTokens": "totalTokens",
		"/get-models": "enable_hooks", "/v1/models": "mock-model", "/whatever": "{}"} {
		if got := post(t, s.URL()+path, "{}", ""); !strings.Contains(got, want) {
			t.Errorf("%s: %s", path, got)
		}
	}
	if len(s.Requests()) != 0 {
		t.Error("counted as work")
	}
}
