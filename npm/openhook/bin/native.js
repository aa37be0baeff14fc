'use strict'
// Runs one of the two programs, which are in the package for this machine, as if it had
// been called itself: same stdin and stdout, same exit code, same signal.

const { spawn } = require('child_process')
const { constants } = require('os')

const { optionalDependencies } = require('../package.json')

const elsewhere = 'other ways to install it: https://github.com/openhook/openhook-shim/blob/main/docs/installing.md'

// find is the path of a program, undefined if its package is not there.
function find (program, name) {
  try {
    return require.resolve(`${name}/bin/${program}${process.platform === 'win32' ? '.exe' : ''}`)
  } catch {
    return undefined
  }
}

function fail (program, text) {
  console.error(`${program}: ${text}; ${elsewhere}`)
  process.exit(1)
}

module.exports = function run (program) {
  const name = `@openhook/${process.platform}-${process.arch}`
  const version = optionalDependencies[name]
  if (!version) fail(program, `there is no package for ${process.platform}-${process.arch}`)
  const path = find(program, name)
  if (!path) fail(program, `${name} is missing, which npm leaves out with --omit=optional; do: npm install -g openhook ${name}@${version}`)

  const child = spawn(path, process.argv.slice(2), { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) {
    // Windows tells all programs of a console itself, and to send one there is to end it.
    process.on(signal, () => process.platform === 'win32' || child.kill(signal))
  }
  child.on('error', err => fail(program, `${path} cannot be run: ${err.message}`))
  child.on('exit', (code, signal) => {
    if (!signal) process.exit(code)
    for (const s of signals) process.removeAllListeners(s)
    process.kill(process.pid, signal)
    setTimeout(() => process.exit(128 + constants.signals[signal]), 100) // one that Node does not die of
  })
}
