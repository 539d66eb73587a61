package script

// node is JavaScript, by whatever runs it outside of a browser.
var node = dialect{
	name: "node",
	syntax: syntax{
		comments: "/", single: plain, double: plain, acc: filled, fill: "${", letters: "$", regexps: true, breaks: true,
	},
	joins: "+", computes: true,

	runs:   "execSync execFileSync spawnSync execFile Bun.spawn Bun.spawnSync Deno.run Deno.Command execa execaSync execaCommand execaCommandSync shelljs.exec",
	armed:  "exec spawn fork $ command Command run shell pty script",
	arms:   "child_process execa zx shelljs cross-spawn node-pty Bun Deno bun worker_threads cluster",
	evals:  "^.eval ^.Function vm.Script compileFunction SourceTextModule",
	drives: "worker_threads vm module Module inspector",
	driven: "Worker runInNewContext runInThisContext runInContext _compile compileFunction Script SourceTextModule post",
	any:    "binding dlopen mainModule constructor __proto__ Reflect globalThis createRequire spawn_sync _linkedBinding getBuiltinModule",
	prints: "console.log console.error console.warn console.info console.debug Error TypeError test includes indexOf startsWith endsWith split replace match " +
		"stdout.write stderr.write describe it expect toBe toEqual querySelector",
	decodes: "atob fromCharCode fromCodePoint Buffer.from reverse inflateSync gunzipSync unescape decodeURI decodeURIComponent TextDecoder",
	modules: "child_process",
	readers: "repl inspector inspector/promises",

	opens: "open openSync createWriteStream_",
	reads: "readFile readFileSync createReadStream readdir readdirSync readlink Deno.readTextFile Bun.file readTextFile readTextFileSync",
	writes: "writeFile writeFileSync appendFile appendFileSync createWriteStream mkdir mkdirSync mkdtemp mkdtempSync truncate truncateSync chmod chmodSync " +
		"chown chownSync utimes utimesSync writeTextFile writeTextFileSync Bun.write outputFile outputFileSync outputJson writeJson writeJsonSync ensureDir ensureFile " +
		"process.report.writeReport writeReport writeHeapSnapshot WriteStream",
	deletes: "unlink unlinkSync rm rmSync rmdir rmdirSync rimraf emptyDir fs.remove removeSync Deno.remove Deno.removeSync",
	copies:  "copyFile copyFileSync cp cpSync link linkSync symlink symlinkSync copySync",
	moves:   "rename renameSync moveSync fs.move Deno.rename",
	paths:   "join resolve URL",
	places: places{
		home: "homedir os.userInfo userInfo", here: "process.cwd Deno.cwd __dirname", root: "path.sep",
		keeps:   "String normalize realpath realpathSync toString trim homedir promises pathToFileURL fileURLToPath toNamespacedPath",
		holders: "dirname", globs: "globSync fs.glob glob", names: "readdirSync readdir",
	},

	net: "fetch http https net axios WebSocket request undici",
	env: "process.env Deno.env Bun.env",
}
