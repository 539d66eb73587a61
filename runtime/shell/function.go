package shell

import (
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
		r.state.forget()
		if !r.stays {
			r.state.dirs = unknown
		}
		return false
	}
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
	outer.follows = r.own.follows
	r.own, r.ok = outer, &well
	return true
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
	if s.unplace(); f.options {
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

// place puts what a function is given into $1, $2 and so on, as far as it is known
// which word is which.
func (s *state) place(words []word.Word) {
	s.unplace()
	for i, w := range words[:min(len(words), 9)] {
		if !w.Known() || w.Glob {
			return
		}
		s.vars[strconv.Itoa(i+1)] = []word.Word{w}
	}
}

// unplace forgets what $1, $2 and so on are.
func (s *state) unplace() {
	for i := range 9 {
		delete(s.vars, strconv.Itoa(i+1))
	}
}
