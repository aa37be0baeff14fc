// Package opencode holds the plugin that calls openhook-shim from OpenCode.
package opencode

import _ "embed"

// Plugin is the plugin's source.
//
//go:embed openhook.js
var Plugin string
