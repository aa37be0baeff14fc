package allow

const ( // for the shell that runs a hook
	unresolved = "$`*?[%^"             // signs of what it replaces
	endings    = ".com .exe .bat .cmd" // of programs, that it adds
)

// readOwn returns a record. The access lists of Windows protect the user's own folders.
func readOwn(path string) ([]byte, bool) {
	data, err := readFile(path, maxHookFile)
	return data, err == nil
}
