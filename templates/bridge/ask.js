const ARGV = {{.Argv}}
const SECONDS = {{.Within}}

// ask starts the gate and resolves if it allows the call. Everything else
// rejects: a gate that is missing, is killed, does not come back in time, ends
// with another status than 0, or says anything on standard output, where an
// allowing gate says nothing.
function ask(payload) {
  return new Promise((allow, reject) => {
    const deny = (why) => reject(new Error(why))
    const text = JSON.stringify(payload)
    const gate = spawn(ARGV[0], ARGV.slice(1), { stdio: ['pipe', 'pipe', 'pipe'] })
    const timer = setTimeout(() => {
      deny(`kei: no answer from the gate within ${SECONDS} s, so the call is denied`)
      gate.kill('SIGKILL')
    }, SECONDS * 1000)
    const said = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr']) {
      gate[name].setEncoding('utf8')
      gate[name].on('error', () => {})
      gate[name].on('data', (more) => { if (said[name].length < 1 << 16) said[name] += more })
    }
    gate.on('error', (e) => {
      clearTimeout(timer)
      deny(`kei: the gate cannot be started (${e.message}), so the call is denied`)
    })
    gate.on('close', (code, signal) => {
      clearTimeout(timer)
      const reason = said.stderr.trim()
      if (code === 0 && said.stdout.trim() === '') return allow()
      if (code === 2) return deny(reason || 'kei: the gate denies the call')
      deny(`kei: the gate gave no answer (${signal ?? `status ${code}`}), so the call is denied`)
    })
    gate.stdin.on('error', () => {}) // it may answer before it has read everything
    gate.stdin.end(text)
  })
}
