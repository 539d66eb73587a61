// run.mjs: one real coding agent, non-interactively and to its end, against the scripted model of
// fake-model.mjs, in a home folder of its own. What it did is read off the disk and the git remote.
import fs from 'node:fs'
import path from 'node:path'
import crypto from 'node:crypto'
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startServer } from './fake-model.mjs'
import { CLIENTS, clientDir } from './clients.mjs'

export const here = path.dirname(fileURLToPath(import.meta.url))

// runClient runs a client in the folder out and returns a report.
//   scenario   {files, steps, agents, prompt}: neutral steps, see clients.mjs
//   gate       async (place) => {}, called when the client's settings, work folder and remote are
//              there and before it starts: installs a gate, or breaks one; nothing for no gate
//   env        more of its environment
//   model      the model's name, by which some clients choose their tools
//   mcp        {name, command} of an MCP server, instead of the one that echoes
export async function runClient(name, { scenario, out, gate, env = {}, model, mcp, timeout = 180 }) {
  const client = CLIENTS[name]
  const work = path.join(out, 'work'), home = path.join(out, 'home'), remote = path.join(out, 'remote.git'), tmp = path.join(out, 'tmp')
  for (const d of [work, home, tmp]) fs.mkdirSync(d, { recursive: true })

  const log = fs.createWriteStream(path.join(out, 'model.jsonl'))
  const events = []
  const scripts = {}
  const { server, port } = await startServer({ scripts, log: (kind, o) => { const e = { kind, ...o }; events.push(e); log.write(JSON.stringify(e) + '\n') } })
  const base = `http://127.0.0.1:${port}`
  const x = { base, home, work, out, model, dir: clientDir(name), server: mcp?.name ?? 'rig', mcp: mcp?.command ?? [process.execPath, path.join(here, 'mcp-echo.mjs')] }
  try {
    repository(scenario.files || {}, { work, home, remote })
    const skipped = translate(client, scenario, scripts, x)
    client.setup(x)
    if (gate) await gate({ work, home, out, env: homeEnv(client, x) })
    const before = { files: snapshot(work), refs: refs(remote) }
    const { cmd, args, env: own } = client.start(x, `${scenario.prompt || 'Do the scripted task.'} [[script:main]]`)
    const ran = await toEnd(cmd, args, {
      cwd: work, timeout, home,
      env: {
        PATH: process.env.PATH, TERM: 'dumb', LANG: 'C.UTF-8', TMPDIR: tmp, CI: '1', NO_COLOR: '1',
        HTTP_PROXY: base, HTTPS_PROXY: base, http_proxy: base, https_proxy: base, NO_PROXY: '127.0.0.1,localhost', no_proxy: '127.0.0.1,localhost',
        GIT_CONFIG_GLOBAL: '/dev/null', KEI_AUDIT_LOG: path.join(out, 'audit.jsonl'), ...homeEnv(client, x), ...own, ...env,
      },
    })
    fs.writeFileSync(path.join(out, 'stdout'), ran.stdout)
    fs.writeFileSync(path.join(out, 'stderr'), ran.stderr)
    const after = { files: snapshot(work), refs: refs(remote) }
    const report = {
      client: name, version: client.version(x), exit: ran.code ?? ran.signal, timed_out: ran.timedOut, wall_ms: ran.ms,
      calls: calls(events), skipped,
      added: Object.keys(after.files).filter((f) => !(f in before.files)),
      modified: Object.keys(after.files).filter((f) => f in before.files && before.files[f] !== after.files[f]),
      deleted: Object.keys(before.files).filter((f) => !(f in after.files)),
      pushed: Object.keys(after.refs).filter((r) => after.refs[r] !== before.refs[r]),
      model_requests: events.filter((e) => e.kind === 'request').length,
      asked: lines(path.join(out, 'audit.jsonl')).length,
      refused: [...new Set(events.filter((e) => e.kind === 'connect').map((e) => e.host))],
      tools: events.find((e) => e.kind === 'request' && e.tools?.length)?.tools || [],
      records: out, stderr_tail: ran.stderr.slice(-600), stdout_tail: ran.stdout.slice(-600),
    }
    fs.writeFileSync(path.join(out, 'report.json'), JSON.stringify(report, null, 2))
    return report
  } finally {
    server.closeAllConnections()
    server.close()
    log.end()
  }
}

// homeEnv is what makes the client, and kei, look for settings in the run's own home.
export function homeEnv(client, { home }) {
  return {
    HOME: home, XDG_CONFIG_HOME: path.join(home, '.config'), XDG_DATA_HOME: path.join(home, '.local/share'),
    XDG_CACHE_HOME: path.join(home, '.cache'), XDG_STATE_HOME: path.join(home, '.local/state'),
    ...Object.fromEntries(Object.entries(client.homeEnv || {}).map(([k, dir]) => [k, path.join(home, dir)])),
  }
}

const lines = (file) => { try { return fs.readFileSync(file, 'utf8').split('\n').filter(Boolean) } catch { return [] } }

// repository makes the work folder a repository with one commit and a remote to push it to.
function repository(files, { work, home, remote }) {
  const env = { PATH: process.env.PATH, HOME: home, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  const git = (...args) => {
    const r = spawnSync('git', ['-c', 'user.name=kei', '-c', 'user.email=kei@example.invalid', ...args], { cwd: work, env, encoding: 'utf8' })
    if (r.status !== 0) throw new Error(`git ${args.join(' ')}: ${r.stderr}`)
  }
  for (const [f, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(work, f)), { recursive: true })
    fs.writeFileSync(path.join(work, f), text)
  }
  git('init', '-q', '-b', 'main')
  git('add', '-A')
  git('commit', '-q', '--allow-empty', '-m', 'start')
  git('init', '-q', '--bare', remote)
  git('remote', 'add', 'origin', remote)
}

const refs = (remote) => {
  const r = spawnSync('git', ['--git-dir', remote, 'for-each-ref', '--format=%(refname:short) %(objectname)'], { encoding: 'utf8' })
  return Object.fromEntries((r.stdout || '').trim().split('\n').filter(Boolean).map((l) => l.split(' ')))
}

// snapshot is what the work folder holds: files by their hash, folders as such.
function snapshot(work) {
  const all = {}
  const walk = (dir) => {
    for (const e of fs.readdirSync(path.join(work, dir), { withFileTypes: true })) {
      const p = path.join(dir, e.name)
      if (p === '.git' || e.name === 'node_modules') continue
      if (e.isDirectory()) {
        all[`${p}/`] = 'folder'
        walk(p)
      } else if (e.isFile()) {
        all[p] = crypto.createHash('sha256').update(fs.readFileSync(path.join(work, p))).digest('hex')
      }
    }
  }
  walk('')
  return all
}

// translate turns neutral steps into the client's own calls and returns those it has no tool for.
function translate(client, scenario, scripts, x) {
  const skipped = []
  const fill = (v) => JSON.parse(JSON.stringify(v).replaceAll('$BASE', x.base).replaceAll('$WORK', x.work))
  const call = (c) => {
    if (c.raw) return [c.raw]
    const make = client.tools[c.tool]
    if (!make) skipped.push(c.tool)
    return make ? [make(c, x)].flat() : []
  }
  const all = { main: { steps: scenario.steps, final: scenario.final }, ...scenario.agents }
  for (const [name, s] of Object.entries(all)) {
    scripts[name] = { turns: fill(s.steps).map((t) => [t].flat().flatMap(call)).filter((t) => t.length), final: s.final || `done: ${name}` }
  }
  return skipped
}

// calls are what the model asked for, with what it was told.
function calls(events) {
  const list = [], byId = new Map()
  for (const e of events.filter((e) => e.kind === 'answer')) {
    for (const c of e.calls) {
      const r = { script: e.script, name: c.name, input: c.input ?? c.custom, seen: null }
      list.push(r)
      byId.set(c.id, r)
    }
  }
  for (const e of events.filter((e) => e.kind === 'request')) {
    e.calls.forEach((c, i) => {
      // Some clients rewrite ids; those are matched by their order in the script.
      const r = byId.get(c.id) || list.filter((q) => q.script === e.script)[i]
      if (r && c.result !== undefined) r.seen = c.result
    })
  }
  return list
}

// toEnd runs a program until it ends or its time is up, and then ends what it has left behind: its
// process group, and daemons that left it, which still have this run's HOME.
async function toEnd(cmd, args, { cwd, env, timeout, home }) {
  const t = Date.now()
  const child = spawn(cmd, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  const r = { stdout: '', stderr: '', timedOut: false }
  child.stdout.on('data', (d) => { r.stdout += d })
  child.stderr.on('data', (d) => { r.stderr += d })
  const group = () => { try { if (child.pid) process.kill(-child.pid, 'SIGKILL') } catch { /* gone */ } }
  const timer = setTimeout(() => { r.timedOut = true; group() }, timeout * 1000)
  await new Promise((ok) => {
    child.on('error', (e) => { r.stderr += String(e); ok() })
    child.on('exit', (code, signal) => { Object.assign(r, { code, signal }); ok() })
  })
  clearTimeout(timer)
  r.ms = Date.now() - t
  group()
  for (const pid of fs.existsSync('/proc') ? fs.readdirSync('/proc').filter((d) => /^\d+$/.test(d)) : []) {
    try {
      if (fs.readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`HOME=${home}`)) process.kill(Number(pid), 'SIGKILL')
    } catch { /* gone, or not ours to read */ }
  }
  return r
}
