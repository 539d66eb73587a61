package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// What a command prints is not known before it runs, but of some it is known
// that it is one word, which cannot be taken for an option: a folder, a commit,
// a number, a date.

// plainWords are the words of a simple command if all of them are written out
// and no function or alias of the text bears its name.
func (r *reader) plainWords(s *syntax.Stmt) ([]string, bool) {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 || s.Background || s.Negated {
		return nil, false
	}
	name := call.Args[0].Lit()
	if r.names[name] || r.aliases[name] || r.state.named {
		return nil, false
	}
	for _, red := range s.Redirs {
		if red.N == nil || red.N.Value != "2" {
			return nil, false // only what it complains of goes elsewhere
		}
	}
	var words []string
	for _, a := range call.Args {
		text, ok := literalText(a)
		if !ok {
			return nil, false
		}
		words = append(words, text)
	}
	return words, true
}

// literalText is a word that is only text, in quotes or not.
func literalText(w *syntax.Word) (string, bool) {
	var b strings.Builder
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *syntax.Lit:
			if strings.ContainsAny(p.Value, `\*?[{~`) {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.SglQuoted:
			if p.Dollar {
				return "", false
			}
			b.WriteString(p.Value)
		case *syntax.DblQuoted:
			for _, in := range p.Parts {
				l, ok := in.(*syntax.Lit)
				if !ok || strings.Contains(l.Value, `\`) {
					return "", false
				}
				b.WriteString(l.Value)
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// printsPlain reports whether a command prints one word that begins with no
// dash, whatever it finds, or nothing.
func printsPlain(words []string) bool {
	for _, w := range words {
		if strings.ContainsAny(w, " \t\n") {
			return false // some print what they are given
		}
	}
	options, operands := []string(nil), []string(nil)
	for _, w := range words[1:] {
		if strings.HasPrefix(w, "-") {
			options = append(options, w)
		} else {
			operands = append(operands, w)
		}
	}
	only := func(list ...string) bool {
		return !slices.ContainsFunc(options, func(o string) bool { return !slices.Contains(list, o) })
	}
	switch words[0] {
	case "pwd":
		return len(operands) == 0 && only("-P", "-L")
	case "nproc":
		return len(operands) == 0 && only("--all")
	case "mktemp":
		return only("-d", "-q") && (len(operands) == 0 || len(operands) == 1 && startsPlain(operands[0]))
	case "date":
		return only("-u", "--utc") && len(operands) == 1 && numericDate(operands[0])
	case "id":
		return len(operands) == 0 && only("-u", "-g") && len(options) == 1
	case "seq":
		return len(operands) > 0 && len(options) == 0 && !slices.ContainsFunc(operands, func(o string) bool { return strings.Trim(o, "0123456789") != "" })
	case "git":
		return gitPrintsPlain(operands, only)
	case "go":
		if len(operands) > 1 && operands[0] == "list" {
			return only("-m", "-f") && operands[1] == "{{.Dir}}" && len(operands) < 4
		}
		return len(operands) == 2 && len(options) == 0 && operands[0] == "env" && slices.Contains([]string{"GOPATH", "GOROOT", "GOBIN", "GOCACHE", "GOMODCACHE", "GOMOD", "GOTOOLDIR"}, operands[1])
	case "npm":
		return len(options) == 0 && len(operands) == 1 && slices.Contains([]string{"bin", "root", "prefix"}, operands[0])
	case "brew":
		return only("--prefix") && len(options) == 1
	}
	return false
}

// gitPrintsPlain is printsPlain for git: commits, branches, whose names git lets
// not begin with a dash, and folders.
func gitPrintsPlain(operands []string, only func(...string) bool) bool {
	if len(operands) == 0 {
		return false
	}
	switch operands[0] {
	case "rev-parse":
		return only("--show-toplevel", "--git-dir", "--git-common-dir", "--absolute-git-dir", "--short", "--verify", "--abbrev-ref", "-q", "--quiet")
	case "merge-base":
		return only("--fork-point")
	case "describe":
		return only("--tags", "--abbrev=0", "--always", "--exact-match", "--long", "--dirty")
	case "branch":
		return len(operands) == 1 && only("--show-current")
	}
	return false
}

// numericDate reports whether a format of date begins with a number and has no
// blank or dash, whatever the language and the time zone are.
func numericDate(format string) bool {
	if len(format) < 3 || format[:2] != "+%" {
		return false
	}
	for i := 1; i < len(format); i++ {
		switch c := format[i]; {
		case c == '%':
			if i++; i == len(format) || strings.IndexByte("YmdHMSsFTDRjyNuwVUGgCI", format[i]) < 0 {
				return false
			}
		case c < '0' || c > 'z' || c > '9' && c < 'A' && c != ':' || c > 'Z' && c < 'a' && c != '_':
			if c != '.' && c != '/' {
				return false
			}
		}
	}
	return true
}

// startsPlain reports whether text begins like a name or a path.
func startsPlain(text string) bool {
	if text == "" {
		return false
	}
	c := text[0]
	return c == '/' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
