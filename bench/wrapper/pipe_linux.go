package main

import "syscall"

func pipe(p *[2]int) error { return syscall.Pipe2(p[:], syscall.O_CLOEXEC) }
