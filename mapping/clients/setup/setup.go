package setup

import (
	"github.com/openhook/openhook-shim/mapping"
)

// A Setup is how a client is told of hooks, for the companion; nothing that runs in
// a hook call names these values, so the linker leaves them out. Where the client's
// About gives no other source, so does this.
type Setup struct {
	Source  string
	Signs   string // what tells that it is on this machine: a program's name, or a file or folder that begins with "~"
	Program string // whose --version says which it is
	Moved   string // VARIABLE=FOLDER: where the user's folder is when the variable is set
	GUI     bool   // it may be started without a shell, with a PATH of the system's alone
	Files   []HookFile

	// Leave lists events that are never installed: another one covers the same
	// action, or a hook without an answer would break something.
	Leave string
	// Covered are events that another one comes beside, which tells the same.
	Covered []Pair
	// About are events about one canonical tool that Event.Tool does not name.
	About []Pair
	// MatcherAlso is another client whose names of tools its matchers know too.
	MatcherAlso string
	// FileMatcher says that the matcher of a file's event is a pattern for its path.
	FileMatcher bool
	// Exit2Denies says that exit 2 stops the action on every event that can be
	// stopped, so that a payload that nobody can read needs no answer in JSON.
	Exit2Denies bool
	// NeedsEvent says that no payload tells its event: the command line has to.
	NeedsEvent bool
	// Old are the events as older versions know them.
	Old []OldEvents
	// Shell runs a command; WindowsShell does on Windows.
	Shell, WindowsShell CommandShell
	// Longest are the longest timeouts of events; the shortest that fits counts.
	Longest []Limit
	// NoSlashes says that a "//" in a command makes the client drop the whole file,
	// NoLinks that it refuses a link for a project's file.
	NoSlashes, NoLinks bool
	// Once says that the same command for the same event is run once, whatever files
	// it stands in.
	Once bool
	// Trust is where the client keeps which hooks its user trusts, FILE KEY: an object
	// with a key FILE:EVENT:GROUP:HOOK for each, the event in snake case.
	Trust string
	// Trusted is what has the SHA-256 that stands there under trusted_hash, for an event
	// in snake case, a group's matcher and a hook, both raw JSON, "" for no matcher.
	Trusted func(event, matcher, hook string) string

	Todo    string // what is left to do for a person before it calls a hook of the user's
	Project string // the same for a hook of a project's
	Restart bool   // it reads its files at its start alone
}

// ToDo is what is left for a person before the client calls a hook.
func (s *Setup) ToDo(project bool) (all []string) {
	if s.Todo != "" {
		all = append(all, s.Todo)
	}
	if project && s.Project != "" {
		all = append(all, s.Project)
	}
	return all
}

// OldEvents are what a client took before a version.
type OldEvents struct {
	Before string // the version
	Names  string // all it knows: another one voids the whole file; NEW=OLD is one that was called otherwise
}

// A Limit is the longest timeout of an event, or of every event for "*".
type Limit struct {
	Event   string
	Seconds int
}

// A Pair is NAME=VALUE. The value of a settings key is raw JSON.
type Pair struct{ Name, Value string }

// Value returns the value of a name, "" if there is none.
func Value(pairs []Pair, name string) string {
	for _, p := range pairs {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// A HookFile is a file in which a client looks for hooks.
type HookFile struct {
	Scope Scope
	// Path has slashes. "~/" is the user's home, "$NAME/" a folder that a variable
	// names; what begins otherwise and not with a slash is below the project. "*"
	// is any name; install writes "openhook".
	Path         string
	Mac, Windows string // where it is elsewhere
	Layout       *Layout
	Dialect      *mapping.Dialect // whose events the file holds; nil: those of all of the client's
	Install      bool             // install writes here
	Cloud        bool             // an agent in the cloud reads this file and none of another client's
	Of           string           // the client whose file this is
	If           string           // under which condition it is read, for people
	Off          Pair             // a file and its key: where false says that it is not read
}

// A Scope is for whom a file counts.
type Scope uint8

const (
	UserScope Scope = iota
	ProjectScope
	LocalScope // one user's, in one project
	SystemScope
)

// A Layout is how hooks stand in a file.
type Layout struct {
	Syntax Syntax
	// Root is the key of the object whose keys are events, "" for the whole file.
	// Of a list each entry names its event, under EventKey.
	Root     string
	EventKey string
	Named    bool // the objects at the top are hooks by name, each with events for keys
	// Entry is what stands in the event's list for one hook; $command, $timeout,
	// $event, $name are values, $powershell the command for PowerShell. Flat takes
	// its place for the events in FlatEvents.
	Entry, Flat, FlatEvents string
	Unit                    int    // ms of one unit of $timeout
	Closed                  Pair   // the member of a handler for a hook that must not fail
	ClosedSince             string // the version that knows it
	WindowsCommand          string // the key of a command for Windows, beside the command
	New                     string // what a new file holds
	Needs                   Pair   // the member without which the client drops the file
	Only                    string // the keys that it may have at its top, others void it
	EntryOnly               string // the keys that an entry may have, others void the file
	Strict                  bool   // one event that the client does not know voids the file
	Absent                  string // a key at the top that may not be there: with it nothing fires
	Off                     Pair   // the member that switches all hooks off
	Keys                    string // keys of a handler: statusMessage, async, env, cwd or working_directory
	NoStar                  string // events for which the matcher "*" matches nothing: "all", or "camelCase" ones
}

// A Syntax is what a file is written in.
type Syntax uint8

const (
	JSON   Syntax = iota // with comments and commas at the end, where somebody wrote some
	TOML                 // a list of tables
	Script               // a file an event, its name is the event's
	Plugin               // JavaScript that runs in the client
)

// A CommandShell is what a command line is written for.
type CommandShell uint8

const (
	Posix CommandShell = iota
	CmdExe
	PowerShell
	GitBash // on Windows
)

// groupEntry is how Claude Code's settings hold a hook, which others took over.
const groupEntry = `{"hooks": [{"type": "command", "command": $command, "timeout": $timeout}]}`
