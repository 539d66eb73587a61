package verify

import (
	"encoding/hex"
	"maps"
	"regexp"
	"slices"
	"strings"

	"kei/runtime/gate"
)

// touchedField is the list of changed files in a report, the one claim of it that
// the work itself can be asked about. It may be given in several lines.
const touchedField = "files-touched"

// claims are what a report says was changed.
type claims struct {
	run     *Run
	changed map[string]bool // what was

	paths   map[string]bool
	folders map[string]bool
	globs   map[gate.Glob]bool
	wrong   map[string]bool   // paths that are as they were
	vague   map[string]string // folders and globs that say no more than the task does: a file there that is as it was
}

// maxGlobs are as many as a list of files can have, to be one that somebody reads.
const maxGlobs = 100

// touched compares the list of changed files with the changes.
func (r *Run) touched(list []Field, v *Violations) {
	c := &claims{r, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[gate.Glob]bool{}, map[string]bool{}, map[string]string{}}
	for _, change := range r.Changes {
		c.changed[change.Path] = true
	}
	for _, f := range list {
		if f.None() {
			continue
		}
		if f.items != nil {
			for _, item := range f.items {
				c.item(item.Text)
			}
			continue
		}
		under := false // an item that claims a path
		for _, e := range entries(f) {
			if claims := c.read(e.text, !e.sub || !under); !e.sub {
				under = claims
			}
		}
	}
	for _, p := range slices.Sorted(maps.Keys(c.wrong)) {
		v.add("files-touched names %s, which is as it was", shown(p))
	}
	missing := false
	for _, change := range r.Changes {
		if !c.named(change.Path) {
			v.add("files-touched does not name %s", change)
			missing = true
		}
	}
	for _, p := range slices.Sorted(maps.Keys(c.vague)) {
		if missing {
			v.add("files-touched says %s, which is no narrower than the task, and %s is as it was; name the files that changed", shown(p), shown(c.vague[p]))
		}
	}
}

func (c *claims) named(path string) bool {
	if c.paths[path] {
		return true
	}
	for i, b := range []byte(path) {
		if b == '/' && c.folders[path[:i+1]] {
			return true
		}
	}
	for glob := range c.globs {
		if glob.Match(path) {
			return true
		}
	}
	return false
}

// An entry is a part of a list of files that begins with what it is about: an
// item, a row of a table, a sentence.
type entry struct {
	text string
	sub  bool // an item below another one, or a sentence behind a list
}

// entries are the parts of a field.
func entries(f Field) []entry {
	list := sentences(f.Value)
	fence, item := "", -1 // the indent of the item that lines go on with
	top := -1             // that of the items which others are below
	var more []string     // lines of the item
	listed := false
	flush := func() {
		if item >= 0 {
			list[len(list)-1].text = strings.Join(more, " ")
		}
		item = -1
	}
	for _, line := range f.Block {
		bare := strings.TrimSpace(line)
		indent := len(line) - len(strings.TrimLeft(line, " \t"))
		mark := fenceMark.FindStringSubmatch(bare)
		switch {
		case fence != "":
			if mark != nil && strings.HasPrefix(mark[1], fence) && mark[2] == "" {
				fence = ""
				continue
			}
			list = append(list, entry{text: line})
		case mark != nil:
			flush()
			fence = mark[1]
		case bare == "":
			flush()
		case strings.HasPrefix(bare, "|") || tableDashes.MatchString(bare):
			flush()
			listed = true
			list = append(list, entry{text: bar.ReplaceAllString(bare, "$1 | ")})
		case isItem(line):
			if top < 0 || indent <= top {
				top = indent
			}
			flush()
			listed = true
			item, more = indent, []string{bare}
			list = append(list, entry{sub: indent > top})
		case item >= 0 && indent > item:
			more = append(more, bare)
		default:
			flush()
			for _, e := range sentences(bare) {
				list = append(list, entry{e.text, listed})
			}
		}
	}
	flush()
	return list
}

var (
	bar         = regexp.MustCompile(`(^|[^\\])\|`)
	sentenceEnd = regexp.MustCompile(`[.!?][ \t]+\p{Lu}`)
)

// sentences are those of a line. A stop is one before a capital letter.
func sentences(text string) []entry {
	var list []entry
	for {
		at := sentenceEnd.FindStringIndex(text)
		if at == nil {
			return append(list, entry{text: text})
		}
		list = append(list, entry{text: text[:at[0]+1]})
		text = strings.TrimLeft(text[at[0]+1:], " \t")
	}
}

var (
	pathWord = regexp.MustCompile("`[^`]+`|[^\\s,;()`]+")

	// runOn joins paths to a list: commas, "and", and what is said in parentheses.
	runOn = regexp.MustCompile(`^(?:[\s,;.&+]|\([^()]*\)|\band\b)*$`)
	// anew begins something of its own: behind a comma, with a word about it at most,
	// in the next cell of a row, where something moved to, or behind a word or an
	// arrow that tells of a change.
	anew = regexp.MustCompile(`(?i)(?:[,;]\s*(?:and\s+)?(?:\w+\s*)?\(?["'*_]*$|\|\s*$|^\W*(?:in)?to\s*$|->|=>|→|\b(?:add|chang|cop|creat|delet|edit|extend|extract|fix|introduc|merg|modif|mov|new|remov|renam|replac|rewr|split|touch|updat|wr[io]te?)[a-z]*\b)`)
	// spoken is behind a path that a sentence is about, rather than a list.
	spoken = regexp.MustCompile(`^["'*_` + "`" + `]*[ \t]+(?:was|were|is|are|stays?|stayed|remains?|remained|has|had|not|only|untouched|unchanged|left)\b`)
	// tells is what stands between a path and what is said about it.
	tells = regexp.MustCompile(`^["'*_]*\s*[:(–—-]`)
)

// read takes in the paths of one entry, and reports whether there are any. The
// first is a claim, and so is what runs on from it; what stands in the text about
// it was perhaps only looked at.
func (c *claims) read(text string, sure bool) bool {
	text = mdLink.ReplaceAllStringFunc(text, c.link)
	end, first, aside, firm := 0, true, false, false
	for _, at := range pathWord.FindAllStringIndex(text, -1) {
		word := c.path(text[at[0]:at[1]])
		if !c.isPath(word) {
			continue
		}
		gap := text[end:at[0]]
		end = at[1] - len(trailing.FindString(text[at[0]:at[1]]))
		switch {
		case first:
			firm = sure
		case !aside && runOn.MatchString(gap) && spoken.MatchString(text[end:]):
			c.claim(word, false)
			continue
		case !aside && runOn.MatchString(gap):
		case anew.MatchString(gap):
			firm = sure && strings.HasSuffix(strings.TrimRight(gap, " "), ",") && tells.MatchString(text[end:])
		default:
			aside = true
			continue
		}
		first, aside = false, false
		c.claim(word, firm)
	}
	return !first
}

// item takes in an element of a list in a form: a path, with nothing or a word about
// it behind.
func (c *claims) item(text string) {
	if c.changed[text] {
		c.paths[text] = true
		return
	}
	c.read(text, true)
}

var trailing = regexp.MustCompile(`[.:]["'*_]*$`)

// claim takes in a path that was named. Only what is firmly said can be wrong.
func (c *claims) claim(path string, firm bool) {
	switch {
	case c.changed[path]:
		c.paths[path] = true
	case strings.Contains(path, "*"):
		if len(c.globs) < maxGlobs && gate.Glob(path).Check() == nil && c.narrows(path, gate.Glob(path)) {
			c.globs[gate.Glob(path)] = true
		}
	case strings.HasSuffix(path, "/"):
		if c.narrows(path, gate.Glob(path+"**")) {
			c.folders[path] = true
		}
	case firm && strings.Contains(path, "/") && looksLikePath(path):
		c.wrong[path] = true
	}
}

// narrows reports whether a folder or a glob says which files changed: it begins
// below where the task does, or everything there did.
func (c *claims) narrows(said string, glob gate.Glob) bool {
	if c.run.Task == nil {
		return true
	}
	from := fixed(string(glob))
	wide := slices.ContainsFunc(c.run.Task.Whitelist, func(w gate.Glob) bool {
		at := fixed(string(w))
		return from == "" || at == from || strings.HasPrefix(at, from+"/")
	})
	if !wide {
		return true
	}
	for _, t := range []tree{c.run.old, c.run.new} {
		for name := range t.all() {
			if glob.Match(name) && !c.changed[name] {
				c.vague[said] = name
				return false
			}
		}
	}
	return true
}

// fixed is the folder that a glob's matches all lie in, "" for the root; of a glob
// that is one path, that path.
func fixed(glob string) string {
	before, _, some := strings.Cut(glob, "*")
	if !some {
		return strings.TrimSuffix(glob, "/")
	}
	return before[:max(strings.LastIndexByte(before, '/'), 0)]
}

// isPath reports whether a word names files. A glob that could be anything does
// not: a list of changes says which they are.
func (c *claims) isPath(word string) bool {
	switch {
	case c.changed[word]:
		return true
	case strings.Contains(word, "*"):
		return placed(word)
	case strings.HasSuffix(word, "/"):
		return true
	}
	return strings.ContainsAny(word, "/.") && c.there(word) || strings.Contains(word, "/") && looksLikePath(word)
}

// there reports whether a path is a file, or was one.
func (c *claims) there(path string) bool {
	return c.run.new.at(path) != Entry{} || c.run.old.at(path) != Entry{}
}

// A place in a file is no part of its path.
var linesOf = regexp.MustCompile(`(?::L?[0-9]+(?:[-–:]L?[0-9]+)*|#L[0-9]+(?:C[0-9]+)?(?:-L?[0-9]+(?:C[0-9]+)?)?)$`)

// path is the path in a word of a list, without what marks it as code, as bold or
// as the end of a sentence, and without lines.
func (c *claims) path(word string) string {
	code := strings.HasPrefix(word, "`")
	word = strings.TrimPrefix(strings.Trim(word, "`\"'<>"), c.run.repo.worktree+"/")
	word = strings.TrimPrefix(word, "./")
	if c.changed[word] {
		return word
	}
	if !code {
		word = plainPath(word, c.changed)
	}
	if plain := escaped.ReplaceAllString(word, "$1"); c.changed[plain] {
		return plain
	}
	if !c.changed[word] {
		word = linesOf.ReplaceAllString(word, "")
	}
	return word
}

// plainPath is a path without emphasis and what ends a sentence.
func plainPath(word string, changed map[string]bool) string {
	word = strings.TrimRight(word, ".:\"'")
	if rest, bold := strings.CutPrefix(word, "**"); bold && !strings.HasPrefix(rest, "/") {
		word = rest
		if !strings.HasSuffix(word, "/**") {
			word = strings.TrimSuffix(word, "**")
		}
	} else if len(word) > 2 && word[0] == word[len(word)-1] && (word[0] == '*' && !bold || word[0] == '_' && !changed[word]) {
		word = word[1 : len(word)-1]
	}
	return strings.TrimPrefix(strings.TrimRight(strings.Trim(word, "`\"'"), ".:"), "./")
}

var (
	mdLink  = regexp.MustCompile(`!?\[([^\[\]\n]*)\]\((<[^<>\n]*>|[^()\s]*)(?:[ \t]+"[^"\n]*")?\)`)
	percent = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)
)

// link is the path that a link shows or, where that is only its end or a word
// about it, the one that it leads to.
func (c *claims) link(text string) string {
	m := mdLink.FindStringSubmatch(text)
	name := c.path(strings.Trim(m[1], "*_ `"))
	to := percent.ReplaceAllStringFunc(strings.Trim(m[2], "<>"), func(s string) string {
		b, _ := hex.DecodeString(s[1:])
		return string(b)
	})
	for strings.HasPrefix(to, "../") {
		to = to[len("../"):]
	}
	to = c.path(to)
	whole := strings.HasSuffix("/"+to, "/"+name) && (c.there(to) || !c.isPath(name))
	if about := !strings.Contains(name, ".") && !c.isPath(name); whole || about {
		name = to
	}
	if strings.ContainsAny(name, "`\n") {
		return text
	}
	return " `" + name + "` "
}

// placed reports whether a glob says where it is about: it begins with a folder,
// or ends in a file's name.
func placed(glob string) bool {
	folder, _, _ := strings.Cut(glob, "/")
	last := glob[strings.LastIndexByte(glob, '/')+1:]
	return strings.Contains(glob, "/") && (!strings.Contains(folder, "*") || last != "" && !strings.Contains(last, "*"))
}

// looksLikePath reports whether a word with a slash looks like the path of a file, and
// not like "and/or".
func looksLikePath(word string) bool {
	last := word[strings.LastIndexByte(word, '/')+1:]
	return strings.ContainsRune(last, '.') && !strings.Contains(word, "://")
}
