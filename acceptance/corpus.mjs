// corpus.mjs: the definitions and rule sets of goldentests/renderers, held to the clients' own loaders
// and deciders (deciders.mjs): what kei renders of each definition is read back as it was meant, and
// what rules in a client's own form decide is what goldentests takes for granted.
import fs from 'node:fs'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { CLIENTS_DIR, clientDir } from './clients.mjs'
import { here } from './run.mjs'

const lines = (name) => fs.readFileSync(path.join(here, '../goldentests/renderers', name), 'utf8').trim().split('\n').map((l) => JSON.parse(l))
const every = ['Read', 'Glob', 'Grep', 'Bash', 'Edit', 'Write', 'NotebookEdit', 'WebFetch', 'WebSearch', 'AskUserQuestion', 'Agent']
const has = { pi: ['pi-subagents'], qwen: ['qwen'], gemini: ['gemini'], codex: ['codex'], opencode: ['opencode'], claude: ['claude'] }

// corpusOf is what is missing for a client to be asked, '' if nothing is, undefined if it has no loader here.
export const corpusOf = (client) => has[client]?.find((p) => !fs.existsSync(clientDir(p))) ?? (has[client] && '')

function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

// policy is a folder with agents in roles that hold nothing back.
function policy(dir, agents) {
  write(path.join(dir, 'capabilities/README.md'), 'none\n')
  for (const role of ['edit-local', 'read-only']) {
    write(path.join(dir, `roles/${role}.toml`), `[role]\nname = "${role}"\ndescription = "It may do all."\n[capabilities]\nrequired = []\n[tools]\nallowed = ${JSON.stringify(every)}\n`)
  }
  for (const a of agents) {
    for (const [name, text] of Object.entries({ 'agent.toml': a.toml, ...a.files })) write(path.join(dir, 'agents', a.folder, name), text)
  }
}

// accepted is a definition that lets Codex search the web, which no file of its can forbid.
const accepted = (toml) => (/websearch\]\s+intent = "deny"/.test(toml) ? `${toml}\n[[accept]]\nclient = "codex"\nfield = "permissions.websearch"\nreason = "nobody holds it"\n`
  : /^tools = /m.test(toml) && !/websearch/.test(toml) ? `${toml}\n[[accept]]\nclient = "codex"\nfield = "tools"\nreason = "nobody holds it"\n` : toml)

// sets are the rule sets in a client's own form; Gemini CLI's are what kei makes of them.
function sets(client, dir, kei) {
  const all = lines('verdicts.jsonl')
  const asked = (s) => s.probes.filter((p) => p[client])
  const set = (s, rules, more) => ({ id: s.id, tool: s.tool, rules, calls: asked(s).map((p) => p.probe), want: asked(s).map((p) => p[client]), ...more })
  switch (client) {
    case 'qwen': return all.map((s) => set(s, s.compiled.claude_settings))
    case 'codex': return all.filter((s) => s.compiled.codex).map((s) => set(s, s.compiled.codex))
    case 'gemini': {
      const own = all.filter((s) => s.tool === 'bash' && !s.lint.some((l) => l.severity === 'error'))
      const folder = (s) => s.id.toLowerCase()
      policy(path.join(dir, 'rules'), own.map((s) => ({
        folder: folder(s), toml: `role = "edit-local"\ndescription = "d"\n[permissions.bash]\nintent = "${s.intent}"\nrules = ${JSON.stringify(s.rules)}\n`, files: { 'system-prompt.md': 'You are the agent.\n' },
      })))
      kei('gen', '-C', path.join(dir, 'rules'))
      return own.map((s) => set(s, path.join(dir, `rules/out/agents/gemini/home/.gemini/policies/kei-${folder(s)}.toml`), { agent: folder(s) }))
    }
  }
  return []
}

// readBack is what a client has read of an agent, in the words of renders.jsonl.
const readBack = {
  gemini: (a, key) => ({ tools: a.toolConfig?.tools, maxTurns: a.runConfig?.maxTurns }[key] ?? a[key]),
  pi: (a, key) => a[key], qwen: (a, key) => a[key],
  opencode: (a, key) => (key === 'permission_tail' ? a.permission : key === 'model' ? a.model && `${a.model.providerID}/${a.model.modelID}` : a[key]),
}
const same = (key, got, want) => (key === 'permission_tail' ? tailOf(got, want) : JSON.stringify(got) === JSON.stringify(want))

// tailOf is whether a list of OpenCode's ends, tool by tool, with the agent's own rules; behind them it
// lets its own folder be read.
function tailOf(got = [], want) {
  const of = (list, tool) => list.filter((r) => r[0] === tool).map((r) => r.join(' '))
  const all = got.filter((r) => !r.pattern.endsWith('/opencode/tool-output/*')).map((r) => [r.permission, r.pattern.replace(/^\/.*\/home\//, '~/'), r.action])
  return [...new Set(want.map((r) => r[0]))].every((tool) => of(all, tool).slice(-of(want, tool).length).join('\n') === of(want, tool).join('\n'))
}

// corpus asks one client, in a folder, and returns {agents, calls, wrong}: how many of each were asked,
// and what was read or decided otherwise.
export function corpus(client, dir, kei) {
  const renders = lines('renders.jsonl')
  policy(path.join(dir, 'policy'), renders.map((r) => ({ folder: r.folder, toml: accepted(r.toml), files: r.files })))
  const work = path.join(dir, 'work'), home = path.join(dir, 'home')
  for (const d of [work, home]) fs.mkdirSync(d, { recursive: true })
  kei('agent', 'render', '-C', path.join(dir, 'policy'), '--client', client, '--primary', 'chiron', '--out', work)
  const rules = sets(client, dir, kei)
  write(path.join(dir, 'rules.json'), JSON.stringify(rules))
  const r = spawnSync(process.execPath, [path.join(here, 'deciders.mjs'), client, work, path.join(dir, 'rules.json')],
    { cwd: work, env: { ...process.env, HOME: home, PWD: work, RIG_CLIENTS: CLIENTS_DIR }, encoding: 'utf8', maxBuffer: 1 << 26, timeout: 300_000 })
  fs.writeFileSync(path.join(dir, 'stdout'), r.stdout ?? '')
  fs.writeFileSync(path.join(dir, 'stderr'), r.stderr ?? '')
  if (r.status !== 0) throw new Error(`deciders.mjs ${client}: ${String(r.stderr).slice(-500)}`)
  const got = JSON.parse(r.stdout.slice(r.stdout.lastIndexOf('\n{') + 1))
  const wrong = got.refused.map((why) => `refused: ${typeof why === 'string' ? why : JSON.stringify(why)}`)
  for (const one of got.agents && client !== 'codex' ? renders : []) {
    const a = got.agents[one.folder]
    if (!a) wrong.push(`${one.id}: was not loaded`)
    for (const [key, want] of Object.entries(a && readBack[client] ? one.expect[client].read_back : {})) {
      const is = readBack[client](a, key)
      if (!same(key, is, want)) wrong.push(`${one.id}: ${key} is ${JSON.stringify(is)}, not ${JSON.stringify(want)}`)
    }
  }
  for (const s of rules) {
    s.want.forEach((want, i) => { if (got.verdicts[s.id]?.[i] !== want) wrong.push(`${s.id}: ${s.calls[i]} is ${got.verdicts[s.id]?.[i]}, not ${want}`) })
  }
  return { agents: renders.length, calls: rules.reduce((n, s) => n + s.calls.length, 0), wrong }
}
