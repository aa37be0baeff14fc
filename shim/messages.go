package shim

import "github.com/openhook/openhook-shim/mapping"

// The user's texts are in this file. A message is one line: the prefix, lower case,
// no full stop. It names what happened, to what, and what to do. Messages go to stderr
// because stdout belongs to the client. The shim writes none where the client parses
// stderr or hands it to the model.

const prefix = "openhook-shim: "

// failure returns an error with this text. It is not inlined because that costs 1 kB of code.
//
//go:noinline
func failure(text string) error { return mapping.Error(text) }

const (
	msgNoValue     = " needs a value"
	msgNoSwitch    = " takes no value; remove = and the value"
	msgNotUsed     = " is ignored; "
	msgBeside      = "--help and --version do not run the hook; remove them"
	msgUnknownFlag = "unknown flag "
	msgAfterLine   = "-c takes one line; remove: "
	msgFormat      = "use openhook, native or one of "
	msgNumber      = "use a number from 0 up"
	msgNoCommand   = "no hook given; use: openhook-shim [flags] -- ./my-hook.sh"
	msgTerminal    = "stdin is a terminal, but an AI coding tool sends JSON there; run: openhook-shim --help"
	msgSilent      = "sent no data for 2 s"
	msgUnreadable  = "the hook did not run: stdin "
	msgPanic       = "internal error; report it: "
	msgUndelivered = "the shim cannot write the hook's answer to stdout"
	msgEnded       = "ended together with openhook-shim by signal "
	msgTimeout     = "did not end within "
	msgExit2       = " ended with exit code 2, a warning under --exit-2-warns"
	msgNotFound    = "not found in "
	msgNotInPath   = "not found in PATH; give its path, for example ./"
	msgNotRunnable = "not executable; run: chmod +x "
	msgIsFolder    = "is a folder"
	msgCRLF        = "has a Windows line end in its first line; convert the file to LF"
	msgInterpreter = "interpreter not found; fix the first line, or install "
	msgScript      = " has no script "
	msgNoScript    = "found no script: "
	msgNotStarted  = "did not start: "
	msgInstall     = "interpreter not in PATH; install "
	msgCmdArgument = "cmd cannot take a quote, % or line end safely; use a .ps1 or an .exe, or change "
	msgCmdLine     = "-c takes one line; put several lines into a .cmd file"
	msgNoEvent     = "this hook format has no event for "
	msgObserved    = "observe: would have "
	msgAbsolute    = "use an absolute path"
	msgLog         = "the log does not hold this call: "
	msgUnwritten   = "cannot write the file"
	msgDump        = "the dump does not hold this call: "
	msgTaken       = " became the value of the flag before it, so there is no hook; use: openhook-shim [flags] -- "
	msgUnshown     = " does not run: its format cannot show the input that an earlier hook changed"
	msgGone        = " was deleted after you allowed it; restore it, or run: openhook deny "
	msgUntrusted   = " is not trusted, so its hooks do not run; read it, then run: openhook allow "
	msgChanged     = " changed after you allowed it; read it, then run: openhook allow "
	msgUnlisted    = " called a tool that this version does not know: "
	msgVersion     = " sent an OpenHook version that this version reads as 0.1: "
	msgDoctor      = "; run: openhook doctor"
	msgLoop        = "the agent may stop now: hooks kept it going too often in a row; change the limit with --max-continues"
)

const usage = `openhook-shim runs your hook in any AI coding tool. Add it to the tool's settings
where a hook command belongs. The shim detects which tool calls it.

  openhook-shim [flags] -- ./my-hook.sh [args…]   run a program
  openhook-shim [flags] -c 'line'                 run a line of shell
  openhook-shim [flags]                           run the hooks of .openhook.json
  openhook-shim get PATH                          print one value of the envelope from stdin

Your hook reads one OpenHook envelope (JSON) on stdin, or the OPENHOOK_* variables.
  exit 0                no opinion, or the answer in the JSON on stdout:
                        {"decision":"allow|deny|ask","reason":"…","context":"…", …}
  exit 2                block; the reason is the hook's stderr
  anything else         the hook failed: no opinion, unless --fail-closed

Flags
  --events LIST         run only for these events: tool.start,agent.stop or tool.*
  --tools LIST          run only for these tools: shell,file_write,mcp__github__*
  --timeout 30s         end the hook after this time (default: 90% of the tool's own limit)
  --fail-closed         block if there is no answer: bad input, crash, timeout, missing hook
  --timeout-blocks      block if the hook exceeds its time
  --exit-2-warns        exit 2 means that the hook failed, it does not block
  --async               start the hook and answer "no opinion" at once
  --observe             run the hook, but always answer "no opinion"
  --block-on LIST       more exit codes that block, in addition to 2: any, or 1,3
  --degrade WISH=HOW    replacement in a tool that cannot do it: ask=native|deny|allow,
                        rewrite=deny|drop, context=drop|deny
  --max-continues N     how often in a row a hook may keep an agent going (default 8, 0: no limit)
  --format NAME         format of the hook's input and output: openhook (default), native,
                        {formats}
  --strict              only the envelope fields of OpenHook v0.1
  --no-native           remove the tool's own payload from the envelope
  --source NAME         name the tool if its payload does not
  --event NAME          name the event if the payload does not
  --log FILE            append one line for each call (an Agent Hooks event)
  --version, --help
`
