package gate

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// wrapped unfolds what a wrapper of the table runs.
func (u *unfolding) wrapped(cmd command, w *wrapper, depth int) {
	cmd.remote = cmd.remote || w.remote
	args := cmd.Words[1:]
	i, unsure := 0, -1
	for i < len(args) && (isOption(args[i].Text) || args[i].Text == "-") {
		t := args[i].Text
		i++
		if t == "--" {
			break
		}
		switch name := str.Lower(cmd.name()); {
		case name == "env" && (t == "-S" || t == "--split-string"):
			if i < len(args) {
				// The text is split into words in front of what follows.
				u.runText(append([]word.Word(nil), args[i:]...), cmd, depth)
			}
			return
		case name == "env" && isLong(t, "--split-string"):
			words := args[i:]
			if _, text, ok := str.Cut(t, '='); ok {
				words = append([]word.Word{{Text: text}}, words...)
			}
			u.runText(words, cmd, depth)
			return
		case name == "env" && len(t) > 2 && t[1] != '-' && str.IndexByte(t, 'S') > 1 && onlyOf(t[1:str.IndexByte(t, 'S')], "iv0"):
			if at := str.IndexByte(t, 'S'); at+1 < len(t) {
				u.runText(append([]word.Word{{Text: t[at+1:]}}, args[i:]...), cmd, depth)
				return
			}
			u.runText(append([]word.Word(nil), args[i:]...), cmd, depth)
			return
		case name == "env" && (str.HasPrefix(t, "-S") || str.HasPrefix(t, "--split-string=")):
			text := t[2:]
			if str.HasPrefix(t, "--") {
				_, text, _ = str.Cut(t, '=')
			}
			u.runText(append([]word.Word{{Text: text}}, args[i:]...), cmd, depth)
			return
		case name == "npx" && (t == "-c" || isLong(t, "--call")):
			if _, text, ok := str.Cut(t, '='); ok {
				u.runText([]word.Word{{Text: text}}, cmd, depth)
			} else if i < len(args) {
				u.runText(args[i:i+1], cmd, depth)
			}
			return
		case name == "command" && str.In(t, "-v", "-V", "-pv", "-pV"):
			return // it only says where the command is
		case (name == "flock" || name == "runuser") && (t == "-c" || t == "--command"):
			u.runText(args[i:min(i+1, len(args))], cmd, depth)
			return
		case takesNext(w.args, t):
			if i < len(args) && str.In(t, "-C", "-D", "--chdir", "--working-directory", "--wd", "--root", "-R") {
				cmd.Dirs = elsewhere(args[i])
			}
			i++
		case str.Contains(w.pairs, " "+t+" "):
			i += 2
		case str.HasPrefix(t, "--chdir=") || str.HasPrefix(t, "--working-directory="):
			_, dir, _ := str.Cut(t, '=')
			cmd.Dirs = elsewhere(word.Word{Text: dir})
		case str.Contains(w.flags, " "+t+" ") || str.Contains(t, "=") || takesLast(t, w):
			if !str.Contains(t, "=") && takesLast(t, w) {
				i++
			}
		case attached(t, w) || cluster(t, w):
		default:
			unsure = i
		}
	}
	if w.assigns {
		for i < len(args) && (isAssignment(args[i].Text) || str.Lower(cmd.name()) == "env" && str.IndexByte(args[i].Text, '=') > 0) {
			n, v, _ := str.Cut(args[i].Text, '=')
			u.assigned(word.Assign{Name: n, Value: word.Word{Text: v, Split: args[i].Split}}, cmd, depth)
			cmd.Assigns = append(cmd.Assigns[:len(cmd.Assigns):len(cmd.Assigns)], word.Assign{Name: n, Value: word.Word{Text: v}})
			i++
		}
		// What an allowlist thinks of the variables is asked of the wrapper.
		u.list[cmd.at].Assigns = cmd.Assigns
	}
	i += w.skip
	if i == w.skip && w.skip > 0 && str.Lower(cmd.name()) == "flock" && i+1 < len(args) && str.In(args[i].Text, "-c", "--command") {
		u.runText(args[i+1:i+2], cmd, depth)
		return
	}
	if i >= len(args) {
		if str.In(str.Lower(cmd.name()), "sudo", "doas", "unshare", "nsenter", "chroot") && anyOf(args, "-s", "-i", "--shell", "--login") || str.In(str.Lower(cmd.name()), "unshare", "nsenter") {
			u.cannot(cmd.text() + " starts a shell that takes commands later; run the commands themselves")
		}
		return
	}
	if str.In(args[i].Text, "-c", "--command") && str.Lower(cmd.name()) == "flock" {
		u.runText(args[min(i+1, len(args)):], cmd, depth)
		return
	}
	rest := args[i:]
	for len(rest) > 0 && rest[0].Text == "--" {
		rest = rest[1:]
	}
	if w.text {
		u.runText(rest, cmd, depth)
		return
	}
	u.run(rest, cmd, depth)
	if unsure >= 0 && len(rest) > 1 && !isOption(rest[1].Text) {
		// An option that is not known may take the word that was read as the command.
		u.run(rest[1:], cmd, depth)
	}
}

// elsewhere is the folder that an option of a wrapper changes to.
func elsewhere(dir word.Word) []word.Word {
	if dir.Known() && str.HasPrefix(dir.Text, "/") {
		return []word.Word{dir}
	}
	return []word.Word{{Text: string(rune(match.Hole))}}
}

// takesLast reports whether t is a cluster whose last letter takes the next word: sudo -nu x.
func takesLast(t string, w *wrapper) bool {
	return len(t) > 2 && t[1] != '-' && str.Contains(w.args, " -"+t[len(t)-1:]+" ") && cluster(t[:len(t)-1], w)
}

// attached reports whether t holds an option's own argument: nice -n5, stdbuf -oL.
func attached(t string, w *wrapper) bool {
	return len(t) > 2 && t[1] != '-' && str.Contains(w.args, " "+t[:2]+" ") || len(t) > 1 && t[1] >= '0' && t[1] <= '9'
}

func cluster(t string, w *wrapper) bool {
	for i := 1; i < len(t); i++ {
		if !str.Contains(w.flags, " -"+t[i:i+1]+" ") {
			return false
		}
	}
	return len(t) > 1 && t[1] != '-'
}

func isAssignment(s string) bool {
	n, _, ok := str.Cut(s, '=')
	if !ok || n == "" || n[0] >= '0' && n[0] <= '9' {
		return false
	}
	for i := 0; i < len(n); i++ {
		if !isLetter(n[i]) && n[i] != '_' {
			return false
		}
	}
	return true
}

// runVerb unfolds what a program of the table runs behind its verb.
func (u *unfolding) runVerb(cmd command, v *verb, depth int) bool {
	args := cmd.Words[1:]
	for i, a := range args {
		if a.Text != v.verb {
			continue
		}
		rest := args[i+1:]
		if v.text && v.far {
			u.optionText(rest, cmd, depth, str.Fields(v.args)...)
			return true
		}
		rest, _ = skipOptions(rest, v.args)
		for n := v.skip; n > 0 && len(rest) > 0; n-- {
			rest = rest[1:]
		}
		rest, _ = skipOptions(rest, v.args)
		for j, r := range rest {
			if r.Text == "--" {
				rest = rest[j+1:]
				break
			}
		}
		for len(rest) > 1 && str.Contains(rest[0].Text, "@") && v.names != " distrobox " {
			rest = rest[1:] // node@20
		}
		cmd.remote = cmd.remote || v.far
		if v.text {
			u.runText(rest, cmd, depth)
		} else {
			u.run(rest, cmd, depth)
		}
		return true
	}
	return false
}

// holes makes words unknown where they hold the mark that is filled in later.
func holes(words []word.Word, mark string) []word.Word {
	var out []word.Word
	for _, w := range words {
		if at := str.Index(w.Text, mark); at >= 0 {
			w.Text = w.Text[:at] + string(rune(match.Hole))
			w.Split = false
		}
		out = append(out, w)
	}
	return out
}

func (u *unfolding) xargs(cmd command, depth int) {
	args := cmd.Words[1:]
	const takes = " -a -d -E -I -L -n -P -s -R -S --arg-file --max-procs --delimiter --max-args --max-procs --max-chars --process-slot-var "
	mark := ""
	i := 0
	for i < len(args) && isOption(args[i].Text) {
		t := args[i].Text
		i++
		if t == "--" {
			break
		}
		switch {
		case (t == "-I" || t == "-J") && i < len(args):
			mark = args[i].Text
			i++
		case str.HasPrefix(t, "-I"):
			mark = t[2:]
		case t == "-i" || t == "--replace":
			mark = "{}"
		case str.HasPrefix(t, "-i"):
			mark = t[2:]
		case str.HasPrefix(t, "--replace="):
			mark = t[len("--replace="):]
		case takesNext(takes, t):
			i++
		case len(t) > 2 && t[1] != '-' && str.Contains(takes, " -"+t[len(t)-1:]+" ") && str.IndexByte("adEILnPs", t[1]) < 0:
			i++ // -0n 1
		}
	}
	rest := args[i:]
	if len(rest) == 0 {
		return // echo
	}
	var words []word.Word
	if mark != "" {
		words = holes(rest, mark)
	} else {
		words = append(append(words, rest...), word.Word{Text: string(rune(match.Hole)), Split: true})
	}
	if cmd.Stdin != nil && !cmd.Stdin.Holed() && mark == "" && !str.ContainsAny(cmd.Stdin.Text, "'\"\\") {
		// What it is fed is written here.
		words = append([]word.Word(nil), rest...)
		for _, f := range str.Fields(cmd.Stdin.Text) {
			words = append(words, word.Word{Text: f})
		}
	}
	cmd.Piped, cmd.Stdin = false, nil
	if n := str.Lower(baseName(rest[0].Text)); isShell(n) && len(rest) > 1 && mark == "" {
		// sh -c TEXT gets the lines as $0 and $1, which the text must quote.
		words = words[:len(words)-1]
	} else if isShell(n) && mark == "" {
		u.cannot("xargs feeds a shell files or options that are not known; write the commands out")
		return
	}
	u.run(words, cmd, depth)
}

func (u *unfolding) parallel(cmd command, depth int) {
	const takes = " -j --jobs -a --arg-file -I -d --delimiter -L -n --max-args --max-replace-args -N -P -s -S --sshlogin --results --joblog --delay --timeout --retries --colsep -C --tagstring --workdir --wd --env --halt --memfree --load --nice "
	args := cmd.Words[1:]
	i := 0
	for i < len(args) && isOption(args[i].Text) {
		t := args[i].Text
		i++
		if t == "--" {
			break
		}
		if str.Contains(takes, " "+t+" ") {
			i++
		}
	}
	args = args[i:]
	var template, values []word.Word
	known := false
	for j, a := range args {
		if str.HasPrefix(a.Text, ":::") {
			known = !str.HasPrefix(a.Text, "::::")
			for _, v := range args[j+1:] {
				if str.HasPrefix(v.Text, ":::") {
					known = known && !str.HasPrefix(v.Text, "::::")
					continue
				}
				values = append(values, v)
			}
			break
		}
		template = append(template, a)
	}
	cmd.Piped, cmd.Stdin = false, nil
	if len(values) > 1000 {
		u.cannot("parallel with more than 1000 values; write the commands out")
		return
	}
	if !known {
		values = []word.Word{{Text: string(rune(match.Hole)), Split: true}}
	}
	if len(template) == 0 {
		for _, v := range values {
			u.runText([]word.Word{v}, cmd, depth)
		}
		return
	}
	text := ""
	for _, w := range template {
		if w.Holed() {
			u.cannot("the text that parallel runs is computed at run time; write it out")
			return
		}
		text += " " + w.Text
	}
	for _, v := range values {
		if v.Holed() {
			// Lines are quoted by parallel: they are one more word each.
			words := holesIn(str.Fields(text))
			if !str.Contains(text, "{") {
				words = append(words, v)
			}
			if str.ContainsAny(text, "|;&`$<>()'\"") {
				u.cannot("parallel runs text with lines that are not known; write the commands out")
				return
			}
			u.run(words, cmd, depth)
			continue
		}
		filled := text
		if at := str.Index(text, "{}"); at >= 0 {
			filled = text[:at] + v.Text + text[at+2:]
		} else {
			filled += " " + v.Text
		}
		u.runText([]word.Word{{Text: filled}}, cmd, depth)
	}
}

func holesIn(texts []string) []word.Word {
	var words []word.Word
	for _, t := range texts {
		words = append(words, word.Word{Text: t})
	}
	return holes(words, "{")
}

func (u *unfolding) find(cmd command, depth int) {
	args := cmd.Words[1:]
	for i := 0; i < len(args); i++ {
		if !str.In(args[i].Text, "-exec", "-execdir", "-ok", "-okdir") {
			continue
		}
		end := i + 1
		for end < len(args) && args[end].Text != ";" && args[end].Text != "+" {
			end++
		}
		next := cmd
		next.Piped, next.Stdin = false, nil
		if args[i].Text == "-execdir" || args[i].Text == "-okdir" {
			next.Dirs = []word.Word{{Text: string(rune(match.Hole))}}
		}
		u.run(findHoles(args[i+1:end], args), next, depth)
		i = end
	}
}

// findHoles fills {} with what find gives: paths below where it starts.
func findHoles(words, args []word.Word) []word.Word {
	start := "."
	if len(args) > 0 {
		if first := args[0].Text; !isOption(first) && first != "(" && first != "!" {
			start = first
		}
	}
	var out []word.Word
	for _, w := range words {
		if at := str.Index(w.Text, "{}"); at >= 0 {
			w.Text = w.Text[:at] + trimSlash(start) + "/**" + w.Text[at+2:]
			w.Glob = true
		}
		out = append(out, w)
	}
	return out
}

func (u *unfolding) ssh(cmd command, depth int) {
	takes := " -B -b -c -D -E -e -F -I -i -J -L -l -m -O -o -P -p -Q -R -S -W -w --ssh --port --bind-server "
	if cmd.name() == "autossh" {
		takes += "-M "
	}
	rest := u.sshOptions(cmd.Words[1:], takes, cmd, depth)
	if len(rest) > 0 {
		// Options may stand behind the host as well.
		rest = u.sshOptions(rest[1:], takes, cmd, depth)
	}
	if len(rest) == 0 {
		switch {
		case cmd.Stdin != nil || cmd.Piped:
			u.stdinText(cmd, depth, true)
		case !anyOf(cmd.Words[1:], "-N", "-f", "-V", "-O", "-Q", "-G", "-L", "-R", "-D", "-W", "--version", "--help"):
			u.cannot(cmd.text() + " starts a shell that takes commands later; run the commands themselves")
		}
		return
	}
	cmd.remote = true
	u.runText(rest, cmd, depth)
}

// sshOptions skips ssh's options and unfolds the local commands in them.
func (u *unfolding) sshOptions(args []word.Word, takes string, cmd command, depth int) []word.Word {
	for len(args) > 0 && isOption(args[0].Text) {
		t := args[0].Text
		args = args[1:]
		if t == "--" {
			break
		}
		value := ""
		if str.Contains(takes, " "+t+" ") && len(args) > 0 {
			value = args[0].Text
			args = args[1:]
		} else if str.HasPrefix(t, "-o") {
			value = t[2:]
		} else if str.HasPrefix(t, "--ssh=") {
			u.runText([]word.Word{{Text: t[len("--ssh="):]}}, cmd, depth)
		}
		value = trimLeft(value)
		if l := str.Lower(value); str.HasPrefix(l, "proxycommand") || str.HasPrefix(l, "localcommand") || str.HasPrefix(l, "knownhostscommand") {
			at := 0
			for at < len(value) && isLetter(value[at]) {
				at++
			}
			u.runText([]word.Word{{Text: trimLeft(trimByte(trimLeft(value[at:]), '='))}}, cmd, depth)
		}
	}
	return args
}

// stdinText unfolds what a shell reads from its standard input.
func (u *unfolding) stdinText(cmd command, depth int, remote bool) {
	if cmd.Stdin == nil {
		u.cannot("what is piped into " + cmd.name() + " runs unread; write the commands out")
		return
	}
	text := *cmd.Stdin
	cmd.Stdin, cmd.Piped = nil, true
	cmd.remote = cmd.remote || remote
	u.runText([]word.Word{text}, cmd, depth)
}

// textOption unfolds the text behind an option: su -c TEXT.
func (u *unfolding) textOption(cmd command, depth int, options string) {
	args := cmd.Words[1:]
	found := false
	for i, a := range args {
		t := a.Text
		switch {
		case str.Contains(options, " "+t+" ") || isOption(t) && t[1] != '-' && str.HasSuffix(t, "c"):
			if i+1 < len(args) {
				u.runText(args[i+1:i+2], cmd, depth)
				found = true
			}
		case str.HasPrefix(t, "--command="):
			u.runText([]word.Word{{Text: t[len("--command="):]}}, cmd, depth)
			found = true
		}
	}
	if !found {
		if cmd.Stdin != nil || cmd.Piped {
			u.stdinText(cmd, depth, false)
		} else {
			u.cannot(cmd.name() + " starts a shell that takes commands later; run the commands themselves")
		}
	}
}

// container unfolds docker exec, docker run and kubectl exec.
func (u *unfolding) container(cmd command, depth int) {
	const flags = " --rm -i -t -it -ti -d -id -dit -itd --init --privileged -P --publish-all --read-only --no-healthcheck --oom-kill-disable -q --quiet --interactive --tty --detach --stdin --no-deps -T --no-TTY --service-ports --build --use-aliases --replace --tls-verify "
	args := cmd.Words[1:]
	for i, a := range args {
		if !str.In(a.Text, "exec", "run", "create") {
			continue
		}
		rest := args[i+1:]
		cmd.remote = true
		for j, r := range rest {
			if r.Text == "--" {
				u.run(rest[j+1:], cmd, depth)
				return
			}
		}
		for len(rest) > 0 && isOption(rest[0].Text) {
			t := rest[0].Text
			rest = rest[1:]
			if t == "--entrypoint" && len(rest) > 0 {
				u.run(rest[:1], cmd, depth)
			} else if str.HasPrefix(t, "--entrypoint=") {
				u.run([]word.Word{{Text: t[len("--entrypoint="):]}}, cmd, depth)
			}
			if len(t) > 2 && t[1] != '-' && str.IndexByte("euwvplhmca", t[1]) >= 0 {
				continue // its value is attached
			}
			if !str.Contains(t, "=") && !str.Contains(flags, " "+t+" ") && len(rest) > 0 {
				rest = rest[1:]
			}
		}
		if len(rest) > 1 {
			u.run(rest[1:], cmd, depth)
		}
		return
	}
}
