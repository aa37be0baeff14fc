package manifest

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func full(t *testing.T) *Manifest {
	t.Helper()
	data, err := os.ReadFile("testdata/full.yaml")
	if err != nil {
		t.Fatal(err)
	}
	m, losses, err := Parse("full.yaml", "", data)
	if err != nil || len(losses) > 0 {
		t.Fatal(losses, err)
	}
	return m
}

// A manifest with every feature goes to each provider and back, on each system, with no
// more lost than is listed.
func TestEveryFeatureEverywhere(t *testing.T) {
	for _, provider := range providers() {
		for _, goos := range []string{"linux", "darwin", "windows"} {
			t.Run(provider+" "+goos, func(t *testing.T) {
				to := target(t, provider, goos)
				m := full(t)
				all, losses, err := to.plan(m)
				if err != nil {
					t.Fatal(err)
				}
				files, _, err := to.Encode(full(t))
				if err != nil {
					t.Fatal(err)
				}
				back, more, err := Decode(provider, goos, files)
				if err != nil || len(more) > 0 {
					t.Fatal(more, err)
				}
				if len(back.Hooks) != len(all) {
					t.Fatalf("%d hooks came back of %d", len(back.Hooks), len(all))
				}
				// What is not in a loss is as it was.
				for _, h := range all {
					was := m.Hooks[h.index]
					said := ""
					for _, l := range losses {
						if l.Hook == h.index {
							said += l.Text + "\n"
						}
					}
					is := find(back, h, to)
					if is == nil {
						t.Errorf("hook %d did not come back", h.index+1)
						continue
					}
					same := func(what string, is, was any, excuse string) {
						if fmt.Sprint(is) != fmt.Sprint(was) && !strings.Contains(said, excuse) {
							t.Errorf("hook %d: %s is %v, was %v, and nobody says so in\n%s", h.index+1, what, is, was,
								said)
						}
					}
					if registryNames[was.Event] == nil { // else it comes back by its other name
						same("event", is.Event, was.Event, "\x00")
					}
					same("type", is.Handler.Type, was.Handler.Type, "blocks every time")
					same("cwd", is.Handler.Cwd, was.Handler.Cwd, "blocks every time")
					same("env", is.Handler.Env, was.Handler.Env, "blocks every time")
					same("url", is.Handler.URL, was.Handler.URL, "\x00")
					same("headers", is.Handler.Headers, was.Handler.Headers, "\x00")
					same("async", is.Handler.Async, was.Handler.Async, "blocks every time")
					same("timeout", is.seconds(), was.seconds(), "its timeout of")
					same("matcher", is.Matcher.key(), was.Matcher.key(),
						map[bool]string{true: "its matcher",
							false: "no tool for"}[was.Event == "file_saved" && provider != "kiro"])
					same("blocking", is.Blocking, was.Blocking, "it cannot block")
					same("name", is.Name, was.Name, "its name")
					same("command", is.Handler.commandFor(goos), was.Handler.commandFor(goos), "blocks every time")
				}
				for i := range m.Hooks {
					left := true
					for _, h := range all {
						left = left && h.index != i
					}
					if left && !strings.Contains(textOf(losses), fmt.Sprintf("hook %d (", i+1)) {
						t.Errorf("hook %d is gone, and nobody says so", i+1)
					}
				}
			})
		}
	}
}

// find is the hook that one of a manifest came back as.
func find(back *Manifest, h *plannedHook, to *Target) *Hook {
	want := to.meaning(h)
	for i := range back.Hooks {
		b := &back.Hooks[i]
		if to.meaning(&plannedHook{Hook: *b, events: to.eventsOf(b)}) == want {
			if keep := b.providerDataOf(to.tool.Source); b.Matcher == nil && keep.Matcher != "" && h.original != nil &&
				!isAboutTool(b.Event) {
				b.Matcher = &Matcher{Parts: []Part{{Pattern: keep.Matcher}}}
			}
			return b
		}
	}
	return nil
}

// What each provider gets, and what is lost, for people to read.
func TestGolden(t *testing.T) {
	for _, provider := range providers() {
		files, losses, err := target(t, provider, "linux").Encode(full(t))
		if err != nil {
			t.Fatal(provider, err)
		}
		var b strings.Builder
		for _, l := range losses {
			b.WriteString(l.String() + "\n")
		}
		for _, f := range files {
			text := string(f.Data)
			if i := strings.Index(text, "const INSTALLED"); i >= 0 { // the rest of the plugin is tested where it is
				text, _, _ = strings.Cut(text[i:], " // ")
				text += "\n"
			}
			b.WriteString("\n# " + f.Name + "\n" + text)
		}
		golden(t, "full/"+provider+".txt", b.String())
	}
}

// A file that was written is read as the same manifest, and written as the same file.
func TestWrittenAgain(t *testing.T) {
	for _, provider := range providers() {
		to := target(t, provider, "linux")
		files, _, err := to.Encode(full(t))
		if err != nil {
			t.Fatal(err)
		}
		back, _, err := Decode(provider, "linux", files)
		if err != nil {
			t.Fatal(err)
		}
		again, losses, err := to.Encode(back)
		if err != nil {
			t.Fatalf("%s: %v", provider, err)
		}
		if hasLoss(losses, "left out") {
			t.Errorf("%s: lost the second time: %s", provider, textOf(losses))
		}
		if len(again) != len(files) {
			t.Fatalf("%s: %d files, were %d", provider, len(again), len(files))
		}
		for i := range files {
			if string(again[i].Data) != string(files[i].Data) {
				t.Errorf("%s: %s is another one the second time:\n%s\nwas\n%s", provider, files[i].Name, again[i].Data,
					files[i].Data)
			}
		}
	}
}
