package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// A name that a program puts together out of text of the call is the call's own doing, as one
// that the shell puts together is: rev <<< gifnoc/tig. | xargs rm.

// wholeHole reports whether nothing of a word is known.
func wholeHole(w word.Word) bool {
	return len(w.Text) == 1 && match.Holed(w.Text) && !w.Plain
}

// composed reports whether what feeds a command is put together by programs out of nothing
// but text of the call.
func composed(list []command, cmd *command) bool {
	for at := cmd; ; at = &list[at.from-1] {
		if at.Piped && at.Stdin == nil {
			return composedBefore(list, at)
		}
		if at.from == 0 {
			return false
		}
	}
}

func composedBefore(list []command, at *command) bool {
	changes := false
	for i := at.at - 1; i >= 0; i-- {
		up := &list[i]
		if up.from != at.from || len(up.Words) == 0 {
			continue
		}
		if up.remote || up.finding != nil || len(up.readings) != 1 || len(up.opened()) > 0 {
			return false
		}
		for _, w := range up.Words {
			if w.Holed() {
				return false
			}
		}
		inv := &up.readings[0]
		changes = changes || up.changesText(inv)
		if !up.Piped || up.Stdin != nil {
			sort := up.saysText()
			return changes && (up.Stdin != nil || sort == invocation.SaysWords || sort == invocation.SaysFormat || up.printsAlone(inv))
		}
	}
	return false
}

// changesText reports whether what a command prints is other text than what it is fed, taken
// apart at blanks.
func (cmd *command) changesText(inv *invocation.Invocation) bool {
	switch flowOf(inv) {
	case "lines", "plain", "paths", "names", "entries", "tells":
		return false
	}
	if cmd.saysText() != "" {
		return false
	}
	last := cmd.Words[len(cmd.Words)-1].Text
	return len(cmd.Words) < 3 || str.Trim(last) != "" && last != "\\n" && last != "\\r"
}

// printsAlone reports whether a command is a program that stands in the call and reads
// nothing to print what it does.
func (cmd *command) printsAlone(inv *invocation.Invocation) bool {
	if len(cmd.read) > 0 || cmd.Piped {
		return false
	}
	for _, use := range inv.Uses() {
		if use.Kind == invocation.Code && (use.Lang == "jq" && inv.Has("-n") || use.Lang == "awk" && str.HasPrefix(str.Trim(use.Word().Text), "BEGIN")) {
			return true
		}
	}
	return false
}
