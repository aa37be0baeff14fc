package doctor

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/atomicfile"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/effectwords"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/inventory"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/payload"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/ui"
	"github.com/openhook/openhook-shim/internal/hookfile"
	"github.com/openhook/openhook-shim/mapping"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// maxWait is how long openhook-shim records calls after one start.
const maxWait = 10 * time.Minute

// A watcher records the calls that tools make while it runs.
type watcher struct {
	out        ui.Out
	sentinel   string
	file       string // its existence makes openhook-shim record calls
	calls      string // the folder of the recorded calls
	sources    []string
	project    map[string]bool   // tools whose hook is in a project's file
	results    map[string]string // by tool: the effect of its call
	otherCalls map[string]bool   // tools whose calls lack the sentinel
}

// watch waits until every tool with our hook has called, or until the time is over.
func watch(ctx context.Context, out ui.Out, all []inventory.Tool, wait time.Duration) error {
	if wait <= 0 || wait > maxWait {
		return exitcode.Errorf(exitcode.Usage, "--wait %s: use a duration from 1s to 10m", wait)
	}
	w := &watcher{out: out, results: map[string]string{}, otherCalls: map[string]bool{}, project: map[string]bool{}}
	for _, t := range all {
		for _, f := range t.Files {
			for _, h := range f.Hooks {
				if !install.CallsShim(h) && f.Layout.Syntax != setup.Plugin {
					continue
				}
				if !slices.Contains(w.sources, t.Source) {
					w.sources = append(w.sources, t.Source)
				}
				w.project[t.Source] = w.project[t.Source] || f.Scope == setup.ProjectScope
			}
		}
	}
	if len(w.sources) == 0 {
		return exitcode.Errorf(exitcode.No, "no hook of your tools calls openhook-shim; run: openhook install")
	}
	if err := w.startRecording(); err != nil {
		return err
	}
	defer w.stopRecording()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	w.out.Paragraph(ui.Strong, "Ask each of these to run this command, which does nothing: echo %s", w.sentinel)
	w.out.Paragraph(ui.Plain, "%s (for %s; end with Ctrl-C)", strings.Join(w.sources, ", "), wait)
	w.wait(ctx)
	return w.report()
}

// startRecording makes openhook-shim record calls.
func (w *watcher) startRecording() error {
	random := make([]byte, 4)
	rand.Read(random)
	w.sentinel = "openhook-live-" + hex.EncodeToString(random)
	w.file = filepath.FromSlash(hookfile.LiveFile(runtime.GOOS, os.Getenv))
	if w.file == "" {
		return exitcode.Errorf(exitcode.No, "cannot keep the calls: your home folder is unknown; set HOME")
	}
	w.calls = w.file + hookfile.LiveCalls
	if err := os.RemoveAll(w.calls); err != nil { // a killed process left them
		return exitcode.FileError(w.calls, err)
	}
	if err := os.MkdirAll(w.calls, 0o700); err != nil {
		return exitcode.FileError(w.calls, err)
	}
	now := "1 " + strconv.FormatInt(time.Now().Unix(), 10)
	if err := atomicfile.Write(w.file, []byte(now)); err != nil {
		return exitcode.FileError(w.file, err)
	}
	return nil
}

func (w *watcher) stopRecording() {
	os.Remove(w.file)
	os.RemoveAll(w.calls)
}

func (w *watcher) wait(ctx context.Context) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for len(w.results) < len(w.sources) {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.readCalls()
		}
	}
}

// readCalls reads the calls that have ended.
func (w *watcher) readCalls() {
	ended, _ := filepath.Glob(filepath.Join(w.calls, "*.exit"))
	slices.Sort(ended)
	for _, file := range ended {
		base := strings.TrimSuffix(file, ".exit")
		part := func(ending string) []byte { b, _ := os.ReadFile(base + ending); return b }
		stdin, code := part(".stdin"), strings.TrimSpace(string(part(".exit")))
		reply := mapping.Reply{Stdout: part(".stdout"), Stderr: part(".stderr")}
		reply.Exit, _ = strconv.Atoi(code)
		for _, ending := range []string{".exit", ".stdin", ".stdout", ".stderr", ".env"} {
			os.Remove(base + ending)
		}
		call, err := payload.Decode(stdin, "")
		if err != nil {
			continue
		}
		if !bytes.Contains(stdin, []byte(w.sentinel)) {
			w.otherCalls[call.Source] = true
			continue
		}
		if _, known := w.results[call.Source]; known {
			continue
		}
		result := fmt.Sprintf("%s called the hook (%s); effect of the answer: %s", call.Source, call.Native,
			effectwords.Describe(effectwords.Of(call, reply)))
		w.results[call.Source] = result
		w.out.Paragraph(ui.Good, "%s", ui.Clean(result))
	}
}

// report lists the tools that did not call.
func (w *watcher) report() error {
	var failed error
	for _, source := range w.sources {
		if w.results[source] != "" {
			continue
		}
		failed = exitcode.ErrNo
		switch {
		case w.otherCalls[source]:
			w.out.Paragraph(ui.Notice, "%s: the tool calls the hook, but not with this command", source)
		default:
			w.out.Paragraph(ui.Bad, "%s: the tool has not called the hook", source)
			if s := settings.SetupOf(source); s != nil {
				for _, todo := range s.ToDo(w.project[source]) {
					fmt.Fprintln(w.out, "  "+todo)
				}
				if s.Restart {
					fmt.Fprintln(w.out, "  it reads its hooks at its start; restart it if you installed them later")
				}
			}
		}
	}
	return failed
}
