package hookfile

import "strings"

// Name is what a project's hook file is called.
const Name = ".openhook.json"

// UserFile is the absolute path of the user's own hook file, "" if it has no
// place; goos and getenv are runtime.GOOS and os.Getenv.
func UserFile(goos string, getenv func(string) string) string {
	return ownFile(goos, getenv, "XDG_CONFIG_HOME", "APPDATA", ".config", "hooks.json")
}

// RecordFile is where what was said of a hook file stands.
func RecordFile(goos string, getenv func(string) string, path string) string {
	return StateFile(goos, getenv, "trust/"+RecordName(path))
}

// StateFile is where something stands that we keep, "" if it has no place.
func StateFile(goos string, getenv func(string) string, name string) string {
	return ownFile(goos, getenv, "XDG_STATE_HOME", "LOCALAPPDATA", ".local/state", name)
}

// ownFile is a file of ours in a folder that a variable names, or that lies in the
// user's home.
func ownFile(goos string, getenv func(string) string, xdg, windows, home, name string) string {
	dir := getenv(xdg)
	switch {
	case dir != "" && (dir[0] == '/' || goos == "windows" && len(dir) > 2 && (dir[1] == ':' || dir[:2] == `\\`)):
	case goos == "windows":
		dir = getenv(windows)
	default:
		if dir = getenv("HOME"); !strings.HasPrefix(dir, "/") {
			return ""
		}
		dir += "/" + home
	}
	if dir == "" {
		return ""
	}
	return dir + "/openhook/" + name
}
