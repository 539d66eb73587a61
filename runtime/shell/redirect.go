package shell

import (
	"strings"

	"kei/runtime/match"
	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// redirects reads a statement's redirections and says what they make of its
// standard input.
func (r *reader) redirects(list []*syntax.Redirect, in input) ([]word.Redirect, input) {
	var out []word.Redirect
	for _, rd := range list {
		stdin := rd.N == nil || rd.N.Value == "0"
		if rd.N != nil && strings.HasPrefix(rd.N.Value, "{") {
			r.state.forget() // {name}> sets a variable
			r.number(rd.N.Value[1:])
			r.evaluates = r.evaluates || strings.Contains(rd.N.Value, "[")
		}
		switch rd.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			w := r.heredoc(rd)
			if stdin || in.text == nil && !in.piped { // it may read another one
				in = input{text: &w}
			}
			continue
		case syntax.WordHdoc:
			w := word.Word{Text: string(match.Hole)}
			if values := r.values(rd.Word); len(values) == 1 {
				w = values[0]
			}
			if stdin || in.text == nil && !in.piped {
				in = input{text: &w}
			}
			continue
		}
		if to := r.exact(rd.Word); (rd.Op == syntax.DplIn || rd.Op == syntax.DplOut) && len(to) > 1 && to[0] == '-' {
			r.unread("what stands right behind %s is a word of its own to bash; put a blank before it", rd.Op.String()+"-")
		}
		read := rd.Op == syntax.RdrIn || rd.Op == syntax.RdrInOut || rd.Op == syntax.DplIn
		write := !read || rd.Op == syntax.RdrInOut
		for _, way := range r.fields(rd.Word) {
			target := word.Word{Text: string(match.Hole)}
			if len(way) == 1 {
				target = way[0]
			}
			if (rd.Op == syntax.DplIn || rd.Op == syntax.DplOut) && isDescriptor(target.Text) {
				if n := strings.TrimSuffix(target.Text, "-"); n != "" && n != "1" && n != "2" && !(stdin && rd.Op == syntax.DplIn) {
					out = append(out, word.Redirect{Reopens: true})
				}
				continue
			}
			out = append(out, word.Redirect{Write: write, Read: read, Target: target, Reopens: read && (!stdin || write)})
		}
		if read && stdin {
			// What a file holds is not known; a shell that reads it runs it.
			in = input{piped: true}
		}
	}
	return out, in
}

func isDescriptor(s string) bool {
	s = strings.TrimSuffix(s, "-")
	return strings.Trim(s, "0123456789") == ""
}

// heredoc gives the text of a here-document.
func (r *reader) heredoc(rd *syntax.Redirect) word.Word {
	r.endWord(rd)
	if rd.Hdoc == nil {
		return word.Word{}
	}
	literal := false
	for _, p := range rd.Word.Parts {
		if l, ok := p.(*syntax.Lit); !ok || strings.Contains(l.Value, `\`) {
			literal = true
		}
	}
	if !literal {
		r.earlyEnd(rd)
		r.joinedFirst(rd)
	}
	if len(rd.Hdoc.Parts) > maxParts && !literal {
		r.unread("a here-document of more than %d expansions; quote its end to make it plain text", maxParts)
		return word.Word{Text: string(match.Hole)}
	}
	var text strings.Builder
	for _, p := range rd.Hdoc.Parts {
		if l, ok := p.(*syntax.Lit); ok && literal {
			text.WriteString(l.Value)
			continue
		}
		values := r.part(p, false, true)
		if len(values) != 1 {
			text.WriteByte(match.Hole)
			continue
		}
		text.WriteString(strings.ReplaceAll(values[0].text, string(match.HoleWord), string(match.Hole)))
	}
	return word.Word{Text: text.String()}
}

// endWord refuses a here-document whose end may be somewhere else than where the
// parser found it: shells take the quotes off its end word in ways of their own,
// and bash ends one that stands in $(...) at a line that only begins with it.
func (r *reader) endWord(rd *syntax.Redirect) {
	end, ok := plainEnd(r.exact(rd.Word))
	if !ok {
		r.unread("where a here-document with the end %s ends is read in two ways; give its end a plain name", r.source(rd.Word))
		return
	}
	if rd.Hdoc == nil {
		return
	}
	for _, line := range strings.Split(r.exact(rd.Hdoc), "\n") {
		line = strings.TrimLeft(line, "\t")
		if line != end && strings.HasPrefix(line, end) && strings.Contains(line, ")") {
			r.unread("a line of a here-document begins with its end, %s; choose another", end)
		}
	}
}

// plainEnd is the end word of a here-document as it stands in the text, without
// its quotes, if those can be read in one way only.
func plainEnd(word string) (string, bool) {
	blanks := false
	switch n := len(word); {
	case n > 1 && word[0] == '\\':
		word = word[1:]
	case n > 2 && (word[0] == '\'' || word[0] == '"') && word[n-1] == word[0]:
		word, blanks = word[1:n-1], true
	}
	for _, c := range []byte(word) {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' ||
			strings.IndexByte("_-.,:+=@%/^!", c) >= 0 || blanks && strings.IndexByte(" #()[]{}<>*?~&;|", c) >= 0) {
			return "", false
		}
	}
	return word, word != "" && len(word) <= maxEnd
}

// joinedFirst refuses an expansion in a here-document in which bash changes lines
// before it looks for what is quoted: it joins those that end in a backslash
// and, behind <<-, takes off the tabs that others begin with.
func (r *reader) joinedFirst(rd *syntax.Redirect) {
	for _, p := range rd.Hdoc.Parts {
		_, plain := p.(*syntax.Lit)
		if e, ok := p.(*syntax.ParamExp); plain || ok && e.Short {
			continue
		}
		text := r.exact(p)
		if strings.Contains(text, "\\\n") || rd.Op == syntax.DashHdoc && strings.Contains(text, "\n\t") {
			r.unread("an expansion in a here-document goes over several lines, which bash joins or changes first; write it in one line")
		}
	}
}

// earlyEnd refuses a here-document in which a line that ends in a backslash
// stands before one that reads as the end, or makes the end together with what
// follows: bash and the parser disagree on whether it ends there.
func (r *reader) earlyEnd(rd *syntax.Redirect) {
	if r.joined == nil {
		r.joined = joinedLines(r.text)
	}
	if r.joined == nil {
		r.unread("more lines that end in a backslash than are looked at beside a here-document; end them without")
		return
	}
	if r.joined[rd.Word.Lit()] {
		r.unread("a line of a here-document ends in a backslash before its end; end it without")
	}
}

// joinedLines are the lines that come out where bash joins those that end in a
// backslash, wherever it begins to; nil if there are too many to tell.
func joinedLines(text string) map[string]bool {
	joined := map[string]bool{}
	lines := strings.Split(text, "\n")
	left := 20_000
	for i := 1; i < len(lines); i++ {
		if !strings.HasSuffix(lines[i-1], `\`) {
			continue
		}
		joined[strings.TrimLeft(lines[i], "\t")] = true
		whole := strings.TrimSuffix(lines[i-1], `\`)
		for _, next := range lines[i:] {
			if left--; left < 0 {
				return nil
			}
			whole += strings.TrimSuffix(next, `\`)
			joined[strings.TrimLeft(whole, "\t")] = true
			if !strings.HasSuffix(next, `\`) || len(whole) > maxEnd {
				break
			}
		}
	}
	return joined
}
