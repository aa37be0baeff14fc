package settings

import (
	"path/filepath"
	"strings"
)

// scriptHook returns the hook of a script that a client runs because of its name: the line behind
// exec, or else the script.
func scriptHook(path string, data []byte) Hook {
	name := filepath.Base(path)
	h := Hook{Event: strings.TrimSuffix(name, filepath.Ext(name)), Command: path, Line: 1}
	script := strings.TrimSpace(string(data))
	last := script[strings.LastIndexByte(script, '\n')+1:]
	if i := strings.LastIndex(last, "exec "); i >= 0 {
		h.Command, h.Line = strings.TrimSpace(last[i+len("exec "):]), 1+strings.Count(script, "\n")
	}
	return h
}
