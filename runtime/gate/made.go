package gate

import (
	"kei/runtime/effect"
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/script"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A call that writes a file and runs it runs what it wrote: the text is judged
// where the call shows it, and denied where it does not. A file written by an
// earlier call is a program like any other, and so is what a compiler makes.

// A made file is one that the call itself writes.
type made struct {
	at     []Write // where it is, in each folder it may be in
	text   word.Word
	known  bool     // text is all of it
	others []string // what it is in other shells than bash, where they read its escapes differently
	puts   []string // what is put into a file that was there, if text is just that
	parts  []string // each text that it is known to get, of one that others change, too
	put    bool     // a program puts it there, or into it, and it is no text that is printed
	by     int      // where the command stands that writes it
	named  bool     // a program names it, and says how the name begins: split
	older  bool     // it is one that was there before, under this name or another
	main   bool     // a package.json of the call beside it names it: who requires the folder runs it
}

// maxMade is how many files a call may write and still run one.
const maxMade = 256

// madeOptions denies a call that makes a file whose name begins with a dash and has a
// pattern of names in a command behind that: to that program the file is an option.
func (u *unfolding) madeOptions() {
	last := len(u.list) - 1
	for last >= 0 && namesPattern(&u.list[last]) == "" {
		last--
	}
	made := false
	for i := 0; i <= last; i++ { // most calls have no pattern, and look no further
		cmd := &u.list[i]
		if cmd.remote || cmd.literal || cmd.guess != "" {
			continue
		}
		if pattern := namesPattern(cmd); made && pattern != "" {
			u.cannot("a file of this call is called like an option, which " + pattern + " gives to " + cmd.name() + "; give it another name")
			return
		}
		made = made || cmd.makesOption()
	}
}

// namesPattern is the first pattern of a command that a name with a dash in front may match
// where the program takes it for an option.
func namesPattern(cmd *command) string {
	for _, w := range cmd.Words[min(1, len(cmd.Words)):] {
		if w.Text == "--" {
			break // what stands behind it is no option
		}
		if w.Glob && w.Text != "" && str.IndexByte("*?[", w.Text[0]) >= 0 {
			return w.Text
		}
	}
	return ""
}

// makesOption reports whether a command makes a file whose name begins with a dash.
func (cmd *command) makesOption() bool {
	for _, t := range cmd.written() {
		if name := baseName(t.Text); len(name) > 1 && name[0] == '-' && t.Known() {
			return true
		}
	}
	return false
}

// ranAfterWriting unfolds the files that the call writes and also runs.
func (u *unfolding) ranAfterWriting() {
	files, all := u.madeFiles()
	if len(files) == 0 {
		return
	}
	ran, from := 0, 0
	for range maxRounds {
		list := append([]command(nil), u.list[from:]...)
		from = len(u.list)
		if !u.ranOf(list, files, all, &ran) {
			return
		}
	}
	for i := range u.list[from:] {
		if cmd := &u.list[from+i]; u.runsAny(cmd, files) && !u.ranBefore(cmd, from) {
			u.cannot("files that run each other deeper than anybody judges")
			return
		}
	}
}

// runsAny reports whether a command runs one of the files that the call writes.
func (u *unfolding) runsAny(cmd *command, files []made) bool {
	if cmd.remote || len(cmd.Words) == 0 {
		return false
	}
	for _, run := range cmd.runsFiles() {
		where := u.call.writesAt(cmd, run.target())
		for _, f := range files {
			if f.isAt(run, where) {
				return true
			}
		}
	}
	for _, f := range files {
		if _, ok := u.runsByName(cmd, f); ok {
			return true
		}
	}
	return false
}

// ranBefore reports whether the same command stands among those in front of end: one that
// runs itself, as make does for a further target, is judged.
func (u *unfolding) ranBefore(cmd *command, end int) bool {
	for i := range u.list[:end] {
		if one := &u.list[i]; !one.remote && sameWords(one.Words, cmd.Words) && sameWords(one.Dirs, cmd.Dirs) {
			return true
		}
	}
	return false
}

func sameWords(a, b []word.Word) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Text != b[i].Text || a[i].Home != b[i].Home {
			return false
		}
	}
	return true
}

// maxRounds is how often what a file that the call wrote runs is asked what it runs.
const maxRounds = 3

// ranOf unfolds what commands run of the files that the call writes; false if they run more
// than anybody will judge.
func (u *unfolding) ranOf(list []command, files []made, all bool, ran *int) bool {
	for _, cmd := range list {
		if cmd.remote || len(cmd.Words) == 0 {
			continue
		}
		for _, run := range cmd.runsFiles() {
			if *ran++; !all || *ran*len(files) > 4096 {
				u.cannot("a call that writes and runs so many files; split it up")
				return false
			}
			where := u.call.writesAt(&cmd, run.target())
			for _, f := range files {
				if f.isAt(run, where) {
					u.ranMade(f, run, cmd)
				}
			}
		}
		for _, f := range files {
			if run, ok := u.runsByName(&cmd, f); ok {
				u.ranMade(f, run, cmd)
			}
		}
		u.builtMade(files, cmd)
		u.loadedMade(files, cmd)
		u.dataFiles(files, cmd)
	}
	return true
}

// maxManifest is how long a file is that may tell a program of the project what to run.
const maxManifest = 1 << 14

// builtMade unfolds what a program that builds may run of the files that the call
// wrote: a script of package.json, a command of CMakeLists.txt. Which of their words
// run is not known, so only deny rules look at them; a text for people is none of them.
func (u *unfolding) builtMade(files []made, cmd command) {
	if cmd.literal || cmd.guess != "" || !cmd.obeys() {
		return
	}
	for _, f := range files {
		if len(f.at) == 0 {
			continue
		}
		name := baseName(f.at[0].Said)
		if lang := script.Of(name); lang != "" && f.known && !f.text.Holed() && len(f.text.Text) < maxManifest {
			u.programsOf(lang, f, cmd)
			continue
		}
		if str.HasSuffix(name, ".md") || str.HasSuffix(name, ".txt") && name != "CMakeLists.txt" || str.HasSuffix(name, ".rst") {
			continue
		}
		for _, text := range f.parts {
			u.quotedIn(cmd, name+" of this call, a file", text)
		}
	}
}

// programsOf unfolds what each text of a file runs.
func (u *unfolding) programsOf(lang string, f made, cmd command) {
	u.programOf(lang, f.text, cmd)
	for _, text := range f.others {
		u.programOf(lang, word.Word{Text: text}, cmd)
	}
}

// programOf unfolds what a program of the project runs, of which the call wrote the text.
func (u *unfolding) programOf(lang string, text word.Word, cmd command) {
	if l := script.Named(lang); l != nil && u.call.late() != nil && len(text.Text) < maxManifest && !text.Holed() {
		for _, one := range l.Read(script.Text{Word: text, Program: cmd.name()}).Maybe {
			u.literal(one, cmd, 1)
		}
	}
}

// quotedIn unfolds the pieces of a text that a program which builds may run.
func (u *unfolding) quotedIn(cmd command, where, text string) {
	if len(text) > maxManifest {
		return
	}
	for start, i := 0, 0; i <= len(text); i++ {
		if i == len(text) || str.IndexByte("'\"`;&|(){}\n", text[i]) >= 0 {
			part := str.Trim(text[start:i])
			if first, rest, _ := str.Cut(part, ' '); first != "" && first != str.Lower(first) {
				part = rest // COMMAND git push
			}
			u.quoted(cmd, word.Word{Text: part}, where, 1)
			start = i + 1
		}
	}
}

// obeys reports whether the command may run what the project's files say: it builds, or
// what it installs is in them.
func (cmd *command) obeys() bool {
	for i := range cmd.readings {
		if inv := &cmd.readings[i]; inv.ObeysFolder() || inv.Effects()&(effect.Builds|effect.Installs) != 0 {
			return true
		}
	}
	return false
}

// ranMade unfolds a file that the call wrote, as cmd runs it.
func (u *unfolding) ranMade(f made, run runFile, cmd command) {
	outer := command{by: run.Shown(), at: cmd.at}
	outer.Words, outer.Dirs = cmd.Words, cmd.Dirs
	if !f.known || f.text.Holed() || run.Glob {
		u.cannot("what " + run.Shown() + " holds when it is run is not written here; run its commands one by one")
		return
	}
	u.ranText(f.text, run, outer)
	for _, text := range f.others {
		u.ranText(word.Word{Text: text}, run, outer)
	}
	for _, part := range f.puts {
		u.ranPart(part, run, outer)
	}
	for _, text := range joinedPuts(f.puts) {
		u.ranText(word.Word{Text: text}, run, outer)
	}
}

// maxPuts is how many texts that are put into a file are tried beside each other.
const maxPuts = 6

// joinedPuts are texts that are put into a file, one right behind another: s/a/it push/;s/^/g/
// puts the second in front of the first.
func joinedPuts(puts []string) (list []string) {
	for i, a := range puts[:min(len(puts), maxPuts)] {
		for j, b := range puts[:min(len(puts), maxPuts)] {
			if i == j || a == "" || b == "" {
				continue
			}
			list = append(list, a+b)
			for k, c := range puts[:min(len(puts), maxPuts/2)] {
				if k != i && k != j && c != "" {
					list = append(list, a+b+c)
				}
			}
		}
	}
	return list
}

// isAt reports whether the file is the one that is run, or in a folder of which
// all files are.
func (f made) isAt(run runFile, where []Write) bool {
	if sameMade(f, where, run.Glob || run.Holed()) {
		return true
	}
	for _, a := range f.at {
		for _, b := range where {
			if !a.Unknown && !b.Unknown && b.At.Abs != "/" && str.HasPrefix(a.At.Abs, b.At.Abs+"/") && baseName(a.At.Abs) == str.TrimPrefix(a.At.Abs[len(b.At.Abs)+1:], "bin/") {
				return true
			}
		}
	}
	return false
}

// ranText unfolds the text of a file as what runs it reads it.
func (u *unfolding) ranText(text word.Word, run runFile, outer command) {
	switch shebang := shebang(text.Text); {
	case run.lang == "options":
		u.withOptions(text, outer)
	case run.lang != "" && run.lang != "sh":
		u.code(run.lang, text, run.args, outer, 1)
	case run.lang == "" && shebang != nil:
		next := command{by: outer.by, at: outer.at}
		next.Words, next.Dirs, next.Stdin, next.given = shebang, outer.Dirs, &text, startedWith(run.args)
		u.add(next, 1)
	default:
		outer.given = startedWith(run.args)
		u.text(text.Text, outer, 1)
	}
}

// ranPart unfolds text that is put somewhere into a file, where a quote may end
// what began before it.
func (u *unfolding) ranPart(text string, run runFile, outer command) {
	if text == "" {
		return
	}
	u.ranText(word.Word{Text: text}, run, outer)
	for start, i := 0, 0; i <= len(text); i++ {
		if i == len(text) || str.IndexByte("'\"`;&|(){}\n", text[i]) >= 0 {
			u.literal(text[start:i], outer, 1)
			start = i + 1
		}
	}
}

// shebang is the command that a script's first line names, nil if it names none.
func shebang(text string) []word.Word {
	if !str.HasPrefix(text, "#!") {
		return nil
	}
	line, _, _ := str.Cut(text[2:], '\n')
	var words []word.Word
	named := false
	if program, rest, ok := str.Cut(str.Trim(line), ' '); ok && baseName(program) == "env" && str.HasPrefix(str.Trim(rest), "-") {
		return []word.Word{{Text: program}, {Text: str.Trim(rest)}} // the system gives it the rest as one word
	}
	for _, f := range str.Fields(line) {
		if !isOption(f) { // what the text is read as follows from the program
			words = append(words, word.Word{Text: f})
		} else if f[1] != '-' && f[len(f)-1] == 'f' && len(words) == 1 && baseName(words[0].Text) != "env" {
			words = append(words, word.Word{Text: f}) // awk -f, sed -nf: the file is its value
			named = true
		}
	}
	if named {
		words = append(words, word.Word{Text: "/dev/stdin"})
	}
	return words
}

// madeFiles are the files that the call writes; all is false if there are too
// many to follow.
func (u *unfolding) madeFiles() (files []made, all bool) {
	var links []madeLink
	for i := range u.list {
		cmd := &u.list[i]
		if cmd.remote || cmd.literal {
			continue
		}
		links = u.call.linksAfter(u.list, cmd, links)
		for _, t := range append(cmd.written(), cmd.fetchedAs()...) {
			edited := t.rewrites && len(cmd.puts) > 0 && !t.Glob // sed -i: the rest is what was there before
			if t.unnamed || t.tree && t.folder == nil && !t.in && !t.whole && !edited || t.empty || t.made || t.same || freeAlways(t.Word) {
				continue
			}
			f := made{at: append(u.call.writesAt(cmd, t), u.call.throughLinks(cmd, t, links)...), by: i, named: t.prefix}
			whole := t.redirect || cmd.saysText() == invocation.SaysInput
			if whole {
				f.says(cmd)
			} else if len(cmd.puts) > 0 && (!cmd.putsAny || edited) && !t.unnamed {
				// What was there before is a program like any other.
				f.puts, f.known = cmd.puts, true
				f.text.Text = str.Join(cmd.puts, " ")
			}
			if f.put = !f.known && !whole && (len(cmd.puts) > 0 || !cmd.effects().Has(effect.Fetches)); f.put {
				f.puts = cmd.puts
			}
			if t.redirect && !f.known {
				f.puts, f.put = u.drawn(cmd, files)
			}
			if cmd.givesText(t) {
				more, skip := u.copies(&f, cmd, t, files)
				if files = append(files, more...); skip {
					continue
				}
			}
			if f.known {
				f.parts = append([]string{f.text.Text}, f.others...)
			}
			twice := false
			for j := range files {
				if sameMade(files[j], f.at, false) {
					twice, files[j].parts = true, append(files[j].parts, f.parts...)
					files[j].others = append(files[j].others, f.others...)
					if files[j].text.Text != f.text.Text {
						files[j].known = false // appended to, or written again
					}
				}
			}
			if twice {
				continue
			}
			if len(files) == maxMade {
				return files, false
			}
			files = append(files, f)
		}
	}
	mainsOf(files)
	return files, true
}

// fresh reports whether the call wrote one of these.
func fresh(sources []Write, files []made) bool {
	for _, f := range files {
		if sameMade(f, sources, false) {
			return true
		}
	}
	return false
}

// copies makes of a file what a command copies, moves or links to it. more are those
// that come with a folder; skip says that what is copied was there before the call.
func (u *unfolding) copies(f *made, cmd *command, t target, files []made) (more []made, skip bool) {
	sources := u.call.sourcesAt(cmd, t)
	at := f.at
	for _, in := range into(t.Word, t.folder) {
		at = append(at, u.call.writesAt(cmd, in)...) // the folder may be made first
	}
	if t.whole { // cp --parents
		for _, s := range sources {
			in := t
			in.Text += "/" + s.Said
			at = append(at, u.call.writesAt(cmd, in)...)
		}
	}
	more = carried(at, sources, files)
	if files = append(files, more...); fresh(sources, files) {
		f.at = at
	} else if t.in || t.whole {
		return more, true
	}
	*f = copyOf(*f, sources, files)
	return more, false
}

// carried are the files that the call wrote into folders which it then copies or moves,
// as they are called where they get to.
func carried(to, sources []Write, files []made) (list []made) {
	for _, from := range files[:min(len(files), maxMade/8)] {
		for _, a := range from.at {
			for _, s := range sources {
				rel, below := file.Within(s.At.Abs, a.At.Abs, a.At.Folds)
				if matched := s.Glob() && shellMatch(s.At.Abs, a.At.Abs); matched {
					rel, below = baseName(a.At.Abs), true
				}
				if !below || rel == "." || a.Unknown || s.Unknown {
					continue
				}
				one := from
				one.at = nil
				for _, w := range to {
					if w.Glob() {
						w.At.Abs = file.Parent(w.At.Abs)
					}
					w.At.Abs, w.Said = w.At.Abs+"/"+rel, w.Said+"/"+rel
					one.at = append(one.at, w)
				}
				list = append(list, one)
			}
		}
	}
	return list[:min(len(list), maxMade/8)]
}

// mainsOf notes the files that a package.json among them names: its main, what it exports.
func mainsOf(files []made) {
	for _, p := range files {
		if len(p.at) == 0 || baseName(p.at[0].Said) != "package.json" {
			continue
		}
		dir := folderOf(p.at[0].Said)
		for _, named := range script.Strings(str.Join(p.parts, "\n")) {
			for i := range files {
				f := &files[i]
				if named != "" && len(f.at) > 0 && folderOf(f.at[0].Said) == dir && str.In(baseName(f.at[0].Said), named, str.TrimPrefix(named, "./"), named+".js") {
					f.main = true
				}
			}
		}
	}
}

// folderOf is what a path names in front of its last part.
func folderOf(path string) string { return path[:len(path)-len(baseName(path))] }

// says takes over what the command writes into the file.
func (f *made) says(cmd *command) {
	texts, ok := cmd.says()
	if f.known = ok; !ok {
		return
	}
	f.text = texts[0]
	for _, w := range texts[1:] {
		f.others = append(f.others, w.Text)
	}
}

// fetchedAs are the files that a command which names none makes of what it fetches: they
// are called as the address ends.
func (cmd *command) fetchedAs() (list []target) {
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		if !inv.Effects().Has(effect.Fetches) || len(inv.Unnamed()) == 0 {
			continue
		}
		for _, use := range inv.Uses() {
			if use.Resolved() != invocation.URL {
				continue
			}
			for _, w := range use.Words {
				path, _, _ := str.Cut(w.Text, '?')
				if path, _, _ = str.Cut(path, '#'); str.IndexByte(path, '/') >= 0 && baseName(path) != "" {
					list = append(list, target{Word: word.Word{Text: baseName(path)}})
				}
			}
		}
	}
	return list
}

// sameMade reports whether a file is one of those places. Where a place is not
// known, the name decides; any takes a pattern for every file.
func sameMade(f made, where []Write, any bool) bool {
	for _, a := range f.at {
		for _, b := range where {
			switch {
			case any:
				return true
			case a.Unknown || b.Unknown:
				if baseName(trimSlash(a.Said)) == baseName(trimSlash(b.Said)) {
					return true
				}
			case a.At.Abs == b.At.Abs, f.named && shellMatch(a.At.Abs, b.At.Abs):
				return true
			}
		}
	}
	return false
}

// A runFile is a file whose text a command may run.
type runFile struct {
	word.Word
	lang string      // the language that it is read in; "" if the file itself says it
	dirs []word.Word // the folders that the program changes to before it looks for it
	args []word.Word // what it is given
}

// target is the file as one that could be written.
func (r runFile) target() target {
	t := target{Word: r.Word}
	for i := range r.dirs {
		dir := r.dirs[len(r.dirs)-1-i]
		switch {
		case str.HasPrefix(t.Text, "/") || t.Home:
		case !dir.Known():
			t.Text = string(rune(match.Hole)) + "/" + t.Text
		default:
			t.Text, t.Home = dir.Text+"/"+t.Text, dir.Home
		}
	}
	return t
}

// runsFiles are the files whose text the command may run: the script of a shell
// or an interpreter, a makefile, or the command itself if it is given by its
// path.
func (cmd *command) runsFiles() []runFile {
	var list []runFile
	for i := range cmd.readings {
		uses := cmd.readings[i].Uses()
		var dirs []word.Word
		for _, use := range uses {
			if use.Kind == invocation.Cd {
				dirs = append(dirs, use.Word())
			}
		}
		for _, use := range uses {
			if use.Kind != invocation.Source {
				continue
			}
			for _, w := range use.Words {
				list = append(list, runFile{Word: w, lang: use.Lang, dirs: dirs, args: argumentsIn(uses)})
			}
		}
	}
	if str.Contains(cmd.Words[0].Text, "/") {
		list = append(list, runFile{Word: cmd.Words[0], args: cmd.Words[1:]})
	}
	return list
}

// runsByName reports whether a command may run a file that the call wrote without
// giving its path: a program that PATH leads to, a module that an interpreter
// loads.
func (u *unfolding) runsByName(cmd *command, f made) (runFile, bool) {
	if len(f.at) == 0 {
		return runFile{}, false
	}
	path := trimSlash(f.at[0].Said)
	if first := cmd.Words[0]; baseName(path) == first.Text && !cmd.variable && (u.setsPath() || u.inPath(f)) {
		return runFile{Word: first}, true
	}
	if u.readsProfile(cmd, baseName(path)) {
		return runFile{Word: word.Word{Text: baseName(path)}, lang: "sh"}, true
	}
	stem, parent, code := moduleName(path)
	if f.main {
		code = true
	}
	if !code {
		return cmd.loadsText(path, parent)
	}
	if cmd.variable {
		run := runFile{Word: cmd.Words[0], lang: script.Of(path)}
		return run, mentions(cmd.Words[1].Text, stem)
	}
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		if inv.Reads() == "python" && str.In(stem, "sitecustomize", "usercustomize") {
			return runFile{Word: word.Word{Text: stem}, lang: "python"}, true
		}
		for _, use := range inv.Uses() {
			w := use.Word()
			switch use.Kind {
			case invocation.Module:
				if inv.Reads() == "python" && str.IndexByte(path, '/') < 0 && str.In(stem, shadowed...) {
					return runFile{Word: word.Word{Text: stem}, lang: "python"}, true
				}
				// What the module is given it may load, as runpy and timeit do.
				for _, m := range use.Words {
					if hasPart(m.Text, stem, parent) || loads(inv.Reads(), m.Text, stem, parent) {
						return runFile{Word: m, lang: inv.Reads()}, true
					}
				}
			case invocation.Source:
				if hasPart(w.Text, stem, parent) && str.IndexByte(baseName(w.Text), '.') < 0 {
					return runFile{Word: w, lang: use.Lang}, true
				}
			case invocation.Code:
				if use.Lang == inv.Reads() && loads(use.Lang, w.Text, stem, parent) {
					return runFile{Word: word.Word{Text: baseName(path)}, lang: use.Lang}, true
				}
			}
		}
		if cmd.Stdin != nil && inv.Reads() != "" && loads(inv.Reads(), cmd.Stdin.Text, stem, parent) {
			return runFile{Word: word.Word{Text: baseName(path)}, lang: inv.Reads()}, true
		}
	}
	return runFile{}, false
}

// loadsText reports whether a program that is written in the call runs a file that is not
// called as the programs of its language are.
func (cmd *command) loadsText(path, parent string) (runFile, bool) {
	for i := range cmd.readings {
		if lang := cmd.readings[i].Reads(); cmd.Stdin != nil && lang != "" && loadsText(lang, cmd.Stdin.Text, baseName(path), parent) {
			return runFile{Word: word.Word{Text: baseName(path)}, lang: lang}, true
		}
		for _, use := range cmd.readings[i].Uses() {
			if use.Kind == invocation.Code && loadsText(use.Lang, use.Word().Text, baseName(path), parent) {
				return runFile{Word: word.Word{Text: baseName(path)}, lang: use.Lang}, true
			}
		}
	}
	return runFile{}, false
}

// profiles are the files that shells read by themselves when they start or end.
const profiles = " .bash_profile .bash_login .profile .bashrc .bash_logout .zshenv .zprofile .zshrc .zlogin .zlogout .kshrc .mkshrc .cshrc .tcshrc .login .logout config.fish "

// readsProfile reports whether a command is a shell that reads what the call wrote
// under the name of a profile: one that always does, a login or interactive one, or one
// that a variable in front of it sends there. What HOME is is not asked: who writes such
// a file and starts such a shell means it to be read.
func (u *unfolding) readsProfile(cmd *command, name string) bool {
	if !str.Contains(profiles, " "+name+" ") {
		return false
	}
	for i := range cmd.readings {
		if !cmd.readings[i].Shell() {
			continue
		}
		if cmd.readings[i].Profile(name) || str.HasPrefix(cmd.Words[0].Text, "-") {
			return true
		}
		for _, a := range cmd.Assigns {
			if str.In(a.Name, "HOME", "ZDOTDIR", "ENV", "BASH_ENV", "XDG_CONFIG_HOME") {
				return true
			}
		}
		for _, w := range cmd.Words[1:] {
			if isOption(w.Text) && (str.In(w.Text, "--login", "--rcfile", "--init-file", "--interactive") || w.Text[1] != '-' && str.ContainsAny(w.Text, "li")) {
				return true
			}
		}
	}
	return false
}

// setsPath reports whether the call says where programs are looked for.
func (u *unfolding) setsPath() bool {
	for i := range u.list {
		for _, a := range u.list[i].Assigns {
			if str.In(a.Name, "PATH", "path") {
				return true
			}
		}
	}
	return false
}

// inPath reports whether a file stands where programs are looked for anyway.
func (u *unfolding) inPath(f made) bool {
	path, _ := u.call.Env("PATH")
	for rest := path; rest != ""; {
		var dir string
		dir, rest, _ = str.Cut(rest, ':')
		for _, w := range f.at {
			if !w.Unknown && dir != "" && trimSlash(dir)+"/"+baseName(w.At.Abs) == w.At.Abs {
				return true
			}
		}
	}
	return false
}

// moduleName is the name by which interpreters load a file, and that of the
// folder that it stands in; code is false for files that they do not load.
func moduleName(path string) (stem, parent string, code bool) {
	stem = baseName(path)
	if i := str.LastIndexByte(path, '/'); i > 0 {
		parent = baseName(trimSlash(path[:i]))
	}
	i := str.LastIndexByte(stem, '.')
	if i <= 0 {
		return stem, parent, false
	}
	ext := stem[i+1:]
	return stem[:i], parent, str.In(ext, "py", "pyc", "so", "js", "mjs", "cjs", "jsx", "ts", "mts", "cts", "tsx", "node", "rb", "pl", "pm", "ph", "lua", "php", "inc", "r", "R", "jl", "tcl", "erl", "ex", "exs", "hs", "m", "scm", "el", "sh")
}

// hasPart reports whether one part of a module's name is one of the names.
func hasPart(module, stem, parent string) bool {
	start := 0
	for i := 0; i <= len(module); i++ {
		if i < len(module) && str.IndexByte("./:\\=,", module[i]) < 0 {
			continue
		}
		if part := module[start:i]; part != "" && (part == stem || part == parent) {
			return true
		}
		start = i + 1
	}
	return false
}
