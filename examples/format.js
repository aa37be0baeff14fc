#!/usr/bin/env node
// Formats each file that the agent has just written, with the formatter of its language if there is one: gofmt, rustfmt,
// ruff, shfmt, prettier (the project's own before the global one). Prints nothing and never fails.
const { OPENHOOK_TYPE: type, OPENHOOK_TOOL: tool, OPENHOOK_STATUS: status, OPENHOOK_PROJECT: project, OPENHOOK_FILES: files = '' } = process.env
const formatters = [
  [/\.go$/, 'gofmt', '-w'],
  [/\.rs$/, 'rustfmt', '--edition', '2021'],
  [/\.pyi?$/, 'ruff', 'format'],
  [/\.(sh|bash)$/, 'shfmt', '-w'],
  [/\.([jt]sx?|[mc]js|vue|s?css|html|json|md|ya?ml)$/, 'prettier', '--write'],
]
async function main() { // import() and not require or import, so that it runs whatever the package.json around it says
  const [fs, path, { spawnSync }] = await Promise.all(['fs', 'path', 'child_process'].map(name => import(name)))
  if (project && fs.existsSync(project)) {
    process.chdir(project) // prettier looks for its ignore file here
    process.env.PATH = [path.resolve('node_modules/.bin'), path.resolve('.venv/bin'), process.env.PATH].join(path.delimiter)
  }
  for (const file of files.split('\n')) {
    const [, command, ...args] = formatters.find(([ending]) => ending.test(file)) || []
    if (command && fs.existsSync(file) && fs.statSync(file).isFile()) spawnSync(command, [...args, file], { stdio: 'ignore' }) // deleted, or moved away
  }
}
if (type === 'tool.end' && status !== 'error' && /^file_(write|edit)$/.test(tool)) main().catch(() => {})
