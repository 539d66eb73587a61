package gate

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// How a command is rendered for a pattern. A deny rule tries every form that
// means the same command; an allow rule only forms that cannot be another one.

// globals are, for programs whose subcommand can stand behind options, those
// that take the next word; "*" is for programs that are not in the list.
var globals = []struct{ name, args string }{
	{"git", " -C -c --git-dir --work-tree --namespace --super-prefix --config-env --exec-path --attr-source "},
	{"gh", " -R --repo --hostname "},
	{"docker", " -H --host -c --context -l --log-level --config --tlscacert --tlscert --tlskey "},
	{"podman", " -c --connection --url --root --runroot --log-level "},
	{"kubectl", " -n --namespace -s --server --context --cluster --user --kubeconfig --token --as --as-group --cache-dir --request-timeout -v "},
	{"helm", " -n --namespace --kube-context --kubeconfig "},
	{"aws", " --profile --region --output --endpoint-url --query --ca-bundle --cli-read-timeout "},
	{"gcloud", " --project --account --configuration --format --verbosity --zone --region "},
	{"npm", " --prefix -C --workspace -w --userconfig --registry "},
	{"pnpm", " -C --dir --filter -F "},
	{"yarn", " --cwd "},
	{"cargo", " --color --config -Z --manifest-path -C "},
	{"go", " -C "},
	{"systemctl", " -H --host -M --machine -t --type --root "},
	{"make", " -C -f -I -j -o -W "},
	{"terraform", " -chdir "},
	{"apt-get", " -o -c -t "}, {"apt", " -o -c -t "}, {"pip", " --python --log --proxy --cache-dir "}, {"pip3", " --python --log --proxy --cache-dir "},
	{"psql", " -h -p -U -d "}, {"mysql", " -h -P -u -D "}, {"redis-cli", " -h -p -a -n -u "}, {"sqlite3", ""},
}

// denyForms are the renderings a deny pattern is tried against.
func (cmd *command) denyForms() []string {
	if cmd.forms == nil && len(cmd.Words) > 0 {
		cmd.forms = cmd.makeForms()
	}
	return cmd.forms
}

func (cmd *command) makeForms() []string {
	var forms []string
	add := func(s string) {
		for _, f := range forms {
			if f == s {
				return
			}
		}
		forms = append(forms, s)
	}
	first := cmd.Words[0].Text
	base := baseName(first)
	names := []string{first}
	if cmd.Words[0].Holed() {
		names[0] = base
	}
	for _, n := range []string{base, str.Lower(base)} {
		if n != names[len(names)-1] {
			names = append(names, n)
		}
	}
	names = append(names, families(str.Lower(base))...)
	rest := cmd.args()
	if str.HasPrefix(base, "git-") && len(base) > 4 {
		// git-push in git's own folder is git push.
		names = append(names, "git "+base[4:])
	}
	if sub, _ := skipOptions(rest, gitTakes); str.Lower(base) == "git" && len(sub) > 0 {
		// They push without the word.
		if sub[0].Text == "send-pack" {
			add(render("git push", sub[1:]))
		}
		if len(sub) > 1 && sub[0].Text == "subtree" {
			add(render("git", sub[1:]))
		}
	}
	if cmd.mayBeAlias() {
		add("git " + string(rune(match.Hole)))
	}
	for _, tail := range tails(base, rest) {
		for _, n := range names {
			add(render(n, tail))
		}
	}
	return forms
}

// args are the words behind the name, with the text of messages taken out:
// what a commit says is not what it does.
func (cmd *command) args() []word.Word {
	args := cmd.Words[1:]
	name := cmd.name()
	if name != "git" && name != "gh" && name != "glab" && name != "hub" {
		return args
	}
	var out []word.Word
	for i := 0; i < len(args); i++ {
		t := args[i].Text
		switch {
		case str.In(t, "-m", "--message", "--title", "--body", "--notes", "-am", "-sm", "-asm") ||
			name != "git" && str.In(t, "-b", "-t", "-n"):
			out = append(out, args[i])
			if i+1 < len(args) && !args[i+1].Split {
				i++
				out = append(out, word.Word{Text: "_"})
			}
		case str.HasPrefix(t, "--message=") || str.HasPrefix(t, "--title=") || str.HasPrefix(t, "--body="):
			before, _, _ := str.Cut(t, '=')
			out = append(out, word.Word{Text: before + "=_", Split: args[i].Split})
		default:
			out = append(out, args[i])
		}
	}
	return out
}

// tails are the ways to read the words behind a program's name: as written,
// and with the options before a subcommand taken away, with or without the
// word that each may take.
func tails(name string, args []word.Word) [][]word.Word {
	list := [][]word.Word{args}
	if cleaned, ok := cleanWords(args); ok {
		list = append(list, cleaned)
	}
	known, takes := false, ""
	for _, g := range globals {
		if g.name == name {
			known, takes = true, g.args
		}
	}
	if known {
		if rest, options := skipOptions(args, takes); len(options) > 0 {
			list = append(list, rest)
			if name == "git" {
				list = append(list, gitConfigForms(options, rest)...)
			}
			args = rest
		}
		if name == "cargo" && len(args) > 0 && str.HasPrefix(args[0].Text, "+") {
			list = append(list, args[1:])
			args = args[1:]
		}
	}
	// Options may stand between the words that a pattern names: up to four of
	// them are read both ways.
	if stripped := withoutOptions(args, false); len(stripped) < len(args) {
		list = append(list, stripped)
		if again := withoutOptions(args, true); len(again) < len(stripped) {
			list = append(list, again)
		}
		list = append(list, mixed(args)...)
	}
	return list
}

// cleanWords is the words with their paths cleaned, if that changes any: a
// pattern that names a path means it however it is written.
func cleanWords(args []word.Word) ([]word.Word, bool) {
	changed := false
	out := append([]word.Word(nil), args...)
	for i := range out {
		if t := str.CleanOperand(out[i].Text); t != out[i].Text {
			out[i].Text, changed = t, true
		}
	}
	return out, changed
}

// mixed reads each of the first options as taking a word or not.
func mixed(args []word.Word) [][]word.Word {
	var at []int
	for i, w := range args {
		if w.Text == "--" || len(at) == 4 {
			break
		}
		if isOption(w.Text) && i+1 < len(args) && !str.Contains(w.Text, "=") && !isOption(args[i+1].Text) {
			at = append(at, i)
		}
	}
	if len(at) < 2 {
		return nil
	}
	var list [][]word.Word
	for mask := 1; mask < 1<<len(at)-1; mask++ {
		var out []word.Word
		for i := 0; i < len(args); i++ {
			if !isOption(args[i].Text) {
				out = append(out, args[i])
				continue
			}
			for b, pos := range at {
				if pos == i && mask>>b&1 == 1 {
					i++
					break
				}
			}
		}
		list = append(list, out)
	}
	return list
}

// withoutOptions takes every option away up to --, and with taking, the word
// behind each that is not an option itself.
func withoutOptions(args []word.Word, taking bool) []word.Word {
	var out []word.Word
	for i := 0; i < len(args); i++ {
		t := args[i].Text
		if t == "--" {
			for _, w := range args[i+1:] {
				if isOption(w.Text) || w.Holed() && !w.Split {
					w.Text = "./" + w.Text // an operand, whatever it looks like
				}
				out = append(out, w)
			}
			break
		}
		if !isOption(t) {
			out = append(out, args[i])
			continue
		}
		if taking && !str.Contains(t, "=") && i+1 < len(args) && !isOption(args[i+1].Text) {
			i++
		}
	}
	return out
}

// takesNext reports whether an option is in a list between blanks, or is the
// beginning of a long one that is, which GNU programs take for the whole.
func takesNext(list, option string) bool {
	if str.Contains(list, " "+option+" ") {
		return true
	}
	return len(option) > 4 && str.HasPrefix(option, "--") && !str.Contains(option, "=") && str.Contains(list, " "+option)
}

// isLong reports whether t is a long option, or a beginning of it, with or
// without a value.
func isLong(t, option string) bool {
	name, _, _ := str.Cut(t, '=')
	return len(name) > 3 && str.HasPrefix(name, "--") && str.HasPrefix(option, name)
}

func isOption(s string) bool { return len(s) > 1 && s[0] == '-' }

// skipOptions takes away the options in front of args; takes lists, between
// blanks, those that take the next word.
func skipOptions(args []word.Word, takes string) (rest, options []word.Word) {
	i := 0
	for i < len(args) && isOption(args[i].Text) {
		t := args[i].Text
		i++
		if t == "--" {
			break
		}
		if takesNext(takes, t) && i < len(args) {
			i++
		}
	}
	return args[i:], args[:i]
}

// render joins words by single blanks. A word that is all hole may be nothing
// at all; the table's hole covers that with the blank before it.
func render(name string, args []word.Word) string {
	n := len(name)
	for _, w := range args {
		n += 1 + len(w.Text)
	}
	b := make([]byte, 0, n)
	b = append(b, name...)
	for i, w := range args {
		if w.Split && w.Text == string(rune(match.Hole)) {
			b = append(b, match.Hole)
			continue
		}
		b = append(b, ' ')
		if i == 0 && w.Glob && hasSubcommands(name) {
			b = appendGlob(b, w.Text)
			continue
		}
		b = append(b, w.Text...)
	}
	return string(b)
}

// renderAllow joins words for an allow pattern: nothing of them vanishes.
func renderAllow(words []word.Word) string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return str.Join(texts, " ")
}

// hasSubcommands reports whether the first word behind a program's name says
// what it does.
func hasSubcommands(name string) bool {
	name = baseName(name)
	for _, g := range globals {
		if g.name == name {
			return true
		}
	}
	return false
}

// appendGlob renders a file name pattern where a subcommand stands: an agent
// can make a file that it matches.
func appendGlob(b []byte, text string) []byte {
	for i := 0; i < len(text); i++ {
		if str.IndexByte("*?[]", text[i]) >= 0 {
			b = append(b, match.HoleWord)
		} else {
			b = append(b, text[i])
		}
	}
	return b
}
