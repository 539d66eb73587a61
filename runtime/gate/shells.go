package gate

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

const shellNames = " sh bash dash zsh ksh ash mksh rbash fish xonsh nu elvish osh ysh lksh oksh csh tcsh yash pwsh powershell posh "

func isShell(name string) bool {
	if str.Contains(shellNames, " "+name+" ") {
		return true
	}
	for _, stem := range [...]string{"bash", "zsh", "ksh", "dash", "lksh", "oksh", "pwsh"} {
		// bash-5.2, ksh93
		if str.HasPrefix(name, stem) && onlyOf(name[len(stem):], "-.0123456789") {
			return true
		}
	}
	return false
}

// isPowerShell reports whether a shell reads its text by other rules.
func isPowerShell(name string) bool {
	return str.HasPrefix(name, "pwsh") || str.In(name, "powershell", "posh")
}

// shell unfolds sh -c TEXT, a shell fed by a here-document, and refuses one
// that would read what is not known.
func (u *unfolding) shell(cmd command, depth int) {
	args := cmd.Words[1:]
	command, stdin := false, false
	i := 0
	for i < len(args) {
		t := args[i].Text
		if t == "-" {
			i++ // the end of the options, as -- is
			break
		}
		if len(t) < 2 || t[0] != '-' && t[0] != '+' {
			break
		}
		if args[i].Holed() {
			u.cannot("an option of " + cmd.name() + " is computed at run time; write it out")
			return
		}
		i++
		if t == "--" {
			break
		}
		if str.In(t, "--version", "--help", "-version", "-help") {
			return
		}
		switch {
		case str.In(t, "--rcfile", "--init-file", "-O", "+O", "-o", "+o"):
			if t == "--rcfile" || t == "--init-file" {
				u.cannot("what " + cmd.text() + " runs is in a file; run its commands one by one")
			}
			i++
			continue
		case isPowerShell(str.Lower(cmd.name())) && str.HasPrefix(str.Lower(t), "-e"):
			u.cannot("the text that " + cmd.name() + " runs is encoded; write the commands out")
			return
		case str.In(t, "-C", "--init-command") && cmd.name() == "fish" && i < len(args):
			u.runText(args[i:i+1], cmd, depth)
			i++
			continue
		case str.HasPrefix(t, "--init-command="):
			u.runText([]word.Word{{Text: t[len("--init-command="):]}}, cmd, depth)
			continue
		case str.Lower(t) == "-command" || t == "--command":
			command = true
		case str.HasPrefix(t, "--"):
			continue
		}
		if t[0] == '-' && t[1] != '-' {
			command = command || str.IndexByte(t, 'c') > 0
			stdin = stdin || str.IndexByte(t, 's') > 0
			for j := 1; j < len(t); j++ {
				if (t[j] == 'o' || t[j] == 'O') && !isPowerShell(str.Lower(cmd.name())) {
					i++ // -eo pipefail: the name of an option comes first
				}
			}
		}
		if command && !hasMoreOptions(args[i:]) {
			break
		}
	}
	switch {
	case command && i < len(args):
		text := args[i]
		if _, ok := plain(text.Text); isPowerShell(str.Lower(cmd.name())) && !ok {
			u.cannot("PowerShell text is read only where it is plain words; write simple commands")
			return
		}
		if !text.Known() && !text.Glob {
			u.cannot("the text that " + cmd.name() + " runs is computed at run time; write it out")
			return
		}
		u.runText([]word.Word{text}, cmd, depth)
		for _, a := range args[i+1:] {
			if str.IndexByte(text.Text, '$') >= 0 && (str.Contains(a.Text, "$(") || str.Contains(a.Text, "`")) {
				u.cannot("what " + cmd.name() + " -c is given can run a command, as its text may use it; write it out")
			}
		}
		if filled, ok := withArguments(text.Text, args[i+1:]); ok {
			u.runText([]word.Word{{Text: filled}}, cmd, depth)
		}
	case command:
		u.cannot("the text that " + cmd.name() + " -c runs is not written here; write it out")
	case i < len(args) && !stdin:
		if args[i].Holed() {
			u.cannot("the file that " + cmd.name() + " runs is computed at run time; write it out")
			return
		}
		if str.HasPrefix(args[i].Text, "/dev/") || str.HasPrefix(args[i].Text, "/proc/") {
			u.stdinText(cmd, depth, false)
		}
		// A script file is a program like any other.
	case cmd.Stdin != nil || cmd.Piped:
		u.stdinText(cmd, depth, false)
	default:
		u.cannot(cmd.name() + " alone starts a shell that takes commands later; run the commands themselves")
	}
}

// withArguments is the text of sh -c with its arguments put in, the first of
// which is $0.
func withArguments(text string, args []word.Word) (string, bool) {
	if len(args) < 2 || str.IndexByte(text, '$') < 0 {
		return "", false
	}
	all := ""
	for _, a := range args[1:] {
		if a.Holed() || a.Glob || str.ContainsAny(a.Text, "'\\\"$`\n") {
			return "", false
		}
		all += " '" + a.Text + "'"
	}
	first := "'" + args[1].Text + "'"
	for _, p := range [...][2]string{{`"$@"`, all}, {`"$*"`, all}, {"$@", all}, {"$*", all}, {`"$1"`, first}, {"$1", first}, {"${1}", first}} {
		for i := str.Index(text, p[0]); i >= 0; i = str.Index(text, p[0]) {
			text = text[:i] + p[1] + text[i+len(p[0]):]
		}
	}
	return text, true
}

func hasMoreOptions(args []word.Word) bool {
	return len(args) > 1 && isOption(args[0].Text) && !str.Contains(args[0].Text, " ")
}
