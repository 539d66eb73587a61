package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// What a program of C and its like does to files.

// onlyReading are the flags by which open only reads.
const onlyReading = " O_RDONLY O_CLOEXEC O_DIRECTORY O_NONBLOCK O_NOFOLLOW O_NOATIME O_NOCTTY O_PATH O_LARGEFILE O_BINARY 0 "

// streams are classes of C++ whose values write the file that they are made with; readers
// only read it.
const (
	streams = " ofstream wofstream fstream wfstream basic_ofstream basic_fstream ofstream_t "
	readers = " ifstream wifstream basic_ifstream "
)

// anotherC reports whether the name at i, which is that of a function of the system, is one
// of something else: a method, a function of the program's own, std::remove(a, b, x).
func (p *program) anotherC(i int) bool {
	if p.is(i-1, ".", "->") || p.ownC(p.tokens[i].value) {
		return true
	}
	return p.tokens[i].value == "remove" && p.is(i+1, "(") && p.second(i+2, p.match[i+1]) > 0
}

// ownC reports whether a program of C has a function of that name itself.
func (p *program) ownC(n string) bool {
	if p.functions == nil {
		p.functions = map[string]bool{}
		for i := 1; i+1 < len(p.tokens); i++ {
			if p.tokens[i].kind == name && p.is(i+1, "(") && p.match[i+1] > i && p.is(p.match[i+1]+1, "{") && (p.tokens[i-1].kind == name && !str.In(p.tokens[i-1].value, "return", "else") || p.is(i-1, "*", "&", ">")) {
				p.functions[p.tokens[i].value] = true
			}
		}
	}
	return p.functions[n]
}

// filesC judges the functions that are given more than paths; done says that it is one.
func (p *program) filesC(i, from, to int) (done bool) {
	switch n := p.tokens[i].value; n {
	case "open", "open64":
		p.openC(from, to, 0, 1, true)
	case "openat", "openat64", "openat2":
		p.openC(from, to, 1, 2, p.fromHere(from, to, 0))
	case "renameat", "renameat2", "linkat":
		s, known := p.pathAt(from, to, 0, 1)
		if n != "linkat" {
			p.file(s, known, p.found.deletes)
		} else if known {
			p.leads(s)
		}
		if p.sees(s, known); known {
			p.found.reads(s)
		}
		s, known = p.pathAt(from, to, 2, 3)
		p.file(s, known, p.found.writes)
	case "symlinkat":
		if to, known, _ := p.argument(from, to, 0); known {
			p.leads(to)
		}
		s, known := p.pathAt(from, to, 1, 2)
		p.file(s, known, p.found.writes)
	case "unlinkat":
		s, known := p.pathAt(from, to, 0, 1)
		p.erases = p.erases || !known
		p.file(s, known, p.found.deletes)
	case "mkdirat", "mknodat", "mkfifoat", "fchmodat", "fchownat", "utimensat", "futimesat":
		s, known := p.pathAt(from, to, 0, 1)
		p.file(s, known, p.found.writes)
	case "readlinkat":
	default:
		return false
	}
	return true
}

// pathAt is the path of a call that is given a folder, and a path from there.
func (p *program) pathAt(from, to, folder, path int) (s string, known bool) {
	s, known, _ = p.argument(from, to, path)
	return s, known && (p.fromHere(from, to, folder) || str.HasPrefix(s, "/"))
}

// fromHere reports whether the nth value is the folder that the program is in.
func (p *program) fromHere(from, to, n int) bool {
	at, end := p.nth(from, to, n)
	return at < end && (p.tokens[at].value == "AT_FDCWD" || end-at == 2 && p.tokens[at+1].value == "100")
}

// nth is where the nth value of a call stands.
func (p *program) nth(from, to, n int) (at, end int) {
	for at = from; at < to; at = end + 1 {
		if end = p.operandEnd(at, to); n == 0 {
			return at, end
		}
		n--
	}
	return to, to
}

// openC judges a call that is given a path, and flags that say how it is opened.
func (p *program) openC(from, to, path, flags int, here bool) {
	s, known, _ := p.argument(from, to, path)
	known = known && (here || str.HasPrefix(s, "/"))
	at, end := p.nth(from, to, flags)
	for ; at < end; at++ {
		if t := p.tokens[at]; !(t.kind == sign && str.In(t.value, "|", "(", ")") || str.Contains(onlyReading, " "+t.value+" ")) {
			p.file(s, known, p.found.writes)
			return
		}
	}
	if p.sees(s, known); known {
		p.found.reads(s)
	}
}

// streamsOpened notes the files of the streams of C++: std::ofstream f("x"), f.open("x").
func (p *program) streamsOpened() {
	writes := false
	for i, t := range p.tokens {
		switch {
		case t.kind != name:
		case t.value == "open" && p.is(i-1, ".", "->") && p.is(i+1, "("):
			s, known, there := p.argument(i+2, p.match[i+1], 0)
			p.streamed(s, known && there, writes)
		case str.Contains(streams+readers, " "+t.value+" "):
			here := str.Contains(streams, " "+t.value+" ")
			writes = writes || here
			at := i + 1
			if at < len(p.tokens) && p.tokens[at].kind == name {
				at++ // the name of the value
			}
			if s, known, there := p.argument(at+1, p.closing(at), 0); there {
				p.streamed(s, known, here)
			}
		}
	}
	if p.mentions("sockaddr_un") && p.mentions("bind") {
		p.found.WritesAny = true
		for _, t := range p.tokens {
			if t.kind == text && str.IndexByte(t.value, '/') >= 0 && isFileName(t.value) {
				p.found.writes(t.value)
			}
		}
	}
}

// closing is the bracket that closes the one at i, i if there is none.
func (p *program) closing(i int) int {
	if p.is(i, "(", "{") && p.match[i] > i {
		return p.match[i]
	}
	return i
}

func (p *program) streamed(s string, known, writes bool) {
	if writes {
		p.file(s, known, p.found.writes)
		return
	}
	if p.sees(s, known); known {
		p.found.reads(s)
	}
}

// filledC notes what buffers of C hold: char t[] = "x"; sprintf(t, "%s/x", dir).
func (p *program) filledC() {
	for i := 1; i+3 < len(p.tokens); i++ {
		t := p.tokens[i]
		switch {
		case t.kind != name:
		case p.is(i+1, "[") && p.match[i+1] > i && p.is(p.match[i+1]+1, "=") && p.tokens[i-1].kind == name:
			if s, _, ok := p.path(p.match[i+1] + 2); ok {
				p.bufferHolds(t.value, s)
			}
		case p.is(i+1, "(") && str.In(t.value, "sprintf", "snprintf", "strcpy", "strncpy", "stpcpy", "strlcpy"):
			format := 1
			if t.value == "snprintf" {
				format = 2
			}
			at, end := p.nth(i+2, p.match[i+1], format)
			if s, known, _ := p.argument(at, end, 0); known {
				if str.HasSuffix(t.value, "printf") {
					s = p.formatted(s, end+1, p.match[i+1])
				}
				p.bufferHolds(p.nameAt(i+2), s)
			}
		case p.is(i+1, "(") && str.In(t.value, "strcat", "strncat", "memcpy", "memmove", "fgets", "read", "getline", "gets", "stpcpy"):
			p.forget(p.nameAt(i + 2))
		}
	}
}

// bufferHolds notes the text that a buffer holds.
func (p *program) bufferHolds(n, s string) {
	if n == "" || len(p.values) >= 64 {
		return
	}
	for i := range p.values {
		if v := &p.values[i]; v.name == n {
			if v.times++; v.text != s {
				v.times++
			}
			return
		}
	}
	p.values = append(p.values, value{name: n, text: s, times: 1})
}

// formatted is a format with what is put in: the values from one place up to another.
func (p *program) formatted(format string, from, to int) string {
	var b []byte
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b = append(b, format[i])
			continue
		}
		if i+1 < len(format) && format[i+1] == '%' {
			b, i = append(b, '%'), i+1
			continue
		}
		for i++; i < len(format) && str.IndexByte("0123456789.-+ #*hlzjtLq", format[i]) >= 0; i++ {
		}
		s, known, _ := p.argument(from, to, 0)
		if at, end := p.nth(from, to, 0); at < end {
			from = end + 1
		}
		if !known || i < len(format) && format[i] != 's' {
			s = string([]byte{match.Hole})
		}
		b = append(b, s...)
	}
	return string(b)
}
