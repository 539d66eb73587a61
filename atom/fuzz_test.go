package atom

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzFrontMatter: whatever a declaration is, it is read without trouble, every
// finding has a place, and what has none is what it says.
func FuzzFrontMatter(f *testing.F) {
	for _, seed := range []string{
		"---\natom: kei-x::go\nkind: query\nversion: \"1.0.0\"\ninput: {schema: schemas/i.json, required: [a]}\noutput: {schema: schemas/o.json}\nside_effects: [{op: read, domain: fs}]\nidempotent: true\nstability: stable\nrelated: [\"[[kei-x::b]]\"]\n---\n\n# go\n\n[[rules/x]] `[[y]]`\n",
		"---\na: &x [*x]\n---\n", "---\r\natom: 1\r\n---\r\n", "\xef\xbb\xbf---\n---\n", "---\n[[[[[[[[[[[[[[[[[[", "---\nerrors: [{code: A, http_analog: 1}]\ntimeout_ms: 0x10\nlineage: {parents: [a]}\n---\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a := &Atom{Package: "kei-x", Verb: "go", File: "kei-x/atoms/go.md", Meta: &Meta{Name: "kei-x", Version: "1.0.0"}}
		a.parse(text)
		for _, p := range a.Problems {
			if p.Line < 1 || p.Col < 1 || p.Code == "" || p.Message == "" {
				t.Errorf("%+v", p)
			}
		}
		if a.State() != Rejected && (a.ID != "kei-x::go" || a.Kind == "") {
			t.Errorf("%q is %s, with the id %q and kind %q", text, a.State(), a.ID, a.Kind)
		}
		_ = Read(a.Body)
	})
}

// FuzzWikilinks: a target is part of the text, on the line and in the column
// that are said of it, and is none of the characters that end one.
func FuzzWikilinks(f *testing.F) {
	for _, seed := range []string{"a [[x::y]] b", "[[ x::y | z ]]", "`[[a::b]]` [[c::d#e]]", "```\n[[a::b]]\n```", "\\[[a::b]]", "[[[a::b]]] [[a::b] [[]]", "<div>\n[[a::b]]\n</div>",
		"> - [[a::b]]\r\n\t[[c::d]]", "[x]([[a::b]]) [[a::b]](x)", "| [[a|b]] |\n|-|\n", "[[\xff]]", "[[a\u2028b]]"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		lines := bytes.Split(body, []byte("\n"))
		for _, l := range Wikilinks(body) {
			if l.Target == "" || strings.TrimSpace(l.Target) != l.Target || strings.ContainsAny(l.Target, "[]|#\r\n") {
				t.Errorf("%q is a target", l.Target)
			}
			if l.line < 1 || l.line > len(lines) {
				t.Fatalf("%q is said to be on line %d of %d", l.Target, l.line, len(lines))
			}
			line := lines[l.line-1]
			if l.col < 1 || l.col > len(line) || !bytes.HasPrefix(line[l.col-1:], []byte("[[")) || !bytes.Contains(line[l.col-1:], []byte(l.Target)) {
				t.Errorf("%q is not at %d:%d of %q", l.Target, l.line, l.col, body)
			}
		}
	})
}
