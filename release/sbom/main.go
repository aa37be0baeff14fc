// Sbom writes a CycloneDX bill of materials of a Go program, from what the linker
// has put into it:
//
//	go run ./release/sbom PROGRAM FILE.cdx.json
//
// The same program always gives the same file: the serial number is made of the
// program's hash, and the time is its commit's.
package main

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"fmt"
	"net/url"
	"os"
	"path"
	"runtime/debug"
	"strings"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
	"github.com/google/uuid"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "sbom: name a program and a file to write: go run ./release/sbom PROGRAM FILE")
		os.Exit(64)
	}
	if err := write(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func write(program, file string) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	err = cyclonedx.NewBOMEncoder(f, cyclonedx.BOMFileFormatJSON).SetPretty(true).EncodeVersion(bill(info, data),
		cyclonedx.SpecVersion1_6)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

// bill lists the modules of a program, with the standard library by the name that
// vulnerability databases have for it. data is the
// program itself.
func bill(info *debug.BuildInfo, data []byte) *cyclonedx.BOM {
	settings := map[string]string{}
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	sum := sha256.Sum256(data)
	program := module(&info.Main)
	program.Type = cyclonedx.ComponentTypeApplication
	program.Name = path.Base(info.Path)
	program.Hashes = &[]cyclonedx.Hash{{Algorithm: cyclonedx.HashAlgoSHA256, Value: hex.EncodeToString(sum[:])}}
	program.Licenses = &cyclonedx.Licenses{{License: &cyclonedx.License{ID: "Apache-2.0"}}}
	program.Properties = &[]cyclonedx.Property{}
	for _, key := range [...]string{"GOOS", "GOARCH", "CGO_ENABLED", "-tags", "vcs.revision", "vcs.modified"} {
		if value, ok := settings[key]; ok {
			*program.Properties = append(*program.Properties, cyclonedx.Property{Name: "go:build:" + key, Value: value})
		}
	}
	parts := []cyclonedx.Component{module(&debug.Module{Path: "stdlib",
		Version: strings.TrimPrefix(info.GoVersion, "go")})}
	for _, dep := range info.Deps {
		if dep.Replace != nil {
			dep = dep.Replace
		}
		parts = append(parts, module(dep))
	}
	refs := make([]string, len(parts))
	for i, p := range parts {
		refs[i] = p.BOMRef
	}
	b := cyclonedx.NewBOM()
	b.SerialNumber = uuid.NewSHA1(uuid.NameSpaceURL, sum[:]).URN()
	b.Metadata = &cyclonedx.Metadata{Timestamp: settings["vcs.time"], Component: &program}
	b.Components = &parts
	// The linker says which modules are in it, not which of them wants which.
	b.Dependencies = &[]cyclonedx.Dependency{{Ref: program.BOMRef, Dependencies: &refs}}
	return b
}

// module is a component by its package URL.
func module(m *debug.Module) cyclonedx.Component {
	purl := "pkg:golang/" + m.Path + "@" + url.QueryEscape(m.Version)
	c := cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary, BOMRef: purl, Name: m.Path, Version: m.Version,
		PackageURL: purl}
	if m.Sum != "" { // h1: of go.sum, which is no hash of a file
		c.Properties = &[]cyclonedx.Property{{Name: "go:sum", Value: m.Sum}}
	}
	return c
}
