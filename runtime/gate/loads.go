package gate

import "kei/runtime/str"

// A program that is written in the call may load a file that it has just written. Most that
// write a file do not: they edit a source, whose name stands in them as the name of a file.

// A loader is how programs of a language come to run a file.
type loader struct {
	lang  string
	named []string // what is loaded stands behind it: import NAME
	any   []string // with one of these in a program, what is loaded may stand anywhere
}

// loaders are few: a map of them would be made at the start of each gate.
var loaders = [...]loader{
	{
		lang:  "python",
		named: []string{"import", "from"},
		any: []string{"exec", "eval", "execfile", "compile", "builtins", "__builtins__", "globals", "getattr", "__import__", "importlib", "import_module", "imp", "reload",
			"runpy", "run_path", "run_module", "load_source", "load_module", "exec_module", "SourceFileLoader", "zipimport", "pkgutil", "ctypes", "CDLL",
			"InteractiveInterpreter", "runsource", "runcode", "subprocess", "create_subprocess_exec", "create_subprocess_shell", "multiprocessing", "pty", "system",
			"popen", "Popen", "spawn", "spawnl", "spawnle", "spawnlp", "spawnlpe", "spawnv", "spawnve", "spawnvp", "spawnvpe", "posix_spawn", "posix_spawnp",
			"execl", "execle", "execlp", "execlpe", "execv", "execve", "execvp", "execvpe"},
	},
	{
		lang:  "node",
		named: []string{"import", "from", "require"},
		any: []string{"eval", "Function", "vm", "fork", "child_process", "Worker", "worker_threads", "cluster", "Module", "_load", "mainModule", "binding", "createRequire",
			"dlopen", "runInThisContext", "runInNewContext", "globalThis", "global", "exec", "execSync", "spawn", "spawnSync", "execFile", "execFileSync"},
	},
	{
		lang: "vim",
		any: []string{"so", "sou", "sour", "sourc", "source", "ru", "run", "runt", "runtime", "pa", "pac", "pack", "packadd", "packloadall", "call", "cal", "exe", "execute", "rtp", "runtimepath", "pp", "packpath", "filetype", "colo", "colorscheme",
			"py", "py3", "python", "python3", "pyx", "pyfile", "py3file", "lua", "luafile", "perl", "ruby", "rubyfile", "tcl", "tclfile", "comp", "compiler", "syntax", "ft"},
	},
}

// runners are what runs a file in a language, however that is called.
var runners = [...]struct{ lang, by string }{
	{"python", "load_source load_module run_path SourceFileLoader run_setup testfile DocFileSuite DocFileTest execfile exec_module spec_from_file_location exec run_module runpy imp"},
	{"node", "require import runInThisContext runInNewContext eval Function _load _compile Script runMain"},
	{"ruby", "load require require_relative eval instance_eval class_eval module_eval autoload"},
	{"perl", "do require eval"},
	{"tcl", "source eval load package"},
	{"vim", "so source runtime luafile"},
	{"sqlite", "read rea"},
	{"psql", "i ir include include_relative"},
	{"mysql", "source"},
	{"gdb", "source so sou"},
	{"lua", "dofile loadfile require"},
	{"php", "include include_once require require_once eval"},
}

// loadsText reports whether a program in a language may run the file of that name, whatever
// the ending is.
func loadsText(lang, program, base, parent string) bool {
	if str.HasSuffix(base, ".pth") && lang == "python" {
		return mentions(program, "addsitedir") || mentions(program, parent) && mentions(program, "site")
	}
	switch {
	case base == ".pdbrc":
		return lang == "python" && mentions(program, "pdb")
	case base == "package.json", base == "":
		return false
	case !mentions(program, base):
		return false
	}
	for _, t := range runners {
		if t.lang != lang {
			continue
		}
		for _, by := range str.Fields(t.by) {
			if runsBy(program, by) {
				return true
			}
		}
	}
	return false
}

// shadowed are modules of python's library that others of it load: one of that name in the
// folder that a module is started in stands in front of it.
var shadowed = []string{"abc", "argparse", "ast", "base64", "bisect", "bz2", "calendar", "code", "codecs", "collections", "configparser", "contextlib", "copy", "csv", "dataclasses",
	"datetime", "decimal", "difflib", "dis", "email", "enum", "fnmatch", "fractions", "functools", "getopt", "getpass", "gettext", "glob", "gzip", "hashlib", "heapq", "hmac",
	"html", "http", "importlib", "inspect", "io", "ipaddress", "json", "keyword", "linecache", "locale", "logging", "lzma", "math", "mimetypes", "netrc", "ntpath", "numbers",
	"opcode", "operator", "optparse", "os", "pathlib", "pickle", "pkgutil", "platform", "plistlib", "pprint", "queue", "quopri", "random", "re", "reprlib", "runpy", "sched",
	"secrets", "selectors", "shlex", "shutil", "signal", "site", "socket", "socketserver", "sre_compile", "sre_constants", "sre_parse", "ssl", "stat", "string", "struct",
	"subprocess", "symtable", "sysconfig", "tarfile", "tempfile", "textwrap", "threading", "timeit", "token", "tokenize", "trace", "traceback", "types", "typing", "unittest",
	"urllib", "uuid", "warnings", "weakref", "xml", "zipfile", "zipimport", "zlib"}

// loads reports whether a program in a language may load the file of that name, or one in a
// folder that is called like its folder.
func loads(lang, program, stem, parent string) bool {
	known := loaderOf(lang)
	if known == nil {
		return loadsAnyhow(program, stem) || hasPart(program, stem, parent)
	}
	if !mentions(program, stem) && (parent == "" || !mentions(program, parent)) {
		return false
	}
	for _, by := range known.any {
		if runsBy(program, by) {
			return true
		}
	}
	for _, by := range known.named {
		if loadsBehind(program, by, stem, parent) {
			return true
		}
	}
	return false
}

// loaderOf is what is known of a language, or nil.
func loaderOf(lang string) *loader {
	for i := range loaders {
		if loaders[i].lang == lang {
			return &loaders[i]
		}
	}
	return nil
}

// runsBy reports whether a word stands in a program: not as re.compile, which runs nothing.
func runsBy(program, by string) bool {
	return eachMention(program, by, func(at, _ int) bool { return by != "compile" || !str.HasSuffix(program[:at], "re.") })
}

// loadsBehind reports whether what stands behind a word may be one of the names: it is, or it is no
// name and no text.
func loadsBehind(program, by, stem, parent string) bool {
	return eachMention(program, by, func(_, end int) bool {
		behind := program[end:]
		if i := str.IndexByte(behind, '\n'); i >= 0 {
			if first := str.Trim(behind[:i]); first != "(" && first != "" && !str.HasSuffix(first, "\\") && !str.HasSuffix(first, ",") && !str.HasSuffix(first, "(") && !str.HasSuffix(first, "{") {
				behind = behind[:i]
			}
		}
		if i := str.IndexByte(behind, ';'); i >= 0 {
			behind = behind[:i]
		}
		inner := str.Trim(behind)
		if called := str.HasPrefix(inner, "("); called {
			if inner = str.Trim(inner[1:]); inner == "" || inner[0] != '\'' && inner[0] != '"' {
				return true // a name that is put together
			}
			end := str.IndexByte(inner[1:], inner[0])
			if end < 0 || !str.HasPrefix(str.Trim(inner[end+2:]), ")") {
				return true
			}
			inner = inner[1 : end+1]
		}
		return mentions(inner, stem) || parent != "" && mentions(inner, parent)
	})
}

// loadsAnyhow reports whether a program in a language of which less is known may load the module
// of that name.
func loadsAnyhow(program, stem string) bool {
	if !mentions(program, stem) {
		return false
	}
	for _, by := range [...]string{"import", "require", "include", "load", "source", "use", "run", "exec", "eval", "do", "library", "compile", "open"} {
		if mentions(program, by) || str.Contains(program, by+"_") || str.Contains(program, "_"+by) {
			return true
		}
	}
	return false
}

// mentions reports whether a name stands in a program as a word of its own.
func mentions(program, name string) bool {
	return eachMention(program, name, func(int, int) bool { return true })
}

// eachMention calls f with where a name stands in a program as a word of its own, until f says yes.
func eachMention(program, name string, f func(at, end int) bool) bool {
	for from := 0; name != ""; {
		i := str.Index(program[from:], name)
		if i < 0 {
			return false
		}
		at := from + i
		end := at + len(name)
		if (at == 0 || !isNameByte(program[at-1])) && (end == len(program) || !isNameByte(program[end])) {
			if f(at, end) {
				return true
			}
		}
		from = at + 1
	}
	return false
}

func isNameByte(b byte) bool { return isLetter(b) || b == '_' }
