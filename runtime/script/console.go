package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// readConsole reads what is typed at the prompt of a program that can hand a line
// on to the shell, however it spells that: !x, :!x, shell x, @exec x.
func readConsole(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		f.maybe(line)
		if _, bang, ok := str.Cut(line, '!'); ok {
			f.shell(bang)
		}
		for line != "" && str.IndexByte(" \t:@.\\/*", line[0]) >= 0 {
			line = line[1:]
		}
		words := str.Fields(line)
		if len(words) < 2 {
			typedPath(f, line)
			return
		}
		last := words[len(words)-1]
		switch str.Lower(words[0]) {
		case "shell", "sh", "system", "exec", "execute", "command", "run", "spawn", "pipe", "os", "host":
			f.shell(str.Join(words[1:], " "))
		case "e", "edit", "open", "source", "read", "r", "include", "load", "put", "file", "examine", "jshell>":
			f.reads(last)
		case "s", "save", "w", "write", "o", "log", "logfile", "output", "dump", "get":
			f.writes(last)
		case "rdump", "lcd": // of debugfs: a folder in which files are made
			f.writes(str.CleanPath(last) + "/dump")
		case "config": // of a store: where it keeps what it is given
			if len(words) == 4 && str.Lower(words[2]) == "dir" {
				f.writes(str.CleanPath(last) + "/dump")
			}
		}
	})
}

// typedPath is a key with the file that it asks for behind it, as pagers take it.
func typedPath(f *Found, line string) {
	if len(line) > 2 && str.IndexByte("soO", line[0]) >= 0 && str.IndexByte("/.~", line[1]) >= 0 {
		f.writes(line[1:])
	}
}

// readConfig reads a file of settings of any form for a program that runs some of
// them: each line, each value and each string may be a command.
func readConfig(t Text) Found {
	if str.Contains(t.Text, "\\u00") || str.Contains(t.Text, "\\x") || str.Contains(t.Text, "&#") {
		var f Found
		f.cannot("the settings that " + t.Program + " obeys have escapes in them; write them plain")
		return f
	}
	return eachLine(t, func(f *Found, line string) {
		if match.Holed(line) {
			f.cannot("the settings that " + t.Program + " obeys are computed at run time; write them out")
		}
		settings(f, line)
		bare := []byte(line)
		for i, c := range bare {
			if str.IndexByte("\"',[](){}", c) >= 0 {
				bare[i] = ' '
			}
		}
		if string(bare) != line {
			settings(f, string(bare))
		}
		for _, word := range str.Fields(string(bare)) {
			if str.Contains(word, "/") {
				f.reads(word)
				f.maybe(word) // agent-program /usr/bin/git
			}
		}
	})
}

// readManifest reads what a program that manages files obeys: those that it names
// are made and changed, too.
func readManifest(t Text) Found {
	f := readConfig(t)
	f.Writes = append(f.Writes, f.Reads...)
	return f
}

// readUnread stands for settings by which a program runs or writes something, and that nobody
// reads.
func readUnread(t Text) Found {
	var f Found
	if str.Trim(t.Text) == "" {
		return f
	}
	f.cannot("the settings that " + t.Program + " obeys are written by this call, and not read; write them in a call of their own")
	return f
}

// readManConfig reads the settings of man: which programs it starts.
func readManConfig(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		if words := str.Fields(line); len(words) > 2 && words[0] == "DEFINE" {
			f.shell(str.Join(words[2:], " "))
		}
	})
}

// readPaths reads a list of files, one a line.
func readPaths(t Text) Found {
	return eachLine(t, func(f *Found, line string) { f.reads(line) })
}

// readJShell reads Java with commands of the shell between.
func readJShell(t Text) Found {
	f := javaLike.read(t)
	f.add(readConsole(t))
	return f
}

// settings takes the texts of a line that may be a command.
func settings(f *Found, line string) {
	const longest = 256 // further on another text begins
	f.maybe(upTo(line, longest))
	for i := 0; i+1 < len(line); i++ {
		if str.IndexByte("=:^|!{(>;&\t\"'`-#@", line[i]) < 0 {
			continue
		}
		text := line[i+1:]
		if q := line[i]; q == '"' || q == '\'' || q == '`' {
			text, _, _ = str.Cut(text, q)
		}
		f.maybe(upTo(text, longest))
	}
}

func upTo(s string, n int) string { return s[:min(n, len(s))] }
