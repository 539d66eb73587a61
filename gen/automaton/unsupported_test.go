package automaton

import (
	"errors"
	"testing"
)

func TestSyntaxError(t *testing.T) {
	for _, test := range []struct {
		name      string
		pattern   string
		construct string
		offset    int
		message   string
	}{
		{"lookahead", `git(?= push)`, "lookahead", 3, "pattern 1, byte 3: (?= is a lookahead, which RE2 syntax does not have"},
		{"negative lookahead", `git(?! log)`, "lookahead", 3, ""},
		{"lookbehind", `a(?<=x)b`, "lookbehind", 1, ""},
		{"negative lookbehind", `(?<!x)b`, "lookbehind", 0, ""},
		{"backreference", `(a)\1`, "backreference", 3, ""},
		{"named backreference", `(?P<q>a)(?P=q)`, "backreference", 8, ""},
		{"other named backreference", `(?<q>a)\k<q>`, "backreference", 7, ""},
		{"atomic group", `(?>a+)b`, "atomic group", 0, "pattern 1, byte 0: (?> is an atomic group, which RE2 syntax does not have"},
		{"possessive star", `a*+b`, "possessive quantifier", 2, ""},
		{"possessive plus", `a++b`, "possessive quantifier", 2, ""},
		{"possessive question", `a?+b`, "possessive quantifier", 2, ""},
		{"possessive count", `a{2,3}+b`, "possessive quantifier", 6, ""},
		{"conditional", `(a)?(?(1)b|c)`, "conditional", 4, ""},
		{"after a class that looks like one", `[(?=]\](?=a)`, "lookahead", 7, ""},
		{"after a bracket in a class", `[]a[:alpha:](?=](?=b)`, "lookahead", 16, ""},
		{"after quoted text", `\Q(?=\E(?!a)`, "lookahead", 7, ""},
		{"end anchor of others", `a\Z`, `end-of-text anchor of other engines (RE2 has \z)`, 1, ""},
		{"missing parenthesis", `git(`, "", 0, "pattern 1, byte 0: missing closing )"},
		{"bad range", `ab[z-a]`, "", 3, "pattern 1, byte 3: invalid character class range: z-a"},
		{"two quantifiers", `xa**`, "", 2, "pattern 1, byte 2: invalid nested repetition operator: **"},
		{"bad escape", `x\y`, "", 1, `pattern 1, byte 1: invalid escape sequence: \y`},
		{"not UTF-8", "a\xff", "", 1, "pattern 1, byte 1: invalid UTF-8"},
		{"too many repeats", `a{1001}`, "", 1, "pattern 1, byte 1: invalid repeat count: {1001}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Compile([]string{"fine", test.pattern})
			var got *SyntaxError
			if !errors.As(err, &got) {
				t.Fatalf("Compile: %v", err)
			}
			if got.Construct != test.construct || got.Offset != test.offset || got.Index != 1 || got.Pattern != test.pattern {
				t.Errorf("Compile: %+v", got)
			}
			if test.message != "" && got.Error() != test.message {
				t.Errorf("Compile: %v\nwant %s", got, test.message)
			}
		})
	}
}

// TestNotForeign holds that what RE2 has is not taken for what it has not: it
// would give a wrong reason if something else were wrong with the pattern.
func TestNotForeign(t *testing.T) {
	for _, pattern := range []string{
		`a+?b*?c??`, `(a+)+`, `a{2,}?`, `a{,2}+`, `{+`, `\+\++`, `[*+]+`, `[[:digit:]+]+`, `[^]+]+`, `(?P<n>a)`, `(?<n>a)`, `(?i:a)`, `\\1`, `[\1]`, `\Q*+\E`, `é+`, `x\Q++`,
	} {
		if at, text, construct := foreign(pattern); construct != "" {
			t.Errorf("%s: %s at %d is taken for a %s", pattern, text, at, construct)
		}
	}
}
