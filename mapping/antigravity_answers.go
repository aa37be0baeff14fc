package mapping

// The answer is protojson and strict: a key that the event does not know is an
// error, which aborts the turn on PreInvocation (Emanuele-web04/synara#1143) and
// replaces the tool's result on PostToolUse. {} on PreToolUse is a refusal (1.0.3
// to 1.2.7), an exit code other than 0 blocks on 1.1.27 and lets run on 1.3.x. So
// every answer goes out with exit 0, and no opinion is nothing at all.

// antigravityFault: stderr is logged.
const antigravityFault Form = "#stderr=$reason"

// antigravityPreTool: an approval overrides nothing (1.1.2 to 1.2.7,
// google-antigravity/antigravity-cli#1053), but a build that takes silence for a
// refusal needs it. ask and force_ask run the call unasked where the user chose
// always-proceed (1.1.27, onkarbadve/agy-auto).
var antigravityPreTool = Forms{
	Allow:   `decision="allow"`,
	Deny:    `decision="deny" reason=$reason`,
	Ask:     `decision="ask" reason=$reason`,
	Rewrite: "overwrite=$input", // counts beside "allow" only
	Also: []Alternative{
		{WishAsk, `decision="force_ask" reason=$reason`},
		{WishDeny, `decision="deny_unless_prior_grant" reason=$reason`},
		{WishDeny, "allowTool=false denyReason=$reason"}, // the words of older builds
	},
}

// antigravityDeny is what is said where nobody knows which event it is.
var antigravityDeny = Forms{Deny: `decision="deny" reason=$reason`}

// antigravityQuiet is a model event of which nobody knows whether it comes before
// or after: the two take different keys.
var antigravityQuiet = Event{Type: "model.request", Carry: "invocationNum initialNumSteps", Limit: 30_000}

var antigravityInject = Forms{Context: "injectSteps.0.ephemeralMessage=$context"}

var antigravityPostModel = Forms{
	Context: "injectSteps.0.ephemeralMessage=$context",
	Stop:    `terminationBehavior="terminate"`,
}

// antigravityStop: anything but "continue" lets the agent stop.
var antigravityStop = Forms{Deny: `decision="continue" reason=$reason`}

// antigravitySteps: a hook may add steps of other kinds (userMessage, toolCall).
const antigravitySteps Mark = "injectSteps:array"
