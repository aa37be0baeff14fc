package mapping

import "strings"

// Cline knows one way to say no: a cancel, which ends the whole turn. The CLI
// ignores exit codes, the extension takes any but 0 for a failed hook and does
// not read its answer, so every answer goes out with exit 0.
const clineNone Form = "#stdout={}"

// clineFault: stderr is collected and never read (CLI 3.0.65), shown with the
// hook's output (extension 3.x).
const clineFault Form = "#stdout={} #stderr=$reason"

// clineCancel: nothing but a cancel is read.
const clineCancel Table = `
cancel:
  deny cancel=true errorMessage=$reason
  stop cancel=true errorMessage=$stop
`

const clineForms = clineCancel + `
` +
	// There is no ask and no allow: review:true does nothing, and an approval is still asked for
	// (3.0.65). There is no message either: errorMessage without a cancel goes to the model as context
	// (3.0.65).
	`pre-tool:
  deny cancel=true errorMessage=$reason
` +
	// replaces the whole input (3.0.65)
	`  rewrite overrideInput=$input
  context contextModification=$context
  stop cancel=true errorMessage=$stop
  +context context=$context
` +
	// A cancel would end the turn for what has been done already, so a block goes to the model as
	// context.
	`post-tool:
  context contextModification=$context
  stop cancel=true errorMessage=$stop
  +context context=$context
`

const clineVSCodeForms = clineCancel + `
` +
	// The extension takes no new input (4.1).
	`pre-tool:
  deny cancel=true errorMessage=$reason
  context contextModification=$context
  stop cancel=true errorMessage=$stop
post-tool:
  context contextModification=$context
  stop cancel=true errorMessage=$stop
`

// clineSaid returns the last line that is marked as the answer, which the CLI
// (3.0.65) looks for, else the object at the end, as the extension (4.1) does.
func clineSaid(stdout string) string {
	for end := len(stdout); end > 0; {
		start := strings.LastIndexByte(stdout[:end], '\n') + 1
		if said, ok := strings.CutPrefix(strings.TrimSpace(stdout[start:end]), "HOOK_CONTROL\t"); ok {
			return said
		}
		end = start - 1
	}
	tries := 0
	for end := len(stdout); end > 0 && tries < 64; {
		start := strings.LastIndexByte(stdout[:end], '\n') + 1
		if said := strings.TrimSpace(stdout[start:]); strings.HasPrefix(said, "{") {
			if tries++; valid([]byte(said)) == nil {
				return said
			}
		}
		end = start - 1
	}
	return stdout
}
