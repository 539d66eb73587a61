package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"kei/runtime/word"
)

// Read reads text for a shell. Its error says why the text cannot be read at all;
// what cannot be known of a text that can is in [word.Script.Unread].
//
// zsh reads more than bash: what only it can read is read its way, if it is of
// the few forms in which nothing can hide. sh is often one that knows less, and
// runs what bash takes together.
func Read(text string, how word.Reading) (*word.Script, error) {
	text, file, err := parsePlain(text, syntax.LangBash)
	if end, ok := unended(err); ok && !strings.HasSuffix(text, "\\") {
		// Shells end it with the text, and warn.
		text += "\n" + end + "\n"
		file, err = parse(text, syntax.LangBash)
	}
	zsh := false
	if err != nil && strings.HasPrefix(how.Shell, "zsh") {
		if z, zerr := parse(text, syntax.LangZsh); zerr == nil && plainZsh(z) {
			file, err, zsh = z, nil, true
		}
	}
	if err != nil {
		return nil, err
	}
	r := newReader(text, file)
	r.zsh, r.temp, r.known = zsh, how.Temp, how.Known
	if len(how.Given) > 0 {
		r.state.vars["0"] = how.Given[:1]
		r.state.place(how.Given[1:])
	}
	switch how.Shell {
	case "sh", "dash", "ash":
		r.lesser()
	}
	r.read()
	return r.script, nil
}

// unended is the end that a here-document of a text lacks, if that is why it
// does not parse.
func unended(err error) (end string, ok bool) {
	if err == nil {
		return "", false
	}
	_, end, ok = strings.Cut(err.Error(), "unclosed here-document `")
	if !ok {
		return "", false
	}
	end, _, ok = strings.Cut(end, "`")
	return end, ok && end != ""
}

// plainZsh reports whether all that a zsh text has and a bash text does not is
// in a few forms that are known to run nothing.
func plainZsh(file *syntax.File) bool {
	plain := true
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Word:
			plain = plain && plainGroups(n)
		case *syntax.ParamExp:
			plain = plain && (n.Flags == nil || strings.Trim(n.Flags.Value, "ULCfuOaikvqt@") == "") && n.GlobSubst == 0 && n.Split == 0 && n.RcExpand == 0
			for _, m := range n.Modifiers {
				plain = plain && strings.Trim(m.Value, "htrealuAq0123456789") == ""
			}
		case *syntax.FlagsArithm:
			plain = false
		case *syntax.FuncDecl:
			plain = plain && (n.Name != nil || len(n.Names) > 0)
		}
		return plain
	})
	return plain
}

// plainGroups reports whether the groups of a word's patterns are alternatives
// in plain text, or qualifiers that only choose among files: *.go(N), (a|b)*.
func plainGroups(w *syntax.Word) bool {
	for i, p := range w.Parts {
		l, ok := p.(*syntax.Lit)
		if !ok || !strings.Contains(l.Value, "(") {
			continue
		}
		open := strings.IndexByte(l.Value, '(')
		inside, behind, closed := strings.Cut(l.Value[open+1:], ")")
		if !closed || behind != "" || strings.ContainsAny(l.Value, "\\") {
			return false
		}
		switch {
		case strings.Contains(inside, "|"):
			if strings.Trim(inside, letters+"0123456789_.-*?|") != "" {
				return false
			}
		case i != len(w.Parts)-1 || open == 0 && i == 0, strings.Trim(strings.TrimPrefix(inside, "#q"), "NDMToOnamcLkhw0123456789.,/@*^=[]-") != "":
			return false
		}
	}
	return true
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// lesser refuses what bash takes together and a lesser shell runs in parts.
func (r *reader) lesser() {
	alike := map[*syntax.Redirect]bool{}
	syntax.Walk(r.file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			if rd := r.lastOfAll(n); rd != nil {
				alike[rd] = true
			}
		case *syntax.Redirect:
			if (n.Op == syntax.RdrAll || n.Op == syntax.AppAll) && !alike[n] {
				r.unread("&> is not of every sh, which may run what stands before and behind it; write >f 2>&1")
			}
		case *syntax.Assign:
			if n.Append {
				r.unread("%s is not of every sh; write the value out", r.source(n))
			}
		case *syntax.ArithmCmd:
			r.unread("%s is not of every sh, which may run what is in it; write the test out", r.source(n))
		case *syntax.SglQuoted:
			if n.Dollar && strings.Contains(n.Value, `\'`) {
				r.unread("%s does not end where it seems to in every sh; quote it otherwise", r.source(n))
			}
		}
		return true
	})
}

// lastOfAll is the &> of a simple command that runs the same to a shell which
// takes it for & and >: nothing of the command stands behind it, and the command is
// a program, which changes nothing of the shell that starts it.
func (r *reader) lastOfAll(s *syntax.Stmt) *syntax.Redirect {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 || len(s.Redirs) == 0 || len(r.names) > 0 {
		return nil
	}
	rd := s.Redirs[len(s.Redirs)-1]
	if rd.Op != syntax.RdrAll || rd.Pos().Offset() < call.Args[len(call.Args)-1].End().Offset() || !harmlessAlone(call.Args[0].Lit()) {
		return nil
	}
	return rd
}

// harmlessAlone reports whether a command word is that of a program, or of a
// builtin that does nothing to its shell.
func harmlessAlone(name string) bool {
	if name == "" {
		return false
	}
	switch name {
	case "echo", "true", "false", "kill", "pwd", "type":
		return true
	}
	return !syntax.IsKeyword(name) && !ownCommands[name]
}

// ownCommands are those that a shell runs itself, and in which & makes a
// difference to what comes behind.
var ownCommands = map[string]bool{
	".": true, ":": true, "[": true, "alias": true, "bind": true, "break": true, "builtin": true, "cd": true, "chdir": true, "command": true,
	"continue": true, "declare": true, "dirs": true, "disown": true, "enable": true, "eval": true, "exec": true, "exit": true, "export": true,
	"fg": true, "getopts": true, "hash": true, "let": true, "local": true, "mapfile": true, "popd": true, "printf": true, "pushd": true,
	"read": true, "readarray": true, "readonly": true, "return": true, "set": true, "shift": true, "shopt": true, "source": true, "suspend": true,
	"test": true, "times": true, "trap": true, "typeset": true, "ulimit": true, "umask": true, "unalias": true, "unset": true, "wait": true,
}
