package script

import "kei/runtime/str"

// readFTP reads the lines that a client for transfers is given: ! runs, get
// writes here, put reads here.
func readFTP(t Text) Found {
	var f Found
	f.Effects |= network
	for n, rest := 0, str.ReplaceByte(t.Text, ';', '\n'); rest != "" && n < maxFiles; n++ {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		line = str.Trim(line)
		if str.HasPrefix(line, "!") {
			f.shell(line[1:])
			continue
		}
		words := str.Fields(line)
		if len(words) < 2 {
			continue
		}
		last := words[len(words)-1]
		switch str.Lower(words[0]) {
		case "get", "recv", "mget", "reget", "newer", "pget", "mirror":
			f.writes(last)
		case "put", "send", "mput", "append", "reput":
			f.reads(words[1])
		case "shell", "local", "lmkdir":
			f.shell(str.Join(words[1:], " "))
		}
	}
	if t.Holed() {
		f.cannot("a line for " + t.Program + " is computed at run time, and can run a command; write it out")
	}
	return f
}
