package gate

import (
	"unicode/utf8"

	"kei/runtime/str"
	"kei/runtime/sys"
)

// A Place is a file that a call names, as the system would find it: absolute,
// clean, every symbolic link on the way followed.
type Place struct {
	Abs    string // with slashes, also on Windows
	Rel    string // from the worktree's root, "." for the root itself; "" outside
	Inside bool   // whether it is in the worktree

	folds bool   // its file system does not tell upper case from lower
	named string // the path as it was named: absolute and clean, no link followed
	rel   string // that from the root as it was named, "" outside
}

// place finds the file that path names, relative to c.Cwd. The path is taken as
// it stands: what a shell or a client makes of a tilde has been done before
// (readings, and the reading of commands).
func (c *Call) place(path string) (Place, error) { return c.placeIn(c.Cwd, path) }

// placeIn is place for a path relative to another folder.
func (c *Call) placeIn(folder, path string) (Place, error) {
	if str.IndexByte(path, 0) >= 0 {
		return Place{}, fault("a path has a NUL in it")
	}
	if path == "" {
		return Place{}, fault("a path is empty")
	}
	if c.Root == "" {
		return Place{}, fault("the worktree's root is unknown")
	}
	path = sys.Slashed(path)
	if !sys.IsAbs(path) {
		path = sys.Slashed(folder) + "/" + path
	}
	if len(path) > maxPath {
		return Place{}, fault("a path is longer than " + str.Itoa(maxPath) + " bytes")
	}
	named := clean(path)
	abs, err := Resolve(named)
	if err != nil {
		return Place{}, err
	}
	if climbs(path) {
		// To the system, link/.. is the folder above what the link points to;
		// to a client that cleans the path first it is the folder of the link.
		if real, err := followed(path, true); err == nil && real != abs {
			return Place{}, fault(path + " goes through a symbolic link and back, so it names two files; write the path without ..")
		}
	}
	root, err := Resolve(clean(sys.Slashed(c.Root)))
	if err != nil {
		return Place{}, err
	}
	p := Place{Abs: abs, folds: foldsCase(root), named: named}
	p.Rel, p.Inside = within(root, abs, p.folds)
	p.rel, _ = within(clean(sys.Slashed(c.Root)), named, p.folds)
	return p, nil
}

const (
	maxPath  = sys.MaxPath
	maxLinks = 40 // as Linux has it
)

// Resolve follows the symbolic links of an absolute path, as far as it exists;
// what does not exist yet stays as it is.
func Resolve(path string) (string, error) { return followed(path, false) }

// errAbsent: a strict walk met something that does not exist.
const errAbsent = fault("it does not exist")

// followed walks a path as the system does. If it is strict, what comes after
// something that is no folder is an error.
func followed(path string, strict bool) (string, error) {
	if !sys.IsAbs(path) {
		return "", fault(path + " is not an absolute path")
	}
	out, rest := sys.Volume(path)
	links := 0
	for rest != "" {
		var name string
		name, rest, _ = str.Cut(rest, '/')
		switch name {
		case "", ".":
			continue
		case "..":
			out = parent(out)
			continue
		}
		next := out + "/" + name
		if str.HasSuffix(out, "/") {
			next = out + name
		}
		switch mode := sys.Look(next); mode {
		case sys.Link:
			if links++; links > maxLinks {
				return "", fault(path + " has too many symbolic links")
			}
			if eachProcess(next) {
				return "", fault(next + " means another file to each process; write the path out")
			}
			target, err := sys.ReadLink(next)
			if err != nil {
				return "", fault(next + ": " + err.Error())
			}
			target = sys.Slashed(target)
			if len(target)+len(rest) > maxPath {
				return "", fault(path + " is too long")
			}
			if sys.IsAbs(target) {
				out, target = sys.Volume(target)
			}
			rest = target + "/" + rest
		case sys.Absent:
			if strict && trimSlashes(rest) != "" {
				return "", errAbsent
			}
			return clean(next + "/" + rest), nil
		default:
			out = next
		}
	}
	return out, nil
}

// eachProcess reports whether a link is one of those of /proc that lead
// somewhere else for the client than they do for its gate.
func eachProcess(link string) bool {
	if !str.HasPrefix(link, "/proc/") {
		return false
	}
	last := link[str.LastIndexByte(link, '/')+1:]
	return str.In(last, "self", "thread-self", "cwd", "root", "exe") || str.Contains(link, "/fd/") || str.Contains(link, "/map_files/")
}

func trimSlashes(s string) string {
	for s != "" && s[0] == '/' {
		s = s[1:]
	}
	return s
}

// climbs reports whether an element of the path is "..".
func climbs(path string) bool {
	for path != "" {
		var name string
		if name, path, _ = str.Cut(path, '/'); name == ".." {
			return true
		}
	}
	return false
}

// clean removes empty elements, "." and "..", of an absolute path, without
// looking at the disk.
func clean(path string) string {
	out, rest := sys.Volume(sys.Slashed(path))
	root := len(out)
	b := []byte(out)
	for rest != "" {
		var name string
		name, rest, _ = str.Cut(rest, '/')
		switch name {
		case "", ".":
		case "..":
			i := len(b)
			for i > root && b[i-1] != '/' {
				i--
			}
			if i > root {
				i-- // the slash before it
			}
			b = b[:i]
		default:
			if len(b) > root {
				b = append(b, '/')
			}
			b = append(b, name...)
		}
	}
	return string(b)
}

// parent is the folder of an absolute clean path.
func parent(path string) string {
	root, _ := sys.Volume(path)
	i := str.LastIndexByte(path, '/')
	if i < len(root) {
		return root
	}
	return path[:i]
}

// within returns the path from root to abs, both clean and without links.
func within(root, abs string, folds bool) (rel string, inside bool) {
	r, a := root, abs
	if folds {
		// Folding may change lengths only beyond ASCII, and foldPath does not.
		r, a = foldPath(r), foldPath(a)
	}
	switch {
	case r == a:
		return ".", true
	case str.HasSuffix(r, "/") && str.HasPrefix(a, r):
		return abs[len(r):], true
	case len(a) > len(r) && a[len(r)] == '/' && a[:len(r)] == r:
		return abs[len(r)+1:], true
	}
	return "", false
}

// foldPath folds the letters that file systems fold and whose lower case is as
// long in UTF-8: ASCII, Latin-1, Greek and Cyrillic.
func foldPath(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			b := make([]byte, 0, len(s))
			for i := 0; i < len(s); {
				r, n := utf8.DecodeRuneInString(s[i:])
				if l := lowerRune(r); l != r && utf8.RuneLen(l) == n {
					b = utf8.AppendRune(b, l)
				} else {
					b = append(b, s[i:i+n]...)
				}
				i += n
			}
			return string(b)
		}
	}
	return str.Lower(s)
}

func lowerRune(r rune) rune {
	switch {
	case r >= 'A' && r <= 'Z',
		r >= 'À' && r <= 'Þ' && r != '×',
		r >= 'Α' && r <= 'Ϋ' && r != 0x3A2,
		r >= 'А' && r <= 'Я':
		return r + 32
	case r >= 'Ѐ' && r <= 'Џ':
		return r + 80
	case r >= 0x100 && r <= 0x137 && r != 0x130 && r%2 == 0, r >= 0x14A && r <= 0x177 && r%2 == 0, r >= 0x460 && r <= 0x481 && r%2 == 0:
		return r + 1
	}
	return r
}

// readings returns the names that a client might make of the one it was given,
// the literal one first. A file tool of one client opens "~/x" in the home
// folder, that of another makes a folder "~"; some drop a leading "@" or
// "file://", or take odd spaces for plain ones. All of them are judged.
func (c *Call) readings(name string) []string {
	list := []string{name}
	add := func(s string) {
		if s != "" && str.IndexByte(s, 0) < 0 && !str.In(s, list...) {
			list = append(list, s)
		}
	}
	if s := plainSpaces(name); s != name {
		add(s)
		add(str.Trim(s))
	} else {
		add(str.Trim(name))
	}
	for i := 0; i < len(list) && i < 8; i++ {
		s := list[i]
		switch {
		case s[0] == '@':
			add(s[1:])
		case len(s) > 7 && str.Lower(s[:7]) == "file://":
			rest := s[7:]
			add(rest)
			if at := str.IndexByte(rest, '/'); at > 0 {
				add(rest[at:]) // file://localhost/x
			}
			add(unescaped(rest))
		case len(s) > 5 && str.Lower(s[:5]) == "file:":
			add(unescaped(s[5:]))
		case s[0] == '~':
			add(c.untilde(s))
		}
		if str.IndexByte(s, '\\') >= 0 {
			add(str.ReplaceByte(s, '\\', '/'))
		}
	}
	return list
}

// untilde expands a leading ~ or ~user. Where homes are is not looked up: what
// counts is that it is another place than the worktree.
func (c *Call) untilde(s string) string {
	user, rest, _ := str.Cut(sys.Slashed(s[1:]), '/')
	home := c.homeFolder()
	switch {
	case user == "":
	case user == "+":
		home = c.Cwd
	case user == "root":
		home = "/root"
	default:
		home = parent(home) + "/" + user
	}
	return home + "/" + rest
}

// homeFolder is the home folder, or a place that is certainly not in the worktree.
func (c *Call) homeFolder() string {
	if c.Env != nil {
		for _, name := range []string{"HOME", "USERPROFILE"} {
			if h, ok := c.Env(name); ok && sys.IsAbs(h) {
				return clean(h)
			}
		}
	}
	return "/nonexistent/home"
}

// unescaped decodes the percent escapes of a URL's path.
func unescaped(s string) string {
	if str.IndexByte(s, '%') < 0 {
		return s
	}
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if r, ok := hex4([]byte{'0', '0', s[i+1], s[i+2]}); ok {
				b = append(b, byte(r))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}

// plainSpaces turns the characters that look like a blank or like nothing into
// a blank or nothing.
func plainSpaces(s string) string {
	ascii := true
	for i := 0; i < len(s); i++ {
		ascii = ascii && s[i] < utf8.RuneSelf
	}
	if ascii {
		return s
	}
	var b []byte
	for i, r := range s {
		switch {
		case r == 0xA0, r == 0x1680, r >= 0x2000 && r <= 0x200A, r == 0x202F, r == 0x205F, r == 0x3000:
			b = append(b, ' ')
		case r == 0x200B, r == 0x200C, r == 0x200D, r == 0x2060, r == 0xFEFF, r == 0xAD:
		case r == utf8.RuneError:
			b = append(b, s[i]) // an invalid byte, or U+FFFD: which it is does not matter here
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return string(b)
}

// foldsCase reports whether the file system at folder, which is clean, takes
// upper case for lower: if its name with the case of a letter swapped is the
// same folder. Where that cannot be seen, the system's habit counts.
func foldsCase(folder string) bool {
	for at := folder; ; at = parent(at) {
		name := at[str.LastIndexByte(at, '/')+1:]
		for i := 0; i < len(name); i++ {
			if c := name[i] | 0x20; c >= 'a' && c <= 'z' {
				b := []byte(at)
				b[len(at)-len(name)+i] ^= 0x20
				switch same, known := sys.SameFile(at, string(b)); {
				case known:
					return same
				default:
					return sys.FoldsByHabit
				}
			}
		}
		if up := parent(at); up == at {
			return sys.FoldsByHabit
		}
	}
}
