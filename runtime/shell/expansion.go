package shell

import (
	"strconv"
	"strings"

	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// maxChanged is how long a value is at most of which an expansion makes another one.
const maxChanged = 4096

// expanded are the values of an expansion that makes others of those of a variable, as
// ${x#a} and ${x/a/b} do; all is false where there may be more that are not known.
func (r *reader) expanded(p *syntax.ParamExp) (list []word.Word, all bool) {
	if plainParam(p) || p.Index != nil || p.Names != 0 || p.Flags != nil || p.Width || p.IsSet || len(p.Modifiers) > 0 || p.NestedParam != nil || p.Length {
		return nil, false
	}
	values := r.state.value(p.Param.Value)
	if p.Excl {
		if p.Exp != nil || p.Slice != nil || p.Repl != nil {
			return nil, false
		}
		return r.referred(values)
	}
	all = true
	for _, v := range values {
		if !v.Known() || v.Glob || v.Split || len(v.Text) > maxChanged || !r.spend(len(v.Text)/64) {
			all = false
			continue
		}
		text, ok := r.change(p, v.Text)
		if !ok || v.Home && !strings.HasPrefix(text+"/", "~/") {
			all = false
			continue
		}
		v.Text = text
		list = append(list, v)
	}
	return list, all
}

// referred are the values of the variables that have these names: ${!x}.
func (r *reader) referred(names []word.Word) (list []word.Word, all bool) {
	all = true
	for _, n := range names {
		if !n.Known() || !isName(n.Text) {
			all = false
			continue
		}
		for _, v := range r.state.value(n.Text) {
			if all = all && v.Known(); v.Known() && len(list) < maxValues {
				list = append(list, v)
			}
		}
	}
	return list, all && len(list) < maxValues
}

// change is what an expansion makes of one value.
func (r *reader) change(p *syntax.ParamExp, s string) (string, bool) {
	switch {
	case p.Slice != nil && p.Repl == nil && p.Exp == nil:
		return slice(p.Slice, s)
	case p.Repl != nil && p.Slice == nil && p.Exp == nil:
		return replaced(p.Repl, s)
	case p.Exp != nil && p.Slice == nil && p.Repl == nil:
		return operated(p.Exp, s)
	}
	return "", false
}

// operated is what an operator makes of a value: one that cuts something off, one of
// letters, or one that gives something else where there is none.
func operated(e *syntax.Expansion, s string) (string, bool) {
	switch e.Op {
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull, syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		return s, s != ""
	case syntax.RemSmallPrefix, syntax.RemLargePrefix:
		return withoutPrefix(e, s)
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix:
		return withoutSuffix(e, s)
	}
	op := e.Op
	if op == syntax.OtherParamOps && e.Word != nil {
		op = map[string]syntax.ParExpOperator{"L": syntax.LowerAll, "U": syntax.UpperAll, "u": syntax.UpperFirst}[e.Word.Lit()]
	} else if e.Word != nil {
		return "", false
	}
	first := min(1, len(s))
	switch {
	case !ascii(s):
	case op == syntax.LowerAll:
		return strings.ToLower(s), true
	case op == syntax.UpperAll:
		return strings.ToUpper(s), true
	case op == syntax.LowerFirst:
		return strings.ToLower(s[:first]) + s[first:], true
	case op == syntax.UpperFirst:
		return strings.ToUpper(s[:first]) + s[first:], true
	}
	return "", false
}

// withoutPrefix is a value without what a pattern finds at its start: a text, or what ends with one.
func withoutPrefix(e *syntax.Expansion, s string) (string, bool) {
	text, star := strings.CutPrefix(lit(e.Word), "*")
	text, ok := patternText(e.Word, text)
	if !ok {
		return "", false
	}
	if !star {
		return strings.TrimPrefix(s, text), true
	}
	at := strings.Index(s, text)
	if e.Op == syntax.RemLargePrefix {
		at = strings.LastIndex(s, text)
	}
	if at < 0 {
		return s, true
	}
	return s[at+len(text):], true
}

// withoutSuffix is the same of what it finds at the end.
func withoutSuffix(e *syntax.Expansion, s string) (string, bool) {
	text, star := strings.CutSuffix(lit(e.Word), "*")
	text, ok := patternText(e.Word, text)
	if !ok {
		return "", false
	}
	if !star {
		return strings.TrimSuffix(s, text), true
	}
	at := strings.LastIndex(s, text)
	if e.Op == syntax.RemLargeSuffix {
		at = strings.Index(s, text)
	}
	if at < 0 {
		return s, true
	}
	return s[:at], true
}

func lit(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	return w.Lit()
}

// patternText is the text that a pattern matches, which is plain if it is what is
// written, or in quotes; ok is false where any shell may see more in it than a text.
func patternText(w *syntax.Word, plain string) (string, bool) {
	if w == nil {
		return "", true
	}
	if w.Lit() == "" {
		text, ok := constantText(w.Parts)
		if plain = text; !ok {
			return "", false
		}
	}
	return plain, strings.IndexFunc(plain, func(c rune) bool {
		return c >= 0x80 || !isLetterOrDigit(byte(c)) && !strings.ContainsRune("_./:,=- ", c)
	}) < 0
}

func isLetterOrDigit(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func ascii(s string) bool { return strings.IndexFunc(s, func(c rune) bool { return c >= 0x80 }) < 0 }

// replaced is a value in which a text stands for another one.
func replaced(e *syntax.Replace, s string) (string, bool) {
	from := lit(e.Orig)
	anchor := byte(0)
	if !e.All && from != "" && (from[0] == '#' || from[0] == '%') {
		anchor, from = from[0], from[1:]
	}
	from, ok := patternText(e.Orig, from)
	to, known := "", true
	if e.With != nil {
		to, known = constantText(e.With.Parts)
	}
	// In what is put there & may be what was found; and bash may be told to take no heed of
	// which letters are capital ones.
	if !ok || !known || strings.ContainsAny(to, `&\`) || strings.Contains(strings.ToLower(s), strings.ToLower(from)) != strings.Contains(s, from) {
		return "", false
	}
	switch at := strings.Index(s, from); {
	case from == "" && anchor == 0:
		return s, true
	case anchor == '#':
		if rest, found := strings.CutPrefix(s, from); found {
			return to + rest, true
		}
		return s, true
	case anchor == '%':
		if rest, found := strings.CutSuffix(s, from); found {
			return rest + to, true
		}
		return s, true
	case e.All:
		if strings.Count(s, from)*len(to) > maxChanged {
			return "", false
		}
		return strings.ReplaceAll(s, from, to), true
	case at >= 0:
		return s[:at] + to + s[at+len(from):], true
	}
	return s, true
}

// slice is the part of a value that numbers say.
func slice(e *syntax.Slice, s string) (string, bool) {
	from, ok := number(e.Offset)
	if !ok || !ascii(s) {
		return "", false
	}
	if from < 0 {
		from += len(s)
	}
	if from < 0 || from > len(s) {
		return "", true
	}
	s = s[from:]
	if e.Length == nil {
		return s, true
	}
	n, ok := number(e.Length)
	if n < 0 {
		n += len(s)
	}
	if !ok || n < 0 {
		return "", false
	}
	return s[:min(n, len(s))], true
}

// number is the value of an expression that is a number; none is 0.
func number(e syntax.ArithmExpr) (int, bool) {
	switch e := e.(type) {
	case nil:
		return 0, true
	case *syntax.UnaryArithm:
		n, ok := number(e.X)
		return -n, ok && e.Op == syntax.Minus && !e.Post
	case *syntax.ParenArithm:
		return number(e.X)
	case *syntax.Word:
		text := e.Lit()
		n, err := strconv.Atoi(text)
		return n, err == nil && n < maxChanged && (len(text) == 1 || text[0] != '0')
	}
	return 0, false
}
