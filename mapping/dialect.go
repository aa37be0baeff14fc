// Package mapping translates between AI coding tools and hooks. It is pure: bytes in,
// bytes out, no process, clock or file. A tool is a Dialect, a table, and all other code
// reads that table. People write the tables in clients and formats. clients/gen checks
// them and writes the compact text that this file describes.
package mapping

//go:generate go run ./clients/gen -fmt
//go:generate go run ../internal/gen/pages ../docs

// A Dialect is the language of one client, as static data. One value works both ways: the
// shim decodes and answers the client's own calls with it, and calls a hook that is written
// for it on behalf of any other client.
type Dialect struct {
	Name   string    // the envelope's source, lowercase kebab-case
	Marks  []Mark    // the payload is this client's if any of them fits
	Traces []Mark    // the same where no mark of any dialect fits: a new event, a key that is gone
	Env    []string  // variables this client sets for its hooks; they break ties, never decide
	Fields Keys      // what every event carries, in the order in which the client sends it
	Events Table     // see Event; for one that is in no entry, nor in *any, exit 2 denies
	Forms  Table     // see Forms
	Tools  Tools     // the client's own tools
	MCP    MCPNaming // how tools of MCP servers are named
	Stderr StderrPolicy
	None   Form // "no opinion"
	Fault  Form // "the hook failed"

	// Rewrite is for tools that are neither in Tools nor of an MCP server.
	Rewrite RewriteRule

	// Frame is what an answer must have beside any other member below the same parent.
	// Claude Code's hookSpecificOutput needs its hookEventName.
	Frame Form

	// Valid is what must be true of each key that an answer has. The client drops any
	// other answer whole. $event is the event's name, which must be there.
	Valid Mark

	// MaxContext is the longest context that the client takes, in bytes; 0 is no limit.
	MaxContext int

	// Argv marks a payload that is the last argument and not on stdin. PayloadEnv names a
	// variable that holds the payload if stdin is silent. A value that is no object is a
	// member of the payload, under the variable's name.
	Argv       Mark
	PayloadEnv string

	// Synthetic lists the beginnings of prompts that no person wrote.
	Synthetic []string

	// AnswerPart returns the part of a hook's stdout that this client reads as the
	// answer; nil: all of it.
	AnswerPart func(stdout string) string

	// Home: the client's tools take "~" in front of a path for the user's home.
	Home bool

	// AnyCase: the client's tools take the keys of their input in any case.
	AnyCase bool

	// URIs: the client's tools take a file:// URI for the path of a file.
	URIs bool

	// Envelope: this is the OpenHook envelope itself. The shim passes it on unchanged.
	Envelope bool

	// Format: this is a draft of a standard and no client. An approval is the usual way of
	// saying nothing, and JSON counts at exit 0 alone.
	Format bool

	// Spaced: a hook reads its event with a space behind each colon and comma, as Python's
	// json.dumps writes it.
	Spaced bool

	// AsFormat: --format takes this dialect. A hook that is written for this client runs
	// behind any other.
	AsFormat bool

	// Encode returns an event that no table can describe, as one line.
	Encode func(*Call, *Event, Record) []byte
	// EventName finds the event of a client that does not name it. hint is the value of
	// --event, used if the payload fits several events.
	EventName func(p *Payload, hint string) string
	// Refine completes a decoded call with facts that no table can describe.
	Refine func(*Call)
	// Fix adapts an answer before it is encoded, in ways that no table can describe. It
	// returns a warning, or "".
	Fix func(*Call, *Answer) string
}

// A Mark is a condition on a payload, or on a value: traits, separated by spaces, that are
// all true:
//
//	key          it is there        !key          it is not, or null
//	key:string   it is a string; also :number :object :array :bool
//	key=a|b      a string equal to one of the texts
//	key^a|b      a string that begins with one of them
//	key~text     a string that holds text, path separators folded to '/'
//	first=key    the payload begins with that key
//	named        the payload names one of the dialect's own events
//
// A key is one of the payload's own; what Answer.Native may set is a dot-separated
// path.
type Mark string

// A Table is text that clients/gen writes. Each entry is a line, NAME: BODY. Lines that
// begin with a space continue an entry. The table is text because text costs nothing at
// the start of the shim. The runtime walks a structure full of pointers before main.
type Table string

// Keys ties fields of a call to a client's keys, a word each:
//
//	FIELD=PATH{NATIVE:CANON,…}|JSON@AS
//
// FIELD is what Field.Name returns, "-" where the model has none; PATH is
// dot-separated, "$NAME" a variable of the hook process. FIELD alone stands for
// both where they are alike. In braces stand the words that the client spells in
// its own way. JSON is what it sends where the call has no value. AS is millis for
// a number of milliseconds, which is rounded, seconds for a number of seconds, and strings for an object whose
// values are strings; what is none is JSON in a string.
type Keys string

// A Key is one word of Keys.
type Key struct {
	Field   Field
	As      As
	Path    string
	Words   string // NATIVE:CANON, separated by commas
	Literal string // raw JSON
}

// As says how a value is carried over.
type As uint8

const (
	Plain    As = iota
	Millis      // a number of milliseconds, rounded to an integer
	Seconds     // a number of seconds, of which the model has the milliseconds
	Lines       // a list of strings, or of objects that hold one under ToolKey.Of, joined by newlines
	Commands    // a list of command lines, each a string or a program with its arguments, joined likewise
	Files       // a list of paths or of objects with a path, joined likewise; they are listed in data.files
	Patch       // a patch text; the files it names are listed in data.files
	Strings     // an object whose values are strings; what is none is JSON in a string
)

// An Event is one event of a client and the answers that achieve something on it,
// an entry of Dialect.Events:
//
//	NATIVE: TYPE WORDS
//
// TYPE is the OpenHook type, "-" for vendor.<source>.<native in snake case>. WORDS
// are
//
//	600s, 1500ms     the client's own default timeout for this event
//	@NAME            the entry of Dialect.Forms; without one the client reads no answer
//	!FLAG            see Flags; !success and !error say how a tool ended, where the event does
//	FIELD=PATH…      what this event carries beside Dialect.Fields, see Keys
//	$NAME            the keys of the entry $NAME
//	+PATH            a native key without a field, copied into data under the last part of its path
//	tool:NAME        the tool that the event is about, where the payload does not name it
//	input:PATH       a native key that is that tool's input
//	own:PATH:KIND    what Answer.Native may set here, and the kind of value that the client takes
//	own+:PATH:KIND   what it may set beside a deny or a stop, which are otherwise sent alone
//
// Entries whose name begins with "*" are no events: *any stands for one that is not
// in the table, others are what Refine puts in the place of an event.
type Event struct {
	Native string
	Type   string
	Forms  Forms
	Limit  int32 // ms; 0 unknown
	Flags  Flags
	Status string // success, error, "" unknown
	Tool   string
	words  string // all of WORDS
	table  Table  // where $NAME is
}

// Flags are properties of an event that no form can show. The word after each name is
// the flag's word in a table.
type Flags uint16

const (
	// TextIsContext, text: the client takes plain text on stdout as context.
	TextIsContext Flags = 1 << iota
	// KeepsGoing, goes-on: a block makes the agent go on.
	KeepsGoing
	// RawOutput, raw: stdout is the hook's product and no answer. It passes unchanged.
	RawOutput
	// RewriteNeedsAllow, with-allow: a new input counts only together with an approval.
	RewriteNeedsAllow
	// NobodyWaits, unheard: the client does not wait for the answer. A deny is still sent,
	// in case the client waits one day, but the shim promises nothing.
	NobodyWaits
	// TooLate, too-late: the subject of the event has happened. A deny only tells the model.
	TooLate
	// AnyOutputCounts, mute: any output means something to the client. "No opinion" and a
	// fault are an exit code alone.
	AnyOutputCounts
	// AskUnsafe, ask-unsafe: a part of the client ignores an ask. It is sent only with
	// --degrade ask=native.
	AskUnsafe
	// OmitsEmpty, bare: without a value, only the session and the transcript of
	// Dialect.Fields are sent.
	OmitsEmpty
)

// Forms holds, for each wish, the Form that achieves it, an entry of
// Dialect.Forms, a line each:
//
//	allow    skip the client's permission step
//	deny     prevent it; where that is impossible, what comes nearest (feedback, going on)
//	ask      let the user decide
//	rewrite  another input
//	context  text for the model
//	output   another result
//	stop     end the agent's loop
//	message  text for the user
//	quiet    keep the hook's output out of the transcript
//	none     "no opinion", where it is not Dialect.None
//
// A wish with "+" in front is a form that the client obeys too. It is understood
// when a hook speaks the dialect and never sent.
type Forms struct {
	to   [wishCount]Form
	none Form
	also string // the lines from the first "+" on
}

// A Wish is one thing that an answer can ask for.
type Wish uint8

const (
	WishAllow Wish = iota
	WishDeny
	WishAsk
	WishStop
	WishRewrite
	WishContext
	WishOutput
	WishMessage
	WishQuiet

	wishCount
)

// A Form is what achieves a wish: values at places of the reply, PLACE=VALUE,
// separated by spaces; "" is no form.
//
// A place is a dot-separated path in the JSON object on stdout, or #exit, #stdout,
// #stderr, or #line.PATH for a JSON line of its own before the object.
//
// A value is raw JSON without spaces, or a variable: $reason, $stop (the reason to
// end), $context, $message, $event (the event's native name), $input (the new
// input in the client's keys), $output and $mcp_output (the new result as raw
// JSON, for the client's own tools and for those of MCP servers), $output_text
// (the new result as a string), $command (a command for the model to run, which is
// only read). What is empty is left out.
type Form string

// Tools lists a client's tools, a line each:
//
//	NAMES: CANON KEYS RULES
//
// NAMES is what the client calls it, with "|" between several. CANON is the tool
// that does the same, "-" if none does. KEYS ties canonical keys of tool_input to
// the client's, CANON=NATIVE, for those that are spelt differently or are listed
// for !merge; a name alone is spelt alike. Several keys may share one canonical
// key: other spellings that the client takes from a model. Behind a key may stand
// @ and how its value is carried over (see As), with .MEMBER for a list of
// objects. RULES are !merge and !never (see RewriteRule), and !create, !update,
// !delete or !read, what the tool does to its files where that does not follow
// from CANON.
type Tools string

// A Tool is one line of Tools.
type Tool struct {
	Native  string
	Canon   string // "" none
	Op      string // for data.files; "" follows from Canon
	Keys    []ToolKey
	Rewrite RewriteRule
}

// A ToolKey ties a canonical key of tool_input to the client's.
type ToolKey struct {
	Canon, Native string
	As            As
	Of            string // the member that counts, where the list holds objects
}

// A RewriteRule is what a client does with a new tool input.
type RewriteRule uint8

const (
	Whole RewriteRule = iota // it replaces the whole input
	Merge                    // it takes the keys of Tool.Keys that are not Fixed, one by one
	Never                    // it takes none
)

// MCPNaming is a client's spelling of a tool of an MCP server: prefix, server, separator,
// tool. Without a separator the name holds the tool alone.
type MCPNaming struct {
	Prefix, Sep string
	Rewrite     RewriteRule
}

// A StderrPolicy is what may go to the client's stderr beside a form's own text.
type StderrPolicy uint8

const (
	// StderrFree allows the hook's stderr and the shim's warnings: the client logs them or
	// shows them to the user.
	StderrFree StderrPolicy = iota
	// StderrQuiet allows nothing: the client parses stderr or gives it to the model.
	StderrQuiet
)
