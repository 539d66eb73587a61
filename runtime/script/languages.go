package script

// Languages are those that are known, by their names.
var Languages = [...]Language{
	{"applescript", applescript.read},
	{"awk", readAwk},
	{"bc", readBC},
	{"cmd", readCmd},
	{"config", readConfig},
	{"console", readConsole},
	{"crontab", readCrontab},
	{"dc", readDC},
	{"ed", readEd},
	{"elisp", lisp.read},
	{"elixir", erlang.read},
	{"erlang", erlang.read},
	{"expect", readTcl},
	{"ftp", readFTP},
	{"gdb", readGDB},
	{"gitconfig", readGitConfig},
	{"gnuplot", readGnuplot},
	{"go", golang.read},
	{"groovy", javaLike.read},
	{"guile", lisp.read},
	{"haskell", haskell.read},
	{"java", javaLike.read},
	{"jq", readJQ},
	{"jshell", readJShell},
	{"julia", julia.read},
	{"less", readLess},
	{"lldb", readGDB},
	{"lua", lua.read},
	{"m4", readM4},
	{"make", readMake},
	{"mysql", readMySQL},
	{"node", node.read},
	{"octave", octave.read},
	{"paths", readPaths},
	{"perl", perl.read},
	{"php", php.read},
	{"psql", readPsql},
	{"python", python.read},
	{"r", rLanguage.read},
	{"recipe", readRecipe},
	{"ruby", ruby.read},
	{"scala", javaLike.read},
	{"scheme", lisp.read},
	{"sed", readSed},
	{"sql", readSQL},
	{"sqlite", readSQLite},
	{"ssh_config", readSSH},
	{"tcl", readTcl},
	{"tmux", readTmux},
	{"troff", readTroff},
	{"vim", readVim},
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
