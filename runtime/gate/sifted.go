package gate

import (
	"kei/runtime/effect"
	"kei/runtime/str"
	"kei/runtime/word"
)

// sifted reports whether all that the command does beyond printing is to print
// the environment into a search that lets only lines with certain words pass, none
// of which credentials have in their names: env | grep CI.
func (c *Call) sifted(cmd *command, found effect.Set) bool {
	if found != effect.Secrets || len(cmd.Words) == 0 || len(cmd.Redirs) > 0 || len(cmd.readings) == 0 {
		return false
	}
	for i := range cmd.readings {
		inv := &cmd.readings[i]
		if len(inv.Given) > 0 || len(inv.Operands) > 0 || !inv.ShowsAll() {
			return false
		}
	}
	return c.searchesHarmless(cmd.Into)
}

// searchesHarmless reports whether the words are a search for lines in which
// no credential is.
func (c *Call) searchesHarmless(words []word.Word) bool {
	if len(words) < 2 || !c.Programs.SaysMatches(words[0].Text) {
		return false
	}
	for _, w := range words[1 : len(words)-1] {
		if len(w.Text) < 2 || w.Text[0] != '-' || !str.OnlyOf(w.Text[1:], "iEFwxnqco") {
			return false
		}
	}
	for rest := words[len(words)-1].Text; ; {
		var one string
		one, rest, _ = str.Cut(rest, '|')
		if !harmlessName(one) {
			return false
		}
		if rest == "" {
			return true
		}
	}
}

// secretWords are parts of the names under which credentials are in the
// environment.
var secretWords = [...]string{
	"KEY", "TOKEN", "SECRET", "PASS", "PWD", "CRED", "AUTH", "AWS", "AZURE", "GITHUB", "GITLAB", "GOOGLE", "OPENAI", "ANTHROPIC", "API",
	"PRIVATE", "DATABASE", "COOKIE", "SESSION", "DSN", "URL", "URI", "HTTP", "NPM_", "SENTRY", "STRIPE", "SLACK", "VAULT", "DOCKER",
}

// harmlessName reports whether a literal pattern finds no name of a credential:
// neither is a part of the other.
func harmlessName(pattern string) bool {
	name := str.Lower(pattern)
	for len(name) > 0 && (name[0] == '^' || name[len(name)-1] == '=' || name[len(name)-1] == '\\') {
		if name[0] == '^' {
			name = name[1:]
		} else {
			name = name[:len(name)-1]
		}
	}
	if len(name) < 2 || name[0] == '-' || !str.OnlyOf(name, "abcdefghijklmnopqrstuvwxyz0123456789_-") {
		return false
	}
	for _, s := range secretWords {
		if s = str.Lower(s); str.Contains(name, s) || str.Contains(s, name) {
			return false
		}
	}
	return true
}
