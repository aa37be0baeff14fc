//go:build e2e

package model

import (
	"fmt"
	"net/http"

	"github.com/tidwall/gjson"
)

// gemini is Google's streamGenerateContent.
var gemini = dialect{
	path:  ":streamGenerateContent",
	works: offersFunctions,
	answer: func(w http.ResponseWriter, _ gjson.Result, n int, t Turn) {
		streaming(w, false).send(generated(n, t))
	},
}

// geminiWhole is the same in one piece.
var geminiWhole = dialect{
	path:  ":generateContent",
	works: offersFunctions,
	answer: func(w http.ResponseWriter, _ gjson.Result, n int, t Turn) {
		reply(w, generated(n, t))
	},
}

func offersFunctions(body gjson.Result) bool {
	return body.Get("tools.#.functionDeclarations|#").Int() > 0
}

func generated(n int, t Turn) []byte {
	var parts []any
	if t.Text != "" {
		parts = append(parts, object{"text": t.Text})
	}
	if t.Call != nil {
		parts = append(parts, object{"functionCall": object{"name": t.Call.Name, "args": t.Call.Args}})
	}
	return encode(object{
		"candidates": []any{object{"index": 0, "content": object{"role": "model", "parts": parts},
			"finishReason": "STOP"}},
		"usageMetadata": object{"promptTokenCount": 11, "candidatesTokenCount": 7, "totalTokenCount": 18},
		"modelVersion":  "mock-model", "responseId": fmt.Sprintf("r%d", n)})
}
