package payload

import (
	"slices"
	"testing"
)

func TestEnviron(t *testing.T) {
	for _, name := range [...]string{"OURS", "CLAUDE_PROJECT_DIR", "OPENHOOK_TYPE", "USER_PROMPT", "CRUSH_EVENT"} {
		t.Setenv(name, "x")
	}
	got := CleanEnviron()
	if !slices.Contains(got, "OURS=x") {
		t.Error("OURS is gone")
	}
	for _, e := range [...]string{"CLAUDE_PROJECT_DIR=x", "OPENHOOK_TYPE=x", "USER_PROMPT=x", "CRUSH_EVENT=x"} {
		if slices.Contains(got, e) {
			t.Errorf("%s is left", e)
		}
	}
}
