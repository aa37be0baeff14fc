#!/usr/bin/env node
// Appends one JSON line per event to $AUDIT_FILE, or ~/.openhook/audit.jsonl: who did what to which files, and when.
// Commands and prompts only as SHA-256, no contents. Prints nothing and never fails the agent.
// Uses import(), not require or import, so that it runs with any package.json in the folders above.
Promise.all(['fs', 'os', 'path', 'crypto'].map(name => import(name))).then(([fs, os, path, crypto]) => {
  const event = JSON.parse(fs.readFileSync(0, 'utf8'))
  const data = event.data || {}
  const line = {}
  for (const key of ['time', 'source', 'type', 'session_id']) line[key] = event[key] ?? null
  for (const key of ['tool', 'tool_name', 'status', 'files']) if (data[key]) line[key] = data[key]
  for (const [name, text] of [['command', (data.tool_input || {}).command], ['prompt', data.prompt]]) {
    if (typeof text === 'string') line[name + '_sha256'] = crypto.createHash('sha256').update(text).digest('hex')
  }
  const file = (process.env.AUDIT_FILE || '~/.openhook/audit.jsonl').replace(/^~(?=\/)/, os.homedir())
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  fs.appendFileSync(file, JSON.stringify(line) + '\n', { mode: 0o600 }) // one write: lines of parallel hooks never mix
}).catch(() => {})
