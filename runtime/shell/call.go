package shell

import (
	"maps"
	"strconv"
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
	assigns := exported(r.assigns(c.Assigns), len(c.Args) > 0)
	r.exports = r.exports || len(c.Args) > 0 && len(assigns) > 0
	ways := r.ways(c.Args)
	if len(c.Args) == 0 {
		r.onlyAssigns(c.Assigns, assigns, redirs)
		return
	}
	if len(redirs) == 0 && r.setsUp(c) {
		r.state.forget()
		r.mayDrop()
		return
	}
	before, after, fed := r.state.dirs, []word.Word(nil), in.text
	if len(c.Assigns) > 0 {
		fed = nil // IFS=: read x
	}
	keeps, followed := false, true
	var well *state
	for _, words := range ways {
		if len(words) == 0 {
			keeps = true
			continue // expanded to nothing, as an empty $x does
		}
		if !r.commandWord(c.Args[0], words) {
			r.emitBare(assigns, redirs)
			after = unknown // it may be cd
			continue
		}
		name := words[0].Text
		inside := own(words)
		keeps = keeps || len(inside) > 0 && special[inside[0].Text]
		r.state.dirs = before
		r.emit(word.Command{Assigns: append(assigns[:len(assigns):len(assigns)], r.assignedBy(inside, fed)...), Words: words, Redirs: redirs,
			Piped: in.piped, Alone: in.alone, Stdin: in.text, Into: in.into, Function: r.state.funcs[name] || r.folding})
		r.ok = nil
		if followed = r.effects(words, c.Assigns) && followed; len(ways) > 1 {
			after, well = dirsUnion(after, r.state.dirs), r.either(well)
		}
	}
	if len(after) > 0 {
		r.state.dirs = dirsUnion(before, after)
	}
	if well != nil {
		r.ok = well
	}
	if keeps && len(c.Assigns) > 0 {
		r.mayAssign(c.Assigns)
	}
	if !followed {
		r.forgetIn(r.file)
		r.mayDrop()
	}
}

// onlyAssigns reads a command that has no words: its assignments go on to hold.
func (r *reader) onlyAssigns(written []*syntax.Assign, assigns []word.Assign, redirs []word.Redirect) {
	for _, a := range written {
		r.assign(a)
	}
	r.emitBare(assigns, redirs)
	r.ok = nil
}

// emitBare notes what stands around a command that has no words, or none that are known.
func (r *reader) emitBare(assigns []word.Assign, redirs []word.Redirect) {
	if len(assigns) > 0 || len(redirs) > 0 {
		r.emit(word.Command{Assigns: assigns, Redirs: redirs})
	}
}

// commandWord refuses a command whose name does not say what it is, and reports
// whether there is a name.
func (r *reader) commandWord(written *syntax.Word, words []word.Word) bool {
	w := words[0]
	if !w.Known() && !w.Named() {
		if !r.own.defining || constant(written) {
			r.computed(r.source(written))
		} // a function is read again where it is called
		return false
	}
	if r.aliases[w.Text] {
		r.unread("%s is an alias made in the same text; write the command out", w.Text)
	}
	r.hazards(words)
	if inside := own(words); len(inside) > 0 && builtins[inside[0].Text] && written.Lit() == "" && !constant(written) {
		r.unread("the command word %s is a builtin that changes what later words mean; write it out", r.source(written))
	}
	return true
}

// either is what may hold if the statement just read succeeded, or where other does.
func (r *reader) either(other *state) *state {
	if r.ok != nil {
		return orEither(other, *r.ok)
	}
	return orEither(other, r.state)
}

// special are the builtins behind which POSIX has the assignments in front of them
// hold: in sh, in dash, and in bash once it is told to be like those.
var special = map[string]bool{".": true, ":": true, "break": true, "continue": true, "eval": true, "exec": true, "exit": true, "export": true,
	"readonly": true, "return": true, "set": true, "shift": true, "source": true, "times": true, "trap": true, "unset": true}

// mayAssign reads the assignments in front of a command that may go on to hold
// behind it.
func (r *reader) mayAssign(list []*syntax.Assign) {
	before := r.state.clone()
	for _, a := range list {
		r.assign(a)
	}
	r.state = merge(before, r.state)
}

// assignedBy reads what a builtin assigns: its assignments, for the gate to
// judge, and what they do to the state. text is what it reads, nil if that is not known.
func (r *reader) assignedBy(words []word.Word, text *word.Word) []word.Assign {
	switch {
	case len(words) == 0 || r.names[words[0].Text]:
		return nil
	case isDeclaration(words[0].Text):
		d := &declaration{builtin: words[0].Text}
		for _, w := range words[1:] {
			r.declaredWord(d, w)
		}
		r.fix(d)
		return exported(d.assigns, d.exports())
	}
	if words[0].Text == "printf" && len(words) > 2 && words[1].Text != "" && isHole(words[1].Text[0]) {
		// It may be -v with any name.
		r.anyNames = true
		r.state.blur()
	}
	assigns := r.bind(words[0].Text, bindings(words))
	r.printsInto(words)
	if text != nil && text.Known() {
		r.takesText(words, text.Text)
	}
	return assigns
}

// moving are the builtins by which a shell gets into another folder, or may: those
// that run text, those after which a word means another command, and those that run
// another one, see [own].
var moving = map[string]bool{"cd": true, "pushd": true, "popd": true, "chdir": true, "eval": true, "source": true, ".": true, "trap": true, "alias": true,
	"enable": true, "shopt": true, "setopt": true, "emulate": true, "autoload": true, "builtin": true, "command": true, "noglob": true, "nocorrect": true, "-": true, "dirs": true, "fc": true, "mapfile": true, "readarray": true}

// stays reports whether nothing in a text can bring its shell into another folder:
// whatever its functions do, and whenever they run, is done where the call runs.
func stays(file *syntax.File) bool {
	still := true
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.CallExpr); ok && len(c.Args) > 0 {
			name, known := constantText(c.Args[0].Parts)
			still = still && known && !moving[name]
		}
		return still
	})
	return still
}

// effects are what a builtin or a function of the text does to the state. It reports
// whether all of it is followed.
func (r *reader) effects(words []word.Word, given []*syntax.Assign) bool {
	if r.names[words[0].Text] {
		return r.callOwn(words, given)
	}
	if words = own(words); len(words) > 0 {
		r.builtin(words, given)
	}
	return true
}

// builtin is what a builtin does to the state.
func (r *reader) builtin(words []word.Word, given []*syntax.Assign) {
	switch name := words[0].Text; name {
	case "cd", "pushd", "popd":
		r.changeDir(name, words[1:], given)
	case "set":
		r.options(words[1:])
		r.state.setsWords(words[1:])
	case "shift":
		r.shifts(words[1:])
	case "return":
		r.leave(words[1:])
	case "alias":
		r.alias(words[1:])
	case "hash", "enable":
		r.state.named = r.state.named || len(words) > 1
		for _, w := range words[1:] {
			if !w.Known() {
				r.unread("what %s makes of its words is computed at run time; write them out", name)
			}
		}
	case "trap":
		r.state.forgetAll()
		for i := range words[1:] {
			r.evalText(words[1+i : 2+i])
		}
		for _, w := range words[min(2, len(words)):] {
			if w.Text != "EXIT" && w.Text != "0" {
				r.state.trap, r.trapped = true, true
			}
		}
	case "eval", "source", ".":
		if name == "eval" {
			r.evalText(words[1:])
		}
		r.state.forgetAll()
		if !activates(words) {
			r.state.dirs = unknown
		}
		r.evaluates = true // it may have made a variable an integer
		r.mayDrop()
	case "unset":
		r.unset(words[1:])
	case "compgen", "complete":
		for _, w := range words[1:] {
			if written := r.own.computes[w.Text]; written != "" {
				r.computed(written) // -F calls it
			}
		}
	case "mapfile", "readarray":
		r.callback(words)
	case "print":
		r.prints(words[1:])
	case "let", "shopt", "setopt", "unsetopt", "emulate":
		if r.failing = true; !onlyPatterns(words) {
			r.state.forget()
		}
	}
}

// onlyPatterns reports whether a command is shopt and changes which names patterns stand
// for, and nothing else.
func onlyPatterns(words []word.Word) bool {
	if len(words) < 3 || words[0].Text != "shopt" || words[1].Text != "-s" && words[1].Text != "-u" {
		return false
	}
	for _, w := range words[2:] {
		switch w.Text {
		case "dotglob", "nullglob", "globstar", "failglob":
		default:
			return false
		}
	}
	return true
}

// shifts reads shift, which takes words off the front of $@.
func (r *reader) shifts(words []word.Word) {
	n := 1
	if len(words) > 0 {
		var err error
		if n, err = strconv.Atoi(words[0].Text); err != nil || n < 0 || len(words) > 1 {
			r.state.unplace()
			return
		}
	}
	r.state.shift(n)
}

// options reads set: only options that stand first and are all known make the
// shell end at the first failure.
func (r *reader) options(words []word.Word) {
	strict := r.state.strict
	for i := 0; i < len(words); i++ {
		text := words[i].Text
		if len(text) < 2 || text[0] != '-' && text[0] != '+' || text == "--" {
			break
		}
		on := text[0] == '-'
		r.tracing = r.tracing || strings.Contains(text, "x") || !words[i].Known()
		r.exports = r.exports || strings.Contains(text, "a") || !words[i].Known()
		if strings.Trim(text[1:], "abefhkmnptuvxBCEHPTo") != "" {
			strict = false // it fails, and sets nothing
			break
		}
		if on && strings.ContainsAny(text[1:], "kH") {
			r.rewrites(text)
		}
		if strings.Contains(text, "e") {
			strict = on
		}
		if strings.Contains(text, "o") && i+1 < len(words) {
			i++
			r.tracing = r.tracing || words[i].Text == "xtrace" || !words[i].Known()
			r.exports = r.exports || words[i].Text == "allexport" || !words[i].Known()
			if on && (words[i].Text == "keyword" || words[i].Text == "histexpand") {
				r.rewrites("-o " + words[i].Text)
			}
			if words[i].Text == "errexit" {
				strict = on
			} else if !words[i].Known() || !on {
				strict = false
			}
		}
	}
	r.state.strict = strict && (!r.state.branch || r.state.strict)
}

// rewrites refuses an option by which the shell makes another text of the one that
// is read: variables of operands, or the lines before of !! and ^a^b.
func (r *reader) rewrites(option string) {
	r.unread("set %s has the shell change what stands behind it before it runs; leave it out", option)
}

// alias reads what other meaning words are given.
func (r *reader) alias(words []word.Word) {
	r.state.named = true
	for _, w := range words {
		name, _, ok := strings.Cut(w.Text, "=")
		switch {
		case !w.Known(), w.Text == "-g", w.Text == "-s", w.Text == "-gs", w.Text == "-sg":
			r.unread("alias %s gives words another meaning; write the commands out", w.Shown())
		case ok:
			r.aliases[name] = true
		}
	}
}

// evalText reads text that the shell itself will read, for the aliases it makes
// and uses; the gate reads it for its commands.
func (r *reader) evalText(words []word.Word) {
	text := ""
	for _, w := range words {
		if !w.Known() && !w.Glob {
			return // denied
		}
		text += w.Text + " "
	}
	if r.depth >= 8 {
		r.unread("text that is evaluated is nested too deeply; write it out")
		return
	}
	file, err := parse(text, syntax.LangBash)
	if err != nil {
		return // denied
	}
	inner := newReader(text, file)
	for name := range inner.names {
		r.names[name], r.own.bodies[name] = true, nil
	}
	for name := range r.names {
		inner.names[name] = true
	}
	inner.own.computes = maps.Clone(r.own.computes)
	inner.aliases, inner.depth, inner.work = r.aliases, r.depth+1, r.work
	inner.read()
	r.work = inner.work
	for _, u := range inner.script.Unread {
		r.unread("%s", u)
	}
}

// unset forgets names.
func (r *reader) unset(words []word.Word) {
	for _, w := range words {
		switch name := w.Text[:nameLength(w.Text)]; {
		case !w.Known():
			r.state.forget()
		case name != "":
			r.state.set(name, unknown)
			delete(r.state.funcs, w.Text)
		default:
			delete(r.state.funcs, w.Text)
		}
	}
}

// callback gives the gate the text that mapfile -C runs for its lines.
func (r *reader) callback(words []word.Word) {
	for i, w := range words {
		if !strings.HasPrefix(w.Text, "-") || !strings.Contains(w.Text, "C") {
			continue
		}
		_, text, _ := strings.Cut(w.Text, "C")
		run := word.Word{Text: text}
		if text == "" && i+1 < len(words) {
			run = words[i+1]
		}
		r.evalText([]word.Word{run})
		r.emit(word.Command{Words: []word.Word{{Text: "eval"}, run, {Text: "0"}, unknown[0]}, Piped: true})
		r.state.forgetAll()
	}
}

// prints refuses print -P, by which zsh expands what is in the text.
func (r *reader) prints(words []word.Word) {
	expands := false
	for _, w := range words {
		expands = expands || strings.HasPrefix(w.Text, "-") && strings.Contains(w.Text, "P")
		if expands && (w.Holed() || strings.ContainsAny(w.Text, "$`\\")) {
			r.unread("print -P can run what is in its text; leave -P out")
		}
	}
}

func (r *reader) changeDir(name string, args []word.Word, given []*syntax.Assign) {
	if name != "cd" && r.stacks(name, args) {
		return
	}
	for len(args) > 0 && strings.HasPrefix(args[0].Text, "-") && args[0].Text != "-" {
		args = args[1:]
	}
	vars := r.state.vars
	if len(given) > 0 {
		r.state.vars = maps.Clone(vars)
		for _, a := range given { // they hold while it runs
			r.assign(a)
		}
	}
	from := orHere(r.state.dirs)
	moved := r.movedTo(name, args, from)
	back := r.comesBack(name, args)
	r.state.vars = vars
	if _, set := vars["OLDPWD"]; set {
		r.state.vars = maps.Clone(vars)
		delete(r.state.vars, "OLDPWD")
	}
	r.state.old = from
	if !moved[0].Known() {
		r.state.dirs = moved
		return
	}
	// It may fail, and then the folder is what it was.
	held := r.state.clone()
	held.dirs = moved
	if !back && (!r.state.strict || r.lenient > 0) {
		moved = union(from, moved)
	}
	r.state.dirs = moved
	r.ok = &held
}

// stacks reads pushd and popd where they do something else to the folders that they keep
// than to go to one and back: -n only notes one, or forgets one, and +N counts them.
func (r *reader) stacks(name string, args []word.Word) bool {
	notes, counts := false, false
	var to []word.Word
	for _, a := range args {
		switch text := a.Text; {
		case text == "-n":
			notes = true
		case len(text) > 1 && (text[0] == '+' || text[0] == '-') && strings.Trim(text[1:], "0123456789") == "":
			counts = true
		case text != "--":
			to = append(to, a)
		}
	}
	if !notes && !counts {
		return false
	}
	for _, d := range to {
		if !d.Home && !strings.HasPrefix(d.Text, "/") {
			d = unknown[0] // it is seen from where popd goes to it
		}
		r.state.pushed = union(r.state.pushed, []word.Word{d})
	}
	r.state.pushes = 0
	if !notes {
		if name == "pushd" {
			r.state.pushed = union(r.state.pushed, orHere(r.state.dirs))
		}
		r.state.dirs = union(orHere(r.state.dirs), r.state.pushed)
	}
	return true
}

// comesBack notes what pushd and popd do to the folders that they keep, and reports whether
// a command goes to one in which the shell was, which does not fail.
func (r *reader) comesBack(name string, args []word.Word) bool {
	switch {
	case name == "pushd":
		r.state.pushed = union(r.state.pushed, orHere(r.state.dirs))
		r.state.pushes++
	case name == "popd":
		r.state.pushes--
		return r.state.pushes >= 0 && len(args) == 0
	default:
		r.state.pushes = 0
		_, set := r.state.vars["OLDPWD"]
		return len(args) == 1 && args[0].Text == "-" && r.state.old != nil && !set
	}
	return false
}

// movedTo are the folders that cd, pushd or popd may go to.
func (r *reader) movedTo(name string, args, from []word.Word) (moved []word.Word) {
	to := word.Word{Text: "~", Home: true}
	if values := r.state.value("HOME"); r.assigned("HOME") {
		if to = unknown[0]; len(values) == 1 {
			to = values[0]
		}
	}
	switch {
	case name == "popd" && len(r.state.pushed) > 0:
		return r.state.pushed
	case name == "popd":
		return union(unknown, from)
	case len(args) > 1:
		to = unknown[0]
	case len(args) == 1:
		to = args[0]
	case name == "pushd":
		to = unknown[0]
	}
	if to.Text == "-" {
		if values, set := r.state.vars["OLDPWD"]; set && !r.state.trap {
			return values
		}
		return orUnknown(r.state.old)
	}
	if !to.Known() {
		// A pattern means a hidden folder only where it says the dot.
		hidden := strings.HasPrefix(to.Text, ".") && !strings.HasPrefix(to.Text, "./") && !strings.HasPrefix(to.Text, "..") || strings.Contains(to.Text, "/.")
		return []word.Word{{Text: unknown[0].Text + hiddenEnd(to), Made: to.Glob && hidden}}
	}
	for _, d := range from {
		moved = union(moved, []word.Word{under(d, to)})
	}
	first, _, _ := strings.Cut(to.Text, "/")
	if r.assigned("CDPATH") && first != "" && first != "." && first != ".." && !to.Home {
		return r.below(to, moved)
	}
	return moved
}

// below are the folders that cd may go to by CDPATH, besides those that it goes to without.
func (r *reader) below(to word.Word, moved []word.Word) []word.Word {
	for _, v := range r.state.value("CDPATH") {
		if !v.Known() {
			moved = union(unknown, moved)
			continue
		}
		for _, dir := range strings.Split(v.Text, ":") {
			for _, d := range orHere(r.state.dirs) {
				if dir != "" {
					d = under(d, word.Word{Text: dir, Home: strings.HasPrefix(dir, "~")})
				}
				moved = union(moved, []word.Word{under(d, to)})
			}
		}
	}
	return moved
}

// hiddenEnd is the end of the path of a folder which is not known otherwise, where it is
// that of a hidden one: "$x/.git".
func hiddenEnd(to word.Word) string {
	end := to.Text
	for i := len(end) - 1; i >= 0; i-- {
		if isHole(end[i]) {
			end = end[i+1:]
			break
		}
	}
	if to.Glob || !strings.HasPrefix(end, "/") || !strings.Contains(end, "/.") || strings.Contains(end, "/..") {
		return ""
	}
	return end
}

// under is the folder to, as seen from the folder dir.
func under(dir, to word.Word) word.Word {
	if to.Home || strings.HasPrefix(to.Text, "/") || dir.Text == "" {
		return to
	}
	if dir.Holed() {
		return word.Word{Text: unknown[0].Text + hiddenEnd(word.Word{Text: dir.Text + "/" + to.Text})}
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
		ways = followedBy(ways, alternatives)
	}
	return ways
}

// exported are assignments of which it is said whether programs see them.
func exported(list []word.Assign, yes bool) []word.Assign {
	for i := range list {
		list[i].Exported = yes
	}
	return list
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
					r.values(e.Value) // an element of integers is evaluated
				}
			}
		}
		if a.Name == nil {
			continue
		}
		if meanings[a.Name.Value] && a.Index != nil && !isNumber(r.exact(a.Index)) {
			r.unread("%s gives words another meaning in zsh; write the commands out", r.source(a))
		}
		if a.Append && isPrompt(a.Name.Value) {
			r.unread("%s adds to a text that the shell expands; write it in one", r.source(a))
		}
		values := []word.Word{{}}
		if a.Array != nil && len(a.Array.Elems) > 0 {
			values = unknown
		}
		if a.Value != nil {
			same := !a.Append && a.Index == nil && r.itself(a.Name.Value, a.Value.Parts)
			if values = r.values(a.Value); same {
				continue
			}
		}
		for _, v := range values {
			out = append(out, word.Assign{Name: a.Name.Value, Value: v})
		}
	}
	return out
}

// itself reports whether a variable is set to what it is anyway to the program that goes
// by it: GOPATH=$(go env GOPATH).
func (r *reader) itself(name string, parts []syntax.WordPart) bool {
	if len(parts) != 1 || r.assigned(name) {
		return false
	}
	switch p := parts[0].(type) {
	case *syntax.DblQuoted:
		return r.itself(name, p.Parts)
	case *syntax.CmdSubst:
		if len(p.Stmts) != 1 {
			return false
		}
		words, ok := r.plainWords(p.Stmts[0])
		return ok && r.known != nil && r.known.SaysItself(words, name)
	}
	return false
}

// meanings are zsh's tables of what words mean.
var meanings = map[string]bool{"aliases": true, "galiases": true, "saliases": true, "functions": true, "commands": true, "builtins": true}

// assign puts an assignment that stands alone into the state.
func (r *reader) assign(a *syntax.Assign) {
	if a.Name == nil {
		return
	}
	name := a.Name.Value
	r.meaning(name)
	switch {
	case a.Array != nil && a.Index == nil:
		r.assignArray(a)
	case a.Array != nil:
		r.give(name, unknown)
	case a.Index != nil:
		r.assignElement(a)
	case a.Append && a.Value != nil:
		var values []word.Word
		for _, old := range r.state.value(name) {
			for _, v := range r.values(a.Value) {
				values = union(values, []word.Word{{Text: old.Text + v.Text, Home: old.Home}})
			}
		}
		r.give(name, values)
	case a.Value == nil && !a.Append:
		r.give(name, []word.Word{{}})
	case a.Value == nil:
	default:
		r.give(name, r.values(a.Value))
	}
	for _, v := range r.state.vars[name] {
		if len(v.Text) > maxValue {
			r.give(name, unknown)
		}
	}
}

// printsText reports whether printf only puts text into a text: it is given no variable,
// and nothing that is printed as a number, which zsh evaluates.
func printsText(words []word.Word) bool {
	if len(words) > 1 && words[0].Text == "--" {
		words = words[1:]
	}
	if len(words) == 0 || !words[0].Known() || strings.HasPrefix(words[0].Text, "-") {
		return false
	}
	for _, directive := range strings.Split(strings.ReplaceAll(words[0].Text, "%%", ""), "%")[1:] {
		directive = strings.TrimLeft(directive, "-0123456789.#+ '")
		if directive == "" || !strings.Contains("sbqc", directive[:1]) {
			return false
		}
	}
	return true
}

// hazards finds names and subscripts that bash evaluates as arithmetic, in
// which a subscript may run a command: test -v 'a[$(cmd)]'.
func (r *reader) hazards(words []word.Word) {
	switch words[0].Text {
	case "test", "[", "printf", "read", "unset", "declare", "typeset", "local", "export", "readonly", "let", "mapfile", "readarray", "wait", "getopts":
	default:
		return
	}
	if words[0].Text == "printf" && printsText(words[1:]) {
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
