//go:build unix && !linux

package shim

func hideInherited() {}
