// Picture draws the output of `openhook try ./examples/guard.sh` into docs/try.svg: go run
// ./internal/gen/picture, from the root of the repository.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const hook = "./examples/guard.sh"

func main() {
	svg, err := picture(".")
	if err == nil {
		err = os.WriteFile(filepath.Join("docs", "try.svg"), svg, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "picture:", err)
		os.Exit(1)
	}
}

// picture runs the program in root.
func picture(root string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "picture-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "openhook")
	build := exec.Command("go", "build", "-o", bin, "./cmd/openhook")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	// Times differ between runs.
	c := exec.Command(bin, "try", "--color", "always", "--times=false", hook)
	c.Dir = root
	c.Env = append(os.Environ(), "COLUMNS=92")
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, err
	}
	return draw("$ openhook try "+hook+"\n"+string(out), "openhook try"), nil
}
