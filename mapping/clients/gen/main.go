// Gen turns the tables of clients and formats into the Go values of package
// mapping, after it has checked them: go run ./clients/gen, in the folder mapping.
// With -fmt it first puts the columns of every table in line.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if err := run("", slices.Contains(os.Args[1:], "-fmt")); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run works in the folder of package mapping, which root leads to.
func run(root string, tidy bool) error {
	texts, order, err := load(root)
	if err != nil {
		return err
	}
	if tidy {
		for name, text := range texts {
			if aligned := align(read(name, text)); aligned != text {
				texts[name] = aligned
				if err := os.WriteFile(filepath.Join(root, name), []byte(aligned), 0o644); err != nil {
					return err
				}
			}
		}
	}
	tables, problems, err := understandAll(root, texts, order)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		for _, p := range problems {
			fmt.Fprintln(os.Stderr, p)
		}
		return fmt.Errorf("nothing is written: %d wrong", len(problems))
	}
	files, err := generated(tables)
	if err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(root, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// generated returns the files of package mapping.
func generated(tables []*table) (map[string][]byte, error) {
	var clients, formats, unknown []*table
	for _, t := range tables {
		switch {
		case t.setup != nil:
			clients = append(clients, t)
		case t.client == "unknown": // neither a client nor a format: what is left without one
			unknown = append(unknown, t)
		default:
			formats = append(formats, t)
		}
	}
	files := map[string][]byte{}
	var err error
	for _, f := range [...]struct {
		path, name string
		tables     []*table
	}{
		{"unknown_gen.go", "mapping", unknown},
		{"clients/tables_gen.go", "clients", clients},
		{"formats/formats_gen.go", "formats", formats},
	} {
		if files[f.path], err = dialectsGo(f.name, f.tables); err != nil {
			return nil, err
		}
	}
	files["clients/setup/setup_gen.go"], err = setupsGo(clients)
	return files, err
}

// load reads all tables, and the order in which documents list the clients.
func load(root string) (texts map[string]string, order []string, err error) {
	data, err := os.ReadFile(filepath.Join(root, "clients", "order"))
	if err != nil {
		return nil, nil, err
	}
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			order = append(order, "clients/"+line+".table")
		}
	}
	texts = map[string]string{}
	for _, folder := range [...]string{"clients", "formats"} {
		names, _ := filepath.Glob(filepath.Join(root, folder, "*.table"))
		for _, path := range names {
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, nil, err
			}
			name := folder + "/" + filepath.Base(path)
			texts[name] = string(data)
			if folder == "clients" && !slices.Contains(order, name) {
				return nil, nil, fmt.Errorf("%s is not in clients/order", name)
			}
			if folder == "formats" {
				order = append(order, name)
			}
		}
	}
	for _, name := range order {
		if texts[name] == "" {
			return nil, nil, fmt.Errorf("clients/order has %s, which is not there", name)
		}
	}
	return texts, order, nil
}

// understandAll reads tables that know each other.
func understandAll(root string, texts map[string]string, order []string) (all []*table, problems []problem, err error) {
	shared, err := share(root, texts)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range order {
		t := shared.understand(filepath.Base(name), texts[name])
		all = append(all, t)
		problems = append(problems, t.sorted()...)
	}
	return all, problems, nil
}

// share reads what tables take from each other and from the rest of the repository.
func share(root string, texts map[string]string) (*tables, error) {
	all := &tables{
		phrases: map[string][]*phrase{}, layouts: map[string][]string{}, bases: map[string]string{},
		seen: map[string]map[string]bool{}, anybody: map[string]bool{}, code: names{},
	}
	for name, text := range texts {
		f := read(filepath.Base(name), text)
		client := clientOf(f)
		t := &table{file: f, all: all, seen: map[string]bool{}}
		d := newDialect("", 0)
		for _, s := range f.sections {
			for _, r := range s.rows {
				switch w := r.words(); {
				case s.name == "phrases":
					t.phrase(d, r)
				case s.name == "setup" && w[0].text == "layout" && len(w) > 1:
					all.layouts[client] = append(all.layouts[client], w[1].text)
				case s.name == "setup":
					for _, word := range w {
						if layout, ok := strings.CutPrefix(word.text, "layout="); ok {
							all.layoutsUsed = append(all.layoutsUsed, layout)
						}
					}
				}
			}
		}
		all.phrases[client] = d.phrases
		all.bases[client] = strings.TrimSuffix(filepath.Base(name), ".table")
		words, err := recordings(filepath.Join(root, "..", "golden", client))
		if os.IsNotExist(err) {
			words, err = documents(filepath.Join(root, ".."))
		}
		if err != nil {
			return nil, err
		}
		all.seen[client] = words
		for w := range words {
			all.anybody[w] = true
		}
	}
	var err error
	if all.settings, err = settings(filepath.Join(root, "..")); err != nil {
		return nil, err
	}
	for folder, prefix := range map[string]string{"": "mapping.", "clients": "", "clients/setup": "", "formats": ""} {
		sources, _ := filepath.Glob(filepath.Join(root, folder, "*.go"))
		for _, path := range sources {
			if strings.HasSuffix(path, "_gen.go") || strings.HasSuffix(path, "_test.go") {
				continue
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			all.code.read(string(data), prefix)
		}
	}
	return all, nil
}
