package golden

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every claim of docs/security.md names the tests that hold it, and they exist.
func TestSecurityClaims(t *testing.T) {
	page, err := os.ReadFile("../docs/security.md")
	if err != nil {
		t.Fatal(err)
	}
	exist := map[string]bool{}
	for _, pattern := range [...]string{"*_test.go", "../*_test.go", "../*/*_test.go", "../*/*/*_test.go", "../*/*/*/*_test.go", "../*/*/*/*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`).FindAllSubmatch(text, -1) {
				exist[string(m[1])] = true
			}
		}
	}
	claims := 0
	for line := range strings.Lines(string(page)) {
		if !strings.HasPrefix(line, "| ") || strings.HasPrefix(line, "| promise") || strings.HasPrefix(line, "|---") {
			continue
		}
		claims++
		names := regexp.MustCompile("`((?:Test|Fuzz)\\w+)`").FindAllStringSubmatch(line, -1)
		if len(names) == 0 {
			t.Errorf("no test holds this: %s", line)
		}
		for _, m := range names {
			if !exist[m[1]] {
				t.Errorf("there is no %s", m[1])
			}
		}
	}
	if claims < 10 {
		t.Errorf("%d claims", claims)
	}
}
