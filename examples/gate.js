#!/usr/bin/env node
// Runs the tests when the agent wants to stop. If they fail, the agent goes on, once, with the end of their output. Set the
// command with GATE='npm test' or an argument, and a longer limit with: openhook-shim --timeout 10m
const { OPENHOOK_TYPE: type, OPENHOOK_STOP_ACTIVE: again, OPENHOOK_PROJECT: project, OPENHOOK_CWD: cwd, GATE } = process.env
const say = (code, why) => { console.error(`gate.js: ${why}`); process.exitCode = code } // 1: not the agent's fault, it may end
async function main() { // import() and not require or import, so that it runs whatever the package.json around it says
  const [fs, os, { spawn }] = await Promise.all(['fs', 'os', 'child_process'].map(name => import(name)))
  process.chdir(project || cwd || '.')
  const has = (file, pattern = /^/) => fs.existsSync(file) && fs.readFileSync(file, 'utf8').split('\n').some(line => pattern.test(line))
  const guess = () => ['Makefile', 'makefile', 'GNUmakefile'].some(file => has(file, /^test *:/)) ? 'make test' : has('go.mod') ? 'go test ./...'
    : has('Cargo.toml') ? 'cargo test' : has('package.json', /^(?!.*no test specified).*"test" *:/) ? 'npm test' : ''
  const gate = GATE || process.argv.slice(2).join(' ') || guess() // nothing said: whatever this project looks like
  if (!gate) return
  const tests = spawn((process.platform === 'win32' ? '' : 'exec 2>&1\n') + gate, { shell: true, env: { ...process.env, CI: 'true' }, stdio: ['ignore', 'pipe', 'pipe'] }).on('error', e => say(1, e.message))
  let output = ''
  for (const stream of [tests.stdout, tests.stderr]) stream.setEncoding('utf8').on('data', text => { output = (output + text).slice(-1e6) })
  tests.on('close', (code, signal) => {
    if (code === 0) return
    if (code === 126 || code === 127) return say(1, `cannot run: ${gate}`)
    const end = output.trimEnd().split('\n').slice(-40).map(line => line.slice(0, 500)).join('\n')
    say(2, `"${gate}" failed with exit code ${code ?? 128 + os.constants.signals[signal]}. Mend it before you stop. The end of its output:\n${end}`)
  })
}
if (type === 'agent.stop' && again !== 'true') main().catch(e => say(1, e.message)) // goes on because of us already: let it end, never loop
