package forge

import (
	"bytes"
	"context"
	_ "embed"
	"html/template"
	"net/http"
	"slices"
	"strings"
	"sync"

	"kei/atom"
)

//go:embed page.html
var pageText string

//go:embed page.css
var pageStyle string

var pageTemplate = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Parse(pageText))
})

// A page is what the template shows.
type page struct {
	Nonce, Secret, Root string
	Style               template.CSS
	Packages            []listedPackage
	Atoms               []string // ids, which may be related to
	Problems            []Objection
	Draft               *Draft
	Made                *Made

	form  *form
	focus string // the field that the keyboard begins at
}

// A control is one field of the page.
type control struct {
	Key, Label, Hint, Value string
	Errors                  []string
	Options                 []option
	Focus                   bool
}

type option struct{ Value, Text string }

// In is a field and what there is to say of it.
func (p *page) In(key, label, hint string) control {
	c := control{Key: key, Label: label, Hint: hint, Value: p.form.values[key], Focus: p.focus == key}
	for _, o := range p.Problems {
		if o.Field == key {
			c.Errors = append(c.Errors, o.Text)
		}
	}
	return c
}

// Row is a field of a row.
func (p *page) Row(kind string, i int, field, label, hint string) control {
	return p.In(rowKey(kind, i, field), label, hint)
}

// Of makes a choice of a field: values, each followed by what it is called.
func (c control) Of(pairs ...string) control {
	for pair := range slices.Chunk(pairs, 2) {
		c.Options = append(c.Options, option{pair[0], pair[1]})
	}
	return c
}

// Rows are the numbers of the rows of a kind.
func (p *page) Rows(kind string) []int {
	out := make([]int, p.form.rows[kind])
	for i := range out {
		out[i] = i
	}
	return out
}

// Add is the button that makes a row.
func (p *page) Add(kind, label string) control {
	return control{Key: "add." + kind, Value: "add:" + kind, Label: label, Focus: p.focus == "add."+kind}
}

// A Side is the input or the output, whose rows look the same.
type Side struct {
	*page
	Kind, Title, Hint string
}

// Side is one of the two.
func (p *page) Side(kind, title, hint string) Side { return Side{p, kind, title, hint} }

// More reports whether a row says something in the fields that are folded away,
// or something is wrong there.
func (p *page) More(kind string, i int) bool {
	return slices.ContainsFunc([]string{"min", "max", "enum", "example"}, func(field string) bool {
		c := p.In(rowKey(kind, i, field), "", "")
		return c.Value != "" || c.Errors != nil
	})
}

// Shown is a file as the person finds it.
func (p *page) Shown(name string) string { return p.Root + name }

// Text is a file's text.
func (f File) Text() string { return string(f.Data) }

// First reports whether a file is shown opened: the declaration, which is read.
func (f File) First() bool { return strings.HasSuffix(f.Name, ".md") }

// Errors are the findings that are no warnings.
func (d *Draft) Errors() (n int) {
	for _, p := range d.Findings {
		if !p.Warning {
			n++
		}
	}
	return n
}

// serveForm is GET / and POST /.
func (s *Server) serveForm(w http.ResponseWriter, r *http.Request, nonce string) {
	p := &page{Nonce: nonce, Secret: s.page, Root: s.shown, Style: template.CSS(pageStyle), form: blank(), focus: "package"}
	status := http.StatusOK
	if r.Method == http.MethodPost {
		text, ok := s.body(w, r, "application/x-www-form-urlencoded")
		if !ok {
			return
		}
		f, err := parseForm(text)
		switch {
		case err != nil:
			s.fail(w, r, http.StatusBadRequest, "%v", err)
			return
		case !same(f.values["page"], s.page):
			s.fail(w, r, http.StatusUnauthorized, "this form is not of a page that this forge has shown")
			return
		}
		p.form = f
		if status = s.act(r.Context(), p, f.values["do"]); status == 0 {
			s.fail(w, r, http.StatusBadRequest, "the form has no button %q", f.values["do"])
			return
		}
	}
	if err := s.there(r.Context(), p); err != nil {
		s.fail(w, r, http.StatusInternalServerError, "%v", err)
		return
	}
	if r.Method != http.MethodPost && len(p.Packages) == 0 {
		p.form.values["new_package"] = "yes"
	}
	var b bytes.Buffer
	if err := pageTemplate().Execute(&b, p); err != nil {
		s.fail(w, r, http.StatusInternalServerError, "%v", err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(b.Bytes())
}

// act does what a button says, and returns the status of the page that shows it;
// 0 is for no button. Without one, a form is previewed.
func (s *Server) act(ctx context.Context, p *page, do string) int {
	if do != "" && do != "preview" && do != "forge" {
		focus, ok := p.form.edit(do)
		if !ok {
			return 0
		}
		p.focus = focus
		return http.StatusOK
	}
	p.focus = ""
	p.form.compact()
	r, bad := p.form.request()
	if bad != nil {
		bad = append(bad, r.check()...)
		return p.refused(&Refusal{400, bad})
	}
	var err error
	if do == "forge" {
		p.Made, err = s.make(ctx, r)
	} else {
		p.Draft, err = Preview(ctx, s.dir, r, s.verbSource)
	}
	if err != nil {
		return p.refused(err)
	}
	if p.Made != nil {
		p.form = blank()
		p.form.values["package"] = r.Package
	}
	return http.StatusOK
}

// refused shows why there is no atom.
func (p *page) refused(err error) (status int) {
	status, p.Problems = objectionsOf(err)
	return status
}

// there reads what the fields may name.
func (s *Server) there(ctx context.Context, p *page) error {
	set, err := load(ctx, s.dir)
	if err != nil {
		return err
	}
	p.Packages = s.listed(set)
	for _, a := range set.Atoms {
		if a.State() != atom.Rejected {
			p.Atoms = append(p.Atoms, a.ID)
		}
	}
	return nil
}
