package script

import "kei/runtime/str"

// including are the words that put another file into what a compiler or an assembler
// reads, with the sign that stands in front of them.
var including = [...]string{"#include", "#include_next", "#import", "#embed", ".include", ".incbin", "%include", "include", "incbin"}

// cProgram is what is known of programs of C and its like: what they run.
var cProgram = dialect{
	name:   "c",
	syntax: syntax{comments: "/", single: plain, double: plain},
	adjoin: true, followed: byWords,

	runs:   "system popen _popen execl execlp execle execv execve execvp execvpe posix_spawn posix_spawnp",
	prints: "printf fprintf puts perror strcmp",

	opens:   "fopen open freopen",
	reads:   "opendir ifstream_",
	writes:  "creat mkdir mknod mkfifo truncate",
	deletes: "unlink remove rmdir",
	copies:  "link symlink",
	moves:   "rename",

	places: places{walks: "nftw ftw nftw64 ftw64"},
}

// readC reads what a compiler of C, a preprocessor or an assembler is fed for the files
// that it takes in, and for what it runs where somebody starts what becomes of it.
func readC(t Text) Found {
	f := readIncluded(t)
	if says(t.Text, str.Fields(cProgram.runs+" fopen open creat unlink remove rename link mk truncate rmdir")) {
		g := cProgram.read(t)
		f.Maybe = append(f.Maybe, g.Maybe...)
		if g.worked {
			f.cannot(worksOut(t.Program))
		}
		f.Reads, f.Writes, f.Deletes = append(f.Reads, g.Reads...), append(f.Writes, g.Writes...), append(f.Deletes, g.Deletes...)
	}
	return f
}

func readIncluded(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		for rest := line; rest != ""; {
			var one string
			one, rest, _ = str.Cut(rest, ';')
			if path, ok := included(one); ok {
				f.reads(path)
			}
			if _, inner, ok := cutAt(one, "asm"); ok {
				for _, text := range Strings(inner) {
					if path, ok := included(text); ok {
						f.reads(path)
					}
				}
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
