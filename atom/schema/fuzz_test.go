package schema

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzCanonical: what is read is JSON, and its canonical form is read as the
// same, and is its own canonical form.
func FuzzCanonical(f *testing.F) {
	for _, seed := range []string{`{"b":1.0,"a":[1e5,-0,"\u00e9\ud83d\ude00"]}`, `{"a":1,"a":2}`, `"\ud800"`, `[[[]]]`, "\"\u2028\"", `12345678901234567890`, "{} {}", "\xff"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, err := Parse(text)
		if err != nil {
			return
		}
		if !json.Valid(text) {
			t.Fatalf("%q is no JSON", text)
		}
		once := Canonical(v)
		again, err := Parse(once)
		if err != nil {
			t.Fatalf("%q: %v", once, err)
		}
		if twice := Canonical(again); !bytes.Equal(once, twice) || !json.Valid(once) {
			t.Errorf("%q became %q", once, twice)
		}
	})
}
