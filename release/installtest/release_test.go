// Package installtest installs a release as people do, by install.sh, install.ps1 and
// npm, from a server on this machine. The release is made here of the two programs.
package installtest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"flag"
	"fmt"
	"log"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

const (
	version = "1.2.3"
	older   = "1.1.0"
)

// programs are the two of this machine by name, as a release builds them, olds the same
// of the version before.
var programs, olds map[string][]byte

func TestMain(m *testing.M) {
	if flag.Parse(); testing.Short() {
		log.Print("SKIPPED with -short")
		os.Exit(0)
	}
	var err error
	if programs, err = build(version); err == nil {
		olds, err = build(older)
	}
	if err != nil {
		log.Fatal(err)
	}
	os.Exit(m.Run())
}

// build builds both programs by the README's lines.
func build(version string) (map[string][]byte, error) {
	dir, err := os.MkdirTemp("", "installtest")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	flags, err := os.ReadFile("../../build.flags")
	if err != nil {
		return nil, err
	}
	built := map[string][]byte{}
	set := " -X github.com/openhook/openhook-shim/shim.Version=" + version
	for name, args := range map[string][]string{
		"openhook-shim": append(strings.Fields(string(flags)), "-ldflags=-s -w -funcalign=1"+set, "../.."),
		"openhook":      {"-trimpath", "-ldflags=-s -w" + set, "../../cmd/openhook"},
	} {
		name += suffix(runtime.GOOS)
		c := exec.Command("go", append([]string{"build", "-o", filepath.Join(dir, name)}, args...)...)
		c.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := c.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%w\n%s", err, out)
		}
		if built[name], err = os.ReadFile(filepath.Join(dir, name)); err != nil {
			return nil, err
		}
	}
	return built, nil
}

func suffix(goos string) string {
	if goos == "windows" {
		return ".exe"
	}
	return ""
}

// platforms are those of a release, as Go names them.
var platforms = [...][2]string{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}}

// A site serves the files of a release, and keeps what was asked for.
type site struct {
	*httptest.Server
	version string
	files   map[string][]byte // "checksums.txt" and so on of the version
	cut     string            // the file of which only half is sent
	stall   chan struct{}     // not nil: an archive waits for it

	mu    sync.Mutex
	asked []string
}

// archiveName is that of a release's archive.
func archiveName(goos, arch string) string {
	ext := ".tar.gz"
	if goos == "windows" {
		ext = ".zip"
	}
	return "openhook_" + version + "_" + goos + "_" + arch + ext
}

// here is the archive for this machine.
var here = archiveName(runtime.GOOS, runtime.GOARCH)

// files are those of a release. The programs of other machines are nothing to run.
var files = sync.OnceValue(func() map[string][]byte {
	all := map[string][]byte{}
	for _, p := range platforms {
		held := programs
		if p[0] != runtime.GOOS || p[1] != runtime.GOARCH {
			held = map[string][]byte{}
			for _, name := range [...]string{"openhook", "openhook-shim"} {
				held[name+suffix(p[0])] = []byte("the " + name + " of " + p[0] + " on " + p[1])
			}
		}
		all[archiveName(p[0], p[1])] = archive(p[0], held)
	}
	for _, name := range [...]string{"install.sh", "install.ps1"} {
		data, err := os.ReadFile("../../" + name)
		if err != nil {
			panic(err)
		}
		all[name] = data
	}
	all["checksums.txt"] = checksums(all)
	return all
})

// archive packs programs, and a licence as releases do.
func archive(goos string, held map[string][]byte) []byte {
	held = maps.Clone(held)
	held["LICENSE"] = []byte("Apache-2.0\n")
	var b bytes.Buffer
	if goos == "windows" {
		w := zip.NewWriter(&b)
		for _, name := range slices.Sorted(maps.Keys(held)) {
			f, err := w.Create(name)
			if err == nil {
				_, err = f.Write(held[name])
			}
			if err != nil {
				panic(err)
			}
		}
		w.Close()
		return b.Bytes()
	}
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	w := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(held)) {
		head := &tar.Header{Name: name, Mode: 0o755, Size: int64(len(held[name])), Uid: 1001, Gid: 1001}
		if to, is := bytes.CutPrefix(held[name], []byte("-> ")); is {
			head = &tar.Header{Name: name, Typeflag: tar.TypeSymlink, Linkname: string(to)}
		}
		if err := w.WriteHeader(head); err != nil {
			panic(err)
		}
		if head.Size > 0 {
			if _, err := w.Write(held[name]); err != nil {
				panic(err)
			}
		}
	}
	w.Close()
	z.Close()
	return b.Bytes()
}

// checksums is as sha256sum prints it.
func checksums(files map[string][]byte) []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if name != "checksums.txt" {
			fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(files[name]), name)
		}
	}
	return b.Bytes()
}

// serve serves a release in GitHub's folders, latest/download/ and download/v1.2.3/, and
// as a mirror does, download/latest/.
func serve(t *testing.T) *site {
	return serveFiles(t, version, maps.Clone(files()))
}

func serveFiles(t *testing.T, version string, files map[string][]byte) *site {
	s := &site{version: version, files: files}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// mirror is what OPENHOOK_BASE_URL is.
func (s *site) mirror() string { return s.URL + "/download" }

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	s.asked = append(s.asked, r.URL.Path)
	s.mu.Unlock()
	name := ""
	for _, dir := range [...]string{"/latest/download/", "/download/latest/", "/download/v" + s.version + "/"} {
		if n, is := strings.CutPrefix(r.URL.Path, dir); is {
			name = n
		}
	}
	data, there := s.files[name]
	if !there {
		http.NotFound(w, r)
		return
	}
	if s.stall != nil && name == here {
		select {
		case <-s.stall:
		case <-r.Context().Done():
		}
		return
	}
	w.Header().Set("Content-Length", fmt.Sprint(len(data)))
	if s.cut == name {
		w.Write(data[:len(data)/2])
		panic(http.ErrAbortHandler)
	}
	w.Write(data)
}
