package spec

import (
	"strings"

	"kei/internal/tomlpos"
)

type roleFilesTable struct {
	// The files that may be written; none: those that the task names. Later entries
	// win, and one that begins with ! takes out again what those before it let in.
	// Type: list of globs
	// Example: ["docs/**", "!docs/generated/**"]
	Allowed []tomlpos.String `toml:"allowed"`

	// Files that may be written beside those of the role that this one extends.
	// Type: list of globs
	// Example: ["e2e/**"]
	Added []tomlpos.String `toml:"added"`

	// The files that may not be written, in the same form.
	// Type: list of globs
	// Example: ["migrations/**"]
	Denied []tomlpos.String `toml:"denied"`

	// Files that may not be written beside those of the role that this one extends.
	// Type: list of globs
	// Example: ["src/generated/**"]
	MoreDenied []tomlpos.String `toml:"denied-added"`

	// Folders outside of the worktree for data that nobody keeps: true for one that
	// kei makes for each agent, or absolute globs.
	// Type: boolean or list of globs
	// Example: ["/tmp/**"]
	Scratch tomlpos.Value `toml:"scratch"`

	// What comes of a write that the lists do not allow: it is denied, a person is asked
	// where the client can, or it is made and the objection goes to standard error. What
	// is not denied is not held against the work afterwards either.
	// One of: ofLists
	// Default: "block", or that of the role that this one extends
	Severity *tomlpos.String `toml:"severity"`
}

// roleFiles reads which files agents of a role may write, whatever their task.
func (l *loader) roleFiles(section *tomlpos.Table, out *Role) {
	var f roleFilesTable
	if !l.section(nil, section, "files", &f) {
		return
	}
	_, out.HasAllowed = section.Get("allowed")
	_, out.HasDenied = section.Get("denied")
	_, out.HasScratch = section.Get("scratch")
	l.added(section, out, map[string]string{"added": "allowed", "denied-added": "denied"})
	for _, list := range []struct {
		globs            []tomlpos.String
		absolute, begins bool
	}{{f.Allowed, false, true}, {f.Denied, true, true}, {f.Added, false, false}, {f.MoreDenied, true, false}} {
		for i, g := range list.globs {
			l.ordered(section.File, g, list.absolute, list.begins && i == 0)
		}
	}
	out.Allowed, out.Denied, out.Added.Allowed, out.Added.Denied = f.Allowed, f.Denied, f.Added, f.MoreDenied
	if f.Severity != nil && len(f.Allowed)+len(f.Denied)+len(f.Added)+len(f.MoreDenied) == 0 && out.Extends == nil {
		l.err(section.File, f.Severity.Pos, "severity is about files that a list does not allow, and the role has no such list; a capability's rule has its own")
	}
	out.FilesSeverity = l.ofList(section, f.Severity)
	l.scratch(section, f.Scratch, out)
}

// ordered checks one glob of a list in which later entries win, and "!" takes
// out again.
func (l *loader) ordered(file string, g tomlpos.String, absolute, first bool) {
	glob, out := strings.CutPrefix(g.Text, "!")
	if out && first {
		l.err(file, g.Pos, "%s takes out of a list that has nothing yet; later entries win, so write what it is taken from before it", tomlpos.Printable(g.Text))
		return
	}
	l.glob(file, g.Pos, glob, absolute)
}

// scratch reads the places for data: true for a folder of the agent's own, or
// absolute globs.
func (l *loader) scratch(section *tomlpos.Table, v tomlpos.Value, out *Role) {
	switch given := v.Any.(type) {
	case nil:
	case bool:
		out.OwnScratch = given
	case []tomlpos.Value:
		for _, one := range given {
			g, isString := one.Any.(string)
			switch root, below := strings.CutSuffix(g, "/**"); {
			case !isString:
				l.err(section.File, one.Pos, "scratch is true, or a list of absolute globs")
			case strings.Contains(g, "\\") || !strings.HasPrefix(g, "/"):
				l.err(section.File, one.Pos, "the glob %s is not absolute; scratch lies outside of the worktree", tomlpos.Printable(g))
			case !below || strings.Contains(root, "*") || root == "" || strings.Count(root, "/") == 1 && root != "/tmp":
				l.err(section.File, one.Pos, "the glob %s is no folder for data; write /tmp/**, or a folder further down with /** behind it", tomlpos.Printable(g))
			default:
				l.glob(section.File, one.Pos, g, true)
				if root != "/tmp" { // everybody knows of that one
					l.warn(section.File, one.Pos, "others may write below %s, too, and see what is written", root)
				}
				out.Scratch = append(out.Scratch, tomlpos.String{Text: g, Pos: one.Pos})
			}
		}
	default:
		l.err(section.File, v.Pos, "scratch is true, or a list of absolute globs")
	}
}
