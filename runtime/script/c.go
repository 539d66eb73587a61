package script

import "kei/runtime/str"

// including are the words that put another file into what a compiler or an assembler
// reads, with the sign that stands in front of them.
var including = [...]string{"#include", "#include_next", "#import", "#embed", ".include", ".incbin", "%include", "include", "incbin"}

// readC reads what a compiler of C, a preprocessor or an assembler is fed for the files
// that it takes in. Its text is translated and not run.
func readC(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		for rest := line; rest != ""; {
			var one string
			one, rest, _ = str.Cut(rest, ';')
			if path, ok := included(one); ok {
				f.reads(path)
			}
		}
	})
}

// included is the file that a line takes in.
func included(line string) (string, bool) {
	line = str.Trim(line)
	for len(line) > 1 && (line[0] == '#' || line[0] == '%') && (line[1] == ' ' || line[1] == '\t') {
		line = line[:1] + str.Trim(line[1:])
	}
	for _, w := range including {
		if !str.HasPrefix(line, w) {
			continue
		}
		rest := str.Trim(line[len(w):])
		if len(rest) < 2 || str.IndexByte("\"'<", rest[0]) < 0 {
			continue
		}
		end := rest[0]
		if end == '<' {
			end = '>'
		}
		if i := str.IndexByte(rest[1:], end); i > 0 {
			return rest[1 : i+1], true
		}
	}
	return "", false
}
