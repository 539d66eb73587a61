package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
	"kei/runtime/word"
)

// readRemoteShell reads the command by which a program reaches another machine, and
// behind which it puts a host and a program of its own. It is split into words
// and no shell reads it, so that a part which is computed is words, too.
func readRemoteShell(t Text) Found {
	var f Found
	behind := " host " + t.Program + "-server"
	if !t.Holed() {
		f.shell(t.Text + behind)
		return f
	}
	if str.ContainsAny(t.Text, "\\'\"`$;&|<>()\n") {
		f.cannot("the text that " + t.Program + " runs is computed at run time; write it out")
		return f
	}
	var words []word.Word
	for _, w := range str.Fields(t.Text + behind) {
		words = append(words, word.Word{Text: w, Split: match.Holed(w)})
	}
	f.Runs = append(f.Runs, words)
	return f
}
