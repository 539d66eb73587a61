#!/usr/bin/env node
// deciders.mjs CLIENT DIR RULES: what a client's own code makes of the agents' files below DIR, and what
// it decides by rules. Run as a process of its own, with a HOME of its own, since it loads the client.
//
// RULES is a JSON file, a list of {id, tool, rules, calls}: the rules are in the client's own form, and
// for Gemini CLI the file that they stand in. Printed is {agents: {NAME: what was read}, refused: [why],
// verdicts: {id: [allow, ask, deny or none]}}.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { spawn, spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { clientDir } from './clients.mjs'

// built is the file of a bundle that holds one of its classes.
function built(dir, word) {
  const file = fs.readdirSync(dir).filter((f) => f.endsWith('.js')).find((f) => fs.readFileSync(path.join(dir, f), 'utf8').includes(word))
  if (!file) throw new Error(`${dir}: no file has ${word}`)
  return path.join(dir, file)
}

const files = (dir) => (fs.existsSync(dir) ? fs.readdirSync(dir).map((f) => path.join(dir, f)) : [])
const named = (list) => Object.fromEntries(list.map((a) => [a.name, JSON.parse(JSON.stringify(a))]))

// pi reads with the loader of its extension for agents; of commands it decides nothing.
async function pi(dir) {
  const from = path.join(clientDir('pi-subagents'), 'pi-subagents')
  const { createJiti } = await import(pathToFileURL(path.join(clientDir('pi-subagents'), 'jiti/lib/jiti.mjs')))
  const { discoverAgents } = await createJiti(import.meta.url).import(path.join(from, 'src/agents/agents.ts'))
  const found = discoverAgents(dir, 'project')
  return { agents: named(found.agents.filter((a) => a.source === 'project')), refused: found.agentDiagnostics, verdicts: {} }
}

// qwen has its rules' engine in a bundle that does not export it, so a copy of that file does.
async function qwen(dir, sets) {
  const chunks = path.join(clientDir('qwen'), '@qwen-code/qwen-code/chunks')
  const file = built(chunks, 'PermissionManager = class')
  const copy = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'qwen-')), path.basename(file))
  for (const f of fs.readdirSync(chunks)) if (f !== path.basename(file)) fs.symlinkSync(path.join(chunks, f), path.join(path.dirname(copy), f))
  fs.writeFileSync(copy, `${fs.readFileSync(file, 'utf8')}\nexport { PermissionManager as kei_PermissionManager }\n`)
  const { SubagentManager, kei_PermissionManager: PermissionManager } = await import(pathToFileURL(copy))
  const agents = [], refused = []
  for (const f of files(path.join(dir, '.qwen/agents'))) {
    try {
      agents.push(new SubagentManager({}).parseSubagentContent(fs.readFileSync(f, 'utf8'), f, 'project'))
    } catch (e) {
      refused.push(`${f}: ${e.message}`)
    }
  }
  const verdicts = {}
  for (const s of sets) {
    const list = (k) => () => s.rules[k] ?? []
    const m = new PermissionManager({ getPermissionsAllow: list('allow'), getPermissionsAsk: list('ask'), getPermissionsDeny: list('deny'), getCoreTools: () => undefined, getProjectRoot: () => dir, getCwd: () => dir })
    m.initialize()
    verdicts[s.id] = []
    for (const c of s.calls) {
      const call = s.tool === 'bash' ? { toolName: 'run_shell_command', command: c } : { toolName: 'edit', filePath: path.resolve(dir, c.replace(/^~/, process.env.HOME)) }
      verdicts[s.id].push((await m.evaluate(call)).replace('default', 'ask')) // as it does in its default mode
    }
  }
  return { agents: named(agents), refused, verdicts }
}

// gemini decides by the policies of the home folder.
async function gemini(dir, sets) {
  const file = built(path.join(clientDir('gemini'), '@google/gemini-cli/bundle'), 'PolicyEngine = class')
  const { loadAgentsFromDirectory, loadPoliciesFromToml, PolicyEngine } = await import(pathToFileURL(file))
  const found = await loadAgentsFromDirectory(path.join(dir, '.gemini/agents'))
  const verdicts = {}, refused = found.errors.map((e) => e.message)
  for (const s of sets) {
    const { rules, checkers, errors } = await loadPoliciesFromToml([s.rules], () => 4)
    refused.push(...errors.map((e) => `${e.fileName}: ${e.message} ${e.details ?? ''}`))
    const engine = new PolicyEngine({ rules, checkers, defaultDecision: 'ask_user', nonInteractive: false })
    verdicts[s.id] = []
    for (const command of s.calls) {
      const { decision } = await engine.check({ name: 'run_shell_command', args: { command } }, undefined, undefined, s.agent)
      verdicts[s.id].push(decision.replace('_user', ''))
    }
  }
  return { agents: named(found.agents), refused, verdicts }
}

// codex complains of agents' files when it starts, of one that is wrong here, too; of commands it is
// asked by its own command, one at a time.
async function codex(dir, sets) {
  const verdicts = {}, home = path.join(process.env.HOME, '.codex'), broken = path.join(dir, '.codex/agents/broken.toml')
  fs.mkdirSync(home, { recursive: true })
  fs.writeFileSync(path.join(home, 'config.toml'), `model_provider = "none"\n[model_providers.none]\nname = "none"\nbase_url = "http://127.0.0.1:9/v1"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n[projects.${JSON.stringify(dir)}]\ntrust_level = "trusted"\n`)
  fs.writeFileSync(broken, 'name = "broken"\ndescription = "d"\ndeveloper_instructions = "x"\nno_such_key = 1\n')
  const said = await until(path.join(clientDir('codex'), '.bin/codex'), ['exec', '--skip-git-repo-check', '--json', 'x'], { cwd: dir, env: { CODEX_HOME: home }, enough: (text) => text.includes('turn.failed') })
  const refused = said.split('\n').filter((l) => /malformed|\.codex\/agents\//.test(l) && !l.includes('broken'))
  if (!said.includes('broken')) refused.push(`it did not complain of a file that is wrong: ${said.slice(-300)}`)
  for (const s of sets) {
    const file = path.join(dir, `${s.id}.rules`)
    fs.writeFileSync(file, s.rules.join('\n') + '\n')
    verdicts[s.id] = s.calls.map((c) => {
      const r = spawnSync(path.join(clientDir('codex'), '.bin/codex'), ['execpolicy', 'check', '--rules', file, '--', ...c.split(' ').filter(Boolean)], { encoding: 'utf8' })
      if (r.status !== 0) refused.push(`${s.id}: ${c}: ${r.stderr}`)
      return { forbidden: 'deny', prompt: 'ask', allow: 'allow' }[JSON.parse(r.stdout || '{}').decision] ?? 'none'
    })
  }
  return { agents: {}, refused, verdicts }
}

// opencode is asked by its server.
async function opencode(dir) {
  const server = spawn(path.join(clientDir('opencode'), '.bin/opencode'), ['serve', '--port', '0', '--print-logs'], { cwd: dir, env: { ...process.env, OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1', OPENCODE_DISABLE_AUTOUPDATE: '1' }, detached: true })
  let said = ''
  try {
    const address = await new Promise((ok, no) => {
      const read = (d) => { said += d; const m = /listening on (http:\/\/\S+)/.exec(said); if (m) ok(m[1]) }
      server.stdout.on('data', read)
      server.stderr.on('data', read)
      server.on('exit', () => no(new Error(`it ended: ${said.slice(-400)}`)))
      setTimeout(() => no(new Error(`it does not listen: ${said.slice(-400)}`)), 60_000).unref()
    })
    const list = await (await fetch(`${address}/agent`)).json()
    if (!Array.isArray(list)) return { agents: {}, refused: [list], verdicts: {} }
    return { agents: named(list.map((a) => ({ ...a, permission: a.permission ?? [] }))), refused: [], verdicts: {} }
  } finally {
    process.kill(-server.pid, 'SIGKILL')
  }
}

// until runs a program until it has printed what is looked for, or has ended, and returns what it printed.
async function until(cmd, args, { cwd, env, enough }) {
  const child = spawn(cmd, args, { cwd, env: { ...process.env, ...env }, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  await new Promise((ok) => {
    const read = (d) => { said += d; if (enough(said)) ok() }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.on('exit', ok)
    child.on('error', (e) => { said += e; ok() })
    setTimeout(ok, 60_000).unref()
  })
  try { process.kill(-child.pid, 'SIGKILL') } catch { /* gone */ }
  return said
}

// claude lists its agents in the first line of a run, and writes what is wrong with them down.
async function claude(dir) {
  const log = path.join(process.env.HOME, 'debug.log'), settings = path.join(process.env.HOME, '.claude')
  fs.mkdirSync(settings, { recursive: true })
  fs.writeFileSync(path.join(settings, '.claude.json'), JSON.stringify({ hasCompletedOnboarding: true, projects: { [dir]: { hasTrustDialogAccepted: true } } }))
  const first = await until(path.join(clientDir('claude'), '.bin/claude'), ['-p', 'x', '--output-format', 'stream-json', '--verbose', '--setting-sources', 'project', '--debug-file', log], {
    cwd: dir, enough: (said) => said.includes('"subtype":"init"') && said.includes('\n'),
    env: { CLAUDE_CONFIG_DIR: settings, ANTHROPIC_BASE_URL: 'http://127.0.0.1:9', ANTHROPIC_API_KEY: 'dummy', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_AUTOUPDATER: '1' },
  })
  const init = first.split('\n').filter((l) => l.includes('"subtype":"init"')).map((l) => JSON.parse(l))[0]
  const wrong = fs.readFileSync(log, 'utf8').split('\n').filter((l) => /\.claude\/agents\/\S+\.md/.test(l) && /\[(WARN|ERROR)\]|invalid|missing|unknown|fail/i.test(l))
  return { agents: named((init?.agents ?? []).map((name) => ({ name }))), refused: init ? wrong : [first.slice(-400)], verdicts: {} }
}

const [client, dir, rules] = process.argv.slice(2)
const answer = await { pi, qwen, gemini, codex, opencode, claude }[client](dir, JSON.parse(fs.readFileSync(rules, 'utf8')))
fs.writeSync(1, JSON.stringify(answer) + '\n')
process.exit(0)
