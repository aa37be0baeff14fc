//go:build e2e

package model

import (
	"fmt"
	"net/http"

	"github.com/tidwall/gjson"
)

// responses is OpenAI's Responses API, streaming alone: Codex asks for nothing else.
var responses = dialect{
	path:  "/responses",
	works: offersTools,
	answer: func(w http.ResponseWriter, body gjson.Result, n int, t Turn) {
		var output []any
		if t.Text != "" {
			output = append(output, object{"type": "message", "role": "assistant", "id": fmt.Sprintf("msg_%d", n),
				"status":  "completed",
				"content": []any{object{"type": "output_text", "text": t.Text, "annotations": []any{}}}})
		}
		if t.Call != nil {
			output = append(output, responsesCall(n, t.Call))
		}
		id := fmt.Sprintf("resp_%d", n)
		s := streaming(w, true)
		s.send(encode(object{"type": "response.created", "response": object{"id": id}}))
		for i, item := range output {
			s.send(encode(object{"type": "response.output_item.added", "output_index": i, "item": item}))
			s.send(encode(object{"type": "response.output_item.done", "output_index": i, "item": item}))
		}
		usage := object{"input_tokens": 100, "input_tokens_details": object{"cached_tokens": 0}, "output_tokens": 10,
			"output_tokens_details": object{"reasoning_tokens": 0}, "total_tokens": 110}
		s.send(encode(object{"type": "response.completed",
			"response": object{"id": id, "object": "response", "status": "completed",
				"output": output, "usage": usage}}))
	},
}

func responsesCall(n int, c *Call) object {
	id := fmt.Sprintf("call_%d", n)
	if c.Raw != "" {
		return object{"type": "custom_tool_call", "id": "ctc_" + id, "call_id": id, "name": c.Name, "input": c.Raw,
			"status": "completed"}
	}
	call := object{"type": "function_call", "id": "fc_" + id, "call_id": id, "name": c.Name,
		"arguments": string(encode(c.Args))}
	if c.Namespace != "" {
		call["namespace"] = c.Namespace
	}
	return call
}
