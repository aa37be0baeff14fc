package manifest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/atomicfile"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
)

// write prints the files, or writes all of them to --output.
func (o *options) write(written []File, losses []Loss, several bool) error {
	if o.output == "" {
		return o.print(written, losses)
	}
	paths := make([]string, len(written))
	for i, f := range written {
		paths[i] = o.output
		if several {
			paths[i] = filepath.Join(o.output, f.Name)
		}
		info, err := os.Lstat(paths[i])
		switch {
		case err == nil && !info.Mode().IsRegular():
			return exitcode.Errorf(exitcode.No, "%s: not a file; openhook wrote nothing", paths[i])
		case err == nil && !o.force:
			return exitcode.Errorf(exitcode.No, "%s: exists already; use --force to replace it, or openhook install to add a hook to it", paths[i])
		}
	}
	dir := filepath.Dir(o.output)
	if several {
		dir = o.output
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return exitcode.Errorf(exitcode.Missing, "folder not found: %s", dir)
	}
	for i, f := range written {
		if err := atomicfile.Write(paths[i], f.Data); err != nil {
			return exitcode.FileError(paths[i], err)
		}
		mode := os.FileMode(0o644)
		if f.Exec {
			mode = 0o755
		}
		if err := os.Chmod(paths[i], mode); err != nil {
			return exitcode.FileError(paths[i], err)
		}
	}
	if o.asJSON {
		return ui.JSON(o.out, convertResult{nil, orNone(losses)})
	}
	return nil
}

type convertResult struct {
	Files  []fileContent `json:"files"`
	Losses []Loss        `json:"losses"`
}

type fileContent struct {
	Name string `json:"name"`
	Data string `json:"data"`
	Exec bool   `json:"executable,omitempty"`
}

func (o *options) print(written []File, losses []Loss) error {
	if o.asJSON {
		all := convertResult{[]fileContent{}, orNone(losses)}
		for _, f := range written {
			all.Files = append(all.Files, fileContent{f.Name, string(f.Data), f.Exec})
		}
		return ui.JSON(o.out, all)
	}
	for _, f := range written {
		if len(written) > 1 {
			fmt.Fprintln(o.out, o.out.Paint(ui.Strong, ui.Clean("# "+f.Name)))
		}
		text := string(f.Data)
		if o.out.Terminal {
			text = ui.EscapeControls(text)
		}
		if _, err := io.WriteString(o.out, text); err != nil {
			return err
		}
	}
	return nil
}
