package graph

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"kei/atom"
)

// What a word weighs that stands in a field.
const (
	inID      = 8
	inKeyword = 4
	inTitle   = 3
	inBody    = 1
)

// How fast more of a word stops to count for more, and how much a long text
// counts against it: BM25's usual values.
const (
	saturation = 1.2
	lengthPart = 0.75
)

// A Hit is an atom that a search found.
type Hit struct {
	ID    string  `json:"id"`
	Kind  string  `json:"kind"`
	Title string  `json:"title"`
	Score float64 `json:"score"`
}

// A Query is the words of a search. All of them have to be there.
type Query []word

// A word is one blank-separated piece of a query: tokens that follow one
// another in a field, the last of them perhaps only a beginning.
type word struct {
	tokens []token
	prefix bool
}

// A token is a run of letters and digits, in lower case, as it stands and its stem.
type token struct{ text, stem string }

// ParseQuery reads a query. There are no operators: all but letters, digits and
// a last * separates. ok is false if nothing is left to look for.
func ParseQuery(text string) (q Query, ok bool) {
	for _, w := range strings.Fields(text) {
		if t := tokens(w); len(t) > 0 {
			q = append(q, word{t, strings.HasSuffix(w, "*")})
		}
	}
	return q, len(q) > 0
}

// tokens are the runs of letters and decimal digits of a text.
func tokens(text string) []token {
	var out []token
	for t := range strings.FieldsFuncSeq(strings.ToLower(text), separates) {
		out = append(out, token{t, stem(t)})
	}
	return out
}

// separates reports whether a rune is neither letter nor decimal digit.
func separates(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Nd, r) }

// stem takes off what English words get when there are several: it makes one
// word of branch and branches, of query and queries.
func stem(t string) string {
	if len(t) <= 3 || utf8.RuneCountInString(t) <= 3 {
		return t
	}
	switch {
	case strings.HasSuffix(t, "ies"):
		t = t[:len(t)-3] + "y"
	case strings.HasSuffix(t, "s") && t[len(t)-2] != 's' && t[len(t)-2] != 'u':
		t = t[:len(t)-1]
	}
	if strings.HasSuffix(t, "e") && utf8.RuneCountInString(t) > 4 {
		t = t[:len(t)-1]
	}
	return t
}

// A field is one text of an atom, and what each of its words weighs.
type field struct {
	weight float64
	tokens []token
}

// A document is an atom as a search sees it.
type document struct {
	atom   *atom.Atom
	title  string
	fields []field
	length float64 // of its fields, by weight
}

func documentOf(a *atom.Atom) document {
	title := atom.Read(a.Body).Title
	d := document{atom: a, title: title}
	add := func(weight float64, text string) {
		t := tokens(text)
		d.fields = append(d.fields, field{weight, t})
		d.length += weight * float64(len(t))
	}
	add(inID, a.ID)
	for _, k := range a.Keywords {
		add(inKeyword, k)
	}
	add(inTitle, title)
	add(inBody, string(a.Body))
	for _, e := range a.Errors {
		add(inBody, e.Code)
	}
	for _, e := range a.Effects {
		add(inBody, e.Domain)
	}
	return d
}

// frequency is how often a word stands in a document, by weight.
func (d *document) frequency(w word) float64 {
	f := 0.0
	for _, in := range d.fields {
		for at := range in.tokens {
			if w.at(in.tokens[at:]) {
				f += in.weight
			}
		}
	}
	return f
}

// at reports whether a word stands at the beginning of some tokens.
func (w word) at(in []token) bool {
	if len(in) < len(w.tokens) {
		return false
	}
	last := len(w.tokens) - 1
	for i, t := range w.tokens {
		if i == last && w.prefix {
			return strings.HasPrefix(in[i].text, t.text)
		}
		if in[i].stem != t.stem {
			return false
		}
	}
	return true
}

// documents are the atoms of the graph by label, read on all processors.
func (g *Graph) documents() []document {
	var atoms []*atom.Atom
	for _, n := range g.Nodes {
		if n.Type == AtomNode {
			atoms = append(atoms, n.Atom)
		}
	}
	docs := make([]document, len(atoms))
	var all sync.WaitGroup
	procs := runtime.GOMAXPROCS(0)
	for p := range procs {
		all.Go(func() {
			for i := p; i < len(atoms); i += procs {
				docs[i] = documentOf(atoms[i])
			}
		})
	}
	all.Wait()
	return docs
}

// Search finds the atoms that hold all words, the best first, by BM25 over
// weighted fields.
func (g *Graph) Search(q Query) []Hit {
	docs := g.documents()
	total := 0.0
	for _, d := range docs {
		total += d.length
	}
	average := total / float64(max(len(docs), 1))
	scores := make([]float64, len(docs))
	missing := make([]bool, len(docs))
	for _, w := range q {
		f := make([]float64, len(docs))
		n := 0
		for i := range docs {
			if f[i] = docs[i].frequency(w); f[i] > 0 {
				n++
			} else {
				missing[i] = true
			}
		}
		idf := math.Log(1 + (float64(len(docs)-n)+0.5)/(float64(n)+0.5))
		for i := range docs {
			if f[i] > 0 {
				long := 1 - lengthPart + lengthPart*docs[i].length/average
				scores[i] += idf * f[i] * (saturation + 1) / (f[i] + saturation*long)
			}
		}
	}
	var hits []Hit
	for i, d := range docs {
		if !missing[i] {
			hits = append(hits, Hit{d.atom.ID, string(d.atom.Kind), d.title, scores[i]})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(-cmp.Compare(rounded(a.Score), rounded(b.Score)), cmp.Compare(a.ID, b.ID))
	})
	return hits
}
