package release

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

type step struct {
	Run, If  string
	Continue any `yaml:"continue-on-error"`
}

type job struct {
	Needs       needs
	If          string
	Continue    any `yaml:"continue-on-error"`
	Permissions map[string]string
	Steps       []step
}

// needs is one name, or a list of them.
type needs []string

func (n *needs) UnmarshalYAML(unmarshal func(any) error) error {
	var one string
	if unmarshal(&one) == nil {
		*n = needs{one}
		return nil
	}
	return unmarshal((*[]string)(n))
}

type workflow struct {
	Permissions map[string]string
	Jobs        map[string]job
}

// runs says whether a job calls a step of release.sh.
func (j job) runs(name string) bool {
	return slices.ContainsFunc(j.Steps, func(s step) bool { return strings.TrimSpace(s.Run) == "sh release/release.sh "+name })
}

// before are all jobs that a job waits for.
func (w workflow) before(name string) map[string]bool {
	all := map[string]bool{}
	for _, n := range w.Jobs[name].Needs {
		all[n] = true
		maps.Copy(all, w.before(n))
	}
	return all
}

// What fails publishes nothing: each step of release.sh waits for the one before it,
// and none before the last may write.
func TestReleaseWorkflow(t *testing.T) {
	var w workflow
	text := read(t, ".github/workflows/release.yml", &w)
	if !strings.Contains(text, "tags: ['v*']") {
		t.Error("it does not run by a tag")
	}
	if len(w.Permissions) != 1 || w.Permissions["contents"] != "read" {
		t.Errorf("all jobs may %v", w.Permissions)
	}
	last := ""
	for _, name := range []string{"test", "bench", "e2e", "goreleaser"} {
		at := slices.DeleteFunc(slices.Collect(maps.Keys(w.Jobs)), func(n string) bool { return !w.Jobs[n].runs(name) })
		if len(at) != 1 {
			t.Fatalf("jobs %v run release.sh %s", at, name)
		}
		if last != "" && !w.before(at[0])[last] {
			t.Errorf("%s does not wait for %s", at[0], last)
		}
		last = at[0]
	}
	for name, j := range w.Jobs {
		if j.Continue != nil || strings.Contains(j.If, "always") || strings.Contains(j.If, "failure") {
			t.Errorf("%s runs whatever failed: %v, %s", name, j.Continue, j.If)
		}
		for _, s := range j.Steps {
			if s.Continue != nil || strings.Contains(s.If, "always") {
				t.Errorf("%s passes whatever failed: %v, %s", name, s, s.If)
			}
		}
		if name != last && len(j.Permissions) > 0 {
			t.Errorf("%s may %v", name, j.Permissions)
		}
	}
}
