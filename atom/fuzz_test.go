package atom

import "testing"

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
