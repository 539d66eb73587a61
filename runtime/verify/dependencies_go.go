package verify

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// goMod reads the dependencies of a go.mod or go.work. The version of the
// language is not one; the toolchain is, and so is what "./..." leaves out.
func goMod(text []byte, _ surroundings) (facts, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("it has %d bytes, and at most %d are read", len(text), maxText)
	}
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
		return nil, fmt.Errorf("a block of %s that nothing closes", shown(block))
	}
	return f, nil
}

// goWork is the variable for the go command that is run in a folder of a tree,
// which is written out below top: the nearest go.work, unless it leaves out the
// module that the folder is in. There go would refuse to do anything.
func goWork(r *Run, t tree, top, dir string) string {
	files := newSide(r, t)
	at, module := files.nearest(cmp.Or(dir, "."), "go.work"), files.nearest(cmp.Or(dir, "."), "go.mod")
	if at == "" {
		return "GOWORK=off"
	}
	file := join(at, "go.work")
	text, err := r.contents(t, file)
	if err == nil {
		said, err := goMod(text, surroundings{})
		uses := func(line string) bool {
			to, ok := strings.CutPrefix(line, "use ")
			return ok && (path.IsAbs(to) || path.Join(at, to) == module)
		}
		if err == nil && module != "" && !slices.ContainsFunc(slices.Collect(maps.Keys(said)), uses) {
			return "GOWORK=off"
		}
	}
	return "GOWORK=" + filepath.Join(top, filepath.FromSlash(file))
}

// goModLine takes one directive with its arguments.
func (f facts) goModLine(words []string) error {
	switch words[0] {
	case "module", "go", "retract", "godebug":
		return nil
	case "require", "exclude":
		if len(words) != 3 {
			return fmt.Errorf("%s has %d arguments", words[0], len(words)-1)
		}
		if words[0] == "exclude" {
			f["exclude "+words[1]+" "+words[2]] = ""
		} else {
			return f.once("require "+words[1], words[2])
		}
	case "replace":
		from, to, ok := strings.Cut(strings.Join(words[1:], " "), " => ")
		if !ok {
			return fmt.Errorf("replace without =>")
		}
		return f.once("replace "+from, to)
	default: // use, tool, toolchain, ignore, and what comes after this program
		f[strings.Join(words, " ")] = ""
	}
	return nil
}

// once takes what must not be said in two ways: the reader that counts may take
// the other one.
func (f facts) once(name, value string) error {
	if is, ok := f[name]; ok && is != value {
		return fmt.Errorf("%s is both %s and %s", shown(name), plain(is), plain(value))
	}
	f[name] = value
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
