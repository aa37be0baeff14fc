package mapping

// The plugin reads OpenHook's own answer on exit 0; exit 2 is a deny, anything
// else a failed hook. There is no way to ask: the permission rules of
// opencode.json decide before a user is asked, and a hook cannot make them.

const opencodeForms Table = `
any:
  deny decision="deny" reason=$reason
` +
	// An error thrown is the tool's result, word for word, and the agent goes on; continue:false also
	// aborts the session (1.18.33).
	`before:
  deny decision="deny" reason=$reason
` +
	// replaces the whole input
	`  rewrite updated_input=$input
  stop continue=false reason=$stop
  message system_message=$message
after:
` +
	// appended to the result
	`  deny decision="deny" reason=$reason
  context context=$context
  output updated_output=$output updated_output=$mcp_output
  stop continue=false reason=$stop
  message system_message=$message
prompt:
  deny decision="deny" reason=$reason
  context context=$context
  stop continue=false reason=$stop
  message system_message=$message
` +
	// A rejection ends the turn, and the model reads another reason than ours (1.18.33).
	`permission:
  allow decision="allow"
  deny decision="deny" reason=$reason
  stop continue=false reason=$stop
  message system_message=$message
idle:
  deny decision="deny" reason=$reason
  message system_message=$message
` +
	// What is said when a session begins stands beside its first prompt.
	`context:
  context context=$context
  message system_message=$message
` +
	// A toast; without a TUI nothing.
	`message:
  message system_message=$message
`
