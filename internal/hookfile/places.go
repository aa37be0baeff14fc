package hookfile

import "strings"

// Name is the name of a project's hook file.
const Name = ".openhook.json"

// UserFile returns the absolute path of the user's own hook file, "" if the home folder is
// unknown. goos and getenv are runtime.GOOS and os.Getenv.
func UserFile(goos string, getenv func(string) string) string {
	return ownFile(goos, getenv, "XDG_CONFIG_HOME", "APPDATA", ".config", "hooks.json")
}

// RecordFile returns the path of the record for a hook file.
func RecordFile(goos string, getenv func(string) string, path string) string {
	return StateFile(goos, getenv, "trust/"+RecordName(path))
}

// StateFile returns the path of a file that openhook stores, "" if the home folder is unknown.
func StateFile(goos string, getenv func(string) string, name string) string {
	return ownFile(goos, getenv, "XDG_STATE_HOME", "LOCALAPPDATA", ".local/state", name)
}

// ownFile returns the path of openhook's file in the folder that a variable names, or else in the
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
