package spec

import (
	"path"
	"regexp"
	"regexp/syntax"
	"strings"

	"kei/gen/automaton"
	"kei/internal/tomlpos"
)

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

// glob refuses what can match no file: a gate matches clean paths.
func (l *loader) glob(file string, at tomlpos.Pos, g string, absolute bool) {
	if why := GlobProblem(g, absolute); why != "" {
		l.err(file, at, "glob %s %s", tomlpos.Printable(g), why)
	}
}

// GlobProblem says why a glob can match no file of a worktree, or is "".
// Absolute globs, and those of the home folder, match files outside of it and
// are for rules only.
func GlobProblem(g string, absolute bool) string {
	switch {
	case g == "":
		return "is empty; ** matches everything inside the worktree"
	case strings.ContainsRune(g, 0):
		return "contains NUL"
	case strings.Contains(g, `\`):
		return `contains \; elements are separated by / everywhere`
	}
	rest := g
	if strings.HasPrefix(g, "/") || strings.HasPrefix(g, "~/") {
		if !absolute {
			return "is absolute; globs start at the worktree's root"
		}
		rest = strings.TrimPrefix(strings.TrimPrefix(g, "~"), "/")
	}
	for _, element := range strings.Split(rest, "/") {
		if element == ".." {
			return "contains ..; a path is matched after that is resolved"
		}
	}
	if clean := path.Clean(rest); clean != rest {
		return "matches no clean path; write " + tomlpos.Printable(clean)
	}
	return ""
}
