package main

import (
	"errors"
	"os"
)

// A share is what a library adds to a program that links the standard library and does
// nothing. For that program itself it is the whole.
type share struct {
	Library      string  `json:"library"`
	Micros       float64 `json:"µs"`
	Instructions float64 `json:"instructions,omitempty"` // 0: this machine cannot count
	Bytes        int64   `json:"bytes"`
}

// libraries measures the cost of each library that the shim links. The libraries share
// packages, so the shares do not add up.
func (b *bench) libraries() (all []share, err error) {
	var std share
	for _, name := range linked {
		argv := b.program(name).argv
		info, err := os.Stat(argv[0])
		if err != nil {
			return nil, err
		}
		s := share{Library: name, Micros: b.times[usual][name].Compared, Bytes: info.Size()}
		absent := missing("")
		if s.Instructions, err = instructions(argv, b.env, nil); err != nil && !errors.As(err, &absent) {
			return nil, err
		}
		if name == linked[0] {
			std = s
		} else {
			s.Micros, s.Instructions, s.Bytes = s.Micros-std.Micros, s.Instructions-std.Instructions, s.Bytes-std.Bytes
		}
		all = append(all, s)
	}
	return all, nil
}
