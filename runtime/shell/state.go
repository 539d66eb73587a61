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
	vars   map[string][]word.Word // values a variable may have; absent: not assigned in this text
	dirs   []word.Word            // folders the shell may be in; nil: the call's own
	wild   bool                   // variables absent from vars may have been assigned as well
	ifs    bool                   // IFS was touched, unquoted values split in unknown ways
	branch bool                   // the statement may not run
	strict bool                   // set -e: what follows a statement runs only if it succeeded
	trap   bool                   // a trap may change any variable at any time
	fixed  map[string]bool        // variables that were made readonly
	funcs  map[string]bool        // functions that are certainly defined
}

func (s state) clone() state {
	vars := make(map[string][]word.Word, len(s.vars))
	for name, values := range s.vars {
		vars[name] = values
	}
	s.vars = vars
	s.funcs = maps.Clone(s.funcs)
	s.fixed = maps.Clone(s.fixed)
	s.dirs = slices.Clone(s.dirs)
	return s
}

// merge is the state after either a or b.
func merge(a, b state) state {
	m := state{vars: map[string][]word.Word{}, wild: a.wild || b.wild, ifs: a.ifs || b.ifs, branch: a.branch,
		strict: a.strict && b.strict, trap: a.trap || b.trap, funcs: map[string]bool{}}
	m.fixed = maps.Clone(a.fixed)
	for name := range b.fixed {
		if m.fixed == nil {
			m.fixed = map[string]bool{}
		}
		m.fixed[name] = true
	}
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
	m.dirs = dirsUnion(a.dirs, b.dirs)
	return m
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

// value returns what a variable may hold.
func (s state) value(name string) []word.Word {
	if _, set := s.vars[name]; s.trap || (set || name != "PWD") && (strings.HasPrefix(name, "BASH_") || volatile[name]) {
		return unknown
	}
	if values, ok := s.vars[name]; ok {
		return values
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
	if s.fixed[name] {
		values = unknown // readonly: the assignment may fail
	}
	if name == "IFS" {
		s.ifs = true
	}
	s.vars[name] = values
}

// forget makes every variable unknown: something ran that may have set any.
func (s *state) forget() {
	s.vars = map[string][]word.Word{}
	s.funcs = map[string]bool{}
	s.wild = true
	s.ifs = true
}

// setters run text or take names to assign, so that after them no variable's
// value is known.
var setters = map[string]bool{
	"eval": true, "source": true, ".": true, "read": true, "mapfile": true,
	"readarray": true, "printf": false, "getopts": true, "unset": true, "let": true,
	"shopt": true, "enable": true, "trap": true, "builtin": true, "command": true,
	"alias": true, "wait": true,
	// Quoted or behind an assignment they are commands to the parser.
	"declare": true, "typeset": true, "local": true, "export": true, "readonly": true,
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
			if len(n.Args) > 0 {
				switch name := n.Args[0].Lit(); {
				case setters[name], name == "", name == "printf", functions[name]:
					s.forget()
				case name == "cd", name == "pushd", name == "popd":
					s.dirs = unknown
				}
			}
		case *syntax.DeclClause, *syntax.LetClause, *syntax.ArithmCmd, *syntax.CStyleLoop:
			s.forget()
		case *syntax.ParamExp:
			if n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) {
				s.set(n.Param.Value, unknown)
			}
		}
		return true
	})
}
