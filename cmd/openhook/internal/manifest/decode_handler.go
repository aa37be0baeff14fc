package manifest

import (
	"encoding/json"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/openhook/openhook-shim/cmd/openhook/internal/install"
	"github.com/openhook/openhook-shim/cmd/openhook/internal/settings"
	"github.com/openhook/openhook-shim/mapping/clients/setup"
)

// decodeHandler reads the handler. keep gets what the format cannot express.
func (d *decoder) decodeHandler(h *Hook, one settings.Hook, keep *providerData) (c shimCall, isShim bool) {
	raw := gjson.Parse(one.Raw)
	shell := setup.Posix
	switch windows := d.goos == "windows" && !strings.Contains(d.layout.Entry, "$powershell") &&
		d.layout.WindowsCommand == ""; {
	case d.layout.Syntax == setup.Script:
		one.Command, shell = d.script(one.Command)
	case windows:
		shell = d.tool.WindowsShell
	}
	handler := func(command string, shell setup.CommandShell) (shimCall, bool) {
		c, ok := parseShimCall(wordsOf(shell, install.WithoutLauncher(command)))
		if ok && !c.isHook {
			d.addLoss(one.Line, "it runs the hooks of a project's .openhook.json, and a manifest cannot hold those")
			return c, true
		}
		if !ok {
			c = shimCall{handler: Handler{Type: "command", Command: command}}
		}
		return c, ok
	}
	switch one.Type {
	case "", "command":
		command := one.Command
		if len(one.Args) > 0 {
			command = joinWords(append([]string{command}, one.Args...))
		}
		if c, isShim = handler(command, shell); isShim && !c.isHook {
			return c, true
		}
		h.Handler = c.handler
		for _, other := range [...]struct {
			key   string
			shell setup.CommandShell
		}{{"powershell", setup.PowerShell}, {"commandWindows", d.tool.WindowsShell}} {
			text := raw.Get(other.key).String()
			if text == "" || text == one.Command {
				continue
			}
			if w, _ := handler(text, other.shell); w.handler.Command != h.Handler.Command &&
				w.handler.Type == "command" {
				h.Handler.Platform = map[string]string{"windows": w.handler.Command}
			}
		}
	case "http", "prompt", "agent":
		h.Handler = Handler{Type: one.Type, URL: raw.Get("url").String(), Prompt: raw.Get("prompt").String()}
		raw.Get("headers").ForEach(func(k, v gjson.Result) bool {
			if h.Handler.Headers == nil {
				h.Handler.Headers = map[string]string{}
			}
			h.Handler.Headers[k.String()] = v.String()
			return true
		})
		keep.Handler = json.RawMessage(one.Raw)
	default:
		d.addLoss(one.Line, "left out: a hook of type %q, because it is not part of %s", one.Type, Spec)
		return c, false
	}
	d.decodeRareKeys(h, raw, one, keep)
	return c, isShim
}

// script returns the line in a script of install, or else the script's path.
func (d *decoder) script(path string) (command string, shell setup.CommandShell) {
	text := strings.ReplaceAll(string(d.file.Data), "\r\n", "\n")
	if _, rest, ok := strings.Cut(text, "\n[Console]::In.ReadToEnd() | & "); ok {
		return strings.TrimSuffix(rest, "\nexit $LASTEXITCODE\n"), setup.PowerShell
	}
	if _, rest, ok := strings.Cut(install.WithoutLauncher(text), "\nexec "); ok {
		return strings.TrimSuffix(rest, "\n"), setup.Posix
	}
	return path, setup.Posix
}

// handlerKeysRead are the keys of a handler that decode reads, of any client.
var handlerKeysRead = strings.Fields("type command bash powershell commandWindows timeout timeoutSec timeout_ms async env cwd working_directory " +
	"url headers prompt matcher match hooks name trigger event enabled action args")

// folderKeys are the clients' keys for a hook's folder.
var folderKeys = [...]string{"cwd", "working_directory"}

// statusKey is the client's key for the text that it shows while the hook runs.
const statusKey = "statusMessage"

// hasKey reports whether the client reads a key of a handler.
func hasKey(l *setup.Layout, key string) bool { return slices.Contains(strings.Fields(l.Keys), key) }

// decodeRareKeys reads the keys that few clients have. keep gets all others.
func (d *decoder) decodeRareKeys(h *Hook, raw gjson.Result, one settings.Hook, keep *providerData) {
	if h.Handler.Async = raw.Get("async").Bool(); raw.Get("env").IsObject() && h.Handler.Type == "command" {
		env := map[string]string{}
		raw.Get("env").ForEach(func(k, v gjson.Result) bool {
			env[k.String()] = v.String()
			return true
		})
		maps.Copy(env, h.Handler.Env)
		if len(env) > 0 {
			h.Handler.Env = env
		}
	}
	elsewhere := ""
	for _, key := range folderKeys {
		switch dir := raw.Get(key).String(); {
		case dir == "" || dir == "." || h.Handler.Cwd != "":
		case path.IsAbs(filepath.ToSlash(dir)) || filepath.IsAbs(dir):
			elsewhere = key // a manifest's folder is in the project
		default:
			h.Handler.Cwd = dir
		}
	}
	status := hasKey(d.layout, statusKey) && h.Handler.Type == "command" && raw.Get(statusKey).Type == gjson.String
	if status {
		h.Handler.StatusMessage = raw.Get(statusKey).Str
	}
	closed := d.layout.Closed.Name
	if d.layout.ClosedSince != "" {
		closed = "" // it is not written for just anybody, but comes back to who had it
	}
	if keep.Handler == nil {
		keep.More = otherKeys(raw, func(key string) bool {
			return key != elsewhere && slices.Contains(handlerKeysRead, key) || key == closed ||
				key == d.layout.EventKey || status && key == statusKey
		})
	}
	if name := raw.Get("name").String(); name != "" && !strings.HasPrefix(name, settings.Name+" ") {
		h.Name = strings.TrimSuffix(name, " "+one.Event)
	}
	if one.Pattern != "" || d.isGrouped(one) {
		group := d.group(one)
		keep.Group = otherKeys(group, func(key string) bool { return key == "hooks" || key == "matcher" })
	}
}

func (d *decoder) isGrouped(one settings.Hook) bool { return d.group(one).Get("hooks").IsArray() }

// group returns the entry that contains the hook in its event's list.
func (d *decoder) group(one settings.Hook) gjson.Result {
	if d.layout.EventKey != "" || d.layout.Named {
		return gjson.Result{}
	}
	root := d.doc
	if d.layout.Root != "" {
		root = root.Get(gjson.Escape(d.layout.Root))
	}
	return root.Get(gjson.Escape(one.Event) + "." + strconv.Itoa(one.Group))
}

func otherKeys(v gjson.Result, known func(string) bool) map[string]json.RawMessage {
	var all map[string]json.RawMessage
	v.ForEach(func(key, value gjson.Result) bool {
		if !known(key.String()) {
			if all == nil {
				all = map[string]json.RawMessage{}
			}
			all[key.String()] = json.RawMessage(value.Raw)
		}
		return true
	})
	return all
}
