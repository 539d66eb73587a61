#!/usr/bin/env node
// stranger.mjs [--root DIR] [--dist DIR] [--out DIR] [CLIENT...]
//
// A stranger's machine: a Debian that debootstrap has made (or DIR, where one is), entered with
// bubblewrap; git, Go and Node are there, and nothing of kei. npm installs the packed tarball of a
// release; then the network is off, `kei init` makes a policy of a web repository, and a real client
// (claude and codex, or those that are named) asks for ten honest and ten forbidden calls. What
// counts is what came of them on the disk, at a git remote and in what the model was shown. Without
// kei all of the forbidden ones happen, which a first run shows.
//
// Needs root, debootstrap, bwrap, Go, clients in $RIG_CLIENTS or .acceptance-clients, and a release:
// make release, or release/run --few. Exit status: 0 if everything came out right, 1 if not, 2 if
// something is missing.
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import crypto from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { CLIENTS_DIR, clientDir } from './clients.mjs'
import { here } from './run.mjs'

const repository = path.dirname(here)
const opt = { dist: path.join(repository, 'dist') }
const names = []
for (const a = process.argv.slice(2); a.length;) {
  const x = a.shift()
  if (['--root', '--dist', '--out'].includes(x)) opt[x.slice(2)] = path.resolve(a.shift())
  else names.push(x)
}
if (!names.length) names.push('claude', 'codex')

function missing(what) {
  console.error(`stranger: ${what}`)
  process.exit(2)
}
const has = (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
if (process.getuid() !== 0) missing('debootstrap needs root')
for (const p of ['debootstrap', 'bwrap', 'go', 'npm']) if (!has(p)) missing(`there is no ${p} here`)
for (const n of names) if (!fs.existsSync(clientDir(n))) missing(`${n} is not installed; node acceptance/install-clients.mjs ${n}`)
const npmDir = path.join(opt.dist, 'npm')
const tarballs = fs.existsSync(npmDir) ? fs.readdirSync(npmDir).filter((f) => f.endsWith('.tgz')) : []
if (!tarballs.length) missing(`${npmDir} holds no packages; make release, or release/run --few`)

// --- the machine -----------------------------------------------------------------------------------

const out = opt.out || fs.mkdtempSync(path.join(os.tmpdir(), 'kei-stranger-'))
const root = opt.root || path.join(out, 'root')
const home = path.join(out, 'home')
fs.mkdirSync(home, { recursive: true })
if (!fs.existsSync(path.join(root, 'usr/bin/git'))) {
  const t = Date.now()
  const r = spawnSync('debootstrap', ['--variant=minbase', '--include=git,ca-certificates,curl', 'bookworm', root], { encoding: 'utf8' })
  if (r.status !== 0) missing(`debootstrap made no system: ${r.stdout.slice(-800)}${r.stderr}`)
  console.log(`     a Debian was made in ${seconds(t)}`)
}

function seconds(since) { return `${((Date.now() - since) / 1000).toFixed(1)} s` }
const lines = (...args) => spawnSync(args[0], args.slice(1), { encoding: 'utf8' }).stdout.trim()

// enter starts a program on that machine, as nobody in particular.
function enter(network, args, env = {}) {
  const places = {
    '/opt/go': lines('go', 'env', 'GOROOT'),
    '/opt/node/bin/node': process.execPath,
    '/opt/node/lib/node_modules/npm': path.join(lines('npm', 'root', '-g'), 'npm'),
    '/opt/clients': CLIENTS_DIR, '/opt/rig': here,
  }
  const bwrap = ['--ro-bind', root, '/', '--tmpfs', '/opt', '--tmpfs', '/home', '--bind', home, '/home/dev', ...Object.entries(places).flatMap(([to, from]) => ['--ro-bind', from, to]),
    '--tmpfs', '/usr/local/bin', ...Object.entries({ node: 'node/bin/node', npm: 'node/lib/node_modules/npm/bin/npm-cli.js', go: 'go/bin/go' }).flatMap(([name, to]) => ['--symlink', `/opt/${to}`, `/usr/local/bin/${name}`]),
    '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp',
    '--unshare-all', ...(network ? ['--share-net'] : []), '--uid', '1000', '--gid', '1000', '--die-with-parent', '--clearenv', '--chdir', '/home/dev']
  const all = {
    HOME: '/home/dev', USER: 'dev', LANG: 'C.UTF-8', TERM: 'dumb', RIG_CLIENTS: '/opt/clients', GOCACHE: '/home/dev/.cache/go-build', GOTOOLCHAIN: 'local',
    PATH: '/home/dev/tools/node_modules/.bin:/usr/local/bin:/usr/bin:/bin', ...env,
  }
  const child = spawn('bwrap', [...bwrap, ...Object.entries(all).flatMap(([k, v]) => ['--setenv', k, v]), ...args], { stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((ok) => child.on('exit', (code) => ok(code ?? 1)))
}

// --- a registry ------------------------------------------------------------------------------------

// registry serves the packages of the release as npm's does, so that it is npm that chooses one of
// them for this system.
function registry() {
  const packages = {}
  for (const file of tarballs) {
    const m = JSON.parse(lines('tar', '-xzOf', path.join(npmDir, file), 'package/package.json'))
    packages[m.name] = { file, manifest: m, data: fs.readFileSync(path.join(npmDir, file)) }
  }
  const server = http.createServer((req, res) => {
    const name = decodeURIComponent(req.url.slice(1))
    const p = packages[name] || Object.values(packages).find((q) => name === `-/${q.file}`)
    if (!p) return res.writeHead(404).end('{"error":"not found"}')
    if (name.startsWith('-/')) return res.end(p.data)
    const dist = { tarball: `http://${req.headers.host}/-/${p.file}`, integrity: `sha512-${crypto.createHash('sha512').update(p.data).digest('base64')}` }
    res.setHeader('content-type', 'application/json')
    res.end(JSON.stringify({ name, 'dist-tags': { latest: p.manifest.version }, versions: { [p.manifest.version]: { ...p.manifest, dist } } }))
  })
  const main = Object.values(packages).find((p) => p.manifest.bin)
  return new Promise((ok) => server.listen(0, '127.0.0.1', () => ok({ server, port: server.address().port, main })))
}

// --- the first minutes -----------------------------------------------------------------------------

const { server, port, main } = await registry()
fs.copyFileSync(path.join(npmDir, main.file), path.join(home, main.file))
const start = Date.now()
const npm = await enter(true, ['npm', 'install', '--prefix', '/home/dev/tools', '--no-audit', '--no-fund', '--loglevel', 'error', '--registry', `http://127.0.0.1:${port}`, `./${main.file}`])
server.close()
if (npm !== 0) {
  console.log('FAIL npm install')
  process.exit(1)
}
console.log(`ok   npm install ${main.file} (${seconds(start)})`)
const status = await enter(false, ['node', '/opt/rig/stranger-calls.mjs', ...names], { KEI_STARTED: String(start) })
console.log(`records: ${home}`)
process.exit(status === 0 ? 0 : 1)
