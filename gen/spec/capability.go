package spec

import (
	"maps"
	"path"
	"slices"
	"strings"

	"kei/internal/tomlpos"
)

// MaxWords is how long a text.md may be. An agent reads all of its role's at
// once, and a rule that is buried is not followed.
const MaxWords = 200

// capabilityFile is the schema of capability.toml.
type capabilityFile struct {
	Capability    *tomlpos.Table   `toml:"capability"`
	Restricts     *tomlpos.Table   `toml:"restricts"`
	Parameterized *tomlpos.Table   `toml:"parameterized"`
	Text          *tomlpos.Table   `toml:"text"`
	Gate          []*tomlpos.Table `toml:"gate"`
	Verify        []*tomlpos.Table `toml:"verify"`
	Example       []*tomlpos.Table `toml:"example"`
	Taxonomy      *tomlpos.Table   `toml:"taxonomy"`
	Lineage       *tomlpos.Table   `toml:"lineage"`
}

type capabilityTable struct {
	Name        tomlpos.String   `toml:"name"`
	Category    tomlpos.String   `toml:"category"`
	Version     tomlpos.String   `toml:"version"`
	Description tomlpos.String   `toml:"description"`
	Rationale   string           `toml:"rationale"`
	Aliases     []tomlpos.String `toml:"aliases"`

	// A folder that only stands for another name has these two instead.
	Alias      *tomlpos.String `toml:"alias"`
	Deprecated *tomlpos.Value  `toml:"deprecated"`
}

// capability reads one folder of capabilities/<category>/.
func (l *loader) capability(category, slug string) {
	dir := path.Join("capabilities", category, slug)
	file := path.Join(dir, "capability.toml")
	names := map[string]bool{}
	for _, e := range l.folder(dir) {
		names[e.Name()] = true
		if name := e.Name(); name != "capability.toml" && name != "text.md" {
			l.err(path.Join(dir, name), tomlpos.Pos{}, "nothing reads this; a capability is capability.toml and text.md")
		}
	}
	t, err := tomlpos.ReadFile(l.fsys, file)
	if err != nil {
		l.errs.Join(file, err)
		return
	}
	var f capabilityFile
	var c capabilityTable
	l.errs = append(l.errs, tomlpos.Decode(t, &f)...)
	if !l.section(t, f.Capability, "capability", &c) {
		return
	}
	l.nameAndPlace(f.Capability, c, category, slug)
	if c.Alias != nil {
		l.alias(Alias{Old: c.Name.Text, New: c.Alias.Text, File: file, Pos: c.Alias.Pos})
		if names["text.md"] || len(t.Entries) > 1 {
			l.err(file, c.Alias.Pos, "an alias has nothing of its own; leave only [capability] name, alias, deprecated, and no text.md")
		}
		return
	}
	if c.Deprecated != nil {
		l.err(file, c.Deprecated.Pos, "deprecated belongs to a folder that is only an alias; it has alias = \"category::slug\" too")
	}
	l.required(f.Capability, "version", c.Version)
	l.required(f.Capability, "description", c.Description)
	if strings.ContainsAny(c.Description.Text, "\n\r") {
		l.err(file, c.Description.Pos, "description is one line; put the rest in rationale")
	}
	var text struct {
		Path *tomlpos.String `toml:"path"`
	}
	if l.section(nil, f.Text, "text", &text); text.Path != nil && text.Path.Text != "text.md" {
		l.err(file, text.Path.Pos, "path is %s; the text stands in text.md", tomlpos.Printable(text.Path.Text))
	}
	out := &Capability{
		Name: category + "::" + slug, Category: category, Slug: slug,
		Version: c.Version.Text, Description: c.Description.Text, Rationale: c.Rationale,
		Aliases: c.Aliases, File: file, Pos: c.Name.Pos,
	}
	var accepts struct {
		Accepts []tomlpos.String `toml:"accepts"`
	}
	l.section(nil, f.Parameterized, "parameterized", &accepts)
	l.section(nil, f.Taxonomy, "taxonomy", &taxonomy{})
	l.section(nil, f.Lineage, "lineage", &out.Lineage)
	for _, key := range accepts.Accepts {
		if !slices.Contains(parameters, key.Text) {
			l.err(file, key.Pos, "a task has no %s%s", tomlpos.Printable(key.Text), tomlpos.OrOneOf(key.Text, parameters))
		}
		out.Accepts = append(out.Accepts, key.Text)
	}
	out.Text = l.text(path.Join(dir, "text.md"))
	gates, checks := l.present("gate", f.Gate), l.present("verify", f.Verify)
	out.Gates = l.gates(out.Name, f.Restricts, gates)
	out.Steps = l.steps(out.Name, checks, out.Gates)
	out.Examples = l.examples(f.Example)
	if len(gates) == 0 && len(out.Examples) > 0 {
		l.err(file, out.Examples[0].Pos, "an example needs a [gate] to be asked of")
	}
	if len(gates) == 0 && len(checks) == 0 {
		l.err(file, t.Pos, "there is neither [gate] nor [verify]; a capability that checks nothing is only advice")
	}
	l.tree.Capabilities = append(l.tree.Capabilities, out)
}

// section decodes a table. Missing, it is an error of parent unless that is nil.
func (l *loader) section(parent, t *tomlpos.Table, name string, target any) bool {
	if t == nil {
		if parent != nil {
			l.err(parent.File, tomlpos.Pos{Line: 1, Col: 1}, "there is no [%s]", name)
		}
		return false
	}
	l.errs = append(l.errs, tomlpos.Decode(t, target)...)
	return true
}

// required says when a key is not there or says nothing.
func (l *loader) required(t *tomlpos.Table, key string, s tomlpos.String) {
	if v, ok := t.Get(key); !ok {
		l.err(t.File, t.Pos, "%s is missing", key)
	} else if text, isString := v.Any.(string); isString && strings.TrimSpace(text) == "" {
		l.err(t.File, s.Pos, "%s is empty", key)
	}
}

// nameAndPlace holds the name to the folder: two places that say who a
// capability is would be one too many.
func (l *loader) nameAndPlace(t *tomlpos.Table, c capabilityTable, category, slug string) {
	want := category + "::" + slug
	l.required(t, "name", c.Name)
	switch {
	case !IsSlug(category) || !IsSlug(slug):
		l.err(t.File, t.Pos, "the folder %s cannot be a name; use lower-case letters, digits and -", tomlpos.Printable(category+"/"+slug))
	case !slices.Contains(categories, category):
		l.err(t.File, t.Pos, "category %s is none of %s%s", category, strings.Join(categories, ", "), tomlpos.DidYouMean(category, categories))
	}
	if c.Name.Text != "" && c.Name.Text != want {
		l.err(t.File, c.Name.Pos, "name is %s and the folder says %s; make them agree", tomlpos.Printable(c.Name.Text), want)
	}
	if c.Alias != nil {
		return
	}
	l.required(t, "category", c.Category)
	if c.Category.Text != "" && c.Category.Text != category {
		l.err(t.File, c.Category.Pos, "category is %s and the folder says %s; make them agree", tomlpos.Printable(c.Category.Text), category)
	}
}

// text reads what the agent is told.
func (l *loader) text(file string) string {
	data, err := tomlpos.ReadText(l.fsys, file)
	if err != nil {
		l.errs.Join(file, err)
		return ""
	}
	switch n := len(strings.Fields(string(data))); {
	case n == 0:
		l.err(file, tomlpos.Pos{}, "is empty; say in the second person what the agent may not do, and what to do instead")
	case n > MaxWords:
		l.err(file, tomlpos.Pos{}, "has %d words; an agent is told a rule in at most %d", n, MaxWords)
	}
	return string(data)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
