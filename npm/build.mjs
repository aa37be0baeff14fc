// Makes the npm packages of a release: node npm/build.mjs DIST OUT
//
// DIST holds the release's archives and checksums.txt. OUT must not be there; it gets
// OUT/openhook, the launcher, and OUT/@openhook/linux-x64 and so on, the programs of one
// platform each, and their paths are printed in the order in which they are to be published.

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, copyFileSync, chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))

// Go's names of the platforms by Node's.
const systems = { linux: 'linux', darwin: 'darwin', win32: 'windows' }
const processors = { x64: 'amd64', arm64: 'arm64' }

function fail (text) {
  console.error(`build.mjs: ${text}`)
  process.exit(1)
}

// checksums is the SHA-256 of each file of the release by its name.
function checksums (dist) {
  const path = join(dist, 'checksums.txt')
  if (!existsSync(path)) fail(`${path} is not there`)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  return new Map(lines.map(line => line.split(/ [ *]/, 2).reverse()))
}

// versionOf is the one version whose archives are in the list.
function versionOf (sums) {
  const found = new Set([...sums.keys()].map(name => /^openhook_([^_]+)_[a-z]+_[a-z0-9]+\.(?:tar\.gz|zip)$/.exec(name)?.[1]).filter(Boolean))
  if (found.size !== 1) fail(`checksums.txt lists ${found.size} versions, not one`)
  return [...found][0]
}

// unpack puts both programs of an archive into a folder.
function unpack (archive, programs, folder) {
  const zip = archive.endsWith('.zip')
  const [command, ...args] = process.platform === 'win32'
    ? [join(process.env.SystemRoot, 'System32', 'tar.exe'), '-xf', archive, '-C', folder, ...programs]
    : zip ? ['unzip', '-q', archive, ...programs, '-d', folder] : ['tar', '-xzf', archive, '-C', folder, ...programs]
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) fail(`${archive} cannot be unpacked${error ? `: ${error.message}` : ''}`)
  for (const program of programs) {
    const path = join(folder, program)
    if (!lstatSync(path).isFile()) fail(`${program} in ${archive} is no file`)
    chmodSync(path, 0o755)
  }
}

function write (folder, manifest) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2) + '\n')
  copyFileSync(join(here, '..', 'LICENSE'), join(folder, 'LICENSE'))
  console.log(folder)
}

// platform makes the package of one platform and returns its name.
function platform (dist, out, sums, common, os, cpu) {
  const archive = `openhook_${common.version}_${systems[os]}_${processors[cpu]}.${os === 'win32' ? 'zip' : 'tar.gz'}`
  const path = join(dist, archive)
  if (!sums.has(archive) || !existsSync(path)) fail(`${archive} is not in the release`)
  if (createHash('sha256').update(readFileSync(path)).digest('hex') !== sums.get(archive)) fail(`${path} is not what checksums.txt says`)

  const name = `@openhook/${os}-${cpu}`
  const folder = join(out, name)
  mkdirSync(join(folder, 'bin'), { recursive: true })
  unpack(path, ['openhook', 'openhook-shim'].map(program => os === 'win32' ? `${program}.exe` : program), join(folder, 'bin'))
  writeFileSync(join(folder, 'README.md'), `The programs of [openhook](https://www.npmjs.com/package/openhook) for ${os} on ${cpu}.\n`)
  write(folder, {
    name,
    description: `openhook and openhook-shim for ${os} on ${cpu}`,
    ...common,
    os: [os],
    cpu: [cpu],
    files: ['bin'],
    preferUnplugged: true // nobody can run a program in Yarn's zip
  })
  return name
}

const [dist, out] = process.argv.slice(2)
if (!out || process.argv.length > 4) fail('use: node npm/build.mjs DIST OUT')
if (existsSync(out)) fail(`${out} is there already`)

const sums = checksums(dist)
const version = versionOf(sums)
const launcher = JSON.parse(readFileSync(join(here, 'openhook', 'package.json'), 'utf8'))
const common = { version, homepage: launcher.homepage, repository: launcher.repository, license: launcher.license, publishConfig: { access: 'public' } }

const optionalDependencies = {}
for (const os of Object.keys(systems)) {
  for (const cpu of Object.keys(processors)) {
    optionalDependencies[platform(dist, out, sums, common, os, cpu)] = version
  }
}
cpSync(join(here, 'openhook'), join(out, 'openhook'), { recursive: true })
write(join(out, 'openhook'), { ...launcher, ...common, optionalDependencies })
