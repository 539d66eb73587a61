#!/usr/bin/env node
// install-clients.mjs [CLIENT...]: installs the clients of clients.json (all, or those named) from the
// npm registry, each into a folder of its own under $RIG_CLIENTS, or .acceptance-clients here.
import fs from 'node:fs'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { CLIENTS_DIR } from './clients.mjs'

const pins = JSON.parse(fs.readFileSync(new URL('clients.json', import.meta.url), 'utf8'))

// install returns whether all of them are there.
export function install(names) {
  let all = true
  for (const name of names) {
    if (!pins[name]) throw new Error(`clients.json has no ${name}`)
    const dir = path.join(CLIENTS_DIR, name)
    if (fs.existsSync(path.join(dir, 'node_modules', '.package-lock.json'))) continue
    fs.mkdirSync(dir, { recursive: true })
    const t = Date.now()
    const r = spawnSync('npm', ['install', '--prefix', dir, '--no-audit', '--no-fund', '--loglevel', 'error', pins[name]], { encoding: 'utf8' })
    console.log(`${r.status === 0 ? 'ok  ' : 'FAIL'} ${pins[name]} ${((Date.now() - t) / 1000).toFixed(0)} s${r.status ? `\n${r.stderr}` : ''}`)
    all &&= r.status === 0
  }
  return all
}

if (process.argv[1] && path.resolve(process.argv[1]) === new URL(import.meta.url).pathname) {
  const names = process.argv.slice(2)
  process.exitCode = install(names.length ? names : Object.keys(pins)) ? 0 : 1
}
