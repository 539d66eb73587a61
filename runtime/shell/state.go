package shell

import (
	"maps"
	"slices"
	"strings"

	"kei/runtime/match"
	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// unknown is the value of what only running the text would tell.
var unknown = []word.Word{{Text: string(match.Hole)}}

// A state is what holds before one statement runs.
type state struct {
	vars   map[string][]word.Word   // values a variable may have; absent: not assigned in this text
	lists  map[string][][]word.Word // what arrays and $@ may hold, as far as that is known
	dirs   []word.Word              // folders the shell may be in; nil: the call's own
	old    []word.Word              // the folders it may have been in before; nil: not known
	pushed []word.Word              // folders that pushd may have left to come back to
	pushes int                      // how many of them popd goes to before it fails, as far as no cd came between
	wild   bool                     // variables absent from vars may have been assigned as well
	ifs    bool                     // IFS was touched, unquoted values split in unknown ways
	branch bool                     // the statement may not run
	strict bool                     // set -e: what follows a statement runs only if it succeeded
	trap   bool                     // a trap or a reference may change any variable at any time
	locked bool                     // any variable may have been made readonly
	named  bool                     // any command word may have been given another meaning
	fixed  map[string]bool          // variables that were made readonly
	odd    map[string]bool          // variables whose attributes change what they are given
	funcs  map[string]bool          // functions that are certainly defined
}

func (s state) clone() state {
	vars := make(map[string][]word.Word, len(s.vars))
	for name, values := range s.vars {
		vars[name] = values
	}
	s.vars = vars
	s.funcs, s.lists = maps.Clone(s.funcs), maps.Clone(s.lists)
	s.fixed, s.odd = maps.Clone(s.fixed), maps.Clone(s.odd)
	s.dirs = slices.Clone(s.dirs)
	return s
}

// merge is the state after either a or b.
func merge(a, b state) state {
	m := state{vars: map[string][]word.Word{}, wild: a.wild || b.wild, ifs: a.ifs || b.ifs, branch: a.branch,
		strict: a.strict && b.strict, trap: a.trap || b.trap, locked: a.locked || b.locked, named: a.named || b.named,
		fixed: either(a.fixed, b.fixed), odd: either(a.odd, b.odd), funcs: map[string]bool{}}
	for name := range a.funcs {
		if b.funcs[name] {
			m.funcs[name] = true
		}
	}
	for name := range a.vars {
		m.vars[name] = union(a.value(name), b.value(name))
	}
	for name := range b.vars {
		m.vars[name] = union(a.value(name), b.value(name))
	}
	m.mergeLists(&a, &b)
	m.dirs, m.pushed, m.pushes = dirsUnion(a.dirs, b.dirs), union(a.pushed, b.pushed), min(a.pushes, b.pushes)
	if a.old != nil || b.old != nil {
		m.old = union(orUnknown(a.old), orUnknown(b.old))
	}
	return m
}

// either has the names of both sets.
func either(a, b map[string]bool) map[string]bool {
	if len(b) == 0 {
		return maps.Clone(a)
	}
	u := maps.Clone(b)
	maps.Copy(u, a)
	return u
}

// mark puts a name into a set that may be nil.
func mark(set *map[string]bool, name string) {
	if *set == nil {
		*set = map[string]bool{}
	}
	(*set)[name] = true
}

func union(a, b []word.Word) []word.Word {
	u := slices.Clone(a)
	for _, w := range b {
		if !slices.Contains(u, w) {
			u = append(u, w)
		}
	}
	if len(u) > maxValues {
		return unknown
	}
	return u
}

// volatile are variables that bash sets by itself.
var volatile = map[string]bool{"_": true, "RANDOM": true, "SECONDS": true, "LINENO": true, "REPLY": true, "PIPESTATUS": true, "FUNCNAME": true,
	"OPTARG": true, "OPTIND": true, "OLDPWD": true, "DIRSTACK": true, "GROUPS": true, "UID": true, "EUID": true, "PPID": true, "SHLVL": true,
	"MAPFILE": true, "COPROC": true, "HOSTNAME": true, "OSTYPE": true, "PWD": true, "HISTCMD": true, "EPOCHSECONDS": true, "EPOCHREALTIME": true, "SRANDOM": true, "READLINE_LINE": true, "COMP_LINE": true}

// dirsUnion keeps the call's own folder, which nil stands for, as a Word.
func dirsUnion(a, b []word.Word) []word.Word {
	if len(a) == 0 && len(b) == 0 {
		return nil
	}
	return union(orHere(a), orHere(b))
}

func orHere(dirs []word.Word) []word.Word {
	if len(dirs) == 0 {
		return []word.Word{{}}
	}
	return dirs
}

func orUnknown(dirs []word.Word) []word.Word {
	if dirs == nil {
		return unknown
	}
	return dirs
}

// before is what OLDPWD holds: of the folders that cd - goes to those that are the same
// from anywhere.
func (s state) before() (list []word.Word) {
	for _, d := range orUnknown(s.old) {
		if !d.Home && !strings.HasPrefix(d.Text, "/") {
			d = unknown[0]
		}
		list = union(list, []word.Word{d})
	}
	return list
}

// value returns what a variable may hold.
func (s state) value(name string) []word.Word {
	if _, set := s.vars[name]; s.trap || s.odd[name] || (set || name != "PWD") && (strings.HasPrefix(name, "BASH_") || volatile[name]) {
		switch {
		case name != "OLDPWD" || s.trap || s.odd[name]:
			return unknown
		case !set:
			return s.before()
		}
	}
	if values, ok := s.vars[name]; ok {
		return values
	}
	if n := positional(name); n > 0 && !s.trap {
		return nth(s.lists[arguments], n-1)
	}
	if s.wild {
		return unknown
	}
	switch name {
	case "HOME":
		return []word.Word{{Text: "~", Home: true}}
	case "PWD":
		if len(s.dirs) == 0 {
			return []word.Word{{Text: "."}}
		}
	}
	return unknown
}

func (s *state) set(name string, values []word.Word) {
	if s.fixed[name] || s.locked {
		values = unknown // readonly: the assignment may fail
	}
	if name == "IFS" {
		s.ifs = true
	}
	s.vars[name] = values
	delete(s.lists, name)
}

// forget makes every variable unknown: something ran that may have set any. What $@ is
// only the shell's own set and shift change, and text that is evaluated.
func (s *state) forget() {
	placed := s.lists[arguments]
	s.vars, s.lists = map[string][]word.Word{}, nil
	s.setList(arguments, placed)
	s.funcs = map[string]bool{}
	s.wild = true
	s.ifs = true
}

// blur makes the value of every variable unknown.
func (s *state) blur() {
	for name := range s.vars {
		s.vars[name] = unknown
	}
	placed := s.lists[arguments]
	s.lists, s.wild = nil, true
	s.setList(arguments, placed)
}

// forgetAll is for what may have done anything to the shell: eval, a function.
func (s *state) forgetAll() {
	s.forget()
	s.unplace()
	s.locked, s.named = true, true
}

// builtins are those that run text, or change what later words mean.
var builtins = map[string]bool{
	"eval": true, "source": true, ".": true, "trap": true, "alias": true, "hash": true, "enable": true, "shopt": true, "set": true, "unset": true,
	"declare": true, "typeset": true, "local": true, "export": true, "readonly": true, "integer": true, "float": true, "let": true,
	"read": true, "mapfile": true, "readarray": true, "getopts": true, "builtin": true, "command": true, "vared": true,
}

// constant reports whether a word is plain or quoted text and nothing else.
func constant(w *syntax.Word) bool {
	_, ok := constantText(w.Parts)
	return ok
}

func constantText(parts []syntax.WordPart) (text string, ok bool) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, "*?[{~") {
				return "", false
			}
			text += strings.ReplaceAll(p.Value, `\`, "")
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			text += p.Value
		case *syntax.DblQuoted:
			inner, ok := constantText(p.Parts)
			if !ok {
				return "", false
			}
			text += inner
		default:
			return "", false
		}
	}
	return text, true
}

// constants are the words of a command as far as they are constant; ok is false
// if one is not. What is quoted in them is not told from what is not.
func constants(args []*syntax.Word) (list []word.Word, ok bool) {
	for _, a := range args {
		text, ok := constantText(a.Parts)
		if !ok {
			return list, false
		}
		list = append(list, word.Word{Text: text})
	}
	return list, true
}

// forgetIn makes unknown whatever node may assign when it runs an unknown
// number of times, or at an unknown time.
func (s *state) forgetIn(node syntax.Node, functions map[string]bool) {
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if n.Name != nil {
				s.set(n.Name.Value, unknown)
			}
		case *syntax.WordIter:
			s.set(n.Name.Value, unknown)
		case *syntax.CallExpr:
			s.forgetCall(n, functions)
		case *syntax.DeclClause:
			s.forgetDeclared(n)
		case *syntax.LetClause, *syntax.ArithmCmd, *syntax.CStyleLoop:
			s.forget()
		case *syntax.ParamExp:
			if n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) {
				s.set(n.Param.Value, unknown)
			}
		}
		return true
	})
}

// forgetCall makes unknown what a simple command may change.
func (s *state) forgetCall(c *syntax.CallExpr, functions map[string]bool) {
	list, known := constants(c.Args)
	words := own(list)
	if len(words) == 0 {
		if !s.runsArguments(c.Args) {
			s.unplace() // it may be shift
		}
		if len(functions) > 0 {
			s.forget() // it may be one of those
		}
		return
	}
	switch name := words[0].Text; {
	case functions[name]:
		s.forget()
		s.dirs = unknown
	case name == "eval", name == "source", name == ".", name == "trap":
		s.forgetAll()
		if !activates(words) {
			s.dirs = unknown
		}
	case name == "alias", name == "hash", name == "enable":
		s.named = true
	case name == "builtin", name == "command":
		s.forget()
		s.unplace()
	case known && onlyPatterns(words):
	case name == "shopt", name == "let", name == "setopt", name == "unsetopt", name == "emulate":
		s.forget()
	case name == "cd", name == "pushd", name == "popd":
		s.dirs = unknown
	case isDeclaration(name):
		s.forget()
		s.locked = true
	case name == "unset", name == "printf" && !known && len(words) == 1:
		s.forget()
	default:
		if name == "set" || name == "shift" {
			s.unplace()
		}
		bound := bindings(words)
		if _, names := nameOptions[name]; names && !known && name != "printf" && name != "print" {
			s.forget()
		}
		for _, b := range bound {
			if b.name == "" {
				s.forget()
			} else {
				s.set(b.name, unknown)
			}
		}
		if len(words) > 0 && (name == "mapfile" || name == "readarray") && strings.Contains(joinWords(words), "-C") {
			s.forgetAll()
		}
	}
}

func joinWords(words []word.Word) string {
	text := ""
	for _, w := range words {
		text += w.Text + " "
	}
	return text
}

// forgetDeclared makes unknown what a declaration may change.
func (s *state) forgetDeclared(d *syntax.DeclClause) {
	if d.Variant.Value == "readonly" {
		s.locked = true
	}
	for _, a := range d.Args {
		if a.Name != nil || a.Value == nil {
			continue
		}
		text, ok := constantText(a.Value.Parts)
		switch {
		case !ok, strings.Contains(text, "="), strings.HasPrefix(text, "-") && strings.ContainsAny(text, "nT"):
			s.forget()
			s.locked = true
		case strings.HasPrefix(text, "-"):
			s.locked = s.locked || strings.Contains(text, "r")
			if strings.ContainsAny(text, "ilucEFZLRUh") {
				s.odder(d)
			}
		}
	}
}

// odder notes the names of a declaration that changes what they are given.
func (s *state) odder(d *syntax.DeclClause) {
	for _, a := range d.Args {
		if a.Name != nil {
			mark(&s.odd, a.Name.Value)
		}
	}
}

// activates reports whether words read the script of an environment of Python's, which sets
// variables and stays in the folder. Whoever has put another one there runs what it says anyway.
func activates(words []word.Word) bool {
	return len(words) == 2 && words[0].Text != "eval" && words[1].Known() && strings.HasSuffix(words[1].Text, "/bin/activate")
}
