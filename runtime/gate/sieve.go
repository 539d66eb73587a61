package gate

import (
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A sieve is what a command that goes through a folder leaves out. Where it is
// not sure, nothing is left out.
type sieve struct {
	rules []sieveRule // the last that matches decides
	shut  bool        // what none matches is left out
	types []string    // ends of names, of which a file must have one; nil: any

	hidden    bool     // names that begin with a dot are left out
	ignored   bool     // and what git ignores
	untracked bool     // and what git does not keep
	tracked   bool     // and what it keeps already, as that is read by its history
	modules   bool     // packages that were fetched, and what git keeps of its own, are left out
	links     bool     // links to folders are not followed
	below     bool     // it only looks at files of its own language
	rewrites  bool     // files that are there are what is meant, and no folder
	files     bool     // it is not known what becomes of a folder that is found
	find      *finding // what find's expression says, nil if it is none
	hint      string   // how a file is left out, with a % for its name; "" if there is no way
}

type sieveRule struct {
	form string // how its pattern is read: the name of the slot
	text string
	out  bool
}

// sieveOf is what one reading of a command's words leaves out.
func sieveOf(inv *invocation.Invocation) *sieve {
	s := &sieve{}
	first, anyOnly, anyShuts := true, false, false
	for _, use := range inv.Uses() {
		switch use.Kind {
		case invocation.Skip:
			switch skipped(inv, use.Name) {
			case "hidden":
				s.hidden = true
			case "ignored":
				s.ignored = true
			case "untracked":
				s.untracked = true
			case "tracked":
				s.tracked = true
			case "modules":
				s.modules = true
			case "links":
				s.links = true
			case "below":
				s.below = true
			case "shut":
				anyShuts = true
			}
		case invocation.ReadTree, invocation.List:
			for _, w := range use.Words {
				if spec, ok := excluded(w.Text); ok && use.Pattern && !w.Holed() {
					s.rules = append(s.rules, sieveRule{"SPEC", spec, true})
				}
			}
		case invocation.Only, invocation.Except:
			for _, w := range use.Words {
				in := s.add(use, w)
				s.shut = s.shut || first && in
				anyOnly = anyOnly || in
				first = false
			}
		}
	}
	s.shut = s.shut || anyShuts && anyOnly
	s.find = findingOf(inv)
	if s.find != nil {
		s.links = !inv.Has("-L") && !inv.Has("-follow")
	}
	if s.hint = hintOf(inv); s.hint == "" && s.find != nil {
		s.hint = "! -name %"
	}
	return s
}

// excluded is what a pathspec of git leaves out.
func excluded(spec string) (string, bool) {
	for _, mark := range [...]string{":!", ":^", ":(exclude)"} {
		if str.HasPrefix(spec, mark) {
			return str.TrimSuffix(spec[len(mark):], "/"), true
		}
	}
	return "", false
}

// skipped is what the name of a skip slot says is left out: hidden!-H!-u are
// hidden files, unless one of these options is given.
func skipped(inv *invocation.Invocation, name string) string {
	what, rest, _ := str.Cut(name, '!')
	for rest != "" {
		var option string
		option, rest, _ = str.Cut(rest, '!')
		if inv.Has(option) {
			return ""
		}
	}
	return what
}

// add takes a pattern, and reports whether it says what is let through.
func (s *sieve) add(use invocation.Use, w word.Word) (in bool) {
	only := use.Kind == invocation.Only
	switch {
	case w.Holed():
		if only {
			s.rules = append(s.rules, sieveRule{"NAME", "*", false})
		}
		return only
	case use.At < 0:
		s.types = append(s.types, use.Name) // of a default: the end of the names of its language
		return false
	case use.Name == "TYPE":
		s.ofType(w.Text)
		return false
	case use.Name == "EXT":
		s.types = append(s.types, "."+w.Text)
		return false
	}
	for _, t := range invocation.Braces(w.Text) {
		out := !only
		if str.HasSuffix(use.Name, "GIT") && str.HasPrefix(t, "!") {
			t, out = t[1:], !out
		}
		in = in || !out
		s.rules = append(s.rules, sieveRule{use.Name, t, out})
	}
	return in
}

// fileTypes are the ends of names of what ripgrep has as types, some more than
// it has; a line each. A map would be made whenever a gate starts.
const fileTypes = `
go golang: .go
rust rs: .rs
py python: .py .pyi .pyx
js: .js .jsx .mjs .cjs .vue
ts typescript: .ts .tsx .cts .mts
tsx: .tsx
jsx: .jsx
java: .java .jsp .jspx .properties
c: .c .h .H .in .cats
cpp: .cpp .hpp .cc .hh .cxx .hxx .inl .C .H .h .in
h: .h .hpp .hh
md markdown: .md .mdx .markdown .mdown .mkd .mkdn .mdwn
json: .json .sarif composer.lock
yaml: .yaml .yml
toml: .toml Cargo.lock
html: .html .htm .ejs
css: .css .scss
swift: .swift
kotlin: .kt .kts
csharp cs: .cs
php: .php .php3 .php4 .php5 .php7 .php8 .pht .phtml
ruby: .rb .ru .gemspec .irbrc Gemfile Rakefile .rbw
sql: .sql .psql
xml: .xml .xsl .xslt .dtd .xsd .rng .sch .xhtml .svg .xjb
make: akefile .mk .mak
proto: .proto
zig: .zig
lua: .lua
dart: .dart
scala: .scala .sbt
txt: .txt
`

// ofType lets files of a type through; of one that is not known, any.
func (s *sieve) ofType(name string) {
	for rest := fileTypes; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		names, ends, _ := str.Cut(line, ':')
		if str.In(name, str.Fields(names)...) {
			s.types = append(s.types, str.Fields(ends)...)
			return
		}
	}
	s.types = append(s.types, "*")
}

// A found thing below a folder.
type found struct {
	abs     string // where it is
	printed string // as the command would name it
	name    string
	folder  bool
	depth   int          // how many folders below where the command begins
	rules   file.Ignores // of its folder
}

// plain is how it is named without ./ in front.
func (f *found) plain() string {
	p := f.printed
	for str.HasPrefix(p, "./") {
		p = p[2:]
	}
	return p
}

// leavesOut reports whether the command certainly does not look at it, or if it
// is a folder, at what is below.
func (s *sieve) leavesOut(f *found) bool {
	if s == nil {
		return false
	}
	if s.modules && f.folder && str.In(f.name, "node_modules", ".git") {
		return true
	}
	asked := false
	for i := len(s.rules) - 1; i >= 0; i-- {
		if r := &s.rules[i]; r.matches(f) {
			if r.out {
				return true
			}
			asked = true
			break
		}
	}
	if !asked && s.shut && !f.folder {
		return true
	}
	if len(s.types) > 0 && !f.folder && !asked && !hasEnd(f.name, s.types) {
		return true
	}
	if asked {
		return false // a glob that names it goes before what is hidden or ignored
	}
	ignored, wanted := false, false
	if s.ignored || s.hidden {
		ignored, wanted = f.rules.Say(f.abs, f.folder)
	}
	if s.ignored && ignored {
		return true
	}
	return s.hidden && !wanted && f.name[0] == '.'
}

func hasEnd(name string, ends []string) bool {
	for _, e := range ends {
		if e == "*" || str.HasSuffix(name, e) {
			return true
		}
	}
	return false
}

// matches errs to the side of looking: a pattern that is not read here matches
// if it lets through, and does not if it leaves out.
func (r *sieveRule) matches(f *found) bool {
	if str.ContainsAny(r.text, "[\\") {
		return !r.out
	}
	switch r.form {
	case "NAME":
		if f.folder {
			return false
		}
		return fits(r.text, f.name, true)
	case "ANY":
		return fits(r.text, f.name, true)
	case "DIR":
		return f.folder && fits(str.TrimSuffix(r.text, "/"), f.name, true)
	case "PATH":
		return (!f.folder || r.out) && (fits(r.text, f.printed, true) || !r.out && fits(r.text, f.name, true))
	case "TAR":
		// Not anchored: the pattern may begin at any element.
		for rest := f.printed; rest != ""; {
			if fits(str.TrimSuffix(r.text, "/"), rest, true) {
				return true
			}
			_, rest, _ = str.Cut(rest, '/')
		}
		return false
	case "SPEC":
		return fits(r.text, f.plain(), true)
	case "GIT":
		return gitGlob(r.text, f, r.out)
	case "IGIT":
		low := *f
		low.name, low.printed, low.abs = str.Lower(f.name), str.Lower(f.printed), str.Lower(f.abs)
		return gitGlob(str.Lower(r.text), &low, r.out)
	}
	return !r.out
}

// gitGlob matches like a line of .gitignore: by name where there is no slash.
// One with a slash begins where the command runs.
func gitGlob(glob string, f *found, out bool) bool {
	folder := str.HasSuffix(glob, "/")
	glob = str.TrimSuffix(glob, "/")
	if folder && !f.folder {
		return false
	}
	if str.IndexByte(glob, '/') < 0 {
		return fits(glob, f.name, false)
	}
	glob = str.TrimSuffix(glob, "/**")
	for str.HasPrefix(glob, "/") {
		glob = glob[1:]
	}
	printed := f.plain()
	if str.IndexByte(glob, '?') >= 0 {
		return !out
	}
	return file.Glob(glob).Match(printed) || !out && str.HasSuffix(f.abs, "/"+printed) && file.Glob("**/"+glob).Match(f.abs)
}

// fits matches a name with a pattern of * and ?; slash says whether they stand
// for one as well.
func fits(pattern, name string, slash bool) bool {
	back, from := -1, 0
	p, n := 0, 0
	for n < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			back, from = p, n
			p++
		case p < len(pattern) && (pattern[p] == name[n] || pattern[p] == '?' && (slash || name[n] != '/')):
			p, n = p+1, n+1
		case back >= 0 && (slash || name[from] != '/'):
			from++
			p, n = back+1, from
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// hintOf is how the program is told to leave a file out.
func hintOf(inv *invocation.Invocation) string {
	for n := len(inv.Path) - 1; n >= 0; n-- {
		c := inv.Path[n]
		for i := range c.Options {
			o := &c.Options[i]
			slot, ok := invocation.ParseSlot(o.Value)
			name, _, _ := str.Cut(o.Names, ' ')
			name = str.TrimSuffix(name, ",")
			switch {
			case !ok:
			case slot.Kind == invocation.Only && slot.Name == "GIT":
				return name + " '!%'"
			case slot.Kind != invocation.Except || str.In(slot.Name, "DIR", "SPEC"):
			case str.HasPrefix(name, "--"):
				return name + "=%"
			default:
				return name + " %"
			}
		}
	}
	return ""
}

// onlyFiles reports whether find certainly gives no folder: -type f holds for all of it.
func (s *sieve) onlyFiles() bool {
	if s.find == nil || s.find.vague {
		return false
	}
	files, not := false, false
	for _, t := range s.find.tests {
		switch t.name {
		case "-o", "-or", ",":
			return false
		case "-type":
			files = files || t.value == "f" && !not
		}
		not = t.name == "!" || t.name == "-not" || not && t.name == "("
	}
	return files
}
