package main

import (
	"fmt"
	"strconv"
	"strings"
)

// peak returns the peak memory of a program in bytes, the smallest of three runs.
func peak(argv, env []string, dir string, payload []byte) (int64, error) {
	least := int64(0)
	for range 3 {
		_, out, err := run(append([]string{binary(dir, "peak")}, argv...), env, payload)
		if err != nil {
			return 0, err
		}
		n, err := strconv.ParseInt(strings.TrimSpace(string(out)), 10, 64)
		if err != nil {
			return 0, fmt.Errorf("peak printed %.100q", out)
		}
		if least == 0 || n < least {
			least = n
		}
	}
	return least, nil
}
