//go:build !linux && !windows

package shim

import "time"

// waitWritable waits until a non-blocking descriptor may take more. The syscall
// package has no poll here.
func waitWritable(int) { time.Sleep(2 * time.Millisecond) }
