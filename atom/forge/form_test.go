package forge

import (
	"maps"
	"net/url"
	"testing"
)

// What a form holds comes back from a page that is edited, whatever was sent.
func FuzzForm(f *testing.F) {
	f.Add("package=kei-x&input.0.name=a&input.1.name=b&do=drop:input.0", "add:input")
	f.Add("side_effects.3.op=write&errors.99.code=X&timeout_ms=9e9", "drop:errors.98")
	f.Add("input.0.example=[[[&input.0.type=array&input.0.min=1e9", "preview")
	f.Add("verb=a;b&%zz", "drop:input.-1")
	f.Fuzz(func(t *testing.T, text, do string) {
		form, err := parseForm([]byte(text))
		if err != nil {
			return
		}
		before := maps.Clone(form.rows)
		if _, ok := form.edit(do); !ok && !maps.Equal(before, form.rows) {
			t.Errorf("%q is no button, and there were %v, are %v", do, before, form.rows)
		}
		form.compact()
		for kind, n := range form.rows {
			if rowFields[kind] == nil || n < 0 || n > maxRows {
				t.Errorf("%d rows of %q", n, kind)
			}
		}
		sent := url.Values{}
		for key, value := range form.values {
			sent.Set(key, value)
		}
		again, err := parseForm([]byte(sent.Encode()))
		if err != nil || !maps.Equal(again.values, form.values) {
			t.Errorf("shown and sent again: %v, %v is %v", err, form.values, again)
		}
		r, _ := form.request()
		r.check()
	})
}
