package shell

import (
	"strconv"
	"strings"

	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// fields are the words that w becomes, one list for each value it may have.
func (r *reader) fields(w *syntax.Word) [][]word.Word {
	if len(w.Parts) > maxParts {
		r.unread("a word of more than %d parts; write it shorter", maxParts)
		return [][]word.Word{{{Text: string(match.Hole), Split: true}}}
	}
	parts := w
	if hasBrace(w) {
		parts = &syntax.Word{Parts: append([]syntax.WordPart(nil), w.Parts...)}
		syntax.SplitBraces(parts)
	}
	list := r.braces(parts)
	if leftBraces(list) {
		r.visit(w) // for what is evaluated in it
		return [][]word.Word{{{Text: string(match.Hole), Split: true}}}
	}
	if len(list) == 1 {
		return r.oneWord(list[0])
	}
	// {a,b} makes several words of one, at most one value each.
	var all []word.Word
	for _, one := range list {
		ways := r.oneWord(one)
		if len(ways) > 1 {
			all = append(all, word.Word{Text: string(match.Hole), Split: true})
			continue
		}
		all = append(all, ways[0]...)
	}
	return [][]word.Word{all}
}

// leftBraces reports whether a brace expression is left that bash may expand
// in a way of its own: {..}a,b}. One without a comma or dots in it is text:
// @{u}..HEAD, stash@{0}.
func leftBraces(list [][]syntax.WordPart) bool {
	for _, parts := range list {
		// bash takes {a}a,b} for an expression as well; dots only count inside.
		depth, open, comma, dots := 0, false, false, false
		for _, p := range parts {
			l, ok := p.(*syntax.Lit)
			if !ok {
				continue
			}
			for i := 0; i < len(l.Value); i++ {
				switch c := l.Value[i]; {
				case c == '\\':
					i++
				case c == '{':
					depth++
					open = true
				case c == ',':
					comma = comma || open
				case c == '.' && strings.HasPrefix(l.Value[i:], ".."):
					dots = dots || depth > 0
				case c == '}':
					if comma || dots {
						return true
					}
					depth = max(depth-1, 0)
				}
			}
		}
	}
	return len(list) > 1 && nestedBraces(list)
}

// nestedBraces reports whether braces stand around what was expanded.
func nestedBraces(list [][]syntax.WordPart) bool {
	for _, parts := range list {
		for _, p := range parts {
			if l, ok := p.(*syntax.Lit); ok && strings.ContainsAny(l.Value, "{}") && !strings.Contains(l.Value, `\`) {
				return true
			}
		}
	}
	return false
}

func hasBrace(w *syntax.Word) bool {
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok && strings.Contains(l.Value, "{") {
			return true
		}
	}
	return false
}

// braces expands the brace expressions of a word.
func (r *reader) braces(w *syntax.Word) [][]syntax.WordPart {
	list := [][]syntax.WordPart{nil}
	for _, p := range w.Parts {
		if l, ok := p.(*syntax.Lit); ok && l.Value == "" {
			continue
		}
		var alternatives [][]syntax.WordPart
		if b, ok := p.(*syntax.BraceExp); !ok {
			alternatives = [][]syntax.WordPart{{p}}
		} else if b.Sequence {
			alternatives = [][]syntax.WordPart{{b}}
		} else {
			for _, e := range b.Elems {
				alternatives = append(alternatives, r.braces(e)...)
			}
		}
		if len(list)*len(alternatives) > maxWays {
			return [][]syntax.WordPart{{&syntax.BraceExp{}}}
		}
		var next [][]syntax.WordPart
		for _, l := range list {
			for _, a := range alternatives {
				next = append(next, joined(l, a))
			}
		}
		list = next
	}
	return list
}

// joined is a followed by b, plain text at the seam as one: {a,~}/x holds ~/x.
func joined(a, b []syntax.WordPart) []syntax.WordPart {
	out := a[:len(a):len(a)]
	if len(out) > 0 && len(b) > 0 {
		left, ok := out[len(out)-1].(*syntax.Lit)
		right, ok2 := b[0].(*syntax.Lit)
		if ok && ok2 {
			both := &syntax.Lit{ValuePos: left.ValuePos, ValueEnd: right.ValueEnd, Value: left.Value + right.Value}
			return append(append(out[:len(out)-1:len(out)-1], both), b[1:]...)
		}
	}
	return append(out, b...)
}

// piece is a part of a word with one of its values.
type piece struct {
	text   string
	quoted bool // no splitting, no file names
	glob   bool
	part   bool // the pattern is the name of a file that a loop is at, and text beside it
	home   bool
	split  bool // a value whose blanks separate words
	plain  bool // a hole that is no dash
	made   bool // a command of the text prints what is not known of it
	set    bool // a hole that the text itself may have filled
	from   int  // the command that prints it: see [word.Word]

	isList bool        // it is several words, or none, instead of text
	list   []word.Word // which
}

// oneWord expands a word without braces.
func (r *reader) oneWord(parts []syntax.WordPart) [][]word.Word {
	var ways [][]word.Word
	for _, pieces := range r.pieces(parts) {
		words := r.split(pieces)
		for i, w := range words {
			if w.Glob && r.failing {
				r.mayDrop() // failglob
			}
			if w.Glob && r.anyCase {
				words[i] = word.Word{Text: string(match.Hole), Split: true} // names in other letters, too
			}
		}
		ways = append(ways, words)
	}
	return ways
}

func (r *reader) pieces(parts []syntax.WordPart) [][]piece {
	if len(parts) > maxParts {
		r.unread("a word of more than %d parts; write it shorter", maxParts)
		return [][]piece{{{text: string(match.Hole), split: true}}}
	}
	ways := [][]piece{nil}
	for i, p := range parts {
		alternatives := r.part(p, i == 0 && isTilde(p, len(parts)), false)
		if len(ways)*len(alternatives) > maxWays {
			alternatives = []piece{{text: string(match.Hole), split: true}}
		}
		var next [][]piece
		for _, way := range ways {
			for _, a := range alternatives {
				next = append(next, append(way[:len(way):len(way)], a))
			}
		}
		ways = next
	}
	return ways
}

// isTilde reports whether a word that starts with p starts with a home folder:
// the tilde and the name behind it unquoted up to the slash.
func isTilde(p syntax.WordPart, parts int) bool {
	l, ok := p.(*syntax.Lit)
	if !ok || !strings.HasPrefix(l.Value, "~") {
		return false
	}
	name, _, slash := strings.Cut(l.Value, "/")
	return (slash || parts == 1) && !strings.Contains(name, `\`)
}

// split joins the pieces and separates them where an unquoted value has blanks.
func (r *reader) split(pieces []piece) []word.Word {
	var words []word.Word
	var cur word.Word
	open := false
	for i, p := range pieces {
		if p.isList {
			if len(p.list) > 0 {
				list := p.behind(cur, open)
				last := len(list) - 1
				words, cur, open = append(words, list[:last]...), list[last], true
			}
			continue
		}
		cur.Made, cur.Said = cur.Made || p.made, cur.Said || p.from > 0
		cur.Part = cur.Part || p.part || p.glob && (p.quoted || p.split) && len(pieces) > 1
		if len(pieces) == 1 {
			cur.From = p.from
		}
		if !p.split {
			cur.Text += p.text
			open = open || p.quoted || p.text != ""
			cur.Home = cur.Home || p.home && i == 0
			cur.Plain = cur.Plain || p.plain && i == 0
			cur.Set = cur.Set || p.set && cur.Text == p.text
			cur.Glob = cur.Glob || p.glob
			continue
		}
		for j := 0; j < len(p.text); j++ {
			c := p.text[j]
			if c == ' ' || c == '\t' || c == '\n' {
				if open {
					words = append(words, cur)
				}
				cur, open = word.Word{Made: p.made}, false
				continue
			}
			if j == 0 && i == 0 && p.home {
				cur.Home = true
			}
			cur.Text += string(c)
			if c == match.Hole || c == match.HoleWord {
				cur.Split = true
			}
			open = true
		}
		if strings.ContainsAny(p.text, "*?[") {
			cur.Glob = true
			cur.Split = cur.Split || p.glob // the name of a file may have blanks
		}
	}
	if open {
		words = append(words, cur)
	}
	for _, w := range words {
		r.load(w.Text)
	}
	return words
}

// load notes text that runs a command if it is ever evaluated as arithmetic:
// a[$(command)], and what could become such when a program puts in what it lacks.
func (r *reader) load(text string) {
	i := strings.IndexByte(text, '[')
	if i >= 0 && (strings.Contains(text[i:], "$(") || strings.Contains(text[i:], "`")) {
		r.loaded = text
	}
	if i < 0 && !strings.Contains(text, "$(") && !strings.Contains(text, ")]") && !strings.Contains(text, "`") {
		return
	}
	from := 0 // behind the last bracket or backquote
	for at := 0; at < len(text) && len(r.script.Subscripts) < maxSubscripts; at++ {
		switch c := text[at]; c {
		case '(', '[', match.Hole, match.HoleWord:
			from = at + 1
		case ')', '`', ']':
			inside := text[from:at]
			if c == ']' {
				inside = strings.Trim(inside, marks)
			}
			if (c != ']' || len(inside) < at-from) && strings.TrimSpace(inside) != "" {
				r.script.Subscripts = append(r.script.Subscripts, inside)
			}
			from = at + 1
		}
	}
}

// marks are what may stand for a backquote until a program replaces it.
const marks = "%#@!^&*+=|:;,.?<>~_-"

// maxSubscripts is how many texts are kept that may be put together to be run.
const maxSubscripts = 50

// part gives the values one part of a word may have. In quotes, inside double
// quotes; first, at the start of the word.
func (r *reader) part(p syntax.WordPart, first, quotes bool) []piece {
	switch p := p.(type) {
	case *syntax.Lit:
		return []piece{r.literal(p, first, quotes)}
	case *syntax.SglQuoted:
		text := p.Value
		if p.Dollar {
			text = ansiC(text)
		}
		return []piece{{text: text, quoted: true}}
	case *syntax.DblQuoted:
		if len(p.Parts) > maxParts {
			r.unread("a word of more than %d parts; write it shorter", maxParts)
			return []piece{{text: string(match.HoleWord), quoted: true}}
		}
		return r.quoted(p)
	case *syntax.ParamExp:
		return r.param(p, quotes)
	case *syntax.CmdSubst:
		return []piece{r.substitution(p, quotes)}
	case *syntax.ArithmExp:
		r.arithm(p.X)
		return []piece{{text: string(match.HoleWord), quoted: quotes}}
	case *syntax.ProcSubst:
		r.aside(p.Stmts, input{piped: true})
		return []piece{{text: "/dev/fd/" + string(match.HoleWord), quoted: true}}
	case *syntax.ExtGlob:
		// In zsh, *(e:'command':) and *(+command) run a command.
		if pat := p.Pattern.Value; strings.ContainsAny(pat, "'\"`:$<>") || strings.HasPrefix(pat, "+") || strings.HasPrefix(pat, "e") && len(pat) > 1 && !isName(pat) {
			r.unread("the pattern %s can run a command in zsh; write the names out", r.source(p))
		}
		return []piece{{text: string(match.HoleWord), glob: true}}
	case *syntax.BraceExp:
		return []piece{{text: string(match.HoleWord)}}
	}
	r.unread("%s is not understood", r.source(p))
	return []piece{{text: string(match.Hole)}}
}

// quoted gives the values of what stands in double quotes.
func (r *reader) quoted(p *syntax.DblQuoted) []piece {
	ways := []piece{{quoted: true}}
	for _, inner := range p.Parts {
		alternatives := r.part(inner, false, true)
		if len(ways)*len(alternatives) > maxValues {
			alternatives = []piece{{text: string(match.HoleWord)}}
		}
		var next []piece
		for _, way := range ways {
			for _, a := range alternatives {
				// "$HOME/x" is a home folder although it is quoted.
				if way.isList || a.isList {
					next = append(next, way.glued(a))
					continue
				}
				home := way.home || a.home && way.text == ""
				plain := way.plain || a.plain && way.text == ""
				set := way.set || a.set && way.text == ""
				one := piece{text: way.text + a.text, quoted: true, home: home, plain: plain, set: set, made: way.made || a.made, glob: way.glob || a.glob, part: way.part || a.part || a.glob && len(p.Parts) > 1}
				if len(p.Parts) == 1 {
					one.from = a.from
				}
				next = append(next, one)
			}
		}
		ways = next
	}
	return ways
}

// literal removes the quoting of plain text.
func (r *reader) literal(l *syntax.Lit, first, quotes bool) piece {
	p := piece{quoted: quotes}
	s := l.Value
	if r.zsh && !quotes && strings.Contains(s, "(") {
		before, _, _ := strings.Cut(s, "(")
		return piece{text: before + string(match.HoleWord), glob: true}
	}
	var b strings.Builder
	bracket := false
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '\\' && i+1 < len(s) {
			n := s[i+1]
			if quotes && !strings.ContainsRune("$`\"\\\n", rune(n)) {
				b.WriteByte(c)
				continue
			}
			i++
			if n != '\n' {
				b.WriteByte(n)
				p.quoted = true
			}
			continue
		}
		if !quotes {
			switch c {
			case '*', '?':
				p.glob = true
			case '[':
				bracket = true
			case ']':
				p.glob = p.glob || bracket
			}
		}
		b.WriteByte(c)
	}
	p.text = b.String()
	if name, value, ok := strings.Cut(s, "="); ok && !quotes && isName(name) && strings.Contains(":"+value, ":~") {
		// bash takes x=~/y for a home folder also as an argument, other shells do not.
		p.text = strings.ReplaceAll(p.text, "~", string(match.HoleWord))
	}
	if first && !quotes && strings.HasPrefix(s, "~") {
		return r.tilde(p)
	}
	return p
}

// tilde is a word that begins with a home folder: ~ or ~name. ~+, ~- and ~2 are
// folders that the shell is in, was in, and has on its stack.
func (r *reader) tilde(p piece) piece {
	name, _, _ := strings.Cut(p.text, "/")
	rest := p.text[len(name):]
	switch {
	case len(name) > 1 && strings.Trim(name[1:], "+-0123456789") == "":
		return piece{text: string(match.HoleWord) + rest, quoted: true, made: true}
	case name == "~" && r.assigned("HOME"):
		// HOME is what the text has made it.
		if values := r.state.value("HOME"); len(values) == 1 && !values[0].Holed() && values[0].Text != "" {
			return piece{text: values[0].Text + rest, quoted: true, home: values[0].Home}
		}
		return piece{text: string(match.Hole) + rest, split: true}
	}
	p.home = true
	return p
}

// param gives the values of $x and ${x...}.
func (r *reader) param(p *syntax.ParamExp, quotes bool) []piece {
	r.nested(p, quotes)
	if pieces, ok := r.listed(p, quotes); ok {
		return pieces
	}
	hole := []piece{{text: string(match.Hole), split: true}}
	if p.Param != nil && p.Param.Value == "TMPDIR" && r.temp != "" && !r.assigned("TMPDIR") && (plainParam(p) || onlyDefault(p)) {
		return []piece{{text: r.temp, quoted: true}}
	}
	if p.Param != nil && folders[p.Param.Value] && !r.assigned(p.Param.Value) && plainParam(p) {
		return folderOf(p.Param.Value)
	}
	if p.Param != nil && p.Param.Value == "PWD" && !r.assigned("PWD") && plainParam(p) && len(r.state.dirs) == 0 && (quotes || !r.state.ifs) {
		return []piece{{text: word.Here, quoted: true}}
	}
	if quotes {
		hole = []piece{{text: string(match.HoleWord), quoted: true, set: p.Param == nil || r.mayHaveSet(p.Param.Value)}}
	}
	if p.Param == nil {
		return hole
	}
	name := p.Param.Value
	if p.Length || name == "?" || name == "#" || name == "$" || name == "!" && !p.Excl {
		return []piece{{text: string(match.HoleWord), quoted: quotes}}
	}
	values, all := r.expanded(p)
	if all && len(values) > 0 {
		return r.valuesOf(name, values, quotes, hole)
	}
	if p.Exp != nil && (p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull) {
		if p.Excl {
			r.unread("%s assigns to a variable that is not written here; use its name", r.source(p))
		}
		r.give(name, unknown)
		if name == strings.ToUpper(name) {
			r.emit(word.Command{Assigns: []word.Assign{{Name: name, Value: unknown[0]}}})
		}
	}
	if p.Exp != nil && !p.Excl && p.Index == nil {
		if d, ok := r.otherwise(p.Exp, quotes); ok {
			hole = append(hole, d)
		}
	}
	if n, ok := number(p.Index); ok && p.Index != nil && plainParam(&syntax.ParamExp{Exp: p.Exp, Slice: p.Slice, Repl: p.Repl, Excl: p.Excl, Names: p.Names}) && r.state.lists[name] != nil {
		return r.valuesOf(name, nth(r.state.list(name), n), quotes, hole)
	}
	if p.Excl || p.Index != nil || p.Slice != nil || p.Repl != nil || p.Names != 0 || p.Exp != nil ||
		p.Flags != nil || p.Width || p.IsSet || len(p.Modifiers) > 0 || p.NestedParam != nil {
		return append(hole, r.valuesOf(name, values, quotes, nil)...)
	}
	return r.valuesOf(name, r.state.value(name), quotes, hole)
}

// valuesOf are the pieces that a variable's values come to, or values that are made of those.
func (r *reader) valuesOf(name string, values []word.Word, quotes bool, hole []piece) []piece {
	var pieces []piece
	for _, v := range values {
		switch {
		case v.Holed() && quotes:
			pieces = append(pieces, piece{text: wordHoles(v.Text), quoted: true, home: v.Home, plain: v.Plain, set: v.From == 0 && r.mayHaveSet(name), made: v.Made, from: v.From})
		case v.Holed() || r.state.ifs && !quotes:
			if r.state.ifs {
				return hole
			}
			pieces = append(pieces, piece{text: v.Text, split: !v.Plain, quoted: v.Plain, home: v.Home, plain: v.Plain, made: v.Made, from: v.From})
		default:
			pieces = append(pieces, piece{text: v.Text, quoted: quotes, split: !quotes, home: v.Home, glob: v.Glob, part: v.Part})
		}
	}
	return pieces
}

// folderOf is a folder that only the environment knows: one path, with no blanks in it.
// For temporary files it is as a rule the one that all have, in which what is behind .. lies.
func folderOf(variable string) []piece {
	list := []piece{{text: string(match.HoleWord), quoted: true}}
	if variable == "TMPDIR" {
		list = append(list, piece{text: "/tmp", quoted: true})
	}
	return list
}

// otherwise is what an expansion like ${x:-text} is besides a value that is not
// known: the text itself, which may be an option or a name.
func (r *reader) otherwise(e *syntax.Expansion, quotes bool) (piece, bool) {
	switch e.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AlternateUnset, syntax.AlternateUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
	default:
		return piece{}, false
	}
	if e.Word == nil || len(e.Word.Parts) > 8 || !r.spend(1) {
		return piece{}, false
	}
	for _, p := range e.Word.Parts {
		switch p := p.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		case *syntax.DblQuoted:
			if _, ok := constantText(p.Parts); !ok {
				return piece{}, false // each level would be read twice
			}
		case *syntax.ParamExp:
			if !plainParam(p) {
				return piece{}, false
			}
		default:
			return piece{}, false
		}
	}
	text := ""
	for i, p := range e.Word.Parts {
		if _, single := p.(*syntax.SglQuoted); single && quotes || !quotes && i == 0 && isTilde(p, 1) {
			return piece{}, false
		}
		ways := r.part(p, false, quotes)
		if len(ways) != 1 || (word.Word{Text: ways[0].text}).Holed() {
			return piece{}, false
		}
		text += ways[0].text
	}
	return piece{text: text, quoted: quotes, split: !quotes && !strings.Contains(r.exact(e.Word), `"`) && !strings.Contains(r.exact(e.Word), "'")}, true
}

// folders are variables that hold a folder, unless the text itself says what.
var folders = map[string]bool{"JAVA_HOME": true, "GOPATH": true, "GOROOT": true, "GOBIN": true, "VIRTUAL_ENV": true, "CONDA_PREFIX": true,
	"CARGO_HOME": true, "NVM_DIR": true, "ANDROID_HOME": true, "PYENV_ROOT": true, "PNPM_HOME": true, "TMPDIR": true}

func (r *reader) assigned(name string) bool {
	_, ok := r.state.vars[name]
	return ok || r.state.wild || r.state.trap
}

// mayHaveSet reports whether what a variable holds may come from the text itself:
// it is assigned, or one of the words that a function or the script is given.
func (r *reader) mayHaveSet(name string) bool {
	return r.assigned(name) || !isName(name)
}

// cannotFail are the operators of an expansion that never end in an error.
var cannotFail = map[syntax.ParExpOperator]bool{
	syntax.AlternateUnset: true, syntax.AlternateUnsetOrNull: true, syntax.DefaultUnset: true, syntax.DefaultUnsetOrNull: true,
	syntax.AssignUnset: true, syntax.AssignUnsetOrNull: true,
	syntax.RemSmallPrefix: true, syntax.RemLargePrefix: true, syntax.RemSmallSuffix: true, syntax.RemLargeSuffix: true,
	syntax.UpperFirst: true, syntax.UpperAll: true, syntax.LowerFirst: true, syntax.LowerAll: true,
}

// onlyDefault reports whether an expansion is its variable's value where that is
// set and not empty: ${x:-/tmp}.
func onlyDefault(p *syntax.ParamExp) bool {
	return p.Exp != nil && (p.Exp.Op == syntax.DefaultUnset || p.Exp.Op == syntax.DefaultUnsetOrNull) && p.Index == nil && p.Slice == nil &&
		p.Repl == nil && !p.Excl && !p.Length && p.Names == 0
}

func plainParam(p *syntax.ParamExp) bool {
	return p.Exp == nil && p.Index == nil && p.Slice == nil && p.Repl == nil && !p.Excl && !p.Length && p.Names == 0
}

// wordHoles narrows holes to what one quoted word can hold. It may hold blanks,
// but as part of one word they separate nothing.
func wordHoles(s string) string {
	return strings.ReplaceAll(s, string(match.Hole), string(match.HoleWord))
}

// nested reads what the operators of an expansion hold.
func (r *reader) nested(p *syntax.ParamExp, quotes bool) {
	if p.Excl && p.Names == 0 {
		r.evaluates = true // ${!x} evaluates a subscript in the value of x
	}
	if p.Excl || p.Index != nil || p.Slice != nil || p.Exp != nil && !cannotFail[p.Exp.Op] {
		r.mayDrop()
	}
	if p.Index != nil {
		r.arithm(p.Index)
	}
	if p.Slice != nil {
		r.arithm(p.Slice.Offset)
		r.arithm(p.Slice.Length)
	}
	for _, w := range []*syntax.Word{replOrig(p), replWith(p), expWord(p)} {
		if w != nil {
			r.visit(w)
			r.reread(w, quotes)
		}
	}
	if p.NestedParam != nil {
		r.part(p.NestedParam, false, true)
	}
	if p.Exp != nil && p.Exp.Op == syntax.OtherParamOps && p.Exp.Word != nil && strings.Contains(p.Exp.Word.Lit(), "P") {
		r.unread("%s runs what is in the variable", r.source(p))
	}
}

// reread refuses what bash reads otherwise than the parser inside ${x:-word}:
// single quotes there mean nothing if the whole is in double quotes, and
// <(command) runs.
func (r *reader) reread(w *syntax.Word, quotes bool) {
	syntax.Walk(w, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.SglQuoted:
			if quotes && strings.ContainsAny(n.Value, "$`") {
				r.unread("%s runs although it is in single quotes; write it out", r.source(n))
			}
		case *syntax.Lit:
			if strings.Contains(n.Value, "<(") || strings.Contains(n.Value, ">(") {
				r.unread("%s runs a command inside an expansion; write it out", r.source(w))
			}
		}
		return true
	})
}

func replOrig(p *syntax.ParamExp) *syntax.Word {
	if p.Repl == nil {
		return nil
	}
	return p.Repl.Orig
}

func replWith(p *syntax.ParamExp) *syntax.Word {
	if p.Repl == nil {
		return nil
	}
	return p.Repl.With
}

func expWord(p *syntax.ParamExp) *syntax.Word {
	if p.Exp == nil {
		return nil
	}
	return p.Exp.Word
}

// substitution reads $(...) and gives its output where the text itself says
// it: $(cat <<'EOF'), which agents write for messages, and $(echo text).
func (r *reader) substitution(c *syntax.CmdSubst, quotes bool) piece {
	outer := r.folding
	r.folds++
	defer func() { r.folds-- }()
	r.folding = len(c.Stmts) == 1 && r.saysText(c.Stmts[0])
	before := len(r.script.Commands)
	r.aside(c.Stmts, input{})
	r.folding = outer
	hole := piece{text: string(match.Hole), split: true}
	if quotes {
		hole = piece{text: string(match.HoleWord), quoted: true, set: true}
	}
	if len(c.Stmts) == 1 && !r.state.ifs && len(r.script.Commands)-before == stages(c.Stmts[0]) && unmixed(c.Stmts[0]) && r.printsNames(c.Stmts[0]) {
		hole.from, hole.set = len(r.script.Commands), false
	}
	if len(c.Stmts) != 1 {
		hole.made = true
		return hole
	}
	if sort := r.saysWord(c.Stmts[0]); sort != "" && (quotes || !r.state.ifs) {
		switch {
		case sort == invocation.SaysHere && len(r.state.dirs) == 0:
			return piece{text: word.Here, quoted: true}
		case sort == invocation.SaysFresh && !r.assigned("TMPDIR"):
			if r.temp != "" {
				return piece{text: r.temp + word.Fresh[len("/tmp"):], quoted: true}
			}
			return piece{text: word.Fresh, quoted: true}
		}
		text := string(match.HoleWord)
		if _, end, ok := strings.Cut(sort, ":"); ok {
			text += "/" + end
		}
		return piece{text: text, quoted: true, plain: true}
	}
	text, ok := r.output(c.Stmts[0])
	if !ok {
		hole.made = hole.from == 0 && !r.printsNames(c.Stmts[0])
		return hole
	}
	text = strings.TrimRight(text, "\n")
	return piece{text: text, quoted: quotes, split: !quotes}
}

// stages is how many simple commands a pipe has, 0 if it is none of such alone.
func stages(s *syntax.Stmt) int {
	if s.Background || s.Negated || s.Coprocess {
		return 0
	}
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return 1
	case *syntax.BinaryCmd:
		if x, y := stages(c.X), stages(c.Y); (c.Op == syntax.Pipe || c.Op == syntax.PipeAll) && x > 0 && y > 0 {
			return x + y
		}
	}
	return 0
}

// unmixed reports whether what a pipe prints is what its last command prints: its
// errors go elsewhere, as the terminal and /dev/null are.
func unmixed(s *syntax.Stmt) bool {
	if c, ok := s.Cmd.(*syntax.BinaryCmd); ok && len(s.Redirs) == 0 {
		return unmixed(c.Y)
	}
	for _, r := range s.Redirs {
		if (r.Op != syntax.RdrOut && r.Op != syntax.AppOut) || r.Word.Lit() != "/dev/null" || r.N != nil && r.N.Value != "1" && r.N.Value != "2" {
			return false
		}
	}
	return true
}

// printsNames reports whether a statement, which prints something that is not
// known, only prints such: no text that whoever wrote it has chosen.
func (r *reader) printsNames(s *syntax.Stmt) bool {
	if s.Background || s.Negated {
		return false
	}
	switch c := s.Cmd.(type) {
	case *syntax.BinaryCmd:
		return (c.Op == syntax.Pipe || c.Op == syntax.OrStmt || c.Op == syntax.AndStmt) && r.printsNames(c.X) && r.printsNames(c.Y)
	case *syntax.CallExpr:
		if len(c.Assigns) > 0 || len(c.Args) == 0 || r.names[c.Args[0].Lit()] || r.aliases[c.Args[0].Lit()] || r.state.named {
			return false
		}
		if r.known == nil || !r.known.SaysFacts(c.Args[0].Lit()) {
			return false
		}
		for _, a := range c.Args[1:] {
			if text := r.exact(a); strings.Contains(text, "/.") && !strings.Contains(text, "/..") || strings.Contains(text, "settings") || len(text) > 1 && strings.IndexByte("'\"+.", text[0]) >= 0 && strings.Contains(text, "/") && strings.Contains(text, ".c") {
				return false
			}
		}
		return true
	}
	return false
}

// saysText reports whether a statement only prints text that is written in it: to
// an allowlist it is a way to quote.
func (r *reader) saysText(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 {
		return false
	}
	switch r.saysOfText(call) {
	case invocation.SaysInput, invocation.SaysWords, invocation.SaysFormat:
		_, ok = r.output(s)
		return ok
	}
	return false
}

// saysOfText is which sort of text a command prints that follows from the call.
func (r *reader) saysOfText(call *syntax.CallExpr) string {
	name := call.Args[0].Lit()
	if r.known == nil || name == "" {
		return ""
	}
	words := make([]string, 0, 8) // what is no plain word is empty, and no option
	for _, a := range call.Args[1:] {
		words = append(words, a.Lit())
	}
	return r.known.SaysText(name, words)
}

// output is what a simple command prints, where the text itself says it.
func (r *reader) output(s *syntax.Stmt) (string, bool) {
	call, ok := s.Cmd.(*syntax.CallExpr)
	// Each level is read several times over.
	if !ok || r.folds > maxFolds || !r.spend(1+len(call.Args)) || s.Background || s.Negated || len(call.Assigns) > 0 || len(call.Args) == 0 || r.names[call.Args[0].Lit()] || r.state.named || r.aliases[call.Args[0].Lit()] {
		return "", false // the text's own function, or an alias, may bear the name
	}
	first, args := call.Args[0].Lit(), call.Args[1:]
	sort := r.saysOfText(call)
	switch {
	case sort == invocation.SaysInput && len(args) == 0 && len(s.Redirs) == 1:
		return r.fed(s.Redirs[0])
	case len(s.Redirs) > 0:
		return "", false
	case sort == invocation.SaysPath && len(args) == 1 && isCommandName(args[0].Lit()):
		return "/usr/bin/" + args[0].Lit(), true
	case first == "command" && len(args) == 2 && args[0].Lit() == "-v" && isCommandName(args[1].Lit()):
		return args[1].Lit(), true
	case sort == invocation.SaysBase, sort == invocation.SaysFolder:
		if list, ok := r.knownWords(args); ok {
			return nameOf(sort == invocation.SaysFolder, list)
		}
	case sort == invocation.SaysWords:
		list, ok := r.knownWords(args)
		newline := "\n"
		if ok && len(list) > 0 && list[0] == "-n" {
			list, newline = list[1:], ""
		}
		for i, w := range list {
			if strings.Contains(w, "\\") || i == 0 && strings.HasPrefix(w, "-") && strings.Trim(w, "-neE") == "" {
				return "", false
			}
		}
		return strings.Join(list, " ") + newline, ok
	case sort == invocation.SaysFormat:
		if list, ok := r.knownWords(args); ok && len(list) > 0 {
			return printed(list[0], list[1:])
		}
	}
	return "", false
}

// nameOf is what dirname PATH or basename PATH [SUFFIX] prints.
func nameOf(ofFolder bool, words []string) (string, bool) {
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	if len(words) == 0 || words[0] == "" || words[0][0] == '-' || len(words) > 2 || ofFolder && len(words) > 1 {
		return "", false
	}
	path := strings.TrimRight(words[0], "/")
	if path == "" {
		return "/\n", true
	}
	folder, last, found := "", path, false
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		folder, last, found = path[:i], path[i+1:], true
	}
	switch {
	case !ofFolder && len(words) == 2 && last != words[1]:
		return strings.TrimSuffix(last, words[1]) + "\n", true
	case !ofFolder:
		return last + "\n", true
	case !found:
		return ".\n", true
	}
	if folder = strings.TrimRight(folder, "/"); folder == "" {
		folder = "/"
	}
	return folder + "\n", true
}

// fed is the text of a here-document or here-string on standard input.
func (r *reader) fed(rd *syntax.Redirect) (string, bool) {
	if rd.N != nil && rd.N.Value != "0" {
		return "", false
	}
	switch rd.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		w := r.heredoc(rd)
		return w.Text, w.Known()
	case syntax.WordHdoc:
		values := r.values(rd.Word)
		if len(values) == 1 && values[0].Known() && !values[0].Home {
			return values[0].Text + "\n", true
		}
	}
	return "", false
}

// knownWords are the texts of words that are all known.
func (r *reader) knownWords(args []*syntax.Word) (list []string, ok bool) {
	for _, a := range args {
		ways := r.fields(a)
		if len(ways) != 1 {
			return nil, false
		}
		for _, w := range ways[0] {
			if !w.Known() || w.Home {
				return nil, false
			}
			list = append(list, w.Text)
		}
	}
	return list, true
}

// printed is what printf prints, if its format is of the plainest.
func printed(format string, args []string) (string, bool) {
	if strings.HasPrefix(format, "-") {
		return "", false
	}
	var b strings.Builder
	for {
		before := len(args)
		for i := 0; i < len(format); i++ {
			switch {
			case format[i] != '%' && format[i] != '\\':
				b.WriteByte(format[i])
				continue
			case i+1 == len(format):
				return "", false
			}
			i++
			switch format[i-1 : i+1] {
			case "%%":
				b.WriteByte('%')
			case `\n`:
				b.WriteByte('\n')
			case `\t`:
				b.WriteByte('\t')
			case "%s":
				if len(args) > 0 {
					b.WriteString(args[0])
					args = args[1:]
				}
			default:
				return "", false
			}
		}
		if len(args) == 0 || len(args) == before || b.Len() > maxValue {
			return b.String(), len(args) == 0 || before == len(args)
		}
	}
}

// isCommandName reports whether s can name a program to be looked up. Where it
// is found does not matter: a deny rule goes by the base name, and an allow
// rule does not know what stands first in PATH either way.
func isCommandName(s string) bool {
	return s != "" && !strings.ContainsAny(s, "/\\*?[~") && s[0] != '-'
}

// values are what a word may be where the shell does not split it: the right
// side of an assignment.
func (r *reader) values(w *syntax.Word) []word.Word {
	var out []word.Word
	for _, pieces := range r.pieces(w.Parts) {
		v := word.Word{}
		for i, p := range pieces {
			v.Text += p.text
			v.Home = v.Home || p.home && i == 0
			v.Plain = v.Plain || p.plain && i == 0
			v.Made = v.Made || p.made
			if len(pieces) == 1 {
				v.From = p.from
			}
			v.Glob = v.Glob || p.glob && (p.quoted || p.split) // the name of a file that a loop is at
			v.Part = v.Part || p.part || p.glob && (p.quoted || p.split) && len(pieces) > 1
		}
		r.load(v.Text)
		out = union(out, []word.Word{v})
	}
	return out
}

// visit reads a word for the commands inside it only.
func (r *reader) visit(w *syntax.Word) { r.pieces(w.Parts) }

// The letters behind a backslash in $'...', and the byte that each is.
const (
	escaped = `abeEfnrtv\'"?`
	escapes = "\a\b\x1b\x1b\f\n\r\t\v\\'\"?"
)

// hexadecimal decodes x, u or U and the digits behind it, and returns how many
// bytes they are beside the letter.
func hexadecimal(b *strings.Builder, s string) int {
	if strings.HasPrefix(s, "x{") {
		n, used := digits(s[2:], 16, 16)
		b.WriteByte(byte(n))
		if strings.HasPrefix(s[2+used:], "}") {
			used++
		}
		return 1 + used
	}
	n, used := digits(s[1:], 16, map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]])
	switch {
	case used == 0:
		b.WriteByte('\\')
		b.WriteByte(s[0])
	case s[0] == 'x':
		b.WriteByte(byte(n))
	default:
		b.WriteRune(rune(n))
	}
	return used
}

// ansiC decodes the inside of $'...'.
func ansiC(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'a', 'b', 'e', 'E', 'f', 'n', 'r', 't', 'v', '\\', '\'', '"', '?':
			b.WriteByte(escapes[strings.IndexByte(escaped, c)])
		case 'x', 'u', 'U':
			i += hexadecimal(&b, s[i:])
		case 'c':
			if i+1 == len(s) {
				b.WriteString(`\c`)
			} else {
				i++
				if s[i] == '\\' && i+1 < len(s) && s[i+1] == '\\' {
					i++
				}
				if s[i] == '?' {
					b.WriteByte(0x7f)
				} else {
					b.WriteByte(s[i] & 0x1f)
				}
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n, used := digits(s[i:], 8, 3)
			i += used - 1
			b.WriteByte(byte(n))
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	// bash ends the string at a NUL.
	text, _, _ := strings.Cut(b.String(), "\x00")
	// Byte 1 marks a hole; any other control character does for it.
	return strings.ReplaceAll(text, "\x01", "\x02")
}

func digits(s string, base, most int) (n int64, used int) {
	for used < len(s) && used < most {
		if _, err := strconv.ParseInt(s[used:used+1], base, 32); err != nil {
			break
		}
		used++
	}
	n, _ = strconv.ParseInt(s[:used], base, 64)
	return n, used
}
