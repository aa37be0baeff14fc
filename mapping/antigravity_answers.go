package mapping

// The answer is protojson and strict: a key that the event does not know is an
// error, which aborts the turn on PreInvocation (Emanuele-web04/synara#1143) and
// replaces the tool's result on PostToolUse. {} on PreToolUse is a refusal (1.0.3
// to 1.2.7), an exit code other than 0 blocks on 1.1.27 and lets run on 1.3.x. So
// every answer goes out with exit 0, and no opinion is nothing at all.

// antigravityFault: stderr is logged.
const antigravityFault Form = "#stderr=$reason"

const antigravityForms Table = `
` +
	// An approval overrides nothing (1.1.2 to 1.2.7, google-antigravity/antigravity-cli#1053), but a
	// build that takes silence for a refusal needs it. ask and force_ask run the call unasked where the
	// user chose always-proceed (1.1.27, onkarbadve/agy-auto).
	`pre-tool:
  allow decision="allow"
  deny decision="deny" reason=$reason
  ask decision="ask" reason=$reason
` +
	// counts beside "allow" only
	`  rewrite overwrite=$input
  +ask decision="force_ask" reason=$reason
  +deny decision="deny_unless_prior_grant" reason=$reason
  +deny allowTool=false denyReason=$reason
` +
	// What is said where nobody knows which event it is.
	`deny:
  deny decision="deny" reason=$reason
inject:
  context injectSteps.0.ephemeralMessage=$context
post-model:
  context injectSteps.0.ephemeralMessage=$context
  stop terminationBehavior="terminate"
` +
	// Anything but "continue" lets the agent stop.
	`stop:
  deny decision="continue" reason=$reason
`
