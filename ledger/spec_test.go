package ledger

import (
	"errors"
	"strings"
	"testing"
)

// TestSpecs: what an agent was told is found by its SHA-256, and what was changed
// since is not taken for it.
func TestSpecs(t *testing.T) {
	onBoth(t, func(w *world) {
		l := w.open()
		task := []byte("[task]\nrole = \"x\" # ü\n")
		first := must(w)(l.ForkOf(ctx, agent("a"), task))
		if got, err := l.Spec(ctx, strings.ToUpper(first.SpecSHA[:8])); err != nil || string(got) != string(task) {
			t.Fatalf("%q, %v", got, err)
		}
		// the same again, and by itself
		if r := must(w)(l.ForkOf(ctx, agent("b"), task)); r.SpecSHA != first.SpecSHA {
			t.Errorf("%+v", r)
		}
		other, err := l.KeepSpec(ctx, []byte("other"))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := l.Spec(ctx, other); err != nil || string(got) != "other" {
			t.Errorf("%q, %v", got, err)
		}
		// an id that there is adds no text either
		if _, err := l.ForkOf(ctx, agent("a"), []byte("third")); !errors.As(err, new(*DuplicateIDError)) {
			t.Errorf("%v", err)
		}
		must(w)(l.Fork(ctx, agent("c")))
		var none *NoSpecError
		for _, of := range []string{"70e8bbd22f11c5a0f8c5d8fb3cc2e8a1", sha} {
			if _, err := l.Spec(ctx, of); !errors.As(err, &none) {
				t.Errorf("%s: %v", of, err)
			}
		}
		for _, bad := range []string{"", first.SpecSHA[:7], "%%%%%%%%", first.SpecSHA + "0", "zzzzzzzz"} {
			_, err := l.Spec(ctx, bad)
			wantError[*ArgumentError](w, err, "sha "+printable(bad)+" is not 8 or more hexadecimal digits of a SHA-256")
		}
		for _, bad := range []string{"a\xff", "a\x00", strings.Repeat("x", maxSpec+1)} {
			if _, err := l.ForkOf(ctx, agent("d"), []byte(bad)); !errors.As(err, new(*ArgumentError)) {
				t.Errorf("%.5q: %v", bad, err)
			}
		}
		intact(w, l)

		l.sql(t, "UPDATE specs SET text = 'may write everything' WHERE sha = '"+other+"'")
		if _, err := l.Spec(ctx, other); err == nil || !strings.Contains(err.Error(), "is another, and not what the agent was told") {
			t.Errorf("%v", err)
		}
		c, err := l.Check(ctx, Head{})
		if err != nil || len(c.Problems) != 1 || c.Problems[0].What != "the text of the task "+other+" was edited: its SHA-256 is another" {
			t.Errorf("%+v, %v", c, err)
		}
		l.sql(t, "INSERT INTO specs (sha, text) VALUES ('"+first.SpecSHA[:8]+strings.Repeat("0", 56)+"', '')")
		_, err = l.Spec(ctx, first.SpecSHA[:8])
		wantError[*ArgumentError](w, err, "sha "+first.SpecSHA[:8]+" begins more than one; give more digits")
	})
}
