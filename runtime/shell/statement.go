package shell

import (
	"strings"

	"kei/runtime/lean/fmt"
	"kei/runtime/word"

	"mvdan.cc/sh/v3/syntax"
)

// A reader walks one script.
type reader struct {
	text    string
	file    *syntax.File
	script  *word.Script
	state   state
	aliases map[string]bool
	seen    map[*syntax.Stmt]bool
	full    bool            // a bound was met: the rest is not read
	work    int             // what reading has cost so far, see spend
	names   map[string]bool // functions that are defined anywhere in the text
	own     ownFunctions
	stays   bool   // nothing in the text changes the folder
	ok      *state // what holds if the last statement succeeded, nil: the same as if not

	dropped *state // what may hold after this line because the rest of one was dropped
	failing bool   // a pattern that no file matches may fail
	folds   int    // how many substitutions deep
	folding bool   // the output of what is read is known
	depth   int    // how deep in text that is evaluated

	trapped  bool       // a trap may run at any time
	anyCase  bool       // patterns stand for names in other letters, too
	zsh      bool       // the text is read as zsh reads it
	temp     string     // what TMPDIR is to begin with, "" if that is not known
	known    word.Known // what is known of programs, nil if nothing is
	anyNames bool       // a variable of any name may be set to any text
	tracing  bool       // set -x may be on, which expands PS4
	exports  bool       // a variable may reach the environment

	references map[string]bool // names that were made references to others

	lenient int // how deep in places where set -e does not end the text

	joined map[string]bool // lines that the one before runs on into by a backslash

	// bash evaluates names in arithmetic, and their values, and names in those.
	// Both together can run a command, wherever in the text they stand.
	loaded    string // a text with a command in a subscript
	evaluates bool   // something is evaluated whose value is not a number known here
}

// input is where a statement's standard input comes from.
type input struct {
	piped bool
	alone bool        // by one simple command: see [word.Command]
	text  *word.Word  // of a here-document or here-string
	into  []word.Word // what reads the output of the simple command that the statement is
}

func (r *reader) unread(format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	for _, u := range r.script.Unread {
		if u == msg {
			return
		}
	}
	if len(r.script.Unread) < 50 {
		r.script.Unread = append(r.script.Unread, msg)
	}
}

func (r *reader) unsure(format string, args ...any) {
	if len(r.script.Unsure) < 50 {
		r.script.Unsure = append(r.script.Unsure, fmt.Sprintf(format, args...))
	}
}

// exact returns the text of a node.
func (r *reader) exact(n syntax.Node) string {
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	if from < 0 || to > len(r.text) || from >= to {
		return ""
	}
	return r.text[from:to]
}

// source returns the text of a node, shortened for a message.
func (r *reader) source(n syntax.Node) string {
	s := strings.Join(strings.Fields(r.exact(n)), " ")
	if s == "" {
		return "it"
	}
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:60], "") + "..."
	}
	return s
}

// unquoted is a text without what stands in plain quotes.
func unquoted(text string) string {
	var b strings.Builder
	for text != "" {
		i := strings.IndexAny(text, `'"`)
		if i < 0 {
			break
		}
		b.WriteString(text[:i])
		_, behind, closed := strings.Cut(text[i+1:], text[i:i+1])
		if !closed {
			return b.String() + text[i:]
		}
		text = behind
	}
	return b.String() + text
}

// spend counts the work of reading, in about the nodes that are looked at, and
// stops it where a text was made to cost more than any that is meant.
func (r *reader) spend(n int) bool {
	r.work += n
	if r.work > maxWork && !r.full {
		r.full = true
		r.unread("the command text takes too much work to read; split it up")
	}
	return !r.full
}

func (r *reader) emit(c word.Command) {
	if len(r.script.Commands) >= maxCommands && !r.full {
		r.full = true
		r.unread("more than %d commands in one call", maxCommands)
	}
	if r.full {
		return
	}
	for _, a := range c.Assigns {
		if isPrompt(a.Name) {
			r.prompt(a)
		}
	}
	if c.Dirs = r.state.dirs; r.state.trap && r.trapped && !r.stays {
		c.Dirs = unknown
	}
	r.script.Commands = append(r.script.Commands, c)
}

func (r *reader) stmts(list []*syntax.Stmt, in input) {
	for _, s := range list {
		r.stmt(s, in)
	}
}

// aside reads statements whose effect on variables and folder is lost: a
// subshell's.
func (r *reader) aside(list []*syntax.Stmt, in input) {
	before := r.state.clone()
	r.lenient++
	r.lines(list, in)
	r.lenient--
	r.state = before
}

// maybe reads what may run or not; afterwards either holds.
func (r *reader) maybe(read func()) {
	before := r.state.clone()
	r.state.branch = true
	r.lenient++
	defer func() { r.lenient-- }()
	read()
	r.state.branch = before.branch
	r.state = merge(before, r.state)
}

// loop reads a body that runs any number of times.
func (r *reader) loop(body syntax.Node, read func()) {
	r.forgetIn(body)
	r.maybe(read)
}

func (r *reader) stmt(s *syntax.Stmt, in input) {
	r.seen[s] = true
	r.ok = nil
	if !r.spend(1 + 2*len(r.state.vars)) {
		return
	}
	if s.Negated {
		r.lenient++
	}
	defer func() {
		if s.Negated || s.Background {
			r.ok = nil
		}
		if s.Negated {
			r.lenient--
		}
	}()
	if s.Background || s.Coprocess || s.Disown {
		before := r.state.clone()
		defer func() { r.state = before }()
	}
	redirs, in := r.redirects(s.Redirs, in)
	call, simple := s.Cmd.(*syntax.CallExpr)
	if !simple && len(redirs) > 0 {
		r.emit(word.Command{Redirs: redirs})
	}
	run := func() {
		if simple {
			r.call(call, redirs, in)
		} else if s.Cmd != nil {
			r.compound(s.Cmd, in)
		}
	}
	if len(s.Redirs) == 0 || r.state.strict && r.lenient == 0 {
		run()
		return
	}
	// If a redirection fails, what is redirected does not run. Under set -e
	// nothing else does then, either.
	r.maybe(run)
}

func (r *reader) compound(cmd syntax.Command, in input) {
	switch cmd.(type) {
	case *syntax.Block, *syntax.BinaryCmd, *syntax.TimeClause:
	default:
		// What succeeded within it says nothing about the shell behind it: (cd x).
		defer func() { r.ok = nil }()
	}
	switch cmd := cmd.(type) {
	case *syntax.Block:
		r.stmts(cmd.Stmts, in)
	case *syntax.Subshell:
		r.aside(cmd.Stmts, in)
	case *syntax.IfClause:
		r.ifClause(cmd, in)
	case *syntax.WhileClause:
		r.loop(cmd, func() {
			r.stmts(cmd.Cond, in)
			r.stmts(cmd.Do, in)
		})
	case *syntax.ForClause:
		r.forClause(cmd, in)
	case *syntax.CaseClause:
		r.visit(cmd.Word)
		for _, item := range cmd.Items {
			for _, p := range item.Patterns {
				r.visit(p)
			}
		}
		for _, item := range cmd.Items {
			r.maybe(func() { r.stmts(item.Stmts, in) })
		}
	case *syntax.BinaryCmd:
		r.binary(cmd, in)
	case *syntax.FuncDecl:
		r.function(cmd)
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			r.stmt(cmd.Stmt, in)
		}
	case *syntax.CoprocClause:
		r.coproc(cmd)
	case *syntax.ArithmCmd:
		r.arithm(cmd.X)
	case *syntax.LetClause:
		if i := strings.IndexAny(unquoted(r.exact(cmd)), "|&;<>(){}#\\"); i >= 0 {
			// The parser reads arithmetic, in which these are signs; bash reads words, which they end.
			r.unread("%s is read in two ways; quote the arithmetic behind let", r.source(cmd))
		}
		for _, x := range cmd.Exprs {
			r.arithm(x)
		}
		r.state.forget()
	case *syntax.TestClause:
		r.test(cmd.X)
	case *syntax.DeclClause:
		r.declare(cmd)
	default:
		r.unread("%s is not understood", r.source(cmd))
	}
}

func (r *reader) coproc(cmd *syntax.CoprocClause) {
	if cmd.Name != nil {
		r.visit(cmd.Name)
		r.number(cmd.Name.Lit())
	}
	if !plainCoproc(cmd) {
		r.unread("%s is read in two ways; leave the redirection out, or put braces around the command", r.source(cmd))
	}
	before := r.state.clone()
	r.stmt(cmd.Stmt, input{piped: true})
	r.state = before
}

// plainCoproc reports whether bash and the parser agree on what runs: to bash a
// simple command has no name, and a redirection may come first.
func plainCoproc(c *syntax.CoprocClause) bool {
	switch cmd := c.Stmt.Cmd.(type) {
	case *syntax.Block, *syntax.Subshell, *syntax.IfClause, *syntax.WhileClause, *syntax.ForClause, *syntax.CaseClause:
		return true
	case *syntax.CallExpr:
		if len(cmd.Args) > 1 && syntax.IsKeyword(cmd.Args[1].Lit()) {
			return false // a keyword still, to bash: coproc p else d
		}
		return c.Name == nil && len(c.Stmt.Redirs) == 0
	}
	return false
}

func (r *reader) ifClause(c *syntax.IfClause, in input) {
	r.lenient++
	defer func() { r.lenient-- }()
	r.stmts(c.Cond, in)
	before := r.state.clone()
	r.succeed()
	r.state.branch = true
	r.stmts(c.Then, in)
	then := r.state
	r.state = before.clone()
	r.state.branch = true
	if c.Else != nil {
		if len(c.Else.Cond) > 0 {
			r.ifClause(c.Else, in)
		} else {
			r.stmts(c.Else.Then, in)
		}
	}
	r.state.branch, then.branch = before.branch, before.branch
	r.state = merge(then, r.state)
}

func (r *reader) forClause(c *syntax.ForClause, in input) {
	switch loop := c.Loop.(type) {
	case *syntax.WordIter:
		var values []word.Word
		for _, item := range loop.Items {
			for _, way := range r.fields(item) {
				values = union(values, way)
			}
		}
		if !loop.InPos.IsValid() {
			for _, way := range r.state.list(arguments) {
				values = union(values, way)
			}
		}
		if len(values) == 0 || c.Select {
			values = unknown // the positional parameters, or what a person answers
		}
		r.forgetIn(c)
		r.maybe(func() {
			if r.references[loop.Name.Value] {
				r.unread("%s is a reference, which a loop over it makes one to other names; use another name", loop.Name.Value)
			}
			r.state.set(loop.Name.Value, values) // the names of files, in quotes, too, where a pattern stands
			for _, v := range values {
				r.emit(word.Command{Assigns: []word.Assign{{Name: loop.Name.Value, Value: v}}})
			}
			r.stmts(c.Do, in)
		})
	case *syntax.CStyleLoop:
		for _, x := range []syntax.ArithmExpr{loop.Init, loop.Cond, loop.Post} {
			r.arithm(x)
		}
		r.loop(c, func() {
			for _, x := range []syntax.ArithmExpr{loop.Init, loop.Cond, loop.Post} {
				r.arithm(x)
			}
			r.stmts(c.Do, in)
		})
	}
}

func (r *reader) binary(c *syntax.BinaryCmd, in input) {
	r.lenient++
	defer func() { r.lenient-- }()
	switch c.Op {
	case syntax.AndStmt:
		// The right side runs only if the left succeeded: a cd there held.
		before := r.state.clone()
		r.stmt(c.X, in)
		failed := r.state.clone()
		r.succeed()
		r.state.branch = true
		r.stmt(c.Y, in)
		r.state.branch = before.branch
		done := r.state.clone()
		if r.ok != nil {
			done = *r.ok
			done.branch = before.branch
		}
		r.state = merge(failed, r.state)
		r.ok = &done
	case syntax.OrStmt:
		before := r.state.clone()
		r.stmt(c.X, in)
		held := r.state.clone()
		if r.ok != nil {
			held = *r.ok
		}
		r.state.branch = true
		r.stmt(c.Y, in)
		r.state.branch = before.branch
		held.branch = before.branch
		if r.leaves(c.Y) {
			r.state = held
		} else {
			r.state = merge(held, r.state)
		}
		r.ok = nil
	default: // pipes
		before := r.state.clone()
		behind := in.into
		in.into = r.into(c)
		first := len(r.script.Commands)
		r.stmt(c.X, in)
		r.state = before.clone()
		next := input{piped: true, into: behind, alone: c.Op == syntax.Pipe && len(r.script.Commands)-first == stages(c.X) && unmixed(c.X)}
		if text, ok := r.output(c.X); ok && c.Op == syntax.Pipe {
			next.text = &word.Word{Text: text}
		}
		// zsh runs the last part of a pipe in the shell itself.
		r.stmt(c.Y, next)
		r.state = merge(before, r.state)
		r.ok = nil
	}
}

// forgetIn makes unknown what a node may assign.
func (r *reader) forgetIn(node syntax.Node) {
	if r.spend(int(node.End().Offset()-node.Pos().Offset()) / 4) {
		dirs := r.state.dirs
		if r.state.forgetIn(node, r.names); r.stays {
			r.state.dirs = dirs
		}
	}
}

// succeed goes on from the success of the statement just read.
func (r *reader) succeed() {
	if r.ok != nil {
		branch := r.state.branch
		r.state = r.ok.clone()
		r.state.branch = branch
	}
}

// leaves reports whether s ends the text: cd x || exit. No function of the text bears
// that name.
func (r *reader) leaves(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || s.Background {
		return false
	}
	name := call.Args[0].Lit()
	return (name == "exit" || name == "return") && !r.names[name] && !r.aliases[name]
}

// leftovers reads whatever the walk did not come by. There should be nothing;
// a construct that is new to this package is then judged and not skipped.
func (r *reader) leftovers(file *syntax.File) {
	r.state.forget()
	r.state.dirs = unknown
	r.state.branch = true
	syntax.Walk(file, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok && !r.seen[s] {
			r.stmt(s, input{piped: true})
		}
		return true
	})
}

// into is the command of plain words that a pipe goes into, nil if it is none.
func (r *reader) into(c *syntax.BinaryCmd) []word.Word {
	call, ok := c.Y.Cmd.(*syntax.CallExpr)
	if !ok || len(c.Y.Redirs) > 0 || len(call.Assigns) > 0 || len(call.Args) == 0 {
		return nil
	}
	list, ok := constants(call.Args)
	if !ok || r.state.funcs[list[0].Text] || r.aliases[list[0].Text] {
		return nil
	}
	return list
}
