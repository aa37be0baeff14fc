//go:build e2e

// Package model is a scripted language model behind the HTTP interfaces that
// AI coding tools speak. It listens on loopback alone.
package model

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/tidwall/gjson"
)

// Turn is one answer of the model: what it says, then the tool it calls, if any.
type Turn struct {
	Text string
	Call *Call
}

// Call is a tool call in the words of the client that gets it.
type Call struct {
	Name      string
	Args      any    // the tool's input, a JSON object
	Namespace string // of the Responses API: Codex keeps an MCP server's tools in one
	Raw       string // a custom tool's input, which is text: Codex's apply_patch
}

// Server answers the turns of a script one after another, and "done" from then on.
type Server struct {
	http   *httptest.Server
	script []Turn

	mu       sync.Mutex
	requests []string
	asked    int
}

// Start starts a server of a script.
func Start(script []Turn) *Server {
	s := &Server{script: script}
	s.http = httptest.NewServer(s)
	return s
}

// URL is where it listens: http://127.0.0.1:port.
func (s *Server) URL() string { return s.http.URL }

// Close stops it, whatever is still being asked.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests returns the bodies of the calls that asked the model to go on with
// the work, the oldest first. Titles, summaries and token counts are not among
// them: they offer the model no tools.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

// dialect is one vendor's way of asking a model.
type dialect struct {
	path string // part of the URL's path
	// works says that a request is about the work itself.
	works func(body gjson.Result) bool
	// answer writes a turn; n is unique among the answers of a server.
	answer func(w http.ResponseWriter, body gjson.Result, n int, t Turn)
}

var dialects = []dialect{anthropic, responses, chat, gemini, geminiWhole, augment}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := read(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	for _, d := range dialects {
		if r.Method == http.MethodPost && strings.Contains(r.URL.Path+"?"+r.URL.RawQuery, d.path) {
			request := gjson.ParseBytes(body)
			n, turn := s.next(d.works(request), string(body))
			d.answer(w, request, n, turn)
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, about(r.URL.Path))
}

func (s *Server) next(works bool, body string) (int, Turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked++
	if !works {
		return s.asked, Turn{Text: "A title"}
	}
	s.requests = append(s.requests, body)
	if i := len(s.requests) - 1; i < len(s.script) {
		return s.asked, s.script[i]
	}
	return s.asked, Turn{Text: "done"}
}

// about answers what clients ask beside their work: which models there are,
// how long a text is.
func about(path string) string {
	switch {
	case strings.Contains(path, "count_tokens"), strings.Contains(path, ":countTokens"):
		return `{"input_tokens":100,"totalTokens":100}`
	case strings.Contains(path, "get-models"):
		return augmentModels
	case strings.Contains(path, "models"):
		return `{"object":"list","data":[{"id":"mock-model","object":"model","owned_by":"mock","context_length":200000}],"models":[]}`
	}
	return "{}"
}

func read(r *http.Request) ([]byte, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Header.Get("Content-Encoding") != "gzip" {
		return body, err
	}
	z, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// stream writes server-sent events, one data line each.
type stream struct {
	w     http.ResponseWriter
	named bool // with the event's type on a line of its own
}

func streaming(w http.ResponseWriter, named bool) stream {
	w.Header().Set("Content-Type", "text/event-stream")
	return stream{w, named}
}

func (s stream) send(data []byte) {
	if s.named {
		fmt.Fprintf(s.w, "event: %s\n", gjson.GetBytes(data, "type").Str)
	}
	fmt.Fprintf(s.w, "data: %s\n\n", data)
}

func reply(w http.ResponseWriter, data []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Write(data)
}
