package file

import (
	"kei/runtime/str"
	"kei/runtime/sys"
)

// Ignores are git's rules about which files are left alone, as far as they are
// written down in a repository. They err to the side of a file that is not.
type Ignores struct{ levels []ignoreLevel }

type ignoreLevel struct {
	dir   string
	rules []ignoreRule
}

type ignoreRule struct {
	glob     Glob // from the level's folder
	all      bool // a pattern that is not read here: it may match anything
	back     bool // with a ! in front
	folder   bool // only folders
	stronger bool // of a file that git does not know
}

// maxIgnore bounds what is read of one file of rules.
const maxIgnore = 256 << 10

// IgnoresAt are the rules that hold for what lies in a folder: those of the
// folders around it, up to the repository's root, and its own. Outside of a
// repository there are none.
func IgnoresAt(folder string) Ignores {
	top := Repository(folder)
	if top == "" {
		return Ignores{}
	}
	var g Ignores
	if text, err := sys.ReadFile(top+"/.git/info/exclude", maxIgnore); err == nil {
		g.levels = append(g.levels, ignoreLevel{top, ignoreRules(string(text), false)})
	}
	g = g.in(top)
	rest, _ := Within(top, folder, false)
	at := top
	for rest != "" && rest != "." {
		var name string
		name, rest, _ = str.Cut(rest, '/')
		at += "/" + name
		g = g.in(at)
	}
	return g
}

// Repository is the next folder around one, itself included, that has a .git;
// "" if there is none.
func Repository(folder string) string {
	for at := folder; ; at = Parent(at) {
		if sys.Look(at+"/.git") != sys.Absent {
			return at
		}
		if up := Parent(at); up == at {
			return ""
		}
	}
}

// In are the rules for what lies in a folder below.
func (g Ignores) In(folder string) Ignores {
	if len(g.levels) == 0 {
		return g // outside of a repository, or one without a rule so far
	}
	return g.in(folder)
}

func (g Ignores) in(folder string) Ignores {
	level := ignoreLevel{dir: folder}
	for _, name := range [...]string{".gitignore", ".ignore", ".rgignore", ".agignore", ".fdignore"} {
		if text, err := sys.ReadFile(folder+"/"+name, maxIgnore); err == nil {
			level.rules = append(level.rules, ignoreRules(string(text), name != ".gitignore")...)
		}
	}
	// An empty level says that there is a repository.
	return Ignores{append(g.levels[:len(g.levels):len(g.levels)], level)}
}

func ignoreRules(text string, stronger bool) []ignoreRule {
	var list []ignoreRule
	for text != "" {
		var line string
		line, text, _ = str.Cut(text, '\n')
		line = str.TrimSuffix(line, "\r")
		for str.HasSuffix(line, " ") {
			line = line[:len(line)-1]
		}
		if line == "" || line[0] == '#' {
			continue
		}
		r := ignoreRule{stronger: stronger}
		if line[0] == '!' {
			r.back, line = true, line[1:]
		}
		if str.HasSuffix(line, "/") {
			r.folder, line = true, line[:len(line)-1]
		}
		r.all = str.ContainsAny(line, "?[\\")
		if r.all && !r.back || line == "" {
			continue
		}
		if str.HasPrefix(line, "/") {
			line = line[1:]
		} else if str.IndexByte(line, '/') < 0 {
			line = "**/" + line
		}
		r.glob = Glob(line)
		list = append(list, r)
	}
	return list
}

// Say is what the rules say of a file or folder: whether git leaves it alone,
// and whether somebody asks for it by a rule with a ! in front.
func (g Ignores) Say(path string, folder bool) (ignored, asked bool) {
	decided := false
	for i := len(g.levels) - 1; i >= 0; i-- {
		level := &g.levels[i]
		rel, inside := Within(level.dir, path, false)
		if !inside {
			continue
		}
		for n := len(level.rules) - 1; n >= 0; n-- {
			r := &level.rules[n]
			if r.folder && !folder || !r.all && !r.glob.Match(rel) {
				continue
			}
			if r.back {
				return false, true
			}
			if !decided && !r.stronger {
				ignored, decided = true, true
			}
		}
	}
	return ignored, false
}
