package shell

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// Bounds of following the functions of a text.
const (
	maxInside  = 4  // calls within each other
	maxFollows = 64 // calls that are followed in one text
)

// ownFunctions are the functions that a text defines, and those whose call is being read.
type ownFunctions struct {
	bodies   map[string]*syntax.Stmt // of those that are defined in one place
	computes map[string]string       // those that run a command which is not written in them, with how it is
	called   map[string]bool         // those of which a call was followed
	defining bool                    // a body is being read where it is defined
	follows  int                     // how many calls were followed
	inside   []string                // whose bodies are being read where they are called
	frame                            // of the innermost of them
}

// A frame is what the call of a function leaves behind besides the end of its body.
type frame struct {
	left     *state          // what may hold where it returns before the end, nil if it does not
	leftWell *state          // the same of where it may say that it succeeded
	locals   map[string]bool // variables that it declares, which are others than outside
	options  bool            // what set is told inside may not hold outside, and any name may be declared
}

// functions are the names of those that a text defines anywhere, and the bodies of
// those that it defines once.
func functions(file *syntax.File) (names map[string]bool, bodies map[string]*syntax.Stmt) {
	names, bodies = map[string]bool{}, map[string]*syntax.Stmt{}
	syntax.Walk(file, func(n syntax.Node) bool {
		if f, ok := n.(*syntax.FuncDecl); ok {
			for _, name := range namesOf(f) {
				bodies[name] = f.Body
				if names[name] {
					bodies[name] = nil
				}
				names[name] = true
			}
		}
		return true
	})
	return names, bodies
}

// namesOf are the names that a definition gives to one body: zsh takes several.
func namesOf(f *syntax.FuncDecl) []string {
	var names []string
	if f.Name != nil {
		names = append(names, f.Name.Value)
	}
	for _, name := range f.Names {
		names = append(names, name.Value)
	}
	return names
}

// function reads a definition. Its body may run anywhere behind it, so nothing that
// holds here need hold there.
func (r *reader) function(f *syntax.FuncDecl) {
	before, dropped, defining := r.state.clone(), r.dropped, r.own.defining
	r.forgetIn(r.file)
	r.state.unplace()
	r.state.branch, r.own.defining = true, true
	r.stmt(f.Body, input{piped: true})
	r.state, r.dropped, r.own.defining = before, dropped, defining
	for _, name := range namesOf(f) {
		if !r.state.branch {
			r.state.funcs[name] = true
		}
	}
}

// callOwn is the call of a function of the text: besides where it is defined, the body
// is read where it is called, as if it stood there, with what is assigned in front of it.
// It reports whether the call was followed; where it was not, the function may
// have done anything.
func (r *reader) callOwn(words []word.Word, given []*syntax.Assign) bool {
	name := words[0].Text
	body := r.own.bodies[name]
	if body == nil || r.own.defining || r.state.named || r.own.follows >= maxFollows || len(r.own.inside) >= maxInside || slices.Contains(r.own.inside, name) {
		r.unfollowed(words)
		r.state.forget()
		if !r.stays {
			r.state.dirs = unknown
		}
		return false
	}
	r.own.called[name] = true
	before, certain, outer := r.state.clone(), r.state.funcs[name], r.own
	r.own.follows++
	r.own.inside, r.own.frame = append(slices.Clone(outer.inside), name), frame{}
	for _, a := range given {
		if a.Name != nil {
			mark(&r.own.locals, a.Name.Value) // they end with it
			r.assign(a)
		}
	}
	r.state.place(words[1:])
	r.stmt(body, input{piped: true})
	ended, well := r.state.clone(), r.state.clone()
	if r.ok != nil {
		well = r.ok.clone()
	}
	if certain {
		r.state, well = r.own.ends(ended, r.own.left), r.own.ends(well, r.own.leftWell)
	} else {
		other := r.byAnother(before, words)
		r.state, well = merge(other, r.own.ends(ended, r.own.left)), merge(other, r.own.ends(well, r.own.leftWell))
	}
	r.state.branch, well.branch = before.branch, before.branch
	r.state.setList(arguments, before.lists[arguments])
	well.setList(arguments, before.lists[arguments])
	outer.follows = r.own.follows
	r.own, r.ok = outer, &well
	return true
}

// computing are the functions that run a command which is not written in them, be it
// through others: only who reads their calls knows which.
func (r *reader) computing(file *syntax.File) map[string]string {
	list, calls := map[string]string{}, map[string][]string{}
	syntax.Walk(file, func(n syntax.Node) bool {
		f, ok := n.(*syntax.FuncDecl)
		if !ok {
			return true
		}
		for _, name := range namesOf(f) {
			syntax.Walk(f.Body, func(n syntax.Node) bool {
				c, ok := n.(*syntax.CallExpr)
				if !ok || len(c.Args) == 0 {
					return true
				}
				if text, ok := constantText(c.Args[0].Parts); ok {
					calls[text] = append(calls[text], name)
				} else if list[name] == "" {
					list[name] = r.source(c.Args[0])
				}
				return true
			})
		}
		return true
	})
	for queue := slices.Sorted(maps.Keys(list)); len(queue) > 0; queue = queue[1:] {
		for _, caller := range calls[queue[0]] {
			if list[caller] == "" {
				list[caller] = list[queue[0]]
				queue = append(queue, caller)
			}
		}
	}
	return list
}

// unfollowed is for the call of a function that is not read with what it is given:
// that may be a command, or have options.
func (r *reader) unfollowed(words []word.Word) {
	if r.own.defining {
		return // it is read again where that one is called
	}
	if written := r.own.computes[words[0].Text]; written != "" {
		r.computed(written)
		return
	}
	for _, w := range words[1:] {
		if len(w.Text) > 1 && w.Text[0] == '-' && r.depth > 0 {
			r.unread("%s is called by text that is evaluated, with options; call it as a command of its own", words[0].Text)
			return
		}
	}
}

// uncalled tells of functions that run a command which is not written in them, and that
// nothing here calls.
func (r *reader) uncalled() {
	for _, name := range slices.Sorted(maps.Keys(r.own.computes)) {
		if !r.own.called[name] || strings.HasPrefix(name, "command_not_found_handle") { // the shell calls that one
			r.computed(r.own.computes[name])
		}
	}
}

func (r *reader) computed(written string) {
	r.unread("the command word %s is computed at run time; write the command out", written)
}

// handedOn is for a function that other shells are given by export -f, which nobody
// follows into them.
func (r *reader) handedOn(name string) {
	if written := r.own.computes[name]; written != "" {
		r.computed(written)
		return
	}
	body := r.own.bodies[name]
	if body == nil {
		return
	}
	syntax.Walk(body, func(n syntax.Node) bool {
		if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil && (p.Param.Value == arguments || p.Param.Value == "*") {
			r.unread("%s is exported, and what it is given elsewhere may be options; name them, as $1 and $2", name)
			return false
		}
		return true
	})
}

// byAnother is what holds behind a command where no function bears its name: what held
// before, but for a builtin.
func (r *reader) byAnother(before state, words []word.Word) state {
	if name := words[0].Text; !builtins[name] && !special[name] && !moving[name] && !ownCommands[name] {
		return before
	}
	r.state = before.clone()
	if words = own(words); len(words) > 0 {
		r.builtin(words, nil)
	}
	r.state.forget() // it may have set any: read x
	return r.state
}

// ends is what holds outside of a function at whose end s holds, or which left before.
func (f *frame) ends(s state, left *state) state {
	if left != nil {
		s = merge(s, *left)
	}
	for name := range f.locals {
		s.set(name, unknown)
	}
	if f.options {
		s.forget()
		s.strict = false
	}
	return s
}

// leave notes where the function that is being read returns.
func (r *reader) leave(words []word.Word) {
	if len(r.own.inside) == 0 {
		return
	}
	r.own.left = orEither(r.own.left, r.state)
	if len(words) == 1 {
		if n, err := strconv.Atoi(words[0].Text); err == nil && n%256 != 0 {
			return
		}
	}
	r.own.leftWell = orEither(r.own.leftWell, r.state)
}

// orEither is the state after s or another, nil for none.
func orEither(other *state, s state) *state {
	if s = s.clone(); other != nil {
		s = merge(*other, s)
	}
	return &s
}

// declares notes that a function declares variables of its own.
func (f *frame) declares(d *declaration) {
	if d.builtin == "export" || d.builtin == "readonly" {
		return
	}
	for _, w := range d.words {
		switch name := w.Text[:nameLength(w.Text)]; {
		case name != "":
			mark(&f.locals, name)
		case w.Text == "-" || !strings.HasPrefix(w.Text, "-"):
			f.options = true // local - is for what set is told
		}
	}
}
