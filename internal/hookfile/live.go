package hookfile

// LiveFile is there while somebody watches which calls come in: its content says
// since when. The calls are kept in the folder LiveFile + LiveCalls.
func LiveFile(goos string, getenv func(string) string) string { return StateFile(goos, getenv, "live") }

// LiveCalls is put behind LiveFile.
const LiveCalls = ".calls"
