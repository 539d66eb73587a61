package gate

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

// plain reads text that is a list or pipeline of simple commands made of plain
// or fully quoted words, and reports whether it was. It spares the shell parser
// for what most calls are: cargo test 2>&1 | tail -20. A fuzz test holds it to
// what that parser reads.
func plain(text string) ([]word.Command, bool) {
	r := plainReader{text: text, list: first.plain.get()[:0]}
	for {
		r.cur.Words = first.words.get()[:0]
		if !r.command() {
			return nil, false
		}
		r.cur.Words = r.cur.Words[:len(r.cur.Words):len(r.cur.Words)]
		if n := len(r.list); r.cur.Piped && len(r.cur.Redirs) == 0 && len(r.list[n-1].Redirs) == 0 && allKnown(r.cur.Words) {
			r.list[n-1].Into = r.cur.Words
		}
		r.list = append(r.list, r.cur)
		piped := false
		switch {
		case r.at == len(text):
			return r.list, len(r.list) == 1 || !r.stateful
		case r.take("&&"), r.take("||"):
		case r.take("|"):
			piped = true
			if r.cur.Words[0].Text == "echo" {
				return nil, false // what is piped is known, and that takes the parser
			}
		case r.take(";"):
			r.blanks()
			if r.at == len(text) {
				return r.list, len(r.list) == 1 || !r.stateful
			}
		default:
			return nil, false
		}
		r.cur = word.Command{Piped: piped, Alone: piped && !r.mixed}
		r.mixed = false
	}
}

type plainReader struct {
	text     string
	at       int
	cur      word.Command
	list     []word.Command
	mixed    bool // the current command's errors go where its output goes
	stateful bool // a builtin among them changes what later commands mean
}

func (r *plainReader) take(s string) bool {
	if str.HasPrefix(r.text[r.at:], s) {
		r.at += len(s)
		return true
	}
	return false
}

func (r *plainReader) blanks() {
	for r.at < len(r.text) && (r.text[r.at] == ' ' || r.text[r.at] == '\t') {
		r.at++
	}
}

// command reads one simple command up to an operator.
func (r *plainReader) command() bool {
	for {
		r.blanks()
		if r.at == len(r.text) || str.IndexByte("|&;", r.text[r.at]) >= 0 {
			return len(r.cur.Words) > 0
		}
		if r.redirection() {
			continue
		}
		start := r.at
		w, quoted, ok := r.word()
		if !ok {
			return false
		}
		if len(r.cur.Words) == 0 {
			if quoted || !plainStart(r.text[start:r.at]) {
				return false
			}
			r.stateful = r.stateful || isStateful(w)
		}
		r.cur.Words = append(r.cur.Words, word.Word{Text: w})
	}
}

// word reads one word of plain characters and quotes.
func (r *plainReader) word() (text string, quoted, ok bool) {
	var b []byte
	for r.at < len(r.text) {
		c := r.text[r.at]
		if c == '\'' || c == '"' {
			end := r.at + 1
			for end < len(r.text) && r.text[end] != c {
				if r.text[end] < ' ' || c == '"' && str.IndexByte("$`\\!", r.text[end]) >= 0 {
					return "", false, false
				}
				end++
			}
			if end == len(r.text) {
				return "", false, false
			}
			in := r.text[r.at+1 : end]
			if str.Contains(in, "[") && str.ContainsAny(in, "$`") {
				return "", false, false // a builtin may evaluate it
			}
			b, quoted = append(b, in...), true
			r.at = end + 1
			continue
		}
		if !isPlain(c) {
			// What ends a word here is a blank or an operator; anything else
			// takes more grammar, a redirection glued to a word included.
			if str.IndexByte(" \t|&;", c) < 0 {
				return "", false, false
			}
			break
		}
		b = append(b, c)
		r.at++
	}
	return string(b), quoted, len(b) > 0 || quoted
}

// redirection reads 2>&1, >&2 and what goes to /dev/null.
func (r *plainReader) redirection() bool {
	rest := r.text[r.at:]
	n := 0
	if n < len(rest) && (rest[n] == '1' || rest[n] == '2') {
		n++
	}
	if n == len(rest) || rest[n] != '>' {
		return false
	}
	n++
	if n+1 < len(rest) && rest[n] == '&' && (rest[n+1] == '1' || rest[n+1] == '2') && endsWord(rest, n+2) {
		r.at += n + 2
		r.mixed = true
		return true
	}
	if n < len(rest) && rest[n] == '>' {
		n++
	}
	for n < len(rest) && rest[n] == ' ' {
		n++
	}
	const null = "/dev/null"
	if str.HasPrefix(rest[n:], null) && endsWord(rest, n+len(null)) {
		r.at += n + len(null)
		r.cur.Redirs = append(r.cur.Redirs, word.Redirect{Write: true, Target: word.Word{Text: null}})
		return true
	}
	return false
}

func endsWord(s string, i int) bool { return i == len(s) || str.IndexByte(" \t|&;", s[i]) >= 0 }

// isPlain reports whether b, unquoted, is always itself.
func isPlain(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' ||
		str.IndexByte("_-./:=,+@%", b) >= 0 || b >= 0x80
}

// plainStart reports whether a first word, as written, is not an assignment, a
// reserved word, a job or something that takes more grammar.
func plainStart(w string) bool {
	for i := 0; i < len(w); i++ {
		if w[i] == '=' || w[i] >= 0x80 {
			return false
		}
	}
	if w == "" || w[0] == '%' || w[0] == '+' || w[0] == '@' {
		return false
	}
	return !str.In(w, "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while",
		"until", "for", "select", "function", "time", "coproc", "in", "let", "declare", "typeset",
		"local", "export", "readonly", "nameref", "eval", "alias", "repeat", "foreach", "end", "nocorrect", "noglob", "always")
}

// isStateful reports whether a builtin changes the folder, the variables or
// the options that what follows it depends on.
func isStateful(w string) bool {
	return str.In(w, "cd", "pushd", "popd", "set", "shopt", "unset", "read", "trap", "source", ".", "exec", "mapfile",
		"readarray", "getopts", "printf", "hash", "enable", "wait", "builtin", "command", "unalias", "emulate", "setopt", "unsetopt")
}

func allKnown(list []word.Word) bool {
	for _, w := range list {
		if !w.Known() {
			return false
		}
	}
	return true
}
