package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A program asks for places when it runs: its home folder, the folder that it is in,
// what a pattern matches. They are folded to what the shell has for them: ~, $PWD, and
// a pattern. In the strings of a program a mark stands for what a word says by its
// fields; no text of a program has one of these characters, see [program.marked].
const (
	markHome = '\x02' // the home folder: ~
	markHere = '\x03' // the folder that the program runs in
	markGlob = '\x04' // the stars of the string are a pattern
	markAll  = '\x05' // ... and the star in front of it stands for names with a leading dot, too
	marks    = "\x02\x03\x04\x05"
)

// places are the names by which a language asks for them. Those of variables of the
// environment are in env.
type places struct {
	home    string // functions and values that are the home folder
	here    string // ... that are the folder that the program runs in
	expands string // functions and methods that make a leading ~ the home folder
	tilde   bool   // what takes the name of a file does that by itself
	keeps   string // functions and methods that give the file that they are given
	holders string // ... that give the folder it is in
	below   string // methods that put a name behind a folder
	divides bool   // ... and so does a /
	root    string // what is / on every machine
	globs   string // functions and methods whose value is what a pattern matches
	names   string // ... is the names of what is in a folder
	inside  string // ... is what is in a folder, with the folder
	walks   string // ... is all that is below a folder, or is given to a function
	dollars bool   // $HOME is the variable of the environment
}

// Variables of the environment that hold places.
const (
	homeVariables = " HOME USERPROFILE user.home "
	hereVariables = " PWD INIT_CWD user.dir "
)

// asking are methods by which a variable is asked for.
const asking = " get fetch dig getenv getProperty "

// marked reports whether a string begins at a place that is known only by what it is, or
// is a pattern.
func marked(s string) bool { return str.ContainsAny(s, marks) }

// joined is the path of name as it is seen from a folder.
func joined(folder, name string) string {
	switch {
	case folder == "", name != "" && (name[0] == '/' || name[0] == markHome || name[0] == markHere):
		return name // an absolute one stands for itself
	case str.HasSuffix(folder, "/"):
		return folder + name
	}
	return folder + "/" + name
}

// withHome is a path with the home folder in place of a leading ~.
func withHome(s string) string {
	if str.HasPrefix(s, "~") {
		return string(rune(markHome)) + s[1:]
	}
	return s
}

// place is the word of a path that may have marks; read says that it is one to read, and
// all that a pattern matches counts.
func place(s string, tilde, read bool) word.Word {
	for _, scheme := range [...]string{"file://localhost/", "file:///"} {
		if str.HasPrefix(s, scheme) {
			s = s[len(scheme)-1:]
		}
	}
	s = unwrapped(s)
	w := word.Word{Text: s}
	if tilde {
		s = withHome(s)
	}
	if !marked(s) {
		return w
	}
	b := make([]byte, 0, len(s)+16)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == markGlob:
			w.Glob = true
		case c == markAll:
			if n := len(b); read && n > 0 && b[n-1] == '*' && (n == 1 || b[n-2] != '*') {
				b = append(b[:n-1], "[!!]*"...) // whatever a bracket says, it may be a dot
			}
		case c == '/' && i+1 < len(s) && s[i+1] == '*' && str.HasSuffix(string(b), "**") && str.IndexByte(s, markGlob) >= 0:
			i++ // what is below a folder may be right in it
		case c == markHome && len(b) == 0:
			w.Home, b = true, append(b, '~')
		case c == markHere && len(b) == 0:
			b = append(b, word.Here...)
		case c == markHome || c == markHere:
			b = append(b, match.Hole) // behind a text it is no place
		default:
			b = append(b, c)
		}
	}
	w.Text = string(b)
	if name, below := everywhere(w.Text); below && w.Glob && !read {
		return word.Word{Text: string([]byte{match.Hole}) + "/" + name} // in whichever folder, a hidden one, too
	}
	if at := str.LastIndexByte(w.Text, '/'); w.Glob && !read && at > 0 && !str.ContainsAny(w.Text[at:], "*?[") {
		w.Text = besides(w.Text, at)
	}
	return w
}

// everywhere is the name of a file that a pattern looks for in all folders below this one.
func everywhere(pattern string) (name string, ok bool) {
	name = str.TrimPrefix(str.TrimPrefix(pattern, "./"), "**/")
	return name, name != pattern && str.HasSuffix(pattern, "**/"+name) && name != "" && !str.ContainsAny(name, "*?[/") && !match.Holed(name)
}

// unwrapped is the file that an address of php's stands for, which reads or writes it in
// another way.
func unwrapped(s string) string {
	for _, scheme := range [...]string{"compress.zlib://", "compress.bzip2://", "phar://", "zip://", "unix://", "udg://"} {
		s = str.TrimPrefix(s, scheme)
	}
	if rest := str.TrimPrefix(s, "glob://"); rest != s {
		return rest + string(rune(markGlob))
	}
	if str.HasPrefix(s, "php://filter/") {
		if _, file, ok := str.CutText(s, "/resource="); ok {
			return file
		}
	}
	return s
}

// besides is a pattern for what lies beside a file, in whichever of the folders that its
// path matches: it need not be there yet, and what is shows which folders those are.
func besides(path string, at int) string {
	if first, _, _ := str.Cut(path, '/'); str.ContainsAny(first, ".*?[~") || match.Holed(path) {
		return path
	}
	if str.HasSuffix(path[:at], "**") {
		return path[:at]
	}
	return path[:at] + "/*"
}

// spoken is shell text with what the shell has for marks.
func spoken(s string) string {
	if !marked(s) {
		return s
	}
	b := make([]byte, 0, len(s)+32)
	quoted, double := false, false
	for i := 0; i < len(s); i++ {
		c, name := s[i], ""
		switch {
		case c == '\'' && !double:
			quoted = !quoted
		case c == '"' && !quoted:
			double = !double
		case c == markHome:
			name = "HOME"
		case c == markHere:
			name = "PWD"
		case c == markGlob || c == markAll:
			continue
		}
		switch {
		case name == "":
			b = append(b, c)
		case quoted:
			b = append(append(append(b, `'"${`...), name...), `}"'`...)
		default:
			b = append(append(append(b, "${"...), name...), '}')
		}
	}
	return string(b)
}

// settle puts words in place of marks in all that was found.
func (p *program) settle() {
	f := &p.found
	p.goes()
	for n, files := range [...]*[]word.Word{&f.Reads, &f.Writes, &f.Deletes} {
		*files = p.apart(*files)
		list := *files
		for i := range list {
			list[i] = settled(list[i], p.tilde, n == 0)
		}
	}
	for i := range f.Maybe {
		f.Maybe[i] = spoken(f.Maybe[i])
	}
	for i := range f.Shell {
		f.Shell[i].Text = spoken(f.Shell[i].Text)
	}
}

// apart is a list of files in which each pattern stands by itself that a language takes for
// several: those in braces, and in perl those with blanks between them.
func (p *program) apart(list []word.Word) []word.Word {
	for i := 0; i < len(list) && len(list) < maxFiles; i++ {
		s := list[i].Text
		if str.IndexByte(s, markGlob) < 0 {
			continue
		}
		if words := str.Fields(s); p.syntax.q && len(words) > 1 {
			for _, w := range words {
				list = append(list, word.Word{Text: w + string(rune(markGlob))})
			}
			continue
		}
		from := str.IndexByte(s, '{')
		to := from + 1 + str.IndexByte(s[from+1:], '}')
		if from < 0 || to <= from || len(s) > maxName {
			continue
		}
		for rest := s[from+1 : to]; ; {
			one, more, again := str.Cut(rest, ',')
			list = append(list, word.Word{Text: s[:from] + one + s[to+1:]})
			if rest = more; !again {
				break
			}
		}
	}
	return list
}

// goes notes the folders that the program goes to, or starts others in, where it asks for
// those: os.chdir(Path.home()), cwd=Path.home().
func (p *program) goes() {
	for i, t := range p.tokens {
		if t.kind != name || !str.Contains(folderWords, " "+t.value+" ") || len(p.found.folders) > maxFolders {
			continue
		}
		s, known := "", false
		if p.is(i+1, "=", ":", "=>") {
			s, _, known = p.path(i + 2)
		} else if from, to, called := p.extent(i); called {
			if s, known, _ = p.argument(from, to, 0); !known && p.saysOperand(from, to) {
				p.found.folders = append(p.found.folders, p.t.Args[:min(len(p.t.Args), maxFolders)]...)
			}
		}
		if w := place(s, p.tilde, false); known && w.Home && !w.Holed() {
			p.found.folders = append(p.found.folders, w)
		}
	}
}

func settled(w word.Word, tilde, read bool) word.Word {
	if w.Home || w.Glob {
		return w // a program inside of this one has found it
	}
	return place(w.Text, tilde, read)
}

// part is the path that begins at i, as far as nothing joins it with another: a string, a
// name for one, or what the language has for places, and what methods make of it.
func (p *program) part(i int) (s string, end int, ok bool) {
	if p.parts++; p.parts > maxParts || i >= len(p.tokens) || p.within > maxDepth {
		return "", i, false
	}
	p.within++
	defer func() { p.within-- }()
	for i < len(p.tokens) && p.tokens[i].kind == name && str.In(p.tokens[i].value, "await", "new", "for", "foreach", "my", "const", "let") && i+1 < len(p.tokens) {
		i++ // unlink for glob "*"
	}
	switch t := p.tokens[i]; {
	case t.kind == text:
		s, end, ok = p.inserted(i), i+1, true
	case p.is(i, "(", "[") && p.match[i] > i && p.match[i] < len(p.tokens):
		s, end, ok = p.path(i + 1)
		if !ok || end != p.match[i] || p.is(i, "[") && !marked(s) {
			return "", i, false
		}
		end++
	case t.kind == name && (p.syntax.q || p.tags) && str.In(t.value, "join", "implode") && p.joinsTexts(i):
		s, end, ok = p.joinedTexts(i)
	case t.kind == variable && p.dollars:
		return variablePlace(t.value, i+1)
	case t.kind == name || t.kind == variable:
		if s, end, ok = p.asked(i); !ok {
			if s, ok = p.constant(t.value); !ok || p.is(i+1, "(", "[") {
				return "", i, false
			}
			end = i + 1
		}
	}
	for ok && end < len(p.tokens) {
		more, next, is := p.behind(s, end)
		if !is {
			break
		}
		s, end = more, next
	}
	return s, end, ok
}

// joinsTexts reports whether all that the call at i joins is written there.
func (p *program) joinsTexts(i int) bool {
	_, _, ok := p.joinedTexts(i)
	return ok
}

// joinedTexts is what a call of perl's or php's makes of the texts that it is given, with the
// first of them between the others.
func (p *program) joinedTexts(i int) (s string, end int, ok bool) {
	from, to, called := p.extent(i)
	if end = to; called && p.is(from-1, "(") {
		end = to + 1
	}
	between, n := "", 0
	for at := from; called && at < to && at < len(p.tokens) && n <= maxPieces; at++ {
		t := p.tokens[at]
		var more []string
		switch {
		case p.is(at, ",", "(", ")", "[", "]"):
			continue
		case t.kind == list:
			more = str.Fields(t.value)
		case t.kind == text && !match.Holed(t.value) && !p.is(at+1, p.joins):
			more = []string{t.value}
		default:
			return "", i, false
		}
		for _, one := range more {
			switch n++; n {
			case 1:
				between = one
			case 2:
				s = one
			default:
				s += between + one
			}
		}
	}
	return s, end, n > 1
}

// maxParts is how many parts of paths of a program are looked at.
const maxParts = 20000

// asked is the place that a name asks for at i, with what it is taken of and given.
func (p *program) asked(i int) (s string, end int, ok bool) {
	of := "?" // what the name is taken of, where that does not stand there as a name
	for j, n := i, 0; n < 6 && j < len(p.tokens); n++ {
		t := p.tokens[j]
		if t.kind == variable {
			if j > i || !p.says(p.env, t.value) {
				return "", i, false
			}
			return p.variable(j)
		}
		if t.kind != name {
			return "", i, false
		}
		if str.In(t.value, "require", "__import__", "import_module") && p.is(j+1, "(") && p.match[j+1] == j+3 && p.tokens[j+2].kind == text {
			of = str.TrimPrefix(p.tokens[j+2].value, "node:")
			j += 3
		} else if s, end, ok = p.answer(p.actOf(j, of), j); ok {
			return s, end, true
		} else {
			of = "?"
		}
		if !p.is(j+1, ".", "::", "->") {
			return "", i, false
		}
		j += 2
	}
	return "", i, false
}

// actOf says what the name at i does, which is taken of a module, "?" if that stands there.
func (p *program) actOf(i int, of string) act {
	if of == "?" {
		return p.act(i)
	}
	return p.known(i, of)
}

// says reports whether a word is one of a list, by itself or behind what it is taken of.
func (p *program) says(list, w string) bool {
	for _, one := range str.Fields(list) {
		if one == w || str.HasSuffix(one, "."+w) {
			return true
		}
	}
	return false
}

// answer is what the name at j answers with, which does a.
func (p *program) answer(a act, j int) (s string, end int, ok bool) {
	from, to, called := p.extent(j)
	end = j + 1
	switch {
	case called && p.is(from-1, "("):
		end = to + 1
	case called && p.says(p.home+" "+p.here, p.tokens[j].value): // Dir.home + "/x"
	case called:
		end = to
	}
	switch n := p.real(p.tokens[j].value); {
	case called && p.says(p.names, n):
		return everyName, end, true
	case called && p.says(p.walks, n):
		s, ok = p.walked(from, to)
		return s, end, ok
	case called && p.says(p.inside, n):
		a = actInside
	}
	first := func() (string, bool) {
		s, known, _ := p.argument(from, to, 0)
		return s, called && known && s != ""
	}
	switch a {
	case actHome:
		return string(rune(markHome)), end, true
	case actHere:
		return string(rune(markHere)), end, true
	case actRoot:
		return "/", end, true
	case actExpands:
		s, ok = first()
		s = withHome(s)
		if in, known, there := p.argument(from, to, 1); ok && there && p.open && known {
			s = joined(withHome(in), s) // File.expand_path("x", "~")
		}
	case actKeeps:
		s, ok = first()
	case actHolder:
		s, ok = first()
		s += "/.."
	case actGlobs:
		if p.is(j+1, "[") && p.match[j+1] > j+1 { // Dir["*"]
			from, to, called, end = j+2, p.match[j+1], true, p.match[j+1]+1
		}
		s, ok = p.globbed(from, to)
	case actInside:
		if s, ok = first(); ok || called && from >= to {
			s, ok = joined(s, everyName), true
		}
	case actPaths:
		if called && from >= to && p.divides {
			return ".", end, true // Path()
		}
		s, ok = p.together(from, to, called, p.letterQuotes || p.tokens[j].value == "resolve")
	case actEnv:
		return p.variable(j)
	}
	return s, end, ok
}

// globbed is the pattern that a function is given whose value is what that matches.
func (p *program) globbed(from, to int) (s string, ok bool) {
	if s, ok, _ = p.argument(from, to, 0); !ok || s == "" {
		return "", false
	}
	if in, known, there := p.named(from, to, "root_dir", "base", "cwd"); there && known {
		s = joined(in, s)
	}
	return withHome(s) + string(rune(markGlob)), true
}

// together is the path that the values make that a function is given; afresh says that
// an absolute one stands for itself.
func (p *program) together(from, to int, called, afresh bool) (s string, ok bool) {
	for n := 0; called && n < 32; n++ {
		one, known, there := p.argument(from, to, n)
		if !there {
			break
		}
		if !known {
			one = string(rune(match.Hole))
		}
		if n == 0 {
			s, ok = one, true
			continue
		}
		if !known {
			s += one // it may begin with anything
			continue
		}
		if s = s + "/" + one; afresh {
			s = joined(s[:len(s)-len(one)-1], one)
		}
	}
	return s, ok
}

// variable is the place that a variable of the environment has, which is asked for at j:
// environ["HOME"], env.HOME, getenv("HOME"), ENV.fetch("HOME"), $ENV{HOME}.
func (p *program) variable(j int) (s string, end int, ok bool) {
	k := j + 1
	for n := 0; n < 3 && k+1 < len(p.tokens); n++ {
		switch {
		case p.is(k, "(") && p.match[k] == k+1:
			k += 2
		case p.is(k, ".", "->", "?.") && p.tokens[k+1].kind == name && str.Contains(asking, " "+p.tokens[k+1].value+" "):
			k += 2
		case p.is(k, ".", "?.") && p.tokens[k+1].kind == name:
			return variablePlace(p.tokens[k+1].value, k+2)
		case p.is(k, "->"):
			k++
		case p.is(k, "(", "[", "{") && p.match[k] > k+1:
			key, known, _ := p.argument(k+1, p.match[k], 0)
			if !known && p.sigils != "" && p.tokens[k+1].kind == name {
				key, known = p.tokens[k+1].value, true
			}
			if !known {
				return "", j, false
			}
			return variablePlace(key, p.match[k]+1)
		case (p.open || p.prefix) && p.tokens[k].kind == text && k == j+1:
			return variablePlace(p.tokens[k].value, k+1)
		default:
			return "", j, false
		}
	}
	return "", j, false
}

// variablePlace is the place that a variable of that name has.
func variablePlace(key string, behind int) (s string, end int, ok bool) {
	switch {
	case key == "" || str.IndexByte(key, ' ') >= 0:
	case str.Contains(homeVariables, " "+key+" "):
		return string(rune(markHome)), behind, true
	case str.Contains(hereVariables, " "+key+" "):
		return string(rune(markHere)), behind, true
	}
	return "", behind, false
}

// codeValue is the place that code in a string asks for: "#{Dir.home}/x".
func (p *program) codeValue(which string) (string, bool) {
	n := 0
	for i := range len(which) {
		n = min(n*10+int(which[i]-'0'), maxText)
	}
	if n >= len(p.starts) {
		return "", false
	}
	s, end, ok := p.path(p.starts[n] + 1)
	next := len(p.tokens)
	if n+1 < len(p.starts) {
		next = p.starts[n+1]
	}
	return s, ok && end == next && (marked(s) || p.tokens[p.starts[n]+1].kind == text)
}

// behind is what a path becomes by what stands behind it at i: a method, or values that
// are put into a form.
func (p *program) behind(s string, i int) (more string, end int, ok bool) {
	switch {
	case p.is(i, "[") && !p.tokens[i].line && p.match[i] == i+2 && s == string(rune(markHome)):
		return s, i + 3, true // pwd.getpwuid(0)[5]
	case p.tokens[i-1].kind == text && p.is(i, "%") && p.formats(i-1):
		return s, p.skipValue(i + 1), true
	}
	if !p.is(i, ".", "->", "?.", "::") || p.is(i, p.joins) || i+1 >= len(p.tokens) || p.tokens[i+1].kind != name {
		return "", i, false
	}
	called := p.is(i+2, "(")
	from, to := i+3, i+2
	end = i + 2
	if called {
		to = p.match[i+2]
		end = to + 1
	}
	m := p.tokens[i+1].value
	switch {
	case m == "join" && s == "/" && called && p.is(from, "[") && p.match[from]+1 == to: // "/".join(["a", "b"])
		more, ok = p.together(from+1, p.match[from], true, false)
		return more, end, ok
	case m == "format" && p.tokens[i-1].kind == text && p.formats(i-1):
		return s, end, called
	case str.IndexByte(s, markGlob) >= 0 && str.In(m, "filter", "select", "sort", "sort_by", "reverse", "slice", "to_a", "toSorted", "shuffle", "uniq"):
		return p.sifted(i+1, s)
	case p.says(p.expands, m):
		return withHome(s), end, true
	case p.says(p.keeps, m):
		return s, end, true
	case p.says(p.holders, m):
		return s + "/..", end, true
	case p.says(p.inside, m):
		return joined(s, everyName), end, true
	case p.says(p.below, m) || p.says(p.globs, m):
		more, ok = p.together(from, to, called, true)
		if more = joined(s, more); ok && p.says(p.globs, m) {
			if m == "rglob" {
				more = joined(s, "**"+more[len(s):])
			}
			if more += string(rune(markGlob)); p.letterQuotes {
				more += string(rune(markAll))
			}
		}
		return more, end, ok
	}
	return "", i, false
}

// path is the path that begins at i, of all that it is joined of.
func (p *program) path(i int) (s string, end int, ok bool) {
	if s, end, ok = p.part(i); !ok {
		return "", i, false
	}
	for end < len(p.tokens) {
		at := end
		switch {
		case p.adjoin && p.tokens[end].kind == text:
		case p.divides && p.is(end, "/"), p.joins != "" && p.joins != "," && p.is(end, p.joins):
			at++
		case (p.is(end, "||") || p.is(end, "?") && p.is(end+1, "?") || p.is(end, "/") && p.is(end+1, "/") || p.tokens[end].kind == name && p.tokens[end].value == "or") && marked(s):
			// What stands there if there is no such variable.
			if end++; !p.is(end-1, "||") && p.tokens[end-1].kind == sign {
				end++
			}
			end = p.skipValue(end)
			continue
		default:
			return s, end, true
		}
		more, next, known := p.part(at)
		if !known {
			more, next = string(rune(match.Hole)), p.skipValue(at)
		}
		if at > end && p.is(end, "/") || at > end && p.divides && p.open && p.pathname(i) {
			s = joined(s, more)
		} else {
			s += more
		}
		end = next
	}
	return s, end, true
}

// pathname reports whether the value that begins at i is a path of its own kind, to which
// a name is added with a slash: ruby's Pathname.
func (p *program) pathname(i int) bool {
	return p.tokens[i].kind == name && p.tokens[i].value == "Pathname"
}

// steps finds the names that stand for one after another of what a pattern matches, or
// lies in a folder: for f in glob("*"), glob("*").each { |f| ... }.
func (p *program) steps() {
	for i := 1; i+2 < len(p.tokens); i++ {
		t := p.tokens[i]
		if t.kind != name {
			continue
		}
		switch {
		case str.In(t.value, "for", "foreach"):
			p.step(i)
		case p.open && str.In(t.value, "map", "grep") && p.is(i+1, "{") && p.match[i+1] > i: // map { unlink } glob "*"
			if s, _, ok := p.path(p.match[i+1] + 1); ok && str.IndexByte(s, markGlob) >= 0 && len(p.values) < 64 {
				p.values = append(p.values, value{name: "_", text: s, times: 1})
			}
		case str.In(t.value, "map", "filter", "array_map", "array_walk", "array_filter") && p.is(i+1, "(") && !p.is(i-1, ".", "->"):
			p.mapped(i)
		case p.says(p.globs, t.value) || p.says(p.inside, t.value):
			p.block(i)
		case str.In(t.value, "each", "forEach", "map", "each_child", "filter", "select") && p.is(i-1, ".", "->"):
			s, ok := p.receiverOf(i)
			j := i + 1
			for p.is(j, "(", "{", "|") || j < len(p.tokens) && p.tokens[j].kind == name && str.In(p.tokens[j].value, "do", "async", "function") {
				j++
			}
			switch {
			case ok && p.percent && p.is(i+1, "{") && !p.is(i+2, "|"): // each { File.read _1 }
				p.values = append(p.values, value{name: "_1", text: s, times: 1}, value{name: "it", text: s, times: 1})
			case ok:
				p.stands(j, s)
			}
		}
	}
}

// mapped is a call that gives to a function of the program's own, one after another, what a
// pattern matches: map(lambda f: remove(f), glob("*")).
func (p *program) mapped(i int) {
	from, to := i+2, p.match[i+1]
	for n := range 3 {
		s, known, _ := p.argument(from, to, n)
		if !known {
			continue
		}
		for j := from; j+1 < to && j < from+64; j++ {
			if t := p.tokens[j]; t.kind == name && str.In(t.value, "lambda", "fn", "function") {
				if j++; p.is(j, "(") {
					j++
				}
				p.stands(j, s)
			}
		}
	}
}

// block is that of a call which is given all that a pattern matches: Dir.glob("*") { |f| }.
func (p *program) block(i int) {
	if !p.is(i+1, "(") {
		return
	}
	j := p.match[i+1] + 1
	if j+1 < len(p.tokens) && (p.is(j, "{") || p.tokens[j].value == "do") && p.is(j+1, "|") {
		if s, _, ok := p.answer(p.act(i), i); ok {
			p.stands(j+2, s)
		}
	}
}

// step is one of the loops that begin with a word.
func (p *program) step(i int) {
	j := i + 1
	for p.is(j, "(") || j < len(p.tokens) && p.tokens[j].kind == name && str.In(p.tokens[j].value, "const", "let", "var", "my", "our", "await") {
		j++
	}
	if j+1 >= len(p.tokens) {
		return
	}
	named := p.tokens[j].kind == name || p.tokens[j].kind == variable
	switch next := p.tokens[j+1]; {
	case named && p.is(j+1, ","):
		p.walk(j)
	case named && next.kind == name && str.In(next.value, "in", "of"):
		if s, end, ok := p.path(j + 2); ok {
			p.stands(j, p.narrowed(p.tokens[j].value, end, s))
		}
	case p.tokens[j].kind == variable && p.is(j+1, "("):
		if s, _, ok := p.path(j + 1); ok {
			p.stands(j, s)
		}
	default:
		s, end, ok := p.path(j)
		if !ok || !marked(s) {
			return
		}
		if end+1 < len(p.tokens) && p.tokens[end].kind == name && p.tokens[end].value == "as" {
			p.stands(end+1, s)
			return
		}
		if p.open && len(p.values) < 64 {
			p.values = append(p.values, value{name: "_", text: s, times: 1})
		}
	}
}

// stands notes that the name at i stands for what a pattern matches.
func (p *program) stands(i int, s string) {
	if i >= len(p.tokens) || p.tokens[i].kind != name && p.tokens[i].kind != variable || str.IndexByte(s, markGlob) < 0 {
		return
	}
	for j := range p.values {
		if v := &p.values[j]; v.name == p.tokens[i].value {
			if v.text != s {
				v.times++
			}
			return
		}
	}
	if len(p.values) < 64 {
		p.values = append(p.values, value{name: p.tokens[i].value, text: s, times: 1})
	}
}

// start is where the value begins that ends with the token at i: a name, or a group, and
// what they are taken of and called with.
func (p *program) start(i int) int {
	for n := 0; n < 24 && i >= 0; n++ {
		if p.is(i, ")", "]", "}") {
			open := i - 1
			for k := 0; open >= 0 && k < 200 && !(p.match[open] == i && p.is(open, "(", "[", "{")); k++ {
				open--
			}
			if open < 0 || p.match[open] != i {
				return -1
			}
			if i = open; i == 0 || p.tokens[i-1].kind == sign && !p.is(i-1, ")", "]") || p.tokens[i-1].kind == text {
				return i
			}
			i--
			continue
		}
		if p.tokens[i].kind == sign {
			return -1
		}
		if p.tokens[i].kind == name && str.In(p.tokens[i].value, "return", "in", "if", "and", "or", "not", "else", "for", "of", "await", "then", "do", "yield") {
			return i + 1
		}
		if !p.is(i-1, ".", "->", "?.", "::") {
			return i
		}
		i -= 2
	}
	return -1
}
