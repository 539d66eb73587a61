package script

// Languages are all of them, by name.
var Languages = []Language{
	{Name: "awk"}, {Name: "bc"}, {Name: "cmd"}, {Name: "crontab"}, {Name: "ed"}, {Name: "elisp"}, {Name: "expect"}, {Name: "ftp"}, {Name: "gdb"},
	{Name: "gitconfig"}, {Name: "gnuplot"}, {Name: "groovy"}, {Name: "jq"}, {Name: "lldb"}, {Name: "lua"}, {Name: "m4"}, {Name: "make"},
	{Name: "mysql"}, {Name: "node"}, {Name: "perl"}, {Name: "php"}, {Name: "psql"}, {Name: "python"}, {Name: "r"}, {Name: "recipe"},
	{Name: "ruby"}, {Name: "sed"}, {Name: "sql"}, {Name: "sqlite"}, {Name: "ssh_config"}, {Name: "tcl"}, {Name: "tmux"}, {Name: "vim"},
}
