//go:build e2e

// E2e asks the real clients: each is installed from npm, pointed at a scripted
// model on loopback and given the same hook behind openhook-shim; then it is
// looked at what happened.
//
//	go run -tags e2e ./e2e                    all clients; writes docs/proof.md, README.md's summary and e2e/proof.json
//	go run -tags e2e ./e2e codex gemini-cli   these alone; writes nothing
//	go run -tags e2e ./e2e -latest            the newest published versions; prints what changed, writes nothing
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

const usage = `Asks the real clients: run it inside the repository. Needs Go, Node.js, npm, git, Linux.

  go run -tags e2e ./e2e [flags] [client…]

`

type options struct {
	latest bool
	keep   bool
	cache  string
	jobs   int
	only   string
	names  []string
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "mcp" {
		exit(serveMCP(os.Stdin, os.Stdout, os.Args[2]))
	}
	var o options
	cache, _ := os.UserCacheDir()
	flag.BoolVar(&o.latest, "latest", false,
		"run the newest published versions, and print what is different from e2e/proof.json")
	flag.BoolVar(&o.keep, "keep", false, "keep the folders of all runs, not of failed ones alone")
	flag.StringVar(&o.cache, "cache", filepath.Join(cache, "openhook-e2e"),
		"`folder` that the clients are installed into")
	flag.IntVar(&o.jobs, "j", 2, "clients that run at a time")
	flag.StringVar(&o.only, "only", "", "only scenarios whose name contains this `text`")
	flag.Usage = func() {
		fmt.Fprint(os.Stderr, usage)
		flag.PrintDefaults()
		fmt.Fprintln(os.Stderr, "\nClients: "+strings.Join(names(clients), " "))
	}
	flag.Parse()
	o.names = flag.Args()
	exit(e2e(o))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func names(clients []*client) (names []string) {
	for _, c := range clients {
		names = append(names, c.name)
	}
	return names
}

func e2e(o options) error {
	chosen := clients
	if o.latest {
		chosen = slices.DeleteFunc(slices.Clone(clients), func(c *client) bool { return c.versionOf != "" })
	}
	if len(o.names) > 0 {
		chosen = nil
		for _, n := range o.names {
			i := slices.Index(names(clients), n)
			if i < 0 {
				return fmt.Errorf("no client %q; there are: %s", n, strings.Join(names(clients), " "))
			}
			chosen = append(chosen, clients[i])
		}
	}
	b, err := build()
	if err != nil {
		return err
	}
	proof := proof{Date: time.Now().UTC().Format(time.DateOnly)}
	results := make([]clientProof, len(chosen))
	var group sync.WaitGroup
	slots := make(chan struct{}, o.jobs)
	for i, c := range chosen {
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			results[i] = b.ask(c, o)
		})
	}
	group.Wait()
	proof.Clients = results
	if os.RemoveAll(filepath.Dir(b.shim)); os.Remove(b.root) != nil {
		fmt.Println("kept:", b.root)
	}
	return finish(proof, o)
}

// finish prints or writes what came out; an error if anything failed or was not run.
func finish(p proof, o options) error {
	fmt.Print(p.totals())
	switch {
	case o.latest:
		old, err := readProof()
		if err != nil {
			return err
		}
		fmt.Print(p.changesSince(old))
	case len(o.names) == 0 && o.only == "":
		if err := p.write(); err != nil {
			return err
		}
	}
	if p.bad() {
		return errors.New("not everything was seen")
	}
	return nil
}

// build makes the shim as it is released, its companion and the folder of all runs.
func build() (*session, error) {
	root, err := os.MkdirTemp("", "openhook-e2e-")
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	shim := filepath.Join(root, "bin", "openhook-shim")
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return nil, fmt.Errorf("run it inside the repository: go list: %w", err)
	}
	flags, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(module)), "build.flags"))
	if err != nil {
		return nil, err
	}
	if err := goBuild(append(strings.Fields(string(flags)), "-ldflags=-s -w -funcalign=1", "-o", shim,
		"github.com/openhook/openhook-shim")...); err != nil {
		return nil, err
	}
	companion := filepath.Join(root, "bin", "openhook")
	if err := goBuild("-o", companion, "github.com/openhook/openhook-shim/cmd/openhook"); err != nil {
		return nil, err
	}
	return &session{shim: shim, companion: companion, self: self, root: root}, nil
}

func goBuild(args ...string) error {
	cmd := exec.Command("go", append([]string{"build"}, args...)...)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}
