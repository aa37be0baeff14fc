package replay

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/exitcode"
	"github.com/openhook/openhook-shim/golden"
)

func TestScrubText(t *testing.T) {
	xs := strings.Repeat("x", 36)
	for _, c := range [...]struct{ name, in, want string }{
		{"nothing", `{"a": 1,  "b":"c\u0064","n":12345678901234567890.10}`,
			`{"a": 1,  "b":"c\u0064","n":12345678901234567890.10}`},
		{"home", `{"cwd":"/home/alice/p","x":"cd /home/alice && ls ~alice"}`,
			`{"cwd":"/home/user/p","x":"cd /home/user && ls ~user"}`},
		{"encoded project", `{"transcript_path":"/home/alice/.claude/projects/-home-alice-p/1.jsonl"}`,
			`{"transcript_path":"/home/user/.claude/projects/-home-user-p/1.jsonl"}`},
		{"not a home", `{"a":"/home/alicea/x /homes/y https://x.io/users/list alicea"}`,
			`{"a":"/home/user/x /homes/y https://x.io/users/user user"}`},
		{"another's home", `{"a":"/Users/bob/x","b":"bob, Bob and bobby","bob":"C:\\Users\\Carol\\x","c":"carol\n"}`,
			`{"a":"/Users/user/x","b":"user, user and bobby","bob":"C:\\Users\\user\\x","c":"user\n"}`},
		{"neighbours", `{"a":"alice alice alice","h":"box.example.org box"}`, `{"a":"user user user","h":"host host"}`},
		{"a common name", `{"a":"/home/dev/x","b":"the dev server"}`, `{"a":"/home/user/x","b":"the dev server"}`},
		{"a key that is a path", `{"/home/alice/a.go":{"alice":1}}`, `{"/home/user/a.go":{"alice":1}}`},
		{"e-mail", `{"user_email":"Al.Ice+x@mail.example.org"}`, `{"user_email":"someone@example.com"}`},
		{"keys", `{"c":"echo ghp_` + xs + ` AKIAABCDEFGHIJKLMNOP; x=sk-ant-` + xs + `"}`,
			`{"c":"echo [secret] [secret]; x=[secret]"}`},
		{"by name", `{"api_key":"1","authToken":"zz","max_tokens":5,"c":"PASSWORD='hunter2' curl -H \"Authorization: Bearer abcdefghijklmnop\" https://u:pw@h.io"}`,
			`{"api_key":"[secret]","authToken":"[secret]","max_tokens":5,"c":"PASSWORD='[secret]' curl -H \"Authorization: Bearer [secret]\" https://u:[secret]@h.io"}`},
		{"private key", `{"c":"a\n-----BEGIN RSA PRIVATE KEY-----\nMII\n-----END RSA PRIVATE KEY-----\nb"}`,
			`{"c":"a\n[secret]\nb"}`},
		{"private key in text", "a\n-----BEGIN OPENSSH PRIVATE KEY-----\nMII\nMIJ\n-----END OPENSSH PRIVATE KEY-----\nb\n", "a\n[secret]\nb\n"},
		{"JSON in a string", `{"toolArgs":"{\"command\":\"ls /home/alice\",\"token\":\"t\"}"}`,
			`{"toolArgs":"{\"command\":\"ls /home/user\",\"token\":\"[secret]\"}"}`},
		{"long", `{"content":"` + strings.Repeat("é", 300) + `"}`,
			`{"content":"` + strings.Repeat("é", 40) + ` [260 characters cut]"}`},
		{"HTML", `{"a":"<b> & alice"}`, `{"a":"<b> & user"}`},
		{"lines", "{\"a\":\"alice\"}\nalice says\n{\"b\":\"alice\"}\n",
			"{\"a\":\"user\"}\nuser says\n{\"b\":\"user\"}\n"},
		{"broken", `{"a":"x\nalice","p":"C:\\Users\\alice\\x","t":"` + strings.Repeat("y", 300),
			`{"a":"x\nuser","p":"C:\\Users\\user\\x","t":"` + strings.Repeat("y", 40) + " [260 characters cut]"},
		{"text", "boom at /home/alice/hook.sh\nline 2", "boom at /home/user/hook.sh\nline 2"},
		{"not UTF-8", "\xff\xfe alice", "\xff\xfe user"},
		{"empty", "", ""},
	} {
		s := newScrubber("/home/alice", "box.example.org", 200)
		s.counts = map[string]int{}
		s.learnUsers([]byte(c.in))
		got := string(s.scrubFile([]byte(c.in)))
		if got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		if json.Valid([]byte(c.in)) && !json.Valid([]byte(got)) {
			t.Errorf("%s: not JSON any more", c.name)
		}
		before := len(s.counts)
		if again := string(s.scrubFile([]byte(got))); again != got && c.name != "long" && c.name != "broken" {
			t.Errorf("%s, again: %s", c.name, again)
		}
		if changed := got != c.in; changed != (before > 0) {
			t.Errorf("%s: changed %v, said %v", c.name, changed, s.counts)
		}
	}
}

// A cleaned payload is still its sender's, with the keys that it had.
func TestScrubKeepsShape(t *testing.T) {
	var keys func(v any) any
	keys = func(v any) any {
		switch v := v.(type) {
		case map[string]any:
			for k := range v {
				v[k] = keys(v[k])
			}
		case []any:
			for i := range v {
				v[i] = keys(v[i])
			}
		case string:
			return ""
		}
		return v
	}
	shape := func(data []byte) string {
		var v any
		json.Unmarshal(data, &v)
		b, _ := json.Marshal(keys(v))
		return string(b)
	}
	for _, provider := range golden.Providers() {
		for file, payload := range golden.Payloads(provider) {
			s := newScrubber("/home/alice", "box", 200)
			s.counts = map[string]int{}
			s.learnUsers(payload)
			clean := s.scrubFile(slices.Clone(payload))
			if senderOf(clean) != senderOf(payload) {
				t.Errorf("%s/%s: was from %s, is from %s", provider, file, senderOf(payload), senderOf(clean))
			}
			if json.Valid(payload) && shape(clean) != shape(payload) {
				t.Errorf("%s/%s: %s\nwant %s", provider, file, shape(clean), shape(payload))
			}
		}
	}
}

func TestScrubFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range [...]string{"HOME", "USERPROFILE"} {
		t.Setenv(name, "/home/somebody")
	}
	a, b := filepath.Join(dir, "1.stdin"), filepath.Join(dir, "1.stderr")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(a, `{"cwd":"/home/zelda/p"}`)
	write(b, "zelda was here\n")
	out, code, err := call(t, Scrub(), dir)
	if code != 0 || !strings.Contains(out, "1.stdin.scrubbed: replaced home 1\n") ||
		!strings.Contains(out, "1.stderr.scrubbed: replaced user 1\n") ||
		!strings.Contains(out, "read the files before") {
		t.Errorf("%d %v\n%s", code, err, out)
	}
	info, err := os.Stat(b + scrubEnding)
	if text, _ := os.ReadFile(b + scrubEnding); string(text) != "user was here\n" || err != nil ||
		runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%s %v", text, err)
	}
	if text, _ := os.ReadFile(b); string(text) != "zelda was here\n" {
		t.Errorf("the file itself: %s", text)
	}
	out, code, err = call(t, Scrub(), "--in-place", "--json", dir)
	var all []scrubResult
	if e := json.Unmarshal([]byte(out), &all); e != nil || code != 0 || len(all) != 2 || all[0].Replaced["user"] != 1 {
		t.Errorf("%d %v %v\n%s", code, err, e, out)
	}
	if text, _ := os.ReadFile(a); string(text) != `{"cwd":"/home/user/p"}` {
		t.Errorf("%s", text)
	}
	if left, _ := os.ReadDir(dir); len(left) != 4 {
		t.Errorf("%v", left)
	}
	for _, c := range [...]struct {
		args []string
		code int
	}{
		{nil, exitcode.Usage},
		{[]string{filepath.Join(dir, "none")}, exitcode.Missing},
		{[]string{t.TempDir()}, exitcode.Missing},
		{[]string{"--long", "-1", dir}, exitcode.Usage},
	} {
		if _, code, err := call(t, Scrub(), c.args...); code != c.code {
			t.Errorf("%q: %d %v", c.args, code, err)
		}
	}
}
