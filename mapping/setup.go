package mapping

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
	// Old are the events as older versions know them.
	Old []OldEvents
	// Shell runs a command; WindowsShell does on Windows.
	Shell, WindowsShell CommandShell
	// Longest is the longest timeout of an event in seconds, EVENT=SECONDS; "*" is
	// any other.
	Longest string
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

// A HookFile is a file in which a client looks for hooks.
type HookFile struct {
	Scope Scope
	// Path has slashes. "~/" is the user's home, "$NAME/" a folder that a variable
	// names; what begins otherwise and not with a slash is below the project. "*"
	// is any name; install writes "openhook".
	Path         string
	Mac, Windows string // where it is elsewhere
	Layout       *Layout
	Install      bool   // install writes here
	Cloud        bool   // an agent in the cloud reads this file and none of another client's
	Of           string // the client whose file this is
	If           string // under which condition it is read, for people
	Off          string // FILE KEY: where false says that it is not read
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
	Closed                  string // KEY=VALUE of a handler for a hook that must not fail
	ClosedSince             string // the version that knows it
	New                     string // what a new file holds
	Needs                   string // KEY=VALUE without which the client drops the file
	Only                    string // the keys that it may have at its top, others void it
	EntryOnly               string // the keys that an entry may have, others void the file
	Strict                  bool   // one event that the client does not know voids the file
	Absent                  string // a key at the top that may not be there: with it nothing fires
	Off                     string // KEY=VALUE that switches all hooks off, where it stands
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

// Setups returns how each client is told of hooks.
func Setups() []Setup {
	return []Setup{
		claudeCodeSetup, cursorSetup, codexSetup, geminiSetup, copilotSetup, kiroSetup, windsurfSetup, clineSetup,
		qwenSetup, droidSetup, devinSetup, augmentSetup, vscodeSetup,
		antigravitySetup, crushSetup, gooseSetup, vibeSetup, opencodeSetup,
		kimiSetup, grokSetup,
	}
}

const groupEntry = `{"hooks": [{"type": "command", "command": $command, "timeout": $timeout}]}`

// groups is the layout that Claude Code came up with and others took over.
var groups = Layout{Root: "hooks", Entry: groupEntry, Unit: 1000}
