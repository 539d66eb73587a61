package gate

const shellNames = " sh bash dash zsh ksh ash mksh rbash fish csh tcsh yash pwsh powershell posh "

func isShell(name string) bool { return contains(shellNames, " "+name+" ") }

// shell unfolds sh -c TEXT, a shell fed by a here-document, and refuses one
// that would read what is not known.
func (u *unfolding) shell(cmd command, depth int) {
	args := cmd.Words[1:]
	command, stdin := false, false
	i := 0
	for i < len(args) {
		t := args[i].Text
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
		if isOneOf(t, "--version", "--help", "-version", "-help") {
			return
		}
		switch {
		case isOneOf(t, "--rcfile", "--init-file", "-O", "+O", "-o", "+o"):
			if t == "--rcfile" || t == "--init-file" {
				u.cannot("what " + cmd.text() + " runs is in a file; run its commands one by one")
			}
			i++
			continue
		case lower(t) == "-command" || t == "--command":
			command = true
		case hasPrefix(t, "--"):
			continue
		}
		if t[0] == '-' && t[1] != '-' {
			command = command || indexByte(t, 'c') > 0
			stdin = stdin || indexByte(t, 's') > 0
			if hasSuffix(t, "o") && i < len(args) && t != "-o" {
				i++ // -eo pipefail
			}
		}
		if command && !hasMoreOptions(args[i:]) {
			break
		}
	}
	switch {
	case command && i < len(args):
		text := args[i]
		if !text.Known() && !text.Glob {
			u.cannot("the text that " + cmd.name() + " runs is computed at run time; write it out")
			return
		}
		if len(args) > i+1 && contains(text.Text, "$") && (contains(text.Text, "$@") || contains(text.Text, "$*") || contains(text.Text, "$0") || contains(text.Text, "$1")) {
			// sh -c '"$@"' x git push: the text's own reading says it is computed.
			u.run(args[min(i+2, len(args)):], cmd, depth)
		}
		u.runText([]Word{text}, cmd, depth)
	case command:
		u.cannot("the text that " + cmd.name() + " -c runs is not written here; write it out")
	case i < len(args) && !stdin:
		if args[i].Holed() {
			u.cannot("the file that " + cmd.name() + " runs is computed at run time; write it out")
			return
		}
		if hasPrefix(args[i].Text, "/dev/") || hasPrefix(args[i].Text, "/proc/") {
			u.stdinText(cmd, depth, false)
		}
		// A script file is a program like any other.
	case cmd.Stdin != nil || cmd.Piped:
		u.stdinText(cmd, depth, false)
	default:
		u.cannot(cmd.name() + " alone starts a shell that takes commands later; run the commands themselves")
	}
}

func hasMoreOptions(args []Word) bool {
	return len(args) > 1 && isOption(args[0].Text) && !contains(args[0].Text, " ")
}
