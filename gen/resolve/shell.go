package resolve

import (
	"regexp"
	"slices"
	"strings"

	"kei/runtime/gate"
)

// shellText says what commands an agent of the role may run, "" if its role has
// no list of its own: it need not bump into the gate to find out.
func (r Role) shellText() string {
	if !slices.Contains(r.Tools, "Bash") || len(r.Commands)+len(r.Effects)+len(r.Patterns) == 0 {
		return ""
	}
	var lines []string
	add := func(head string, list []string) {
		if len(list) > 0 {
			lines = append(lines, "- "+head+strings.Join(list, ", "))
		}
	}
	add("", quotedList(r.Commands))
	add("", patternNames(r.Patterns))
	if len(r.Effects) > 0 {
		lines = append(lines, "- whatever does no more than that it "+strings.Join(r.Effects, ", or ")+examplesOf(r.Effects))
	}
	return "## What your shell runs\n\nA command has to be one of these, and what else is said here has to let it through as well:\n\n" +
		strings.Join(lines, "\n") + "\n\n" + transparentText
}

// transparentText is what an agent has to know of how a line is judged.
const transparentText = "What counts is each command that runs, wherever it stands: pipes, `&&`, loops, `cd`, `timeout` and `bash -c` are looked through, and\n" +
	"the whole line is refused if one of them is not covered. Write commands and their options out: what is only known when the line runs\n" +
	"is refused. Files are written only where you may write; send output you do not need to `/dev/null`. For a command that is not here, say in your\n" +
	"report which one it is and what it was for."

func quotedList(list []string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = "`" + s + "`"
	}
	return out
}

// patternNames are patterns as a person says them: by the words that they begin
// with.
func patternNames(list []string) []string {
	out := make([]string, len(list))
	for i, p := range list {
		if m := plainHead.FindStringSubmatch(p); m != nil {
			out[i] = "`" + m[1] + "...`"
		} else if words := gate.WordsOf(gate.Pattern(p)); words != nil {
			out[i] = "`" + strings.Join(words, " ") + "`"
		} else {
			out[i] = "commands that match `" + p + "`"
		}
	}
	return out
}

// plainHead is a pattern that begins with plain text and leaves open what follows.
var plainHead = regexp.MustCompile(`^\^([A-Za-z0-9 /_-]+)$`)

// examplesOf are commands that do no more than such a list says.
func examplesOf(effects []string) string {
	if slices.Contains(effects, "reads") && slices.Contains(effects, "prints") {
		return " (`ls`, `cat`, `grep`, `find` without `-exec`, `head`, `tail`, `wc`, `sort`, `diff`, `jq`)"
	}
	return ""
}
