package atom

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A Rule is one that atoms may link to: a Markdown file of a folder of rules.
type Rule struct {
	Slug   string // its file's name, without .md
	Title  string // its first heading of the first level; the slug if it has none
	Number string // 0.12, of a first heading "# RULE 0.12 ..."; "": it has none
	File   string
}

// RulesOf are the rules of a folder, by slug. A folder that is not there has none.
// What can't be read is a rule all the same: links to it lead somewhere.
func RulesOf(dir string) []Rule {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []Rule
	for _, e := range entries { // sorted by name
		if slug, ok := strings.CutSuffix(e.Name(), ".md"); ok {
			r := Rule{Slug: slug, Title: slug, File: filepath.Join(dir, e.Name())}
			if text, err := ruleText(r.File); err == nil {
				r.headed(text)
			}
			out = append(out, r)
		}
	}
	return out
}

// ruleText reads a regular file, as much of it as a declaration may have. A person
// may have linked to it from elsewhere.
func ruleText(file string) (string, error) {
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return "", errors.New("not a regular file")
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile))
	return string(text), err
}

// headed takes what a rule's headings say.
func (r *Rule) headed(text string) {
	first := true
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			continue
		}
		title, top := strings.CutPrefix(line, "# ")
		words := strings.Fields(title)
		if top && first && len(words) > 1 && words[0] == "RULE" {
			r.Number = strings.TrimRight(words[1], ":.,-")
		}
		if first = false; top && len(words) > 0 {
			r.Title = strings.TrimSpace(title)
			return
		}
	}
}

// Rules are what links to rules may name: nil if there is no folder of them.
type Rules map[string]bool

// ReadRules reads the names of the rules in a folder: their slugs and numbers.
func ReadRules(dir string) Rules {
	if _, err := os.ReadDir(dir); err != nil {
		return nil
	}
	out := Rules{}
	for _, r := range RulesOf(dir) {
		if out[r.Slug] = true; r.Number != "" {
			out[r.Number] = true
		}
	}
	return out
}
