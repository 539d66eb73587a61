package gate

import (
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/sys"
	"kei/runtime/word"
)

// foldersOfSystem hold what is installed. A program that is named by its path there is no
// script of the project, so what is held of a program that no table has is held of it, too.
var foldersOfSystem = []string{"/usr/", "/lib/", "/lib64/", "/lib32/", "/bin/", "/sbin/", "/opt/", "/snap/", "/nix/store/", "/Library/", "/System/", "/etc/", "/run/current-system/"}

// ofSystem reports whether a path, however it is spelled, leads into one of them.
func (c *Call) ofSystem(path string) bool {
	if !str.HasPrefix(path, "/") {
		return false
	}
	path = str.CleanPath(path)
	if _, own := file.Within(str.CleanPath(c.Root), path, false); own && c.Root != "" {
		return false // a project that lies there, as in /usr/src/app
	}
	for _, folder := range foldersOfSystem {
		if str.HasPrefix(path, folder) {
			return true
		}
	}
	return false
}

// isScript reports whether a command is named by a path that leads to no installed program:
// a script of the project, which stays what it is.
func (c *Call) isScript(name string) bool { return str.Contains(name, "/") && !c.ofSystem(name) }

// isHelper reports whether a command is an installed program in none of the folders that
// people's commands are in: what other programs start (/usr/lib/apt/apt-helper). Nobody
// calls one by its name, so no table has it, and it may write what it is told.
func (c *Call) isHelper(name string) bool {
	if !c.ofSystem(name) {
		return false
	}
	folder := str.CleanPath(name)
	folder = folder[:str.LastIndexByte(folder, '/')]
	return !str.In(folder[str.LastIndexByte(folder, '/')+1:], "bin", "sbin", "games")
}

// foldersOfPrograms hold what is started by its bare name.
var foldersOfPrograms = []string{"/usr/bin/", "/usr/sbin/", "/usr/local/bin/", "/bin/", "/sbin/", "/usr/games/", "/usr/local/sbin/"}

// isInstalled reports whether a command is a program of the system: no tool of the project.
func isInstalled(name string) bool {
	named := str.Contains(name, "/")
	for _, folder := range foldersOfPrograms {
		if named && str.HasPrefix(name, folder) || !named && sys.Look(folder+name) != sys.Absent {
			return true
		}
	}
	return false
}

// saysReads reports whether the name of a program says that it only reads what it is given.
func saysReads(name string) bool {
	name = str.Lower(name[str.LastIndexByte(name, '/')+1:])
	for _, part := range [...]string{"lint", "check", "show", "list", "ls", "diff", "cmp", "view", "cat", "info", "test", "verif", "valid", "stat", "dump", "read", "print", "less", "more", "head", "tail", "grep", "find", "search", "sum", "hash", "count", "query", "scan", "file", "font", "detect", "parse", "audit", "spell", "2txt", "totext", "2text", "display", "play", "md", "look", "identify"} {
		if str.Contains(name, part) {
			return true
		}
	}
	return false
}

// told are the words that a program is given, and what is attached to its options or stands
// behind a colon: copy:/a/b.
func told(words []word.Word) (list []word.Word) {
	for _, w := range words[1:] {
		if isOption(w.Text) {
			_, value, attached := str.Cut(w.Text, '=')
			if !attached {
				continue
			}
			w.Text = value
		}
		list = append(list, w)
		if _, behind, more := str.Cut(w.Text, ':'); more {
			w.Text = behind
			list = append(list, w)
		}
	}
	return list
}

// installed unfolds an installed program that an interpreter runs as its file, as what it
// is when it is started by itself: perl /usr/share/x/lsh, python3 /usr/bin/pip.
func (u *unfolding) installed(cmd command, uses []invocation.Use, file word.Word, depth int) {
	if !file.Known() || !u.call.ofSystem(file.Text) || cmd.literal || depth > maxNesting/2 {
		return
	}
	u.run(append([]word.Word{file}, argumentsIn(uses)...), cmd, depth)
}
