#!/usr/bin/env node
// Stops shell commands that you cannot undo. This is a seat belt, not a sandbox: variables and scripts can hide a command.
const { OPENHOOK_TYPE: type, OPENHOOK_CUT: cut = '', OPENHOOK_COMMAND: command = '' } = process.env
const front = /^ ?([^ ]*\/)?(sudo|doas|env|command|exec|eval|nohup|time|timeout [^ ]+|xargs|docker exec [^ ]+|ssh [^ ]+|then|do|else|[{!]|(ba|z|da|k)?sh|[A-Za-z_]+=[^ ]*|-[a-zA-Z]+) /
const git = '^git( -C [^ ]+| -[^ ]+)*', tree = ' (--no-preserve-root|/|~|[.*/]+|~/[*.]*|/(bin|boot|dev|etc|lib|opt|root|sbin|srv|sys|usr|var|(home|users)(/[^/ ]+)?)/?[*.]*) '
const whole = command.replace(/["'\\]/g, '').replace(/\$(HOME|\{HOME[^}]*\})/g, '~').replace(/\$\{?PWD\}?|\$\(pwd\)/g, '.').replace(/\$\{?IFS\}?/g, ' ').replace(/\|\|/g, ';')
const commands = whole.split(/[;&|()<>`\n]/).map(one => { // one simple command at a time, and nothing in front of it such as sudo
  one = one.replace(/[ \t]+/g, ' ')
  while (front.test(one)) one = one.replace(front, '')
  return one.replace(/^ ?(\/[^ ]*\/)?/, '') + ' '
})
const has = pattern => commands.some(one => new RegExp(pattern, 'i').test(one))
const says = pattern => whole.split('\n').some(line => pattern.test(line))
const stop = why => (console.error(`guard.js stopped this: ${why}. Name exactly what is meant, or ask the user to run it.`), process.exit(2))
if (type !== 'tool.start') process.exit(0) // whichever tool runs the command
if (cut.includes('COMMAND')) stop('the command cannot be read whole')
if (has('^rm.* (-[a-z]*r|--recursive)') && has('^rm.*' + tree)) stop('it removes a whole tree')
if (has(git + ' (reset .*--hard|clean .*-[a-z]*f)')) stop('it throws uncommitted work away')
if (has(git + ' push.* (-[a-z]*[fd]|--force|--delete|[+:])') && has(git + ' push.*[ +:/](main|master) ')) stop('it rewrites a shared branch')
if (has('^mkfs|^dd .*of=/dev/(sd|hd|vd|nvme|mmc|disk)') || says(/> *>?\/dev\/(sd|hd|vd|nvme|mmc|disk)|: *\( *\) *\{/i)) stop('it can ruin the machine')
if (says(/(curl|wget) [^;]*\|&? *((sudo|env)( -E| [A-Z]+=[^ ]*)* )?([^ ]*\/)?((ba|z|da)?sh|(python3?|perl|ruby|node) *(-|$))( |;|$)|(^|[^a-z])((ba|z|da)?sh|eval|source)( -c)? (<\(|\$\()(curl|wget)/i)) stop('it runs a download')
if (has('^chmod .*777.*' + tree) && has('^chmod .*-[a-z]*R')) stop('it opens a whole tree to everybody')
if ((has('^(psql|mysql|mariadb|sqlite3)') && says(/drop +(table|database|schema)/i)) || has('^dropdb|^(terraform|tofu|pulumi) (-[^ ]+ |apply .*-)*destroy')) stop('it drops tables or servers')
