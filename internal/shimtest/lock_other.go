//go:build !unix

package shimtest

import "io/fs"

// lock does nothing: two processes may build the same program, and one of them is kept.
func lock(string) (unlock func(), err error) { return func() {}, nil }

func private(info fs.FileInfo) bool { return info.IsDir() }
