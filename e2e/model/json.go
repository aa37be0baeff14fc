//go:build e2e

package model

import (
	"encoding/json"

	"github.com/tidwall/gjson"
)

type object = map[string]any

// encode panics at what JSON cannot say: every value here is made of literals.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// offersTools tells the work from titles and summaries, which offer none.
func offersTools(body gjson.Result) bool { return body.Get("tools.#").Int() > 0 }
