package shim

import "github.com/openhook/openhook-shim/mapping"

// Every word that a user reads stands here. A message is one line that begins
// with "openhook-shim: ", lower case, without a full stop, and says what to do.
// stdout belongs to the client; messages go to stderr, and only where the client
// neither parses it nor hands it to the model.

const prefix = "openhook-shim: "

// failure is an error that is known by its text. Inlined it would be 1 kB of code.
//
//go:noinline
func failure(text string) error { return mapping.Error(text) }

const (
	msgNoValue     = " needs a value"
	msgUnknownFlag = "unknown flag "
	msgAfterLine   = "-c takes one line; what follows it is not used: "
	msgFormat      = "use openhook, claude-code, native, hook-contract, agent-hooks or hook-md"
	msgNumber      = "use a number from 0 up"
	msgNoCommand   = "no hook given; use: openhook-shim [flags] -- ./my-hook.sh"
	msgTerminal    = "this runs as a hook of an AI coding tool, which sends JSON on stdin; see openhook-shim --help"
	msgSilent      = "is silent; no byte came for 2 s"
	msgUnreadable  = "the hook was not run: stdin "
	msgPanic       = "internal error, please report it: "
	msgUndelivered = "the hook's answer cannot be written to stdout"
	msgEnded       = "was ended with openhook-shim by signal "
	msgTimeout     = "did not end within "
	msgNotFound    = "was not found in "
	msgNotInPath   = "was not found in PATH; give its path, such as ./"
	msgNotRunnable = "cannot be run; try: chmod +x "
	msgIsFolder    = "is a folder"
	msgCRLF        = "has Windows line ends in its first line; convert it to LF"
	msgInterpreter = "needs an interpreter that is not there: "
	msgScript      = " has no script "
	msgNoScript    = "found no script: "
	msgNotStarted  = "could not be started: "
	msgInstall     = "its interpreter is not in PATH; install "
	msgCmdArgument = "cmd cannot be given a quote, % or line end safely; use a .ps1 or an .exe, or change "
	msgCmdLine     = "-c takes one line; put more of them into a .cmd file"
	msgNoEvent     = "hooks of this format have no event like "
	msgObserved    = "observe: would have "
	msgAbsolute    = "use an absolute path"
	msgLog         = "this call is not in the log: "
	msgUnshown     = " cannot be shown the new input that a hook before it wants"
	msgGone        = " is gone since it was allowed; put it back, or: openhook deny "
	msgUntrusted   = " is not trusted, so its hooks do not run; read it, then: openhook allow "
	msgChanged     = " has changed since it was allowed; read it, then: openhook allow "
	msgLoop        = "the agent may stop now: a hook made it go on too many times in a row (see --max-continues)"
)

const usage = `openhook-shim runs your hook behind any AI coding tool. Put it where the tool
expects a hook command; it finds out by itself which tool calls.

  openhook-shim [flags] -- ./my-hook.sh [args…]   run a program
  openhook-shim [flags] -c 'line'                 run a line of shell
  openhook-shim [flags]                           run what .openhook.json says
  openhook-shim get PATH                          print one value of the envelope on stdin

Your hook reads one OpenHook envelope (JSON) on stdin, or the OPENHOOK_* variables.
  exit 0                no opinion, or what the JSON on stdout says:
                        {"decision":"allow|deny|ask","reason":"…","context":"…", …}
  exit 2                block; the reason is what it printed on stderr
  anything else         the hook failed: no opinion, unless --fail-closed

Flags
  --events LIST         run only for these events: tool.start,agent.stop or tool.*
  --tools LIST          run only for these tools: shell,file_write,mcp__github__*
  --timeout 30s         end the hook after that long (default: 90% of the tool's own limit)
  --fail-closed         block when no answer can be had: bad input, crash, timeout, missing hook
  --async               start the hook and answer "no opinion" at once
  --observe             run the hook, but always answer "no opinion"
  --block-on LIST       exit codes that block beside 2: any, or 1,3
  --degrade WISH=HOW    where a tool cannot do it: ask=native|deny|allow, rewrite=deny|drop,
                        context=drop|deny
  --max-continues N     how often in a row a hook may keep an agent going (default 8, 0: no limit)
  --format NAME         what the hook reads and says: openhook (default), claude-code, native,
                        hook-contract, agent-hooks, hook-md
  --strict              only the envelope fields of OpenHook v0.1
  --no-native           leave the tool's own payload out of the envelope
  --source NAME         who calls, where the payload does not say
  --event NAME          which event, where the payload does not say
  --log FILE            append a line for each call, an Agent Hooks event
  --version, --help
`
