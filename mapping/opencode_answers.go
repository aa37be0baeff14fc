package mapping

// The plugin reads OpenHook's own answer on exit 0; exit 2 is a deny, anything
// else a failed hook. There is no way to ask: the permission rules of
// opencode.json decide before a user is asked, and a hook cannot make them.

const (
	opencodeNo   Form = `decision="deny" reason=$reason`
	opencodeEnd  Form = "continue=false reason=$stop"
	opencodeTell Form = "context=$context"
	opencodeShow Form = "system_message=$message" // a toast, without a TUI nothing
)

// opencodeBefore: an error thrown is the tool's result, word for word, and the
// agent goes on; continue:false also aborts the session (1.18.33).
var opencodeBefore = Forms{
	Deny:    opencodeNo,
	Rewrite: "updated_input=$input", // replaces the whole input
	Stop:    opencodeEnd,
	Message: opencodeShow,
}

var opencodeAfter = Forms{
	Deny:    opencodeNo, // appended to the result
	Context: opencodeTell,
	Output:  "updated_output=$output updated_output=$mcp_output",
	Stop:    opencodeEnd,
	Message: opencodeShow,
}

var opencodePrompt = Forms{Deny: opencodeNo, Context: opencodeTell, Stop: opencodeEnd, Message: opencodeShow}

// opencodePermission: a rejection ends the turn, and the model reads another
// reason than ours (1.18.33).
var opencodePermission = Forms{Allow: `decision="allow"`, Deny: opencodeNo, Stop: opencodeEnd, Message: opencodeShow}

var opencodeIdle = Forms{Deny: opencodeNo, Message: opencodeShow}

// opencodeContext: what is said when a session begins stands beside its first
// prompt.
var opencodeContext = Forms{Context: opencodeTell, Message: opencodeShow}

var opencodeMessage = Forms{Message: opencodeShow}
