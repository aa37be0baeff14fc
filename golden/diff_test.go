package golden

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// indented is JSON with a member on each line.
func indented(raw json.RawMessage) string {
	var value any
	if json.Unmarshal(raw, &value) != nil { // keys in order, as sameJSON does not look at it
		return string(raw)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	e.Encode(value)
	return b.String()
}

// diff shows the lines that are only in one of two texts, each with the lines around it.
func diff(old, new string) string {
	const around = 3
	a, b := strings.Split(strings.TrimSuffix(old, "\n"), "\n"), strings.Split(strings.TrimSuffix(new, "\n"), "\n")
	// common[i][j] is the length of what a[i:] and b[j:] have in common.
	common := make([][]int, len(a)+1)
	for i := len(a); i >= 0; i-- {
		common[i] = make([]int, len(b)+1)
		for j := len(b) - 1; j >= 0 && i < len(a); j-- {
			if common[i][j] = max(common[i+1][j], common[i][j+1]); a[i] == b[j] {
				common[i][j] = common[i+1][j+1] + 1
			}
		}
	}
	type line struct {
		sign byte
		text string
		a, b int
	}
	var lines []line
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			lines = append(lines, line{' ', a[i], i, j})
			i, j = i+1, j+1
		case j == len(b) || i < len(a) && common[i+1][j] >= common[i][j+1]:
			lines = append(lines, line{'-', a[i], i, j})
			i++
		default:
			lines = append(lines, line{'+', b[j], i, j})
			j++
		}
	}
	near := make([]bool, len(lines))
	for i, l := range lines {
		for k := max(0, i-around); l.sign != ' ' && k <= min(i+around, len(lines)-1); k++ {
			near[k] = true
		}
	}
	var out strings.Builder
	for i, l := range lines {
		if near[i] {
			if i == 0 || !near[i-1] {
				fmt.Fprintf(&out, "@@ -%d +%d @@\n", l.a+1, l.b+1)
			}
			fmt.Fprintf(&out, "%c%s\n", l.sign, l.text)
		}
	}
	return out.String()
}

func TestDiff(t *testing.T) {
	old := indented([]byte(`{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":{"h":"<"}}`))
	new := indented([]byte(`{"a":1,"b":2,"c":3,"d":4,"e":6,"f":6,"g":{"h":"<"},"i":[]}`))
	const want = `@@ -3 +3 @@
   "b": 2,
   "c": 3,
   "d": 4,
-  "e": 5,
+  "e": 6,
   "f": 6,
   "g": {
     "h": "<"
-  }
+  },
+  "i": []
 }
`
	if got := diff(old, new); got != want {
		t.Errorf("%s", got)
	}
	if got := diff(old, old); got != "" {
		t.Errorf("%s", got)
	}
}
