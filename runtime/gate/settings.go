package gate

import (
	"kei/runtime/effect"
	"kei/runtime/file"
	"kei/runtime/str"
	"kei/runtime/word"
)

// Programs obey files of settings, and a variable says where those lie. What they do by settings
// that the call itself writes is in none of its words.

// settingsMade denies a variable that leads a program of the call to settings which the call writes.
func (u *unfolding) settingsMade(files []made, cmd command) {
	more := cmd.readings[0].Given[0].Option.More
	if more == nil || more.Settings == "" || !cmd.exported && !u.exports(cmd.Words[0].Text) {
		return
	}
	for _, f := range files {
		if f.by == cmd.at || f.older || len(f.at) == 0 || !u.leadsTo(&cmd, more.Settings, f) {
			continue
		}
		if program := u.obeying(cmd.from-1, f, more.Exported); program != "" {
			u.cannot(cmd.Words[0].Text + " leads " + program + " to " + f.at[0].Said + ", which this call writes, and what it does by that is not in its words; write it in a call of its own")
			return
		}
	}
}

// leadsTo reports whether the value of a variable names a file, or a folder that it lies in under
// a name of that pattern.
func (u *unfolding) leadsTo(cmd *command, pattern string, f made) bool {
	value := cmd.Words[1]
	for rest := value.Text; rest != ""; {
		var one string
		if one, rest, _ = str.Cut(rest, ':'); one == "" {
			continue
		}
		home := value.Home && str.HasPrefix(value.Text, one)
		for _, w := range u.call.writesAt(cmd, target{Word: word.Word{Text: one, Home: home}}) {
			for _, a := range f.at {
				if settingAt(w, a, pattern) {
					return true
				}
			}
		}
	}
	return false
}

// settingAt reports whether a file is the one that is named, or lies below that under a name of
// the pattern.
func settingAt(named, a Write, pattern string) bool {
	at, of := a.At.Abs, named.At.Abs
	if a.Unknown || named.Unknown {
		if a.Unknown != named.Unknown {
			return false
		}
		at, of = a.Said, trimSlash(named.Said) // below one and the same new folder
	}
	rel, below := file.Within(of, at, a.At.Folds)
	if !below {
		return false
	}
	first, _, _ := str.Cut(rel, '/')
	return rel == "." || file.Glob(pattern).Match(first)
}

// exports reports whether programs see a variable of the call.
func (u *unfolding) exports(name string) bool {
	_, ok := u.call.Env(name)
	return ok || exportedBy(u.list, name)
}

// obeying is the first program of the call, from that command on, which may obey settings: those
// of the system's small tools that are the same everywhere do not, nor does what only prints, unless
// the variable stands in front of it. named says that only the variable's name speaks for
// settings: those of a program of the project are what is worked at. The profile that a shell
// reads is judged as text that runs.
func (u *unfolding) obeying(from int, f made, named bool) string {
	for i := max(from, 0); i < len(u.list); i++ {
		cmd := &u.list[i]
		if cmd.variable || cmd.literal || cmd.Function || len(cmd.Words) == 0 || named && (len(cmd.readings) == 0 || cmd.obeys() || len(cmd.runsFiles()) > 0) {
			continue
		}
		if f.known && u.readsProfile(cmd, baseName(f.at[0].Said)) {
			continue
		}
		obeys := len(cmd.readings) == 0
		for j := range cmd.readings {
			inv := &cmd.readings[j]
			obeys = obeys || !inv.Program.Gnu && (i == from || cmd.from-1 == from || inv.Effects() != effect.Prints)
		}
		if obeys {
			return cmd.name()
		}
	}
	return ""
}
