// The shim's job for Claude Code's PreToolUse: node shim.js PROGRAM [ARG…]
const { spawnSync } = require('node:child_process')
const { randomUUID } = require('node:crypto')
const { readFileSync } = require('node:fs')

const tools = { Bash: ['shell', ''], Read: ['file_read', 'read'], Write: ['file_write', 'create'], Edit: ['file_edit', 'update'] }
const can = ['allow', 'deny', 'ask', 'rewrite', 'context', 'stop', 'message', 'suppress']

const payload = JSON.parse(readFileSync(0, 'utf8'))
const [tool, op] = tools[payload.tool_name] ?? []
const input = payload.tool_input
const files = op ? [{ path: input.file_path, op }] : undefined
const envelope = {
  openhook: '0.1',
  id: randomUUID(),
  source: 'claude-code',
  type: 'tool.start',
  time: new Date().toISOString(),
  session_id: payload.session_id,
  cwd: payload.cwd,
  context: 'file://' + payload.cwd,
  data: {
    transcript_path: payload.transcript_path,
    permission_mode: payload.permission_mode,
    tool_name: payload.tool_name,
    tool_call_id: payload.tool_use_id,
    tool,
    files,
    tool_input: input,
  },
  extensions: {
    'openhook-shim': { version: '0.1.0-dev', event: 'before_tool_execute', native_event: payload.hook_event_name, can },
    'claude-code': payload,
  },
}
const variables = {
  SOURCE: 'claude-code',
  TYPE: 'tool.start',
  SESSION_ID: payload.session_id,
  CWD: payload.cwd,
  PROJECT: payload.cwd,
  TRANSCRIPT_PATH: payload.transcript_path,
  PERMISSION_MODE: payload.permission_mode,
  TOOL_NAME: payload.tool_name,
  TOOL: tool,
  COMMAND: input.command,
  FILES: files?.map((f) => f.path).join('\n'),
  DEPTH: '1',
}
const env = { ...process.env }
for (const name in variables) if (variables[name]) env['OPENHOOK_' + name] = variables[name]

const hook = spawnSync(process.argv[2], process.argv.slice(3), { input: JSON.stringify(envelope) + '\n', env, maxBuffer: Infinity })
const output = { hookEventName: 'PreToolUse' }
if (hook.status === 2) {
  output.permissionDecision = 'deny'
  output.permissionDecisionReason = hook.stderr.toString().trim()
} else {
  process.stderr.write(hook.stderr)
  const said = hook.stdout.toString().trim()
  if (hook.status !== 0 || said === '') process.exit(0)
  const answer = JSON.parse(said)
  output.permissionDecision = answer.decision
  output.permissionDecisionReason = answer.reason
}
console.log(JSON.stringify({ hookSpecificOutput: output }))
