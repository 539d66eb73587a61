package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// including are the words that put another file into what a compiler or an assembler
// reads, with the sign that stands in front of them.
var including = [...]string{"#include", "#include_next", "#import", "#embed", ".include", ".incbin", "%include", "include", "incbin"}

// cProgram is what is known of programs of C and its like: what they run, and what they do to
// files by the functions of the system and of its library.
var cProgram = dialect{
	name:   "c",
	syntax: syntax{comments: "/", single: plain, double: plain},
	joins:  "", adjoin: true, followed: byWords,

	runs:   "system popen _popen wordexp execl execlp execle execv execve execvp execvpe posix_spawn posix_spawnp",
	prints: "printf fprintf puts perror strcmp",

	opens:   "fopen fopen64 freopen freopen64 open open64 openat openat64 openat2",
	reads:   "opendir scandir readlink readlinkat",
	writes:  "creat creat64 mkdir mkdirat mknod mknodat mkfifo mkfifoat truncate truncate64 chmod fchmodat lchmod chown lchown fchownat utime utimes lutimes utimensat futimesat setxattr lsetxattr removexattr lremovexattr mkstemp mkstemps mkostemp mkdtemp mkstemp64 sqlite3_open dbm_open create_directory create_directories resize_file filesystem.permissions filesystem.last_write_time",
	deletes: "unlink unlinkat remove rmdir remove_all",
	copies:  "link linkat symlink symlinkat copy_file copy_symlink create_hard_link create_symlink create_directory_symlink filesystem.copy",
	moves:   "rename renameat renameat2 filesystem.rename",
	paths:   "path filesystem.path",
	env:     "getenv secure_getenv",

	places: places{walks: "nftw ftw nftw64 ftw64", inside: "directory_iterator recursive_directory_iterator", divides: true, keeps: "string c_str"},
}

// unseen are functions by which a program does what nobody sees: it calls others by their
// names or numbers, or runs bytes.
const unseen = " dlsym dlvsym dlopen dlmopen syscall fexecve execveat io_uring_setup io_uring_queue_init __libc_start_main Syscall "

// readC reads what a compiler of C, a preprocessor or an assembler is fed for the files
// that it takes in, and for what it does where somebody starts what becomes of it.
func readC(t Text) Found {
	if assembles(plainC(t.Text)) {
		f := readAssembler(t)
		if str.IndexByte(t.Text, '{') >= 0 {
			f.add(readCText(t)) // whatever the end of its name is
		}
		return f
	}
	f := readCText(t)
	if str.Contains(t.Text, "??") {
		t.Text = withTrigraphs(t.Text)
		f.add(readCText(t))
	}
	return f
}

func readCText(t Text) Found {
	text, directives := expandedC(plainC(t.Text))
	f := takenIn(directives)
	t.Text = text
	f.add(readIncluded(t))
	if !says(text, str.Fields(cProgram.runs+unseen+" fopen open creat unlink remove rename link mk truncate rmdir chmod chown utime xattr asm ofstream ifstream fstream FILE filesystem bind scandir")) && !str.Contains(text, "##") {
		return f
	}
	g := cProgram.read(t)
	f.Maybe = append(f.Maybe, g.Maybe...)
	if g.worked {
		f.cannot(worksOut(t.Program))
	}
	f.Reads, f.Writes, f.Deletes = append(f.Reads, g.Reads...), append(f.Writes, g.Writes...), append(f.Deletes, g.Deletes...)
	if g.WritesPath {
		f.WritesAny, f.WritesPath = true, true
	}
	if why := hiddenInC(text); why != "" {
		f.cannot("the program that " + t.Program + " makes " + why)
		f.WritesAny, f.WritesPath = true, true
	}
	return f
}

// takenIn are the files that lines of the preprocessor name.
func takenIn(directives []string) (f Found) {
	for _, d := range directives {
		words := str.Trim(d[1:])
		switch {
		case str.HasPrefix(words, "line"), words != "" && isDigit(words[0]):
			for _, s := range Strings(words) {
				f.reads(s) // messages and debuggers show what stands there
			}
		case str.HasPrefix(words, "include"), str.HasPrefix(words, "import"), str.HasPrefix(words, "embed"):
			if path, ok := included(d); ok {
				f.reads(path)
			} else {
				f.reads(string([]byte{match.Hole}))
			}
		}
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

// WithIncluded is a text in C with the files in it that it takes in, as far as text gives them.
func WithIncluded(s string, text func(name string) (string, bool)) string {
	for n := 0; n < maxDepth; n++ {
		var lines []string
		again := false
		for rest := oneLines(s); rest != ""; {
			var line string
			line, rest, _ = str.Cut(rest, '\n')
			if name, ok := included(line); ok {
				if more, there := text(name); there {
					line, again = more, true
				}
			}
			lines = append(lines, line)
		}
		if s = str.Join(lines, "\n"); !again || len(s) > maxText {
			break
		}
	}
	return s
}
