package hookfile

// LiveFile is the file that makes the shim record calls. Its content is the start time. The folder
// LiveFile + LiveCalls holds the calls.
func LiveFile(goos string, getenv func(string) string) string { return StateFile(goos, getenv, "live") }

// LiveCalls is the ending of that folder.
const LiveCalls = ".calls"
