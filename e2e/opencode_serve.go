//go:build e2e

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// serveOpenCode runs `opencode serve` and does over HTTP what its terminal
// interface does: `opencode run` answers permissions by itself and ends at once
// when the agent is idle.
func serveOpenCode(ctx context.Context, r *run) ([]byte, error) {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := free.Addr().String()
	free.Close()
	_, port, _ := net.SplitHostPort(address)

	var output bytes.Buffer
	cmd := exec.CommandContext(ctx, r.client.program(r)[0], "serve", "--port", port, "--print-logs")
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = r.project, r.environment(), &output, &output,
		2*time.Second
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	err = converse(ctx, openCodeAPI{"http://" + address, r.project})
	cmd.Process.Signal(os.Interrupt)
	cmd.Wait()
	return output.Bytes(), err
}

// converse sends the prompt, waits until nothing more happens without a user, and deletes the session.
func converse(ctx context.Context, api openCodeAPI) error {
	session, err := api.open(ctx)
	if err != nil {
		return err
	}
	path := "/session/" + session.Get("id").Str
	if _, err := api.call(ctx, "POST", path+"/prompt_async",
		`{"parts":[{"type":"text","text":"do the work"}]}`); err != nil {
		return err
	}
	// The plugin hears that the agent is idle, runs the hook and may send a prompt of its own.
	for quiet := 0; quiet < 6; quiet++ {
		if !pause(ctx, 250*time.Millisecond) {
			return ctx.Err()
		}
		status, err := api.call(ctx, "GET", "/session/status", "")
		if err != nil {
			return err
		}
		waiting, err := api.call(ctx, "GET", "/permission", "")
		if err != nil {
			return err
		}
		kind := status.Get(gjson.Escape(session.Get("id").Str) + ".type").Str
		if kind != "" && kind != "idle" && waiting.Get("#").Int() == 0 {
			quiet = 0
		}
	}
	if _, err := api.call(ctx, "DELETE", path, ""); err != nil {
		return err
	}
	pause(ctx, 500*time.Millisecond) // nobody awaits the plugin's session.deleted
	return nil
}

// openCodeAPI is the HTTP interface of one server, for one project.
type openCodeAPI struct{ url, project string }

// open makes a session as soon as the server takes one. A request that comes
// while it is starting is never answered (1.18.33), so each gets ten seconds.
func (a openCodeAPI) open(ctx context.Context) (gjson.Result, error) {
	for {
		if c, err := net.Dial("tcp", strings.TrimPrefix(a.url, "http://")); err == nil {
			c.Close()
			pause(ctx, time.Second)
			short, cancel := context.WithTimeout(ctx, 10*time.Second)
			session, err := a.call(short, "POST", "/session", "{}")
			cancel()
			if err == nil {
				return session, nil
			}
		}
		if !pause(ctx, 100*time.Millisecond) {
			return gjson.Result{}, errors.New("opencode serve takes no session")
		}
	}
}

func (a openCodeAPI) call(ctx context.Context, method, path, body string) (gjson.Result, error) {
	request, err := http.NewRequestWithContext(ctx, method, a.url+path+"?directory="+url.QueryEscape(a.project),
		strings.NewReader(body))
	if err != nil {
		return gjson.Result{}, err
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return gjson.Result{}, err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: %s: %s", method, path, response.Status, data)
	}
	return gjson.ParseBytes(data), err
}

// pause waits, and says false if there is no time left.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
