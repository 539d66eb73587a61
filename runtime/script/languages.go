package script

// Languages are all of them, by name.
var Languages = []Language{
	{Name: "applescript"}, {Name: "awk"}, {Name: "bc"}, {Name: "cmd"}, {Name: "crontab"}, {Name: "dc"}, {Name: "ed"}, {Name: "elisp"}, {Name: "elixir"}, {Name: "erlang"}, {Name: "expect"}, {Name: "gdb"},
	{Name: "gitconfig"}, {Name: "gnuplot"}, {Name: "haskell"}, {Name: "java"}, {Name: "jq"}, {Name: "julia"}, {Name: "lldb"}, {Name: "lua"}, {Name: "m4"}, {Name: "make"},
	{Name: "mysql"}, {Name: "node"}, {Name: "octave"}, {Name: "perl"}, {Name: "php"}, {Name: "psql"}, {Name: "python"}, {Name: "r"}, {Name: "recipe"},
	{Name: "ruby"}, {Name: "sed"}, {Name: "sql"}, {Name: "sqlite"}, {Name: "ssh_config"}, {Name: "tcl"}, {Name: "tmux"}, {Name: "vim"},
}
