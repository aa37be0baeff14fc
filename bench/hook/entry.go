//go:build linux && (amd64 || arm64)

package main

func entry()

var _ = entry // only the linker asks for it
