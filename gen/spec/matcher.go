package spec

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync"

	"kei/gen/automaton"
	"kei/internal/tomlpos"
	"kei/runtime/effect"
	"kei/runtime/gate"
)

var environment = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,63}$`)

var variable = regexp.MustCompile(`^[A-Z_][A-Z0-9_]{0,63}$`)

// pattern refuses what is no RE2 expression, and names what it has of other
// dialects.
func (l *loader) pattern(file string, at tomlpos.Pos, p string) {
	if p == "" {
		l.err(file, at, "an empty pattern matches every command; write .* if that is meant")
		return
	}
	if _, err := syntax.Parse(p, syntax.Perl); err != nil {
		l.err(file, at, "pattern %s: %s", tomlpos.Printable(p), automaton.Explain(p, err))
	}
}

// commandPattern is a pattern of commands, of which each is judged alone.
func (l *loader) commandPattern(file string, at tomlpos.Pos, p string) {
	l.pattern(file, at, p)
	switch sign := joined(p); {
	case sign == ">":
		l.err(file, at, "pattern %s has > in it: where a command writes is no part of it, so none has that; leave it out, or write \\> for a word that has it", tomlpos.Printable(p))
	case assigned.MatchString(p):
		l.err(file, at, "pattern %s begins with a variable, which is no part of a command, so none has that; leave it out, and let a role's bash-variables-allowed name what a command may be given", tomlpos.Printable(p))
	case sign != "":
		l.err(file, at, "pattern %s has %s in it: each command of a line is judged alone, so none has that; write a pattern for each, or \\%s for a word that has it",
			tomlpos.Printable(p), sign, sign[:1])
	case matchesNone(p):
		l.err(file, at, "pattern %s matches no command: it is compared with the words of one, with a blank between them", tomlpos.Printable(p))
	}
}

// assigned begins a command, or a pattern of one, with the value of a variable.
var assigned = regexp.MustCompile(`^\^?[A-Za-z_][A-Za-z0-9_]*=`)

// someCommand is what every command is: some text that does not begin with a blank.
var someCommand = sync.OnceValue(func() *automaton.DFA {
	d, err := automaton.Compile([]string{`^[^ ]`})
	if err != nil {
		panic(err) // the expression is written above
	}
	return d
})

// matchesNone reports whether no command can match a pattern, as ^a$b. What takes too
// long to tell counts as one that some command matches.
func matchesNone(p string) bool {
	d, err := automaton.Compile([]string{p})
	if err != nil {
		return false
	}
	_, found, err := automaton.Example([]*automaton.DFA{d, someCommand()}, nil)
	return err == nil && !found
}

// joined is what stands in a pattern, not escaped and outside of brackets, that joins
// commands and so is in none, && or ;, or begins a redirection.
func joined(p string) string {
	inside := false
	for i := 0; i < len(p); i++ {
		switch c := p[i]; {
		case c == '\\':
			i++
		case c == '[' && !inside:
			inside = true
		case c == ']' && inside:
			inside = false
		case inside:
		case c == ';':
			return ";"
		case c == '>' && redirects.MatchString(p[:i]):
			return ">"
		case c == '&' && strings.HasPrefix(p[i:], "&&"):
			return "&&"
		}
	}
	return ""
}

// redirects ends where an unescaped > writes into a file, and no group's name ends.
var redirects = regexp.MustCompile(`(^|[ ^])[0-9&]?$`)

// anchored warns of an allow pattern that may match in the middle of a command:
// "cargo" also allows "curl cargo".
func (l *loader) anchored(file string, at tomlpos.Pos, p string) {
	re, err := syntax.Parse(p, syntax.Perl)
	if err != nil || p == ".*" || startsAnchored(re) {
		return
	}
	l.warn(file, at, "pattern %s allows every command that contains it; start it with ^", tomlpos.Printable(p))
}

func startsAnchored(re *syntax.Regexp) bool {
	switch re.Op {
	case syntax.OpBeginText, syntax.OpBeginLine:
		return true
	case syntax.OpConcat, syntax.OpCapture:
		return startsAnchored(re.Sub[0])
	case syntax.OpAlternate:
		for _, sub := range re.Sub {
			if !startsAnchored(sub) {
				return false
			}
		}
		return true
	}
	return false
}

// entry refuses what is no command in plain words. Whether its program has such
// a subcommand and such options is asked when the programs are known.
func (l *loader) entry(file string, at tomlpos.Pos, e string) {
	switch {
	case strings.Join(strings.Fields(e), " ") != e || e == "":
		l.err(file, at, "%q is no command; write its words with one blank between", e)
	case strings.ContainsAny(e, "|;&<>$`'\"\\()"):
		l.err(file, at, "the command %s is more than plain words; write one program with its subcommands, options and operands", tomlpos.Printable(e))
	case assigned.MatchString(e):
		name, rest, _ := strings.Cut(e, " ")
		name, _, _ = strings.Cut(name, "=")
		l.err(file, at, "the command %s begins with a variable, which is no part of it; write %s, and let a role's bash-variables-allowed name %s", tomlpos.Printable(e), tomlpos.Printable(rest), name)
	case strings.ContainsAny(strings.Fields(e)[0], "*!"):
		l.err(file, at, "the command %s begins with no name of a program; write each one out, * stands for operands alone", tomlpos.Printable(e))
	}
}

// variable refuses what cannot name a variable of the environment.
func (l *loader) variable(file string, at tomlpos.Pos, name string) {
	if !environment.MatchString(name) {
		l.err(file, at, "%q is no name of a variable; write each one out, without its value", name)
	}
}

// effect refuses what is none of the effects.
func (l *loader) effect(file string, at tomlpos.Pos, e string) {
	if _, ok := effect.Named(e); !ok {
		l.err(file, at, "%s is no effect%s", tomlpos.Printable(e), tomlpos.OrOneOf(e, effect.Names()))
	}
}

// glob refuses what can match no file. Absolute globs match files outside of the
// worktree and are for rules only.
func (l *loader) glob(file string, at tomlpos.Pos, g string, absolute bool) {
	switch err := gate.Glob(g).Check(); {
	case err != nil:
		l.err(file, at, "%v", err)
	case strings.ContainsAny(g, "{}[]?"):
		l.err(file, at, "the glob %s has %s in it, which means itself: a glob knows * and ** alone; write one entry for each, and * for a sign that is really in a name",
			tomlpos.Printable(g), g[strings.IndexAny(g, "{}[]?"):][:1])
	case strings.HasPrefix(g, "!"):
		l.err(file, at, "the glob %s would match nothing: in this list nothing is taken out again", tomlpos.Printable(g))
	case strings.Contains(g, `\`):
		l.err(file, at, `the glob %s has a \ in it; elements are separated by / everywhere`, tomlpos.Printable(g))
	case strings.HasPrefix(g, "~"):
		l.err(file, at, "the glob %s would match nothing; write the home folder out, or ** for any", tomlpos.Printable(g))
	case !absolute && strings.HasPrefix(g, "/"):
		l.err(file, at, "the glob %s is absolute; globs start at the worktree's root", tomlpos.Printable(g))
	}
}
