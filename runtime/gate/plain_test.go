package gate_test

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"kei/runtime/gate"
	"kei/runtime/shell"
)

var plainSeeds = []string{
	"cargo test", "cargo test 2>&1 | tail -20", "a && b || c; d", "a;", "a ;b", "a 'b c' \"d e\"", "a>b", "a 2>/dev/null",
	"a >> /dev/null", "a >&2 b", "a|b|c", "a | | b", "a &", "a && ", "; a", "a;; b", "'a' b", "a=b c", "if a", "a if", "cd x && y",
	"a ''", "a \"\"x", "a'b'c", "a 2 >&1", "a2>&1", "a 2>&1b", "a 1>/dev/nullx", "a > /dev/null b", "a <b", "a {b,c}", "a ~", "a #b", "a b#c",
	"é a", "a é", "time a", "a time", "2>&1 a", ">/dev/null", "a |& b", "a&&b", "a||b", "a & b", "a\tb", "a 'x[$(y)]'", "[ a ]", "a !b", "! a", "a=1", "a b=1",
	"a\nb", "printf -v x y; $x", "a %1", "%1", "@ a", "+ a", ": a", "a @(b)", "a 'b\nc'", "a \"b$c\"",
}

// samePlain reports whether plain leaves the text alone, or reads it as the
// parser does.
func samePlain(t *testing.T, text string) {
	list, ok := gate.Plain(text)
	if !ok {
		return
	}
	script, err := shell.Parse(text)
	if err != nil && strings.Contains(err.Error(), "brackets open at once") {
		return // a bound of the parser, not its reading
	}
	if err != nil {
		t.Fatalf("plain reads %q, the parser does not: %v", text, err)
	}
	if len(script.Unread) > 0 || len(script.Unsure) > 0 {
		t.Fatalf("plain reads %q, of which the parser says %q %q", text, script.Unread, script.Unsure)
	}
	if !reflect.DeepEqual(list, script.Commands) {
		t.Fatalf("%q\nplain:  %+v\nparser: %+v", text, list, script.Commands)
	}
}

func FuzzPlain(f *testing.F) {
	for _, s := range plainSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if utf8.ValidString(text) { // as every payload is
			slow := time.AfterFunc(5*time.Second, func() { panic("stuck on " + strconv.Quote(text)) })
			defer slow.Stop()
			samePlain(t, text)
		}
	})
}

// TestPlainPieces puts the seeds together at random.
func TestPlainPieces(t *testing.T) {
	pieces := []string{"a", "git", " ", " ", "\t", "|", "||", "&&", "&", ";", ">", ">>", "<", "2>&1", ">&2", ">/dev/null", "2>/dev/null",
		"'x y'", "\"z\"", "''", "=", "-x", "--y=z", "/p/q", "1", "2", "#", "~", "!", "%", "@", "{", "}", "if", "cd", "time", "é", "\n", "*", "$x", ":"}
	rng := rand.New(rand.NewPCG(1, 2))
	read := 0
	for range 20000 {
		var b strings.Builder
		for range 1 + rng.IntN(9) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		if _, ok := gate.Plain(b.String()); ok {
			read++
		}
		samePlain(t, b.String())
	}
	if read < 500 {
		t.Errorf("plain read %d texts; the pieces do not try it", read)
	}
}
