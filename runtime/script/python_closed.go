package script

import "kei/runtime/str"

// Of what python has, some does more than any list says, and is rarely what an honest program
// wants: the library of C by its functions, that of a desktop, what is inside of pip. A
// program that takes one of these can do anything.

// takesClosed refuses a program that takes such a module, or is written in letters that stand
// for others.
func (p *program) takesClosed() {
	if p.shut == "" {
		return
	}
	list := str.Fields(p.shut)
	for i, t := range p.tokens {
		switch {
		case t.kind != name:
		case standsForLetters(t.value):
			p.isClosed("has names in letters that stand for others; write it in plain ones")
		case str.In(t.value, "import", "from") && i+1 < len(p.tokens) && p.tokens[i+1].kind == name && p.ofClosed(i+1, list):
			p.isClosed("loads a module that can do anything; do it with the functions of python")
		case str.In(t.value, "CDLL", "PyDLL", "LoadLibrary", "pythonapi") && p.mentions("ctypes") && p.ofSystem(i):
			p.isClosed("calls the library of the system by its functions; do it with those of python")
		}
	}
}

func (p *program) isClosed(why string) {
	p.found.cannot("the program that " + p.t.Program + " runs " + why)
	p.found.WritesAny, p.computed, p.runner = true, true, true
}

// ofClosed reports whether the module at i is one of the list, or below one of it: py.path
// where py is loaded.
func (p *program) ofClosed(i int, list []string) bool {
	n := p.tokens[i].value
	for k := 0; k < maxDepth && p.is(i+1, ".") && i+2 < len(p.tokens) && p.tokens[i+2].kind == name; k++ {
		i += 2
		n += "." + p.tokens[i].value
	}
	for _, one := range list {
		first, part, _ := str.Cut(one, '.')
		if n == one || str.HasPrefix(n, one+".") || n == first && part != "" && str.IndexByte(part, '.') < 0 && p.mentions(part) {
			return true
		}
	}
	return false
}

// ofSystem reports whether what is loaded at i is no library of the project's.
func (p *program) ofSystem(i int) bool {
	from, to, called := p.extent(i)
	if !called {
		return p.tokens[i].value == "pythonapi" || !p.imported(i)
	}
	s, _, ok := p.fold(from)
	if !ok {
		return from >= to || p.tokens[from].value == "None" || p.tokens[from].value == "find_library" || p.is(from+1, ".")
	}
	return str.IndexByte(s, '/') < 0 || str.HasPrefix(s, "/lib") || str.HasPrefix(s, "/usr")
}

// standsForLetters reports whether a name has letters that python takes for others: those of
// full width, of mathematics, and the like.
func standsForLetters(n string) bool {
	for i := 0; i < len(n); i++ {
		if n[i] < 0x80 {
			continue
		}
		for _, r := range n[i:] {
			switch {
			case r == 0xaa, r == 0xba, r == 0x17f, r == 0x1e9b,
				r >= 0x2b0 && r <= 0x2e4, r >= 0x1d2c && r <= 0x1dbf, r >= 0x2070 && r <= 0x209f, r >= 0x2100 && r <= 0x218f,
				r >= 0xfb00 && r <= 0xfb06, r >= 0xff00 && r <= 0xffef, r >= 0x1d400 && r <= 0x1d7ff,
				r == 0x132, r == 0x133, r == 0x13f, r == 0x140, r == 0x149, r >= 0x1c4 && r <= 0x1cc, r >= 0x1f1 && r <= 0x1f3:
				return true
			}
		}
		return false
	}
	return false
}
