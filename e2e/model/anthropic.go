//go:build e2e

package model

import (
	"fmt"
	"net/http"

	"github.com/tidwall/gjson"
)

// anthropic is the Messages API, streaming or not.
var anthropic = dialect{
	path:  "/v1/messages?",
	works: offersTools,
	answer: func(w http.ResponseWriter, body gjson.Result, n int, t Turn) {
		var blocks []any
		if t.Text != "" {
			blocks = append(blocks, object{"type": "text", "text": t.Text})
		}
		reason := "end_turn"
		if t.Call != nil {
			reason = "tool_use"
			blocks = append(blocks, object{"type": "tool_use", "id": fmt.Sprintf("toolu_%d", n), "name": t.Call.Name,
				"input": t.Call.Args})
		}
		usage := object{"input_tokens": 100, "output_tokens": 20, "cache_creation_input_tokens": 0,
			"cache_read_input_tokens": 0}
		message := object{"id": fmt.Sprintf("msg_%d", n), "type": "message", "role": "assistant",
			"model":   body.Get("model").Str,
			"content": blocks, "stop_reason": reason, "stop_sequence": nil, "usage": usage}
		if !body.Get("stream").Bool() {
			reply(w, encode(message))
			return
		}
		message["content"], message["stop_reason"] = []any{}, nil
		s := streaming(w, true)
		s.send(encode(object{"type": "message_start", "message": message}))
		for i, b := range blocks {
			block := b.(object)
			delta := object{"type": "text_delta", "text": block["text"]}
			empty := object{"type": "text", "text": ""}
			if block["type"] == "tool_use" {
				delta = object{"type": "input_json_delta", "partial_json": string(encode(block["input"]))}
				empty = object{"type": "tool_use", "id": block["id"], "name": block["name"], "input": object{}}
			}
			s.send(encode(object{"type": "content_block_start", "index": i, "content_block": empty}))
			s.send(encode(object{"type": "content_block_delta", "index": i, "delta": delta}))
			s.send(encode(object{"type": "content_block_stop", "index": i}))
		}
		s.send(encode(object{"type": "message_delta", "delta": object{"stop_reason": reason, "stop_sequence": nil},
			"usage": object{"output_tokens": 20}}))
		s.send(encode(object{"type": "message_stop"}))
	},
}
