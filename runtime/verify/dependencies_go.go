package verify

import (
	"fmt"
	"strconv"
	"strings"
)

// goMod reads the dependencies of a go.mod or go.work. The version of the
// language is not one; the toolchain is.
func goMod(text []byte) (facts, error) {
	f := facts{}
	block := ""
	for i, line := range strings.Split(string(text), "\n") {
		words, err := goModWords(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		switch {
		case len(words) == 0:
			continue
		case block != "" && words[0] == ")":
			block = ""
			continue
		case block == "" && len(words) == 2 && words[1] == "(":
			block = words[0]
			continue
		case block != "":
			words = append([]string{block}, words...)
		}
		if err := f.goModLine(words); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	if block != "" {
		return nil, fmt.Errorf("a block of %s that nothing closes", block)
	}
	return f, nil
}

// goModLine takes one directive with its arguments.
func (f facts) goModLine(words []string) error {
	switch words[0] {
	case "module", "go", "retract", "godebug", "ignore":
		return nil
	case "require", "exclude":
		if len(words) != 3 {
			return fmt.Errorf("%s has %d arguments", words[0], len(words)-1)
		}
		if words[0] == "exclude" {
			f["exclude "+words[1]+" "+words[2]] = ""
		} else {
			f["require "+words[1]] = words[2]
		}
	case "replace":
		from, to, ok := strings.Cut(strings.Join(words[1:], " "), " => ")
		if !ok {
			return fmt.Errorf("replace without =>")
		}
		f["replace "+from] = to
	default: // use, tool, toolchain, and what comes after this program
		f[strings.Join(words, " ")] = ""
	}
	return nil
}

// goModWords splits a line, with its strings unquoted and its comment dropped.
func goModWords(line string) ([]string, error) {
	var words []string
	for {
		line = strings.TrimLeft(line, " \t\r")
		switch {
		case line == "" || strings.HasPrefix(line, "//"):
			return words, nil
		case line[0] == '"' || line[0] == '`':
			prefix, err := strconv.QuotedPrefix(line)
			if err != nil {
				return nil, err
			}
			word, err := strconv.Unquote(prefix)
			if err != nil {
				return nil, err
			}
			words, line = append(words, word), line[len(prefix):]
		case line[0] == '(' || line[0] == ')':
			words, line = append(words, line[:1]), line[1:]
		default:
			n := strings.IndexAny(line, " \t\r()")
			if n < 0 {
				n = len(line)
			}
			if c := strings.Index(line[:n], "//"); c > 0 {
				n = c
			}
			words, line = append(words, line[:n]), line[n:]
		}
	}
}
