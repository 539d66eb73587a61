package rust

import "strings"

// Examples are how many examples of a file's documentation are run as tests.
func Examples(text []byte) int {
	n, inside, runs := 0, false, false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		rest, ok := strings.CutPrefix(line, "///")
		if !ok {
			rest, ok = strings.CutPrefix(line, "//!")
		}
		if !ok || strings.HasPrefix(line, "////") {
			inside = false
			continue
		}
		fence, ok := strings.CutPrefix(strings.TrimSpace(rest), "```")
		switch {
		case !ok:
		case inside:
			inside = false
			if runs {
				n++
			}
		default:
			inside, runs = true, runsExample(fence)
		}
	}
	return n
}

// runsExample reports whether an example with these words behind its fence is run.
func runsExample(words string) bool {
	for _, w := range strings.FieldsFunc(words, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' }) {
		if w != "rust" && !strings.HasPrefix(w, "edition") && w != "standalone" && w != "standalone_crate" {
			return false
		}
	}
	return true
}
