package shell

import (
	"strings"

	"kei/runtime/match"
	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// own are a command's words without those before them that run the rest in the
// shell itself: builtin, command. It has none if they only look something up.
func own(words []word.Word) []word.Word {
	for len(words) > 1 {
		switch words[0].Text {
		case "builtin", "noglob", "nocorrect", "-":
			words = words[1:]
		case "command":
			for words = words[1:]; len(words) > 1 && words[0].Text == "-p"; {
				words = words[1:]
			}
			if strings.HasPrefix(words[0].Text, "-") && words[0].Text != "--" {
				return nil
			}
		default:
			return words
		}
		if words[0].Text == "--" {
			words = words[1:]
		}
	}
	return words
}

// A binding is a name that a builtin gives a value.
type binding struct {
	name   string // "" if it is not known
	values []word.Word
}

// isDeclaration reports whether a builtin's operands are NAME=value.
func isDeclaration(name string) bool {
	switch name {
	case "declare", "typeset", "local", "export", "readonly", "integer", "float":
		return true
	}
	return false
}

// nameOptions are the builtins that assign to names, with the options that take
// a word, those of them whose word is a name in upper case as a word of its own.
var nameOptions = map[string]struct{ values, names string }{
	"read":      {"dikmnNptu", "a"},
	"mapfile":   {"dnOsuCc", ""},
	"readarray": {"dnOsuCc", ""},
	"printf":    {"", "v"},
	"print":     {"CRuxX", "v"},
	"wait":      {"", "p"},
	"vared":     {"prtfiehM", ""},
	"getopts":   {"", ""},
	"set":       {"o", "A"},
}

// bindings are the names that the words of a builtin may assign, apart from
// those of declarations.
func bindings(words []word.Word) (list []binding) {
	options, ok := nameOptions[words[0].Text]
	if !ok {
		return nil
	}
	add := func(w word.Word) {
		name := w.Text[:nameLength(w.Text)]
		switch rest := w.Text[len(name):]; {
		case rest != "" && isHole(rest[0]):
			list = append(list, binding{})
		case name != "":
			list = append(list, binding{name: name, values: unknown})
		}
	}
	args := words[1:]
	for len(args) > 0 && len(args[0].Text) > 1 && args[0].Text[0] == '-' {
		letters := args[0].Text[1:]
		args = args[1:]
		if letters == "-" {
			break
		}
		for i := 0; i < len(letters); i++ {
			isName := strings.IndexByte(options.names, letters[i]) >= 0
			if !isName && strings.IndexByte(options.values, letters[i]) < 0 {
				continue
			}
			value := word.Word{Text: letters[i+1:]}
			if value.Text == "" && len(args) > 0 {
				value, args = args[0], args[1:]
			}
			if isName {
				add(value)
			}
			break
		}
	}
	switch words[0].Text {
	case "read", "mapfile", "readarray", "vared":
		for _, w := range args {
			add(w)
		}
	case "getopts":
		if len(args) > 1 {
			add(args[1])
		}
	case "printf", "print":
		// A first word that is not known may be -v.
		if len(args) > 1 && args[0].Holed() && (isHole(args[0].Text[0]) || args[0].Text[0] == '-') && isName(args[1].Text) {
			add(args[1])
		}
	}
	return list
}

func isHole(c byte) bool { return c == match.Hole || c == match.HoleWord }

// nameLength is the length of the name that s begins with.
func nameLength(s string) int {
	n := 0
	for n < len(s) && isName(s[:n+1]) {
		n++
	}
	return n
}

// bind puts what a builtin assigns into the state and gives it as assignments,
// for the gate to judge.
func (r *reader) bind(builtin string, list []binding) (assigns []word.Assign) {
	for _, b := range list {
		if b.name == "" {
			r.unread("the names that %s sets are computed at run time; write them out", builtin)
			r.state.forget()
			continue
		}
		r.meaning(b.name)
		r.give(b.name, b.values)
		for _, v := range b.values {
			assigns = append(assigns, word.Assign{Name: b.name, Value: v})
		}
	}
	return assigns
}

// meaning notes an assignment by which command words mean something else.
func (r *reader) meaning(name string) {
	if name == "BASH_CMDS" || name == "BASH_ALIASES" {
		r.state.named = true
	}
}

// give assigns values to a name. Where that may fail, as on a readonly variable,
// what stands behind it on the line may not run.
func (r *reader) give(name string, values []word.Word) {
	if r.state.locked || r.state.fixed[name] || r.state.odd[name] || volatile[name] || strings.HasPrefix(name, "BASH") || name == "SHELLOPTS" {
		r.mayDrop()
	}
	r.state.set(name, values)
}

// mayDrop notes a place where the rest of a line may not run, and the text goes
// on behind it: bash drops a line in which an expansion or an assignment fails.
func (r *reader) mayDrop() {
	if !r.spend(len(r.state.vars)) {
		return
	}
	now := r.state.clone()
	if r.dropped != nil {
		now = merge(*r.dropped, now)
	}
	r.dropped = &now
}

// lines reads statements that end where their lines do: after each line, what
// was dropped of it may have run or not.
func (r *reader) lines(list []*syntax.Stmt, in input) {
	outer := r.dropped
	r.dropped = nil
	for i, s := range list {
		if r.dropped != nil && i > 0 && s.Pos().Line() > list[i-1].End().Line() {
			branch := r.state.branch
			r.state = merge(r.state, *r.dropped)
			r.state.branch = branch
			r.dropped = nil
		}
		r.stmt(s, in)
	}
	r.dropped = outer
}

// A declaration is one of declare, export, local and their like while its words
// are read.
type declaration struct {
	builtin  string
	letters  string // of its options
	operands bool   // the options are over
	words    []word.Word
	assigns  []word.Assign
}

// exports reports whether programs see what it declares.
func (d *declaration) exports() bool { return d.builtin == "export" || d.has("x") }

func (d *declaration) has(letters string) bool { return strings.ContainsAny(d.letters, letters) }

// option takes a word of a declaration if it is an option.
func (d *declaration) option(w word.Word) bool {
	if d.operands || len(w.Text) < 2 || w.Text[0] != '-' && w.Text[0] != '+' {
		d.operands = true
		return false
	}
	if w.Text == "--" {
		d.operands = true
	} else if w.Text[0] == '-' {
		d.letters += w.Text[1:]
	}
	return true
}

// word reads one word of a declaration that is an option or a quoted operand.
func (r *reader) declaredWord(d *declaration, w word.Word) {
	d.words = append(d.words, w)
	if w.Split || w.Holed() && !strings.Contains(w.Text, "=") || w.Holed() && nameLength(w.Text) == 0 {
		r.anyName(d)
		return
	}
	if d.option(w) {
		return
	}
	name := w.Text[:nameLength(w.Text)]
	left, value, has := strings.Cut(w.Text, "=")
	if strings.ContainsAny(left, "\x00\x01") && !strings.Contains(left, "[") {
		r.anyName(d)
		return
	}
	if d.has("f") && d.exports() {
		r.handedOn(w.Text)
	}
	if name == "" || d.has("fF") && d.builtin != "float" {
		return
	}
	values := []word.Word{{Text: value, Home: w.Home && left == ""}}
	if left != name {
		values = unknown // an element, or more of what it held
	}
	r.declared(d, name, has, values)
}

// declared reads one name of a declaration, with the values it is given.
func (r *reader) declared(d *declaration, name string, has bool, values []word.Word) {
	r.attributes(d, name, has, values)
	if !has {
		return
	}
	for _, v := range values {
		d.assigns = append(d.assigns, word.Assign{Name: name, Value: v})
	}
	r.meaning(name)
	r.give(name, values)
}

// attributes reads what the options of a declaration make of a name.
func (r *reader) attributes(d *declaration, name string, has bool, values []word.Word) {
	if d.has("n") && (d.builtin == "declare" || d.builtin == "typeset" || d.builtin == "local") {
		r.reference(d, name, has, values)
	}
	if d.has("T") {
		r.unread("%s -T ties %s to another variable; leave it out", d.builtin, name)
	}
	if d.has("iaAnEF") || d.builtin == "integer" || d.builtin == "float" {
		r.evaluates = true // an integer, or a name for a subscript
	}
	if d.has("ilucnEFZLRUht") || d.builtin == "integer" || d.builtin == "float" {
		mark(&r.state.odd, name)
	}
}

// reference reads declare -n NAME=target: from there on an assignment to the
// name is one to its target.
func (r *reader) reference(d *declaration, name string, has bool, values []word.Word) {
	r.state.trap = true
	if r.references[name] {
		r.unread("%s is made a reference twice; use another name", name)
	}
	mark(&r.references, name)
	for _, v := range values {
		if !has || v.Holed() || !isName(v.Text) {
			r.unread("%s -n %s refers to a variable that is not written here; use its name", d.builtin, name)
			continue
		}
		d.assigns = append(d.assigns, word.Assign{Name: v.Text, Value: unknown[0]})
		r.meaning(v.Text)
	}
}

// anyName is for an operand whose name is only known when it runs. What export
// does with one reaches other programs, and the shell itself by a trace only.
func (r *reader) anyName(d *declaration) {
	r.evaluates, r.anyNames = true, true
	r.state.forget()
	if d.builtin != "export" {
		r.unread("the names that %s sets are computed at run time; write them out", d.builtin)
		return
	}
	r.unsure("the names that %s sets are computed at run time", d.builtin)
}

// fix makes the names of a declaration readonly where it says so.
func (r *reader) fix(d *declaration) {
	r.own.declares(d)
	if d.builtin != "readonly" && !d.has("r") {
		return
	}
	for _, w := range d.words {
		if name := w.Text[:nameLength(w.Text)]; name != "" {
			mark(&r.state.fixed, name)
		}
	}
}

// declare reads export, local, readonly, declare and typeset.
func (r *reader) declare(c *syntax.DeclClause) {
	d := &declaration{builtin: c.Variant.Value}
	for _, a := range c.Args {
		if a.Name == nil && a.Value != nil {
			ways := r.fields(a.Value)
			if len(ways) != 1 {
				r.anyName(d)
				continue
			}
			for _, w := range ways[0] {
				r.hazards([]word.Word{{Text: d.builtin}, w})
				r.declaredWord(d, w)
			}
			continue
		}
		r.declaredName(d, a)
	}
	r.fix(d)
	r.exports = r.exports || d.exports()
	// To an allowlist it is an assignment; a deny rule may be about export itself.
	r.emit(word.Command{Assigns: exported(d.assigns, d.exports()), Words: append([]word.Word{{Text: d.builtin}}, d.words...), Function: true})
}

// declaredName reads an operand of a declaration that the parser has read.
func (r *reader) declaredName(d *declaration, a *syntax.Assign) {
	d.operands = true
	list := r.assigns([]*syntax.Assign{a})
	has := a.Value != nil || a.Array != nil || !a.Naked
	var values []word.Word
	for _, one := range list {
		w := one.Value
		if values = append(values, w); has {
			w.Text = one.Name + "=" + w.Text
		} else {
			w.Text = one.Name
		}
		d.words = append(d.words, w)
	}
	if a.Name == nil {
		return
	}
	if d.has("f") && d.exports() {
		r.handedOn(a.Name.Value)
	}
	r.attributes(d, a.Name.Value, has, values)
	if has {
		d.assigns = append(d.assigns, list...)
		r.assign(a)
	}
}
