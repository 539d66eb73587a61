package script

// Languages are those that are known, by their names.
var Languages = [...]Language{
	{Name: "applescript", dialect: &applescript},
	{Name: "awk", read: readAwk, whole: true},
	{Name: "bc", read: readBC, whole: true},
	{Name: "c", read: readC, whole: true},
	{Name: "cmd", read: readCmd},
	{Name: "config", read: readConfig},
	{Name: "console", read: readConsole},
	{Name: "crontab", read: readCrontab},
	{Name: "dc", read: readDC, whole: true},
	{Name: "doctest", read: readDoctest},
	{Name: "ed", read: readEd, whole: true},
	{Name: "elisp", dialect: &lisp},
	{Name: "elixir", dialect: &erlang},
	{Name: "erb", read: readERB},
	{Name: "erlang", dialect: &erlang},
	{Name: "expect", read: readTcl},
	{Name: "fastimport", read: readFastImport, whole: true, data: true},
	{Name: "ftp", read: readFTP},
	{Name: "gdb", read: readGDB},
	{Name: "gitconfig", read: readGitConfig, whole: true},
	{Name: "gnuplot", read: readGnuplot},
	{Name: "go", dialect: &golang},
	{Name: "gogenerate", read: readGenerate},
	{Name: "groovy", dialect: &javaLike},
	{Name: "guile", dialect: &lisp},
	{Name: "haskell", dialect: &haskell},
	{Name: "hotspotrc", read: readHotspot, whole: true},
	{Name: "java", dialect: &javaLike},
	{Name: "jq", read: readJQ, whole: true},
	{Name: "jshell", read: readJShell},
	{Name: "julia", dialect: &julia},
	{Name: "jvmoptions", read: readJVMOptions, whole: true},
	{Name: "kustomize", read: readKustomize, whole: true},
	{Name: "ldscript", read: readLinkerScript, whole: true, data: true},
	{Name: "less", read: readLess, whole: true},
	{Name: "lldb", read: readGDB},
	{Name: "lua", dialect: &lua},
	{Name: "m4", read: readM4},
	{Name: "make", read: readMake},
	{Name: "makefile", read: readMakefile},
	{Name: "manconfig", read: readManConfig, whole: true},
	{Name: "manifest", read: readManifest},
	{Name: "mysql", read: readMySQL, whole: true},
	{Name: "node", dialect: &node},
	{Name: "npmrc", read: readNpmrc, whole: true},
	{Name: "octave", dialect: &octave},
	{Name: "options", read: readOptions, whole: true},
	{Name: "package", read: readPackage},
	{Name: "patch", read: readPatch, whole: true, data: true},
	{Name: "paths", read: readPaths, whole: true},
	{Name: "perl", dialect: &perl},
	{Name: "php", dialect: &php},
	{Name: "psql", read: readPsql, whole: true},
	{Name: "pytestini", read: readPytest, whole: true},
	{Name: "python", dialect: &python},
	{Name: "r", dialect: &rLanguage},
	{Name: "recipe", read: readRecipe},
	{Name: "rsh", read: readRemoteShell},
	{Name: "ruby", dialect: &ruby},
	{Name: "scala", dialect: &javaLike},
	{Name: "scheme", dialect: &lisp},
	{Name: "sed", read: readSed, whole: true},
	{Name: "split", read: readSplit, whole: true},
	{Name: "sql", read: readSQL, whole: true},
	{Name: "sqlite", read: readSQLite, whole: true, apart: true},
	{Name: "ssh_config", read: readSSH},
	{Name: "tcl", read: readTcl},
	{Name: "terraform", read: readTerraform},
	{Name: "tmux", read: readTmux},
	{Name: "transform", read: readTransform, whole: true},
	{Name: "troff", read: readTroff, data: true},
	{Name: "unread", read: readUnread, whole: true},
	{Name: "vim", read: readVim},
}

// Costly reports whether it is a language of programs, which take longer to read than
// a line of sed.
func (l *Language) Costly() bool { return l.dialect != nil }

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
