package script

import (
	"kei/runtime/str"
)

// readCmd reads plain commands of Windows' cmd; what it would put in or leave
// out of them is not worked out.
func readCmd(t Text) Found {
	var f Found
	if t.Holed() {
		f.cannot("the text that cmd runs is computed at run time; write it out")
		return f
	}
	if str.ContainsAny(t.Text, "^%!()\n") {
		f.cannot("the text that cmd runs is more than plain commands; write them out one by one")
	}
	var list []string
	flush := func() {
		for len(list) > 0 && str.In(str.Lower(list[0]), "call", "@", "start", "/b", "/wait", "/min", "") {
			list = list[1:]
		}
		if len(list) > 0 && str.In(str.Lower(list[0]), "if", "for") {
			f.cannot("the text that cmd runs is more than plain commands; write them out one by one")
		}
		if len(list) > 0 {
			if list[0][0] == '@' && len(list[0]) > 1 {
				list[0] = list[0][1:]
			}
			f.Runs = append(f.Runs, words(list...))
		}
		list = nil
	}
	part := func(s string) {
		for _, w := range quotedWords(s) {
			if i := str.IndexByte(w, '>'); i >= 0 {
				f.WritesAny = true
				if i+1 < len(w) {
					f.writes(w[i+1:])
				}
				if w = w[:i]; w == "" {
					continue
				}
			}
			list = append(list, w)
		}
		flush()
	}
	start := 0
	for i := 0; i < len(t.Text); i++ {
		if t.Text[i] == '&' || t.Text[i] == '|' {
			part(t.Text[start:i])
			start = i + 1
		}
	}
	part(t.Text[start:])
	return f
}
