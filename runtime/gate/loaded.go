package gate

import (
	"kei/runtime/effect"
	"kei/runtime/file"
	"kei/runtime/invocation"
	"kei/runtime/script"
	"kei/runtime/str"
	"kei/runtime/word"
)

// Programs that build or test run files of the project without being told: a runner of
// tests each test that it finds, npm the scripts of its package. Their tables say which
// (loads). Where the call writes such a file, its text is read as what runs, by rules that
// deny: which part of it does run is not known.

// loadedMade unfolds the files that the call wrote and that the command loads by its table.
func (u *unfolding) loadedMade(files []made, cmd command) {
	switch {
	case cmd.literal && !cmd.module || cmd.guess != "":
		return
	case cmd.variable:
		u.searchedMade(files, cmd)
		u.settingsMade(files, cmd)
		return
	}
	for i := range cmd.readings {
		for _, use := range cmd.readings[i].Uses() {
			if use.Kind != invocation.Loads {
				continue
			}
			for _, pattern := range use.Words {
				for _, f := range files {
					if f.by != cmd.at && (u.loads(f, pattern.Text, &cmd) || use.At >= 0 && sameMade(f, u.call.writesAt(&cmd, target{Word: pattern}), false)) {
						u.loaded(f, pattern, use.Lang, cmd)
						u.takenIn(f, files, use.Lang, cmd)
					}
				}
			}
		}
	}
}

// takenIn unfolds a text in C with the files of the call in it that it takes in, whatever
// they are called: #include "body".
func (u *unfolding) takenIn(f made, files []made, lang string, cmd command) {
	if lang != "c" || !f.known && !f.put || !str.Contains(f.text.Text, "include") {
		return
	}
	taken := 0
	f.text.Text = script.WithIncluded(f.text.Text, func(name string) (string, bool) {
		for _, other := range files {
			if len(other.at) > 0 && baseName(trimSlash(other.at[0].Said)) == baseName(name) && taken < maxMade {
				taken++
				return str.Join(append([]string{other.text.Text}, other.puts...), "\n"), true
			}
		}
		return "", false
	})
	if taken > 0 {
		u.loaded(f, word.Word{Text: "#include"}, lang, cmd)
	}
}

// searchedMade unfolds the files that the call wrote below folders which a variable names, and
// in which programs look for modules, or for each other.
func (u *unfolding) searchedMade(files []made, cmd command) {
	for i := range cmd.readings {
		for _, use := range cmd.readings[i].Uses() {
			if use.Kind != invocation.Loads {
				continue
			}
			for _, f := range files {
				if f.by != cmd.at && len(f.at) > 0 && !f.older && u.searches(f, use.Lang, &cmd) {
					u.searched(f, use.Lang, cmd)
				}
			}
		}
	}
}

// searches reports whether a file lies in one of the folders that a variable names, and is
// what is looked for there: a program right in it, a module also below it.
func (u *unfolding) searches(f made, lang string, cmd *command) bool {
	if lang != "sh" && script.Of(f.at[0].Said) != lang {
		return false
	}
	for rest := cmd.Words[1].Text; rest != ""; {
		var dir string
		if dir, rest, _ = str.Cut(rest, ':'); dir == "" {
			continue
		}
		if i := str.IndexByte(dir, '?'); i >= 0 { // LUA_PATH=src/?.lua
			dir = folderOf(dir[:i])
		}
		home := cmd.Words[1].Home && str.HasPrefix(cmd.Words[1].Text, dir)
		for _, w := range u.call.writesAt(cmd, target{Word: word.Word{Text: dir, Home: home}}) {
			for _, a := range f.at {
				if a.Unknown || w.Unknown {
					continue
				}
				if rel, below := file.Within(w.At.Abs, a.At.Abs, a.At.Folds); below && (lang != "sh" || str.IndexByte(rel, '/') < 0) {
					return true
				}
			}
		}
	}
	return false
}

// searched unfolds the text of such a file. A program, and a module that stands in front of
// one of the library, run for certain; other modules may be what is worked at.
func (u *unfolding) searched(f made, lang string, cmd command) {
	name := baseName(trimSlash(f.at[0].Said))
	stem, _, _ := moduleName(name)
	switch {
	case lang == "python" && str.In(stem, shadowed...), str.In(stem, "sitecustomize", "usercustomize"):
		u.ranMade(f, runFile{Word: word.Word{Text: name}, lang: lang}, cmd)
	case !f.known || f.text.Holed():
	case lang == "sh":
		u.ranMade(f, runFile{Word: word.Word{Text: name}}, cmd)
	default:
		u.mayRun(f, name, lang, cmd)
	}
}

// loads reports whether a file is one that a pattern of the command's table means: by its
// name, and with ./ in front of that, where it lies beside what the command runs.
func (u *unfolding) loads(f made, pattern string, cmd *command) bool {
	if len(f.at) == 0 {
		return false
	}
	name := str.TrimPrefix(pattern, "./")
	if folder := folderOf(name); folder != "" { // git/config, in whatever folder that one lies
		at := f.at[0].At.Abs
		if f.at[0].Unknown {
			at = f.at[0].Said
		}
		return str.HasSuffix(at, "/"+name) || at == name
	}
	if !file.Glob(name).Match(baseName(trimSlash(f.at[0].Said))) {
		return false
	}
	if name == pattern || f.at[0].Unknown {
		return true
	}
	folders := u.call.writesAt(cmd, target{Word: word.Word{Text: "."}})
	for _, run := range cmd.runsFiles() {
		for _, w := range u.call.writesAt(cmd, run.target()) {
			w.At.Abs = file.Parent(w.At.Abs)
			folders = append(folders, w)
		}
	}
	for _, w := range folders {
		if w.Unknown || w.At.Abs == file.Parent(f.at[0].At.Abs) {
			return true
		}
	}
	return false
}

// loaded unfolds the text of a file in a language. One that stands in front of a module
// which a library loads is run for certain, whatever the command is for.
func (u *unfolding) loaded(f made, pattern word.Word, lang string, cmd command) {
	name := baseName(trimSlash(f.at[0].Said))
	switch {
	case f.older:
		return
	case str.HasPrefix(pattern.Text, "./") && str.IndexByte(pattern.Text, '*') < 0:
		u.ranMade(f, runFile{Word: word.Word{Text: name}, lang: lang}, cmd)
		return
	case f.put: // into what was there, or by a program that says what it puts
		f.text.Text, f.known = str.Join(f.puts, ""), true
	case !f.known || f.text.Holed():
		u.cannot("what " + name + " holds when " + cmd.name() + " runs it is not written here; write it out, or run " + cmd.name() + " in a call of its own")
		return
	}
	u.mayRun(f, name, lang, cmd)
}

// mayRun unfolds the text of a file of which some part runs.
func (u *unfolding) mayRun(f made, name, lang string, cmd command) {
	inner := unfolding{call: u.call}
	next := command{by: cmd.name(), literal: true}
	next.Words, next.Dirs = []word.Word{{Text: name}}, cmd.Dirs
	if lang == "options" {
		next.Words = cmd.Words
	}
	inner.list = append(inner.list, next)
	for _, text := range append(append([]string{f.text.Text}, f.others...), f.puts...) {
		if w := f.text; text != "" {
			w.Text = text
			inner.ranText(w, runFile{lang: lang}, next)
		}
	}
	for _, reason := range inner.unread {
		u.cannot(reason)
	}
	starts := startsPrograms(str.Join(append([]string{f.text.Text}, f.puts...), "\n"))
	for i := range inner.list[1:] {
		one := &inner.list[1+i]
		one.loaded = (!one.literal || starts && len(one.Words) > 1) && one.effects()&local != one.effects()
	}
	u.adopt(inner.list, cmd)
}

// local are effects of commands that tests run all the time, on files of their own.
const local = effect.Prints | effect.Reads | effect.Writes | effect.Deletes | effect.Builds | effect.History

// startsPrograms reports whether a text in Python has what starts programs: what stands in
// its strings may be one then.
func startsPrograms(program string) bool {
	for _, by := range [...]string{"system", "popen", "subprocess", "create_subprocess_shell", "posix_spawn", "spawnlp", "spawnvp", "execlp", "execvp", "pty"} {
		if mentions(program, by) {
			return true
		}
	}
	return false
}

// adopt takes over what may run by a command: only rules that deny look at it.
func (u *unfolding) adopt(list []command, cmd command) {
	for _, c := range list {
		c.literal = true
		c.at, c.from = len(u.list), cmd.at+1
		u.list = append(u.list, c)
	}
}

// dataPiped reads data that names files and comes through a pipe, where the command in
// front prints what stands in the call. Other data is a program that writes what it does
// not name.
func (u *unfolding) dataPiped(cmd command, lang string, depth int) {
	if text, ok := u.printedFor(&cmd); ok {
		cmd.Stdin, cmd.Piped = nil, false
		u.code(lang, text, nil, cmd, depth)
		return
	}
	self := &u.list[cmd.at]
	self.writesUnknown, self.writesPath = true, true
}

// printedFor is what the command in front of a pipe prints, if that is known.
func (u *unfolding) printedFor(cmd *command) (word.Word, bool) {
	for i := cmd.at - 1; i >= 0 && cmd.Alone; i-- {
		up := &u.list[i]
		if up.from != cmd.from || len(up.Words) == 0 || up.variable {
			continue
		}
		if up.Function || up.remote || !onlyQuiet(up.Redirs) {
			break
		}
		return up.saysOne()
	}
	return word.Word{}, false
}

// dataFiles reads the files of the call that a command takes such data from.
func (u *unfolding) dataFiles(files []made, cmd command) {
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		kind, lang, ok := inv.Stdin()
		if !ok || kind != invocation.Code || !script.Data(lang) || cmd.literal && !cmd.module {
			continue
		}
		var sources []word.Word
		for _, use := range inv.Uses() {
			if use.Resolved() == invocation.Read {
				sources = append(sources, use.Words...)
			}
		}
		for _, r := range cmd.Redirs {
			if !r.Write {
				sources = append(sources, r.Target)
			}
		}
		for _, w := range sources {
			for _, f := range files {
				switch {
				case !sameMade(f, u.call.writesAt(&cmd, target{Word: w}), w.Glob):
				case f.known && !f.text.Holed():
					cmd.Stdin, cmd.Piped = nil, false
					u.code(lang, f.text, nil, cmd, 1)
					for _, text := range f.others {
						u.code(lang, word.Word{Text: text}, nil, cmd, 1)
					}
				case !f.older && !f.put:
					self := &u.list[cmd.at]
					self.writesUnknown, self.writesPath = true, true
				}
			}
		}
	}
}

// withOptions unfolds a program with the further options that a file has for it.
func (u *unfolding) withOptions(text word.Word, outer command) {
	if len(outer.Words) == 0 {
		return
	}
	var words, behind []word.Word
	for _, one := range unquoted(text.Text) {
		behind = append(behind, word.Word{Text: one})
	}
	for _, w := range outer.Words {
		if w.Text == "@"+outer.by { // they stand in its place
			words, behind = append(words, behind...), nil
		} else {
			words = append(words, w)
		}
	}
	u.moduleOf(append(words, behind...), outer, 1)
}
