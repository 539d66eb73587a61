package script

import (
	"kei/runtime/str"
)

// readJQ reads a filter of jq or yq. It runs and writes nothing; what it can
// reach are the environment and the files that it includes.
func readJQ(t Text) Found {
	var f Found
	if t.Holed() {
		f.unsure("the filter of " + t.Program + " is computed at run time")
	}
	s := t.Text
	for i := 0; i < len(s); {
		if !isWord(s[i]) && s[i] != '$' {
			i++
			continue
		}
		start := i
		for i++; i < len(s) && isWord(s[i]); i++ {
		}
		w := s[start:i]
		before := byte(' ')
		if start > 0 {
			before = s[start-1]
		}
		switch {
		case w == "$ENV" || before != '.' && before != '"' && str.In(w, "env", "strenv", "envsubst"):
			f.Effects |= secrets
		case before != '.' && str.In(w, "include", "import", "load", "load_str", "load_base64", "load_xml", "load_props"):
			rest := str.Trim(s[i:])
			if str.HasPrefix(rest, "(") {
				rest = str.Trim(rest[1:])
			}
			if str.HasPrefix(rest, "\"") {
				file, _, _ := str.Cut(rest[1:], '"')
				f.reads(file)
			}
		}
	}
	return f
}
