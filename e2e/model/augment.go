//go:build e2e

package model

import (
	"fmt"
	"net/http"

	"github.com/tidwall/gjson"
)

// augment is Augment's tenant: one line of JSON with the nodes of the answer.
var augment = dialect{
	path:  "/chat-stream",
	works: func(body gjson.Result) bool { return true },
	answer: func(w http.ResponseWriter, _ gjson.Result, n int, t Turn) {
		var nodes []any
		if t.Text != "" {
			nodes = append(nodes, object{"id": 0, "type": 0, "content": t.Text})
		}
		reason := 1
		if t.Call != nil {
			reason = 3
			nodes = append(nodes, object{"id": 1, "type": 5, "content": "", "tool_use": object{
				"tool_use_id": fmt.Sprintf("call_%d", n), "tool_name": t.Call.Name,
				"input_json": string(encode(t.Call.Args))}})
		}
		reply(w, append(encode(object{"text": t.Text, "nodes": nodes, "stop_reason": reason}), '\n'))
	},
}

// augmentModels turns on hooks: without the flag Auggie 0.36.0 runs none, silently.
const augmentModels = `{"default_model":"mock","models":[{"name":"mock","suggested_prefix_char_count":1000,"suggested_suffix_char_count":1000,
"completion_timeout_ms":1000}],"languages":[],"feature_flags":{"enable_hooks":true},"user_tier":"ENTERPRISE",
"user":{"id":"u","email":"dev@example.com","tenant_id":"t","tenant_name":"t"}}`
