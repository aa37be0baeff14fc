package mapping

import "strings"

// A nameMeaning is the meaning of the words in a tool's name.
type nameMeaning struct {
	runs    bool // it runs something
	plainly bool // and nothing else
	shell   bool // in a shell
	types   bool // it writes into a shell that runs
	asks    bool // it only asks about one, or ends it

	writes, edits, deletes, reads, finds bool
}

// nameWords are what the words of tools' names mean, a line each:
//
//	S a shell    I what text goes into    X it runs code    R it may run something
//	Q it asks    W it writes    G it gives text    E it edits    D it deletes
//	V it reads    F it finds
const nameWords = `
S shell bash zsh sh powershell pwsh cmd terminal console command commands ssh subprocess
I stdin tty pty
X exec execute eval evaluate repl script python node applescript
R run invoke launch spawn start process session job
Q kill stop output status wait last selection close end logs
W write create save put add new touch mkdir export upload download dump copy cp
G send type input feed paste interact
E edit editor replace patch update append insert modify change apply diff rename move mv str sed
D delete remove rm unlink trash destroy
V read view cat open get show load head tail
F list ls find glob search grep tree stat info exists
`

func meaningOfName(name string) (n nameMeaning) {
	into, gives := false, false
	forEachNameWord(name, func(word string) {
		switch lineOf(nameWords, strings.ToLower(word)) {
		case 'S':
			n.runs, n.shell, into = true, true, true
		case 'I':
			into = true
		case 'X':
			n.runs, n.plainly = true, true
		case 'R':
			n.runs = true
		case 'Q':
			n.asks = true
		case 'W':
			n.writes, gives = true, true
		case 'G':
			gives = true
		case 'E':
			n.edits = true
		case 'D':
			n.edits, n.deletes = true, true
		case 'V':
			n.reads = true
		case 'F':
			n.finds = true
		}
	})
	n.types = into && gives
	n.asks = n.asks || n.shell && !n.types && (n.reads || n.finds)
	return n
}
