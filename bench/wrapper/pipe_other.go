//go:build unix && !linux

package main

import "syscall"

func pipe(p *[2]int) error {
	err := syscall.Pipe(p[:])
	syscall.CloseOnExec(p[0])
	syscall.CloseOnExec(p[1])
	return err
}
