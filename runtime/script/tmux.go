package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// readTmux reads commands of tmux, one behind the other with semicolons.
func readTmux(t Text) Found { return tmuxText(t, t.Text, 0) }

func tmuxText(t Text, text string, depth int) Found {
	var f Found
	if t.Holed() {
		f.unsure("a command of tmux is computed at run time")
	}
	if depth > 3 {
		f.cannot("commands inside of commands of tmux, too deep to judge; write them out")
		return f
	}
	for rest := text; ; {
		// #(git push) is run for its output wherever a format can stand.
		_, after, ok := str.CutText(rest, "#(")
		if !ok {
			break
		}
		inner, more, _ := str.Cut(after, ')')
		f.shell(inner)
		rest = more
	}
	for rest := text; rest != ""; {
		var line string
		line, rest, _ = str.Cut(rest, '\n')
		var list []string
		for _, w := range quotedWords(line) {
			if w == ";" || w == "\\;" || str.HasSuffix(w, ";") && !str.HasSuffix(w, "\\;") {
				if w = w[:len(w)-1]; w != "" && w != "\\" {
					list = append(list, w)
				}
				tmuxCommand(&f, t, list, depth)
				list = nil
				continue
			}
			list = append(list, w)
		}
		tmuxCommand(&f, t, list, depth)
	}
	return f
}

func tmuxCommand(f *Found, t Text, list []string, depth int) {
	if len(list) == 0 {
		return
	}
	verb, args := list[0], list[1:]
	if match.Holed(verb) {
		f.cannot("a command of tmux is computed at run time; write it out")
		return
	}
	operands := tmuxOperands(verb, args)
	joined := str.Join(operands, " ")
	switch verb {
	case "new-session", "new", "new-window", "neww", "split-window", "splitw", "respawn-pane", "respawnp", "respawn-window", "respawnw",
		"run-shell", "run", "pipe-pane", "pipep", "display-popup", "popup":
		f.shell(joined)
	case "copy-pipe", "copy-pipe-and-cancel", "copy-pipe-no-clear":
		f.shell(joined)
	case "if-shell", "if":
		if len(operands) > 0 {
			f.shell(operands[0])
			for _, o := range operands[1:] {
				f.add(tmuxText(t, o, depth+1))
			}
		}
	case "send-keys", "send":
		var typed []string
		for _, o := range operands {
			if str.In(o, "Enter", "C-m", "KPEnter", "C-j") {
				o = "\n"
			}
			typed = append(typed, o)
		}
		f.shell(str.Join(typed, " "))
		if len(operands) > 0 && str.Contains(joined, "copy-pipe") {
			f.shell(str.Join(operands[1:], " "))
		}
	case "set-option", "set", "set-window-option", "setw", "set-environment", "setenv":
		if len(operands) > 1 && str.In(operands[0], "default-command", "default-shell", "copy-command", "editor", "lock-command", "command-alias") {
			f.shell(str.Join(operands[1:], " "))
		}
	case "bind-key", "bind", "set-hook":
		if len(operands) > 1 {
			f.add(tmuxText(t, str.Join(operands[1:], " "), depth+1))
		}
	case "confirm-before", "confirm", "command-prompt", "display-menu", "menu", "choose-tree":
		for _, o := range operands {
			f.add(tmuxText(t, o, depth+1))
		}
	case "source-file", "source":
		f.unsure("tmux runs what is in " + str.OneLine(joined, 80))
	case "save-buffer", "saveb":
		f.writes(joined)
	case "load-buffer", "loadb":
		f.reads(joined)
	}
}

// tmuxOperands are the words of a command behind its options.
func tmuxOperands(verb string, args []string) []string {
	var operands []string
	for i := 0; i < len(args); i++ {
		if a := args[i]; len(operands) == 0 && len(a) > 1 && a[0] == '-' {
			if str.IndexByte("ceFnstxyLSflpThbwI", a[len(a)-1]) >= 0 && !(verb == "run-shell" && a == "-b") && !(a == "-l" && str.HasPrefix(verb, "send")) {
				i++
			}
			continue
		}
		operands = append(operands, args[i])
	}
	return operands
}
