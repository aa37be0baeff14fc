// Package examples holds hooks to start from.
package examples

import "embed"

//go:embed *.sh *.py *.js
var Files embed.FS
