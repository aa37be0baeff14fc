//go:build e2e

package main

import (
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"
)

//go:embed clients/package.json
var pins []byte

// A spec is what npm is asked for: name@version of a package.
type spec string

func pinned(client string) spec {
	return spec(strings.TrimPrefix(gjson.GetBytes(pins, "dependencies."+gjson.Escape(client)).Str, "npm:"))
}

// latest is the newest published version of the same package.
func (s spec) latest() spec { return s[:strings.LastIndex(string(s), "@")] + "@latest" }

func (s spec) version() string { return string(s[strings.LastIndex(string(s), "@")+1:]) }

// resolve asks the registry which version a spec means now.
func (s spec) resolve() (spec, error) {
	out, err := exec.Command("npm", "view", string(s), "version").Output()
	if err != nil {
		return "", fmt.Errorf("npm view %s: %w", s, err)
	}
	return s[:strings.LastIndex(string(s), "@")] + "@" + spec(strings.TrimSpace(string(out))), nil
}

// install returns the folder of an installed package, from the cache if it is
// there. Nothing of the package runs while it is installed.
func install(cache string, s spec) (string, error) {
	dir := filepath.Join(cache, strings.ReplaceAll(string(s), "/", "+"))
	whole := filepath.Join(dir, "installed")
	if _, err := os.Stat(whole); err == nil {
		return dir, nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := put(dir, "package.json", `{"private":true}`); err != nil {
		return "", err
	}
	npm := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", string(s))
	npm.Dir = dir
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install %s: %w\n%s", s, err, out)
	}
	return dir, put(dir, "installed", string(s)+"\n")
}

// unpack makes a program of the file that a pattern below node_modules fits,
// NAME.br, if nobody did yet. Go's library has no Brotli, Node.js has.
func (r *run) unpack(pattern string) error {
	packed := r.installed(pattern)
	program := strings.TrimSuffix(packed, ".br")
	if _, err := os.Stat(program); err == nil {
		return nil
	}
	script := `const fs = require("fs"), [from, to] = process.argv.slice(1)
fs.writeFileSync(to + ".part", require("zlib").brotliDecompressSync(fs.readFileSync(from)), {mode: 0o755})
fs.renameSync(to + ".part", to)`
	if out, err := exec.Command("node", "-e", script, packed, program).CombinedOutput(); err != nil {
		return fmt.Errorf("unpacking %s: %w\n%s", packed, err, out)
	}
	return nil
}

// installed returns the one file of the client's package that a pattern below
// node_modules fits, or the pattern itself, for the error to name it.
func (r *run) installed(pattern string) string {
	path := filepath.Join(r.install, "node_modules", filepath.FromSlash(pattern))
	if found, _ := filepath.Glob(path); len(found) == 1 {
		return found[0]
	}
	return path
}
