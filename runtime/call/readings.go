package call

import (
	"unicode/utf8"

	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/sys"
)

// Readings returns the names that a client might make of the one it was given,
// the literal one first. A file tool of one client opens "~/x" in the home
// folder, that of another makes a folder "~"; some drop a leading "@" or
// "file://", or take odd spaces for plain ones. All of them are judged.
func (c *Call) Readings(name string) []string {
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
			add(c.Untilde(s))
		}
		if str.IndexByte(s, '\\') >= 0 {
			add(str.ReplaceByte(s, '\\', '/'))
		}
	}
	return list
}

// Untilde expands a leading ~ or ~user. Where homes are is not looked up: what
// counts is that it is another place than the worktree.
func (c *Call) Untilde(s string) string {
	user, rest, _ := str.Cut(sys.Slashed(s[1:]), '/')
	home := c.Home()
	switch {
	case user == "":
	case user == "+":
		home = c.Cwd
	case user == "root":
		home = "/root"
	default:
		home = file.Parent(home) + "/" + user
	}
	return home + "/" + rest
}

// Home is the home folder, or a place that is certainly not in the worktree.
func (c *Call) Home() string {
	if c.Env != nil {
		for _, name := range []string{"HOME", "USERPROFILE"} {
			if h, ok := c.Env(name); ok && sys.IsAbs(h) {
				return file.Clean(h)
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
