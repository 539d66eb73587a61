package script

var lua = dialect{
	name: "lua",
	syntax: syntax{
		comments: "-", single: plain, double: plain, long: true, breaks: true,
	},
	joins: "..", computes: true, followed: byWords,

	runs:    "posix.exec posix.execp rpm.execute os.execute io.popen execute popen vim.fn.system jobstart termopen vim.system vim.cmd systemlist",
	evals:   "load loadstring dostring luaeval",
	any:     "_G _ENV debug package loadlib rawget getfenv setfenv ffi require_any dofile loadfile string.dump",
	prints:  "print error assert string.find string.match string.format gsub match find",
	decodes: "rpm.expand string.char char reverse string.reverse b64decode",
	modules: "os io",

	opens:   "io.open open io.input_",
	reads:   "io.lines io.input lines",
	writes:  "io.output lfs.mkdir mkdir mkfifo posix.chmod posix.chown setenv_",
	deletes: "os.remove lfs.rmdir unlink rmdir",
	moves:   "os.rename",
	copies:  "lfs.link posix.link symlink",

	places: places{here: "lfs.currentdir", keeps: "tostring"},

	net: "socket http",
	env: "getenv",
}
