#!/usr/bin/env node
// Stops file writes, shell commands, MCP calls and unknown tools that hold a key or token: AWS, GitHub, GitLab, Anthropic, OpenAI, Slack,
// Google, Stripe, npm, private keys. The removed text of an edit (old_string) does not count.
const { OPENHOOK_TYPE: type, OPENHOOK_TOOL: tool, OPENHOOK_COMMAND: command, OPENHOOK_CUT: cut } = process.env
const edge = String.raw`(^|\\[bfnrt]|\\u[0-9A-Fa-f]{4}|[^A-Za-z0-9])` // "\n" may be two characters: in a script, in JSON in a string
const keys = new RegExp(['(AKIA|ASIA)[A-Z0-9]{16}', 'gh[opsur]_[A-Za-z0-9]{30}', 'github_pat_[A-Za-z0-9_]{22}', 'glpat-[A-Za-z0-9_-]{20}',
  'npm_[A-Za-z0-9]{36}', 'sk-ant-[A-Za-z0-9_-]{20}', edge + 'sk-((proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20}|[A-Za-z0-9]{32})',
  '[sr]k_live_[A-Za-z0-9]{16}', 'xox[abeoprs]-[A-Za-z0-9-]{10}', edge + 'AIza[A-Za-z0-9_-]{35}', '-----BEGIN [A-Z0-9 ]*PRIVATE KEY'].join('|'))
const stop = why => (console.error(`secrets.js stopped this: ${why}`), process.exit(2))
async function main() {
  let text = ''
  for await (const some of process.stdin.setEncoding('utf8')) text += some
  const { extensions, ...event } = JSON.parse(text) // without the tool's own payload: it says the same again
  let found = false
  JSON.stringify(event, (name, value) => { // all names and texts but the old text of an edit and the xxxx of a placeholder
    const texts = typeof value === 'string' && !/^old[A-Za-z_]*$/.test(name) ? [name, value] : [name]
    found ||= texts.some(one => keys.test(one.replace(/[xX]{8,}/g, '')))
    return value
  })
  if (found) stop('it holds what looks like a key or a token. Keep it out of the code: read it from the environment or a secret store.')
}
if (type !== 'tool.start' || !command && ['file_read', 'search', 'find', 'web_search', 'web_fetch', 'agent'].includes(tool)) process.exit(0)
if (cut) stop('too long to be checked')
main().catch(e => stop(`it could not be checked (${e.name})`)) // a crash would be no opinion
