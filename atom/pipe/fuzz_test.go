package pipe

import (
	"bytes"
	"testing"

	"kei/atom"
	"kei/atom/run"
	"kei/atom/schema"
)

// FuzzParse: a plan is one that can run, and its order keeps to its edges;
// without a plan there is a problem that says why.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "[[steps]]\nid = \"a\"\natom = \"t::pure\"\ninput = { x = \"$b.y\", z = [1, \"$$\"] }\n[[steps]]\ncapture_as = \"b\"\natom = \"t::pure\"\n",
		"[pipe]\ncache = { enabled = true, ttl_sec = 1 }\nfinal = \"a\"\n[[steps]]\nid = \"a\"\natom = \"t::put\"\ndepends-on = [\"a\"]\n",
		"[[steps]]\natom = \"t::tail\"\nretry = { attempts = 2 }\ninput = { t = 2020-01-02, n = nan }\n", "[[steps]", "steps = 1\npipe = []\n",
	} {
		f.Add([]byte(seed))
	}
	kinds := map[string]atom.Kind{"t::pure": atom.Transform, "t::put": atom.Command, "t::tail": atom.Stream}
	f.Fuzz(func(t *testing.T, text []byte) {
		p, problems := Parse("f", "f", text, func(id string) (*atom.Atom, *run.Error) {
			if k, ok := kinds[id]; ok {
				return &atom.Atom{ID: id, Kind: k}, nil
			}
			return nil, run.Fail("unknown_atom", 2, "no atom matching %s", id)
		})
		if p == nil {
			if len(problems) == 0 {
				t.Fatal("no plan and no problem")
			}
			return
		}
		place := map[string]int{}
		for i, id := range p.Order() {
			place[id] = i
		}
		for _, e := range p.Edges() {
			if place[e[0]] >= place[e[1]] {
				t.Errorf("%v in the order %v", e, p.Order())
			}
		}
		s := p.schedule(2)
		for n := 0; !s.over(); n++ {
			s.next()
			if n > 2*len(p.Steps) {
				t.Fatal("the schedule does not end")
			}
			for _, i := range append([]int{}, s.running...) {
				s.ended(i, n%3 != 2)
			}
		}
	})
}

// FuzzResolve: a reference is resolved or refused, and what is no reference
// stays as it is but for its $$.
func FuzzResolve(f *testing.F) {
	for _, seed := range []string{`{"x":"$a.result.v"}`, `["$in","$$","a$b"]`, `"$a.metadata.attempts"`, `{"$a":"$b.0.-1"}`, `"$5"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		in, err := schema.Parse(text)
		if err != nil {
			return
		}
		env := func(name string) (*Envelope, bool) {
			return &Envelope{"t::pure", map[string]any{"v": []any{"x"}}, map[string]any{}}, name == "a"
		}
		out, err := Resolve(in, env, in)
		if err == nil && !bytes.Contains(text, []byte("$")) && !bytes.Contains(text, []byte(`\u`)) && !bytes.Equal(schema.Canonical(in), schema.Canonical(out)) {
			t.Errorf("%s became %s", schema.Canonical(in), schema.Canonical(out))
		}
	})
}
