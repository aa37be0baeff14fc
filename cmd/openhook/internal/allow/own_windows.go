package allow

const ( // of the shell that runs a hook
	unresolved = "$`*?[%^"             // signs of what it replaces
	endings    = ".com .exe .bat .cmd" // of programs, that it adds
)

// readOwn returns a record: the user's folders are the user's own by their access
// lists.
func readOwn(path string) ([]byte, bool) {
	data, err := readFile(path, maxHookFile)
	return data, err == nil
}
