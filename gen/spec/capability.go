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

// capabilityFile is the schema of capability.toml. How the comments of a schema
// are read says package kei/gen/schema.
type capabilityFile struct {
	// What the capability is called and what it is there for.
	// Table: capabilityTable
	// Required: always
	Capability *tomlpos.Table `toml:"capability"`

	// Lists of the capability's one gate, where the design documents have them.
	// With more than one gate each has its own lists.
	// Table: restrictsTable
	Restricts *tomlpos.Table `toml:"restricts"`

	// What a task may say to it.
	// Table: parameterizedTable
	Parameterized *tomlpos.Table `toml:"parameterized"`

	// Where the text stands that the agent reads.
	// Table: textTable
	Text *tomlpos.Table `toml:"text"`

	// A rule that a call is held to before it runs. It may stand several times, as
	// [[gate]].
	// Table: gateTable
	// Kinds: gate
	Gate []*tomlpos.Table `toml:"gate"`

	// A step that checks what the agent left behind. It may stand several times, as
	// [[verify]].
	// Table: stepTable
	// Kinds: verify
	Verify []*tomlpos.Table `toml:"verify"`

	// A call and the answer it must get. All are asked whenever the policy is read.
	// Table: exampleTable
	Example []*tomlpos.Table `toml:"example"`

	// Words for catalogues; nothing depends on them.
	// Table: taxonomy
	Taxonomy *tomlpos.Table `toml:"taxonomy"`

	// Where the capability comes from; no verdict depends on it.
	// Table: Lineage
	Lineage *tomlpos.Table `toml:"lineage"`
}

type capabilityTable struct {
	// category::slug, as the folders say.
	// Example: "policy::no-git-ops"
	// Required: always
	Name tomlpos.String `toml:"name"`

	// The folder above it. Required, but for an alias.
	// One of: categories
	Category tomlpos.String `toml:"category"`

	// The version of its rules, for its readers. Required, but for an alias.
	// Example: "1.2.0"
	Version tomlpos.String `toml:"version"`

	// What it forbids, in a sentence on one line. Required, but for an alias.
	// Example: "No git command that changes anything"
	Description tomlpos.String `toml:"description"`

	// Why it is there, for those who review it.
	Rationale string `toml:"rationale"`

	// Older names that it can still be called by.
	// Example: ["policy::no-git"]
	Aliases []tomlpos.String `toml:"aliases"`

	// The capability that this folder is only another name for. Such a folder has
	// no other key than name, alias and deprecated, and no text.md.
	// Example: "policy::no-git-ops"
	Alias *tomlpos.String `toml:"alias"`

	// Of an alias: that it is going to be removed.
	// Type: boolean or string
	Deprecated *tomlpos.Value `toml:"deprecated"`
}

type textTable struct {
	// The file that has the text.
	// Default: "text.md", which is the only one there can be
	Path *tomlpos.String `toml:"path"`
}

type parameterizedTable struct {
	// The keys of task.toml that a task may set because of it. What no capability of
	// a role accepts is refused in its tasks.
	// One of: parameters
	// Default: those that its kinds of gate and verify look at
	// Example: ["files-whitelist", "files-denylist"]
	Accepts []tomlpos.String `toml:"accepts"`
}

// capability reads one folder of capabilities/<category>/.
func (l *loader) capability(category, slug string) {
	dir := path.Join(l.at+"capabilities", category, slug)
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
	l.described(file, f.Capability, c)
	var text textTable
	if l.section(nil, f.Text, "text", &text); text.Path != nil && text.Path.Text != "text.md" {
		l.err(file, text.Path.Pos, "path is %s; the text stands in text.md", tomlpos.Printable(text.Path.Text))
	}
	out := &Capability{
		Name: category + "::" + slug, Category: category, Slug: slug,
		Version: c.Version.Text, Description: c.Description.Text, Rationale: c.Rationale,
		Aliases: c.Aliases, File: file, Pos: c.Name.Pos,
	}
	l.accepts(f.Parameterized, out)
	l.section(nil, f.Taxonomy, "taxonomy", &taxonomy{})
	l.section(nil, f.Lineage, "lineage", &out.Lineage)
	out.Text = l.text(path.Join(dir, "text.md"))
	gates, checks := l.present("gate", f.Gate), l.present("verify", f.Verify)
	out.Gates = l.gates(out.Name, f.Restricts, gates)
	out.Steps = l.steps(out.Name, checks, out.Gates)
	out.Examples = l.examples(f.Example)
	if f.Parameterized == nil {
		out.Accepts = out.lookedAt()
	}
	if len(gates) == 0 && len(out.Examples) > 0 {
		l.err(file, out.Examples[0].Pos, "an example needs a [gate] to be asked of")
	}
	if len(gates) == 0 && len(checks) == 0 {
		l.err(file, t.Pos, "there is neither [gate] nor [verify]; a capability that checks nothing is only advice")
	}
	l.tree.Capabilities = append(l.tree.Capabilities, out)
}

// described checks what a capability that is none of another's names says of itself.
func (l *loader) described(file string, section *tomlpos.Table, c capabilityTable) {
	if c.Deprecated != nil {
		l.err(file, c.Deprecated.Pos, "deprecated belongs to a folder that is only an alias; it has alias = \"category::slug\" too")
	}
	l.required(section, "version", c.Version)
	l.required(section, "description", c.Description)
	if strings.ContainsAny(c.Description.Text, "\n\r") {
		l.err(file, c.Description.Pos, "description is one line; put the rest in rationale")
	}
}

// accepts reads which keys of a task a capability looks at.
func (l *loader) accepts(section *tomlpos.Table, out *Capability) {
	var accepts parameterizedTable
	l.section(nil, section, "parameterized", &accepts)
	for _, key := range accepts.Accepts {
		if !slices.Contains(parameters, key.Text) {
			l.err(out.File, key.Pos, "a task has no %s%s", tomlpos.Printable(key.Text), tomlpos.OrOneOf(key.Text, parameters))
		}
		out.Accepts = append(out.Accepts, key.Text)
	}
}

// lookedAt are the keys of task.toml that the kinds of its gates and steps look at.
func (c *Capability) lookedAt() (keys []string) {
	for _, g := range c.Gates {
		keys = append(keys, lookedAt[g.Kind]...)
		if g.Rule != nil && g.Rule.Head().Unless != "" {
			keys = append(keys, g.Rule.Head().Unless)
		}
	}
	for _, s := range c.Steps {
		keys = append(keys, lookedAt[s.Kind]...)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
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
