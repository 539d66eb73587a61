package script

import "kei/runtime/str"

// Languages are those that are known, by their names.
var Languages = [...]Language{
	{Name: "applescript", dialect: &applescript},
	{Name: "awk", read: readAwk, whole: true, ends: ".awk"},
	{Name: "bc", read: readBC, whole: true},
	{Name: "c", read: readC, whole: true, ends: ".c .cc .cpp .cxx .h .hpp .s .S"},
	{Name: "cmd", read: readCmd},
	{Name: "config", read: readConfig},
	{Name: "console", read: readConsole},
	{Name: "crontab", read: readCrontab},
	{Name: "csharp", dialect: &csharp, ends: ".cs"},
	{Name: "d", dialect: &dLanguage, ends: ".d"},
	{Name: "dc", read: readDC, whole: true},
	{Name: "doctest", read: readDoctest},
	{Name: "ed", read: readEd, whole: true},
	{Name: "elisp", dialect: &lisp},
	{Name: "elixir", dialect: &erlang, ends: ".ex .exs"},
	{Name: "erb", read: readERB},
	{Name: "erlang", dialect: &erlang, ends: ".erl .escript"},
	{Name: "expect", read: readTcl},
	{Name: "fastimport", read: readFastImport, whole: true, data: true},
	{Name: "fortran", dialect: &fortran, ends: ".f .f90 .f95 .f03 .f08 .F90"},
	{Name: "ftp", read: readFTP},
	{Name: "gdb", read: readGDB},
	{Name: "gitconfig", read: readGitConfig, whole: true},
	{Name: "gnuplot", read: readGnuplot},
	{Name: "go", dialect: &golang, ends: ".go"},
	{Name: "gogenerate", read: readGenerate},
	{Name: "groovy", dialect: &javaLike, ends: ".groovy .gradle"},
	{Name: "guile", dialect: &lisp},
	{Name: "haskell", dialect: &haskell, ends: ".hs"},
	{Name: "hotspotrc", read: readHotspot, whole: true},
	{Name: "java", read: readJava, ends: ".java .kt .kts"},
	{Name: "jq", read: readJQ, whole: true},
	{Name: "jshell", read: readJShell},
	{Name: "julia", dialect: &julia, ends: ".jl"},
	{Name: "jvmoptions", read: readJVMOptions, whole: true},
	{Name: "kustomize", read: readKustomize, whole: true},
	{Name: "ldscript", read: readLinkerScript, whole: true, data: true},
	{Name: "less", read: readLess, whole: true},
	{Name: "lldb", read: readLLDB},
	{Name: "lua", dialect: &lua, ends: ".lua"},
	{Name: "m4", read: readM4},
	{Name: "make", read: readMake},
	{Name: "makefile", read: readMakefile},
	{Name: "manconfig", read: readManConfig, whole: true},
	{Name: "manifest", read: readManifest},
	{Name: "mysql", read: readMySQL, whole: true},
	{Name: "node", dialect: &node, ends: ".js .mjs .cjs .jsx .ts .mts .cts .tsx"},
	{Name: "npmrc", read: readNpmrc, whole: true},
	{Name: "ocaml", dialect: &ocaml, ends: ".ml"},
	{Name: "octave", dialect: &octave},
	{Name: "options", read: readOptions, whole: true},
	{Name: "package", read: readPackage},
	{Name: "patch", read: readPatch, whole: true, data: true},
	{Name: "paths", read: readPaths, whole: true},
	{Name: "perl", dialect: &perl, ends: ".pl .pm .t"},
	{Name: "php", dialect: &php, ends: ".php"},
	{Name: "psql", read: readPsql, whole: true},
	{Name: "pytestini", read: readPytest, whole: true},
	{Name: "python", dialect: &python, ends: ".py"},
	{Name: "r", dialect: &rLanguage, ends: ".R .r"},
	{Name: "recipe", read: readRecipe},
	{Name: "rsh", read: readRemoteShell},
	{Name: "ruby", dialect: &ruby, ends: ".rb .rake .gemspec"},
	{Name: "rust", read: readRust, ends: ".rs"},
	{Name: "scala", dialect: &javaLike, ends: ".scala .sc"},
	{Name: "scheme", dialect: &lisp},
	{Name: "sed", read: readSed, whole: true},
	{Name: "split", read: readSplit, whole: true},
	{Name: "sql", read: readSQL, whole: true},
	{Name: "sqlite", read: readSQLite, whole: true, apart: true},
	{Name: "ssh_config", read: readSSH},
	{Name: "swift", dialect: &swift, ends: ".swift"},
	{Name: "tcl", read: readTcl, ends: ".tcl"},
	{Name: "terraform", read: readTerraform},
	{Name: "tmux", read: readTmux},
	{Name: "transform", read: readTransform, whole: true},
	{Name: "troff", read: readTroff, data: true},
	{Name: "unread", read: readUnread, whole: true},
	{Name: "vim", read: readVim},
	{Name: "zig", dialect: &zig, ends: ".zig"},
}

// Costly reports whether it is a language of programs, which take longer to read than
// a line of sed.
func (l *Language) Costly() bool { return l.dialect != nil }

// Of is the language of programs that a file is in by the end of its name, "" if it may
// be in any.
func Of(path string) string {
	dot := str.LastIndexByte(path, '.')
	if dot < 0 || str.IndexByte(path[dot:], '/') >= 0 {
		return ""
	}
	for i := range Languages {
		for rest := Languages[i].ends; rest != ""; {
			var end string
			if end, rest, _ = str.Cut(rest, ' '); end == path[dot:] {
				return Languages[i].Name
			}
		}
	}
	return ""
}

// Named is the language of that name, or nil.
func Named(name string) *Language {
	low, high := 0, len(Languages)
	for low < high {
		mid := (low + high) / 2
		if Languages[mid].Name < name {
			low = mid + 1
		} else {
			high = mid
		}
	}
	if low < len(Languages) && Languages[low].Name == name {
		return &Languages[low]
	}
	return nil
}

// Apart reports whether of several words in a language each is a text of its own, and
// not a part of one.
func Apart(name string) bool {
	l := Named(name)
	return l != nil && l.apart
}

// Data reports whether a text of the language is data which only names files: where nobody
// can read it, it is judged as a program that writes what it does not name.
func Data(name string) bool {
	l := Named(name)
	return l != nil && l.data
}

// Whole reports whether what the text of a language does is all in what its
// reader finds. Of the others, which are languages to write programs in, no
// reader knows that.
func Whole(name string) bool {
	l := Named(name)
	return l != nil && l.whole
}
