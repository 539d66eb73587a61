package shell

import (
	"strings"

	"kei/runtime/match"
	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// call reads one simple command.
func (r *reader) call(c *syntax.CallExpr, redirs []word.Redirect, in input) {
	if len(c.Args) > maxWords || len(c.Assigns) > maxWords || len(redirs) > maxWords/4 {
		r.unread("a command of more than %d words or %d redirections; split it up", maxWords, maxWords/4)
		return
	}
	assigns := r.assigns(c.Assigns)
	ways := r.ways(c.Args)
	if len(c.Args) == 0 {
		for _, a := range c.Assigns {
			r.assign(a)
		}
		if len(assigns) > 0 || len(redirs) > 0 {
			r.emit(word.Command{Assigns: assigns, Redirs: redirs})
		}
		return
	}
	before := r.state.dirs
	name := ""
	for _, words := range ways {
		if len(words) == 0 {
			continue // expanded to nothing, as an empty $x does
		}
		if w := words[0]; !w.Known() && !w.Named() {
			r.unread("the command word %s is computed at run time; write the command out", r.source(c.Args[0]))
			if len(assigns) > 0 || len(redirs) > 0 {
				r.emit(word.Command{Assigns: assigns, Redirs: redirs})
			}
			continue
		}
		name = words[0].Text
		if r.aliases[name] {
			r.unread("%s is an alias made in the same text; write the command out", name)
		}
		r.hazards(words)
		switch name {
		case "declare", "typeset", "local", "export", "readonly":
			r.evaluates = true // it may be declare -i
			for _, w := range words[1:] {
				if n, v, ok := strings.Cut(w.Text, "="); ok && isName(n) {
					assigns = append(assigns, word.Assign{Name: n, Value: word.Word{Text: v, Split: w.Split}})
				}
			}
		}
		r.state.dirs = before
		r.emit(word.Command{Assigns: assigns, Words: words, Redirs: redirs,
			Piped: in.piped, Stdin: in.text, Function: r.state.funcs[name]})
		r.effects(words)
	}
	if len(ways) > 1 {
		r.state.dirs = dirsUnion(before, r.state.dirs)
	}
	if r.names[name] {
		r.forgetIn(r.file)
	}
}

// functions are the names of those that a text defines anywhere.
func functions(file *syntax.File) map[string]bool {
	names := map[string]bool{}
	syntax.Walk(file, func(n syntax.Node) bool {
		if f, ok := n.(*syntax.FuncDecl); ok && f.Name != nil {
			names[f.Name.Value] = true
		}
		return true
	})
	return names
}

// effects are what a builtin does to the state.
func (r *reader) effects(words []word.Word) {
	if r.names[words[0].Text] {
		// The text's own function may do anything, also under a builtin's name.
		r.state.forget()
		r.state.dirs = unknown
		return
	}
	switch name := words[0].Text; name {
	case "cd", "pushd", "popd":
		r.changeDir(name, words[1:])
	case "set":
		for _, w := range words[1:] {
			if w.Text == "--" || w.Text == "-" {
				break
			}
			if strings.HasPrefix(w.Text, "-") && !strings.HasPrefix(w.Text, "--") && strings.Contains(w.Text, "e") && !r.state.branch {
				r.state.strict = true
			}
			if strings.HasPrefix(w.Text, "+") {
				r.state.strict = false
			}
		}
	case "alias":
		for _, w := range words[1:] {
			if n, _, ok := strings.Cut(w.Text, "="); ok {
				r.aliases[n] = true
			}
		}
		r.state.forget()
	case "trap":
		r.state.forget()
		for _, w := range words[min(2, len(words)):] {
			if w.Text != "EXIT" && w.Text != "0" {
				r.state.trap = true
			}
		}
	case "printf":
		if len(words) > 1 && strings.HasPrefix(words[1].Text, "-v") {
			r.state.forget()
		}
	default:
		if setters[name] {
			r.state.forget()
			if name == "eval" || name == "source" || name == "." || name == "builtin" || name == "command" {
				r.state.dirs = unknown
				r.evaluates = true // it may have made a variable an integer
			}
		}
	}
}

func (r *reader) changeDir(name string, args []word.Word) {
	for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") && args[0].Text != "-" {
		args = args[1:]
	}
	to := word.Word{Text: "~", Home: true}
	switch {
	case name == "popd", len(args) > 1:
		to = unknown[0]
	case len(args) == 1:
		to = args[0]
	case name == "pushd":
		to = unknown[0]
	}
	if _, set := r.state.vars["CDPATH"]; set && !strings.HasPrefix(to.Text, "/") && !strings.HasPrefix(to.Text, ".") {
		to = unknown[0] // it may be below any of those
	}
	if to.Text == "-" || !to.Known() {
		r.state.dirs = unknown
		return
	}
	// It may fail, and then the folder is what it was.
	from := orHere(r.state.dirs)
	var moved []word.Word
	for _, d := range from {
		moved = union(moved, []word.Word{under(d, to)})
	}
	held := r.state.clone()
	held.dirs = moved
	if !r.state.strict || r.lenient > 0 {
		moved = union(from, moved)
	}
	r.state.dirs = moved
	r.ok = &held
}

// under is the folder to, as seen from the folder dir.
func under(dir, to word.Word) word.Word {
	if to.Home || strings.HasPrefix(to.Text, "/") || dir.Text == "" {
		return to
	}
	if dir.Holed() {
		return unknown[0]
	}
	return word.Word{Text: strings.TrimSuffix(dir.Text, "/") + "/" + to.Text, Home: dir.Home}
}

// ways are the words a command may have: the product of its words' alternatives.
func (r *reader) ways(args []*syntax.Word) [][]word.Word {
	ways := [][]word.Word{nil}
	for _, arg := range args {
		alternatives := r.fields(arg)
		if len(ways)*len(alternatives) > maxWays {
			alternatives = [][]word.Word{{{Text: string(match.Hole), Split: true}}}
		}
		var next [][]word.Word
		for _, way := range ways {
			for _, a := range alternatives {
				next = append(next, append(way[:len(way):len(way)], a...))
			}
		}
		ways = next
	}
	return ways
}

// assigns reads the assignments before a command, or alone.
func (r *reader) assigns(list []*syntax.Assign) []word.Assign {
	var out []word.Assign
	for _, a := range list {
		if a.Index != nil {
			r.evaluates = true
			r.arithm(a.Index)
		}
		if a.Array != nil {
			for _, e := range a.Array.Elems {
				if e.Index != nil {
					r.arithm(e.Index)
				}
				if e.Value != nil {
					r.visit(e.Value)
				}
			}
		}
		if a.Name == nil {
			continue
		}
		values := []word.Word{{}}
		if a.Value != nil {
			values = r.values(a.Value)
		}
		for _, v := range values {
			out = append(out, word.Assign{Name: a.Name.Value, Value: v})
		}
	}
	return out
}

// assign puts an assignment that stands alone into the state.
func (r *reader) assign(a *syntax.Assign) {
	if a.Name == nil {
		return
	}
	name := a.Name.Value
	switch {
	case a.Array != nil || a.Index != nil:
		r.state.set(name, unknown)
	case a.Append && a.Value != nil:
		var values []word.Word
		for _, old := range r.state.value(name) {
			for _, v := range r.values(a.Value) {
				values = union(values, []word.Word{{Text: old.Text + v.Text, Home: old.Home}})
			}
		}
		r.state.set(name, values)
	case a.Value == nil && !a.Append:
		r.state.set(name, []word.Word{{}})
	case a.Value == nil:
	default:
		r.state.set(name, r.values(a.Value))
	}
	for _, v := range r.state.vars[name] {
		if len(v.Text) > maxValue {
			r.state.set(name, unknown)
		}
	}
}

// declare reads export, local, readonly, declare and typeset.
func (r *reader) declare(d *syntax.DeclClause) {
	plain := true
	var assigns []*syntax.Assign
	for _, a := range d.Args {
		switch {
		case a.Name == nil && a.Value != nil: // an option, or a name computed at run time
			switch lit := a.Value.Lit(); lit {
			case "-x", "-r", "-g", "-p", "-f", "-F", "-gx", "-xr", "-rx":
			default:
				plain = false
				r.evaluates = true // an integer, or a name for a subscript
			}
			r.hazards([]word.Word{{Text: d.Variant.Value}, {Text: r.source(a.Value)}})
			r.visit(a.Value)
		default:
			assigns = append(assigns, a)
		}
	}
	// To an allowlist it is an assignment; a deny rule may be about export itself.
	words := []word.Word{{Text: d.Variant.Value}}
	list := r.assigns(assigns)
	for _, a := range list {
		w := a.Value
		w.Text = a.Name + "=" + w.Text
		words = append(words, w)
	}
	r.emit(word.Command{Assigns: list, Words: words, Function: true})
	for _, a := range assigns {
		if a.Value != nil || a.Array != nil {
			r.assign(a)
		}
		if d.Variant.Value == "readonly" || strings.Contains(r.source(d), " -r") {
			if r.state.fixed == nil {
				r.state.fixed = map[string]bool{}
			}
			r.state.fixed[a.Name.Value] = true
		}
	}
	if !plain {
		// -i, -n, -u, -l, -c change what a later assignment means.
		r.state.forget()
	}
}

// hazards finds names and subscripts that bash evaluates as arithmetic, in
// which a subscript may run a command: test -v 'a[$(cmd)]'.
func (r *reader) hazards(words []word.Word) {
	switch words[0].Text {
	case "test", "[", "printf", "read", "unset", "declare", "typeset", "local", "export", "readonly", "let", "mapfile", "readarray", "wait", "getopts":
	default:
		return
	}
	for _, w := range words[1:] {
		if volatile[w.Text] || strings.HasPrefix(w.Text, "BASH") {
			r.evaluates = true // some of these are integers
		}
		if strings.Contains(w.Text, "[") && words[0].Text != "[" {
			r.evaluates = true // a subscript
		}
		if w.Text == "-v" || w.Text == "-R" || words[0].Text == "let" || !w.Known() {
			r.evaluates = true
		}
		if words[0].Text == "let" && strings.ContainsAny(w.Text, "$`") {
			r.unread("let %s evaluates text as arithmetic; write the numbers out", w.Text)
		}
		if i := strings.IndexByte(w.Text, '['); i >= 0 && strings.ContainsAny(w.Text[i:], "$`") {
			r.unread("%s in %s is a subscript that can run a command; write it out", w.Text, words[0].Text)
		}
	}
}
