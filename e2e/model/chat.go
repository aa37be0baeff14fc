//go:build e2e

package model

import (
	"fmt"
	"net/http"

	"github.com/tidwall/gjson"
)

// chat is OpenAI's chat completions, streaming or not.
var chat = dialect{
	path:  "/chat/completions",
	works: offersTools,
	answer: func(w http.ResponseWriter, body gjson.Result, n int, t Turn) {
		reason := "stop"
		var calls []any
		if t.Call != nil {
			reason = "tool_calls"
			calls = []any{object{"index": 0, "id": fmt.Sprintf("call_%d", n), "type": "function",
				"function": object{"name": t.Call.Name, "arguments": string(encode(t.Call.Args))}}}
		}
		usage := object{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
		answer := func(kind string, choices ...any) object {
			return object{"id": fmt.Sprintf("chatcmpl-%d", n), "created": 1, "model": body.Get("model").Str,
				"object": kind, "choices": append([]any{}, choices...)}
		}
		if !body.Get("stream").Bool() {
			message := object{"role": "assistant", "content": t.Text}
			if calls != nil {
				message["tool_calls"] = calls
			}
			whole := answer("chat.completion", object{"index": 0, "message": message, "finish_reason": reason})
			whole["usage"] = usage
			reply(w, encode(whole))
			return
		}
		s := streaming(w, false)
		send := func(delta object, finish any) {
			s.send(encode(answer("chat.completion.chunk", object{"index": 0, "delta": delta, "finish_reason": finish})))
		}
		send(object{"role": "assistant", "content": t.Text}, nil)
		if calls != nil {
			send(object{"tool_calls": calls}, nil)
		}
		send(object{}, reason)
		last := answer("chat.completion.chunk")
		last["usage"] = usage
		s.send(encode(last))
		s.send([]byte("[DONE]"))
	},
}
