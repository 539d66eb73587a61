#!/usr/bin/env node
// Starts the kei of this system, which npm installed beside this package.
'use strict'
const { spawn } = require('node:child_process')
const os = require('node:os')

const name = require('../package.json').name + '-' + process.platform + '-' + process.arch
const file = process.platform === 'win32' ? 'kei.exe' : 'kei'
let program
try {
  program = require.resolve(name + '/bin/' + file)
} catch {
  console.error(`kei: ${name} is not installed beside ${require('../package.json').name}; npm leaves it out with --omit=optional ` +
    `(--no-optional), or where a package-lock.json was made on another system: install again without either. ` +
    `If there is no ${name} at all, build kei from its sources.`)
  process.exit(1)
}

const child = spawn(program, process.argv.slice(2), { stdio: 'inherit' })
// What a terminal sends reaches both; what is sent to this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (e) => {
  console.error(`kei: ${program} cannot be started: ${e.message}`)
  process.exit(1)
})
child.on('exit', (code, signal) => process.exit(signal ? 128 + os.constants.signals[signal] : code))
