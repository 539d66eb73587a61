package script

// Languages are those that are known, by their names.
var Languages = [...]Language{
	{Name: "applescript", dialect: &applescript},
	{Name: "awk", read: readAwk},
	{Name: "bc", read: readBC},
	{Name: "cmd", read: readCmd},
	{Name: "config", read: readConfig},
	{Name: "console", read: readConsole},
	{Name: "crontab", read: readCrontab},
	{Name: "dc", read: readDC},
	{Name: "ed", read: readEd},
	{Name: "elisp", dialect: &lisp},
	{Name: "elixir", dialect: &erlang},
	{Name: "erlang", dialect: &erlang},
	{Name: "expect", read: readTcl},
	{Name: "ftp", read: readFTP},
	{Name: "gdb", read: readGDB},
	{Name: "gitconfig", read: readGitConfig},
	{Name: "gnuplot", read: readGnuplot},
	{Name: "go", dialect: &golang},
	{Name: "groovy", dialect: &javaLike},
	{Name: "guile", dialect: &lisp},
	{Name: "haskell", dialect: &haskell},
	{Name: "java", dialect: &javaLike},
	{Name: "jq", read: readJQ},
	{Name: "jshell", read: readJShell},
	{Name: "julia", dialect: &julia},
	{Name: "less", read: readLess},
	{Name: "lldb", read: readGDB},
	{Name: "lua", dialect: &lua},
	{Name: "m4", read: readM4},
	{Name: "make", read: readMake},
	{Name: "manifest", read: readManifest},
	{Name: "mysql", read: readMySQL},
	{Name: "node", dialect: &node},
	{Name: "octave", dialect: &octave},
	{Name: "paths", read: readPaths},
	{Name: "perl", dialect: &perl},
	{Name: "php", dialect: &php},
	{Name: "psql", read: readPsql},
	{Name: "python", dialect: &python},
	{Name: "r", dialect: &rLanguage},
	{Name: "recipe", read: readRecipe},
	{Name: "rsh", read: readRemoteShell},
	{Name: "ruby", dialect: &ruby},
	{Name: "scala", dialect: &javaLike},
	{Name: "scheme", dialect: &lisp},
	{Name: "sed", read: readSed},
	{Name: "sql", read: readSQL},
	{Name: "sqlite", read: readSQLite},
	{Name: "ssh_config", read: readSSH},
	{Name: "tcl", read: readTcl},
	{Name: "tmux", read: readTmux},
	{Name: "troff", read: readTroff},
	{Name: "vim", read: readVim},
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
