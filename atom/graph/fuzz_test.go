package graph

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"testing"
	"unicode/utf8"

	"kei/atom"
)

// small is a set of two atoms that hold what was given.
func small(word, keyword, body string) *atom.Set {
	return &atom.Set{Atoms: []*atom.Atom{
		{ID: "k::a", Kind: atom.Query, Keywords: []string{keyword}, Body: []byte(body), Links: []atom.Link{{Target: word, Related: true}, {Target: "k::b"}}},
		{ID: "k::b", Kind: atom.Query, Body: []byte("# " + word)},
	}}
}

// FuzzQuery: whatever is asked for, in whatever text: what is found holds each
// word, no score is none, and what is asked for by a text of its own is found.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"fetch url", "kei-git::log", "fet*", "(", "AND \"x\" OR *", "Übergrößen", "İ", "ſs", "sss", "ies", "e", "\xff", "a-b* c", "١٢٣"} {
		f.Add(seed, "Fetches URLs: "+seed)
	}
	f.Fuzz(func(t *testing.T, query, body string) {
		q, ok := ParseQuery(query)
		if !ok {
			return
		}
		for _, h := range Of(small(query, body, body), Options{}).Search(q) {
			if math.IsNaN(h.Score) || math.IsInf(h.Score, 0) || h.Score <= 0 {
				t.Errorf("%q gives %s the score %v", query, h.ID, h.Score)
			}
		}
		own := &atom.Set{Atoms: []*atom.Atom{{ID: "k::a", Body: []byte(query)}, {ID: "k::b"}}}
		if hits := Of(own, Options{}).Search(q); !slices.ContainsFunc(hits, func(h Hit) bool { return h.ID == "k::a" }) {
			t.Errorf("%q does not find itself: %v", query, hits)
		}
	})
}

// FuzzGraphML: whatever atoms say, the export is XML, and the same again.
func FuzzGraphML(f *testing.F) {
	for _, seed := range []string{"", "a<b>&\"'", "]]>", "\x00\x01\t\n", "\ufffe\uffff", "\U0001f600", "\xff\xfe", "rules/RULE 1", "k::c", "n0"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, word, keyword string) {
		var outs [2]bytes.Buffer
		for i := range outs {
			g := Of(small(word, keyword, ""), Options{Unresolved: true})
			if err := g.Write(&outs[i], "graphml", g.Ranks()); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(outs[0].Bytes(), outs[1].Bytes()) || !utf8.Valid(outs[0].Bytes()) {
			t.Errorf("two exports differ, or are no UTF-8: %q", outs[0].String())
		}
		for d := xml.NewDecoder(&outs[0]); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	})
}
