package allow

import (
	"encoding/json"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/internal/hookfile"
)

const fromPath = "#!/usr/bin/env python3\nimport os, re, helpers as h, yaml.loader\nfrom more.deep import x\n"

// What a script loads from beside itself is watched, and so are the names that would take
// the place of what it loads.
func TestBeside(t *testing.T) {
	for _, c := range [...]struct {
		name, command string
		files         map[string]string
		change        string // FILE becomes another, or comes to be
		want          hookfile.Trust
	}{
		{"a module of Python's", "python3 tools/g.py", map[string]string{"tools/g.py": fromPath}, "tools/re.py",
			hookfile.Changed},
		{"one that it does not name", "tools/g.py", map[string]string{"tools/g.py": fromPath}, "tools/enum.py",
			hookfile.Changed},
		{"a package", "tools/g.py", map[string]string{"tools/g.py": fromPath}, "tools/json/__init__.py",
			hookfile.Changed},
		{"a compiled one", "tools/g.py", map[string]string{"tools/g.py": fromPath},
			"tools/json.cpython-311-x86_64-linux-gnu.so", hookfile.Changed},
		{"a folder that is none", "tools/g.py", map[string]string{"tools/g.py": fromPath}, "tools/types/x.go",
			hookfile.Allowed},
		{"a module that nobody loads", "tools/g.py", map[string]string{"tools/g.py": fromPath}, "tools/other.py",
			hookfile.Allowed},
		{"no module", "tools/g.py", map[string]string{"tools/g.py": fromPath}, "tools/json.json", hookfile.Allowed},
		{"its own module", "tools/g.py", map[string]string{"tools/g.py": fromPath,
			"tools/helpers.py": "import deeper"}, "tools/helpers.py", hookfile.Changed},
		{"what that loads", "tools/g.py", map[string]string{"tools/g.py": fromPath,
			"tools/helpers.py": "import deeper"}, "tools/deeper.py", hookfile.Changed},
		{"a module from elsewhere", "tools/g.py", map[string]string{"tools/g.py": fromPath}, "tools/yaml.py",
			hookfile.Changed},
		{"the same as a package", "tools/g.py", map[string]string{"tools/g.py": fromPath}, "tools/more/__init__.py",
			hookfile.Changed},
		{"elsewhere", "tools/g.py", map[string]string{"tools/g.py": fromPath}, "re.py", hookfile.Allowed},
		{"isolated by the command", "python3 -I tools/g.py", map[string]string{"tools/g.py": fromPath}, "tools/re.py",
			hookfile.Allowed},
		{"isolated by itself", "tools/g.py", map[string]string{"tools/g.py": "#!/usr/bin/env -S python3 -IS\nimport re"}, "tools/re.py", hookfile.Allowed},
		{"isolated as the examples are", "tools/g.py",
			map[string]string{"tools/g.py": "#!/bin/sh\n\"exec\" \"python3\" \"-I\" \"$0\" \"$@\"\nimport re"},
			"tools/re.py", hookfile.Allowed},
		{"isolated by itself alone", "python3 tools/g.py",
			map[string]string{"tools/g.py": "#!/usr/bin/env -S python3 -I\nimport re"}, "tools/re.py",
			hookfile.Changed},

		{"package.json", "node tools/g.js", map[string]string{"tools/g.js": "require('fs')"}, "tools/package.json",
			hookfile.Changed},
		{"further up", "node tools/g.js", map[string]string{"tools/g.js": "require('fs')"}, "package.json",
			hookfile.Changed},
		{"another type", "node tools/g.js", map[string]string{"tools/g.js": "", "package.json": `{"type":"commonjs"}`},
			"package.json", hookfile.Changed},
		{"the same type", "node tools/g.js", map[string]string{"tools/g.js": "", "package.json": `{"x":1}`},
			"package.json", hookfile.Allowed},
		{"behind the nearest", "node tools/g.js", map[string]string{"tools/g.js": "", "tools/package.json": "{}"},
			"package.json", hookfile.Allowed},
		{"a type of its own", "node tools/g.cjs", map[string]string{"tools/g.cjs": ""}, "package.json",
			hookfile.Allowed},
		{"its own module", "node tools/g.js", map[string]string{"tools/g.js": "require('./lib/a')",
			"tools/lib/a.js": ""}, "tools/lib/a.js", hookfile.Changed},
		{"one before it", "node tools/g.mjs", map[string]string{"tools/g.mjs": "import a from './a'",
			"tools/a.json": ""}, "tools/a.js", hookfile.Changed},
		{"a nearer package", "node tools/g.js", map[string]string{"tools/g.js": "require('@x/y/z')",
			"node_modules/@x/y/z.js": ""}, "tools/node_modules/@x/y/z.js", hookfile.Changed},
		{"a package of nobody's", "node tools/g.js", map[string]string{"tools/g.js": "require('node:fs')"},
			"tools/node_modules/fs/index.js", hookfile.Allowed},

		{"a sourced file", "tools/g.sh", map[string]string{"tools/g.sh": "#!/bin/sh\n. tools/lib.sh\n",
			"tools/lib.sh": ""}, "tools/lib.sh", hookfile.Changed},
		{"one that is not there", "tools/g.sh", map[string]string{"tools/g.sh": "#!/bin/bash\n[ -f x ] && source ./x\n"}, "x", hookfile.Changed},
		{"one beside it", "tools/g", map[string]string{"tools/g": "#!/bin/sh\n. \"$(dirname \"$0\")/lib.sh\"\n",
			"tools/lib.sh": ""}, "tools/lib.sh", hookfile.Changed},
		{"what that sources", "tools/g", map[string]string{"tools/g": "#!/bin/sh\n. ${0%/*}/lib.sh\n",
			"tools/lib.sh": ". \"$OPENHOOK_PROJECT/b.sh\""}, "b.sh", hookfile.Changed},
	} {
		t.Run(c.command+" "+c.name, func(t *testing.T) {
			if runtime.GOOS == "windows" && !strings.Contains(c.command, " ") {
				t.Skip("no first line there")
			}
			line, _ := json.Marshal(c.command)
			file := newProject(t, `{"hooks":[{"command":`+string(line)+`}]}`)
			dir := filepath.Dir(file)
			for name, text := range c.files {
				write(t, filepath.Join(dir, name), text)
			}
			if out, code, err := answer(file, "y\n", true); code != 0 {
				t.Fatal(err, out)
			}
			write(t, filepath.Join(dir, c.change), `{"type":"module"}`)
			if c.want == hookfile.Allowed && strings.HasSuffix(c.change, "package.json") {
				write(t, filepath.Join(dir, c.change), `{"x":2}`)
			}
			if _, is, changed := readTrust(file); is != c.want {
				t.Errorf("trust is %d, want %d; changed is %q", is, c.want, changed)
			}
		})
	}
}

// What cannot be watched is said of the very file.
func TestNotWatched(t *testing.T) {
	for script, want := range map[string]string{
		"g.rb":   "g.rb: the shim does not watch what it loads",
		"g.sh":   "g.sh: it loads “$lib/x”, an unknown file; the shim does not watch it",
		"g.bash": "g.bash: the shim does not watch programs of the project that it starts",
		"g.py":   "g.py: start it with python3 -I",
		"g.js":   "g.js: the shim does not watch what it loads from",
	} {
		file := newProject(t, `{"hooks":[{"command":"./`+script+`"}]}`)
		write(t, filepath.Join(filepath.Dir(file), script), "source $lib/x\nrequire('p')\n")
		write(t, filepath.Join(filepath.Dir(file), "node_modules/p/index.js"), "")
		if out, _, _ := answer(file, "n\n", true); !strings.Contains(out, want) {
			t.Errorf("%s: no %q in\n%s", script, want, out)
		}
	}
}
