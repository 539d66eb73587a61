package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// written are the paths that the command writes, as it names them: by
// redirection, and because that is what the program does with its operands.
func (cmd *command) written() []target {
	var list []target
	for _, r := range cmd.Redirs {
		if r.Write {
			list = append(list, target{Word: r.Target, redirect: true})
		}
	}
	for _, w := range cmd.targets {
		list = append(list, target{Word: w})
	}
	list = append(list, cmd.steers...)
	for _, w := range cmd.removed {
		list = append(list, target{Word: w, tree: true, gone: true})
	}
	if cmd.writesUnknown {
		t := named("written by the program of " + cmd.name())
		t.inline, t.loose = true, !cmd.writesPath
		list = append(list, t)
	}
	for i := range cmd.readings {
		list = append(list, targetsOf(&cmd.readings[i])...)
	}
	for i := range cmd.readings {
		list = withCopies(list, cmd.readings[i].Uses())
	}
	if cmd.there != nil {
		list = cmd.inEach(list)
	}
	for i := range list {
		switch t := &list[i]; {
		case cmd.finding != nil && t.tree && t.gone:
			t.find = cmd.finding
		case cmd.foundBy != nil && t.Glob && str.HasSuffix(t.Text, "/**"):
			t.find = cmd.foundBy
		case (cmd.foundBy != nil || cmd.among != nil) && t.Glob && str.Contains(t.Text, "**"):
			t.open, t.found = true, true // what find gives is only a part of its name
		}
		if t := &list[i]; cmd.unsureNames && !t.rewrites && !t.gone && t.Glob {
			t.open = true
		}
	}
	return list
}

// inEach are targets of a command that runs in the folder of each file which is found: one
// that is named from there can be in any below where find begins, or in that one's own.
// What find names itself is named from where it was started.
func (cmd *command) inEach(list []target) (all []target) {
	for _, t := range list {
		if t.unnamed || t.redirect || t.Home || str.HasPrefix(t.Text, "/") || t.Glob && str.Contains(t.Text, "**") {
			all = append(all, t)
			continue
		}
		for _, start := range cmd.there {
			one := t
			switch {
			case !start.Known() || climbsOut(t.Text):
				one.Text = string(rune(match.Hole)) + "/" + t.Text
				all = append(all, one)
				continue
			case linkFolder(start.Text) != "" || str.IndexByte(start.Text, '/') < 0:
				beside := t
				if at := linkFolder(trimSlash(start.Text)); at != "" {
					beside.Text, beside.Home = at+"/"+t.Text, start.Home
				}
				all = append(all, beside)
			}
			one.Text, one.Home, one.Glob = trimSlash(start.Text)+"/**/"+t.Text, start.Home, true
			one.open, one.strays = true, true
			all = append(all, one)
		}
	}
	return all
}

func named(what string) target { return target{Word: word.Word{Text: what}, unnamed: true} }

// linkFolder is the folder of a link, "" if that is where the command runs.
func linkFolder(link string) string {
	if str.HasSuffix(link, "/") {
		return trimSlash(link)
	}
	if i := str.LastIndexByte(link, '/'); i > 0 {
		return link[:i]
	}
	return ""
}

// into are the names that sources get in a folder.
func into(dir word.Word, sources []word.Word) []target {
	var list []target
	for _, s := range sources {
		w := dir
		w.Text = dir.Text + "/" + baseName(trimSlash(s.Text))
		w.Split, w.Glob = w.Split || s.Split, w.Glob || s.Glob
		t := target{Word: w, tree: true, in: true, open: dir.Glob}
		if s.Glob && !dir.Glob {
			like := s
			like.Text = trimSlash(s.Text)
			t.like = &like
		}
		list = append(list, t)
	}
	return list
}

func trimSlash(s string) string {
	for len(s) > 1 && s[len(s)-1] == '/' {
		s = s[:len(s)-1]
	}
	return s
}

// linkName is where a command puts what it makes, with a slash behind it if that
// is a folder; "" if it does not say.
func linkName(uses []invocation.Use) (link string) {
	for _, use := range uses {
		switch use.Resolved() {
		case invocation.Dest:
			link = use.Word().Text
		case invocation.Into:
			link = use.Word().Text + "/"
		}
	}
	return link
}

// targetsOf are the files that one reading of the words writes.
func targetsOf(inv *invocation.Invocation) []target {
	uses := inv.Uses()
	var list []target
	var sources, leads, from []word.Word
	tree := false
	link := linkName(uses)
	for _, use := range uses {
		switch use.Resolved() {
		case invocation.Read, invocation.Move, invocation.Link, invocation.Symlink, invocation.ReadTree:
			if !use.Option {
				sources = append(sources, use.Words...)
				tree = tree || use.Kind == invocation.ReadTree || use.Kind == invocation.Move
			}
		}
	}
	for _, use := range uses {
		for _, w := range use.Words {
			for _, t := range targetOf(use, w, sources, tree, link) {
				t.open = t.open || use.Pattern && !t.rewrites // what these patterns match is the program's own
				list = append(list, t)
			}
		}
		switch use.Resolved() {
		case invocation.Symlink:
			leads = append(leads, use.Words...)
		case invocation.Link:
			from = append(from, use.Words...) // ln -r names it from here
		}
	}
	here := -1
	if inv.Command().More != nil && inv.Command().More.Here && link == "" && len(sources) > 0 {
		here = len(list)
		list = append(list, target{Word: word.Word{Text: baseName(sources[0].Text), Split: sources[0].Split}})
	}
	for i := range list {
		if list[i].folder != nil || list[i].in || i == here {
			list[i].leads, list[i].from = leads, from
		}
	}
	if what := inv.Unnamed(); what != "" {
		list = append(list, named(what))
	}
	if !inv.Removes() {
		for i := range list {
			list[i].gone = list[i].gone && !list[i].changed
		}
	}
	return moved(list, uses)
}

func targetOf(use invocation.Use, w word.Word, sources []word.Word, tree bool, link string) []target {
	switch use.Resolved() {
	case invocation.Write, invocation.Append:
		return []target{{Word: w}}
	case invocation.Delete:
		return []target{{Word: w, gone: true}}
	case invocation.Output:
		return []target{{Word: w, made: true}}
	case invocation.Meta:
		return []target{{Word: w, same: true}}
	case invocation.MetaTree:
		return []target{{Word: w, same: true, tree: true}}
	case invocation.Archive:
		return []target{{Word: w, fixed: true}}
	case invocation.Tree:
		return []target{{Word: w, tree: true, gone: true, changed: true, inside: len(sources) > 0, of: sources}}
	case invocation.Clear:
		return []target{{Word: w, tree: true, gone: true}}
	case invocation.Move:
		return []target{{Word: w, tree: true, gone: true, moved: true}}
	case invocation.WriteTree:
		return []target{{Word: w, tree: true, whole: len(sources) > 0, of: sources}}
	case invocation.Rewrite:
		return []target{{Word: w, tree: true, rewrites: true}}
	case invocation.Repo:
		return []target{{Word: w, tree: true, repo: true}}
	case invocation.Made:
		return []target{{Word: w, empty: true}}
	case invocation.Dest:
		return []target{{Word: w, tree: tree, folder: sources}}
	case invocation.Into:
		return into(w, sources)
	case invocation.Symlink:
		if at := linkFolder(link); at != "" && !str.HasPrefix(w.Text, "/") && !w.Home {
			w.Text = at + "/" + w.Text
		}
		return []target{{Word: w, tree: true, open: true}}
	case invocation.Link:
		return []target{{Word: w, tree: true}}
	case invocation.Prefix:
		w.Text, w.Glob = w.Text+"*", true
		return []target{{Word: w, open: true, prefix: true}}
	case invocation.Beside:
		return beside(w)
	}
	return nil
}

// beside are a file, or those below a folder, and those that it may become: x.gz,
// x.gz.out, x.tar of x.tgz.
func beside(w word.Word) []target {
	more := w
	more.Text, more.Glob = w.Text+"*", true
	list := []target{{Word: w, tree: true}, {Word: more, beside: w.Text, open: true}}
	at := str.LastIndexByte(w.Text, '.')
	if at <= 0 || str.IndexByte(w.Text[at:], '/') >= 0 || w.Text[at-1] == '/' {
		return list
	}
	stem, packed := w, w
	stem.Text = w.Text[:at]
	packed.Text = stem.Text + ".tar"
	return append(list, target{Word: stem, beside: w.Text}, target{Word: packed, beside: w.Text})
}

// withCopies are targets and the copies that are kept of them: cp -b -S .bak.
func withCopies(list []target, uses []invocation.Use) []target {
	for _, use := range uses {
		if use.Kind != invocation.Suffix || use.Word().Text == "" {
			continue
		}
		for _, t := range list {
			if t.unnamed || t.redirect {
				continue
			}
			list = append(list, target{Word: keptAs(t.Word, use.Word())})
			for _, in := range into(t.Word, t.folder) {
				list = append(list, target{Word: keptAs(in.Word, use.Word()), open: in.open, like: in.like})
			}
		}
	}
	return list
}

// keptAs is the name of the copy that is kept of a file: it ends in the suffix, in which a
// star is the file's own name, and which may then name a folder.
func keptAs(of, suffix word.Word) word.Word {
	if !str.Contains(suffix.Text, "*") {
		of.Text += suffix.Text
		return of
	}
	at := str.LastIndexByte(of.Text, '/') + 1
	folder, base := of.Text[:at], of.Text[at:]
	named := ""
	for i := 0; i < len(suffix.Text); i++ {
		if suffix.Text[i] == '*' {
			named += base
		} else {
			named += suffix.Text[i : i+1]
		}
	}
	if str.IndexByte(suffix.Text, '/') >= 0 {
		of.Home, folder = suffix.Home, ""
	}
	of.Text = folder + named
	return of
}

// moved are targets seen from where the command was started.
func moved(list []target, uses []invocation.Use) []target {
	for n := range uses {
		use := &uses[len(uses)-1-n] // the last of them is seen from the one before
		if use.Kind != invocation.Cd && use.Kind != invocation.Within {
			continue
		}
		dir := use.Word()
		for i := range list {
			switch t := &list[i]; {
			case t.unnamed || t.fixed || str.HasPrefix(t.Text, "/") || t.Home:
			case !dir.Known():
				t.Text = string(rune(match.Hole)) + "/" + t.Text
			default:
				t.Text, t.Home = dir.Text+"/"+t.Text, dir.Home
				t.open = true // the shell has looked in another folder
			}
		}
	}
	return list
}
