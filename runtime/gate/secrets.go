package gate

import (
	"kei/runtime/invocation"
	"kei/runtime/str"
)

// A log is read by more people than a session, and kept: what looks like a credential
// does not go into it.

// maxLogged is how many bytes of a command a line of the log holds.
const maxLogged = 4096

// cutMark stands in place of what was cut out.
const cutMark = "[cut]"

// secretStarts are how tokens begin whose issuers gave them a form to be found by.
var secretStarts = [...]string{
	"AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "sk-", "sk_live_", "sk_test_", "rk_live_", "pk_live_",
	"xoxb-", "xoxp-", "xoxa-", "xoxr-", "xapp-", "AIza", "ya29.", "eyJ", "npm_", "pypi-", "dop_v1_", "hf_", "SG.", "shpat_", "AGE-SECRET-KEY-", "hvs.", "dckr_pat_",
}

// leastSecret is how long a word is that begins like one of these and is one.
const leastSecret = 12

// secretNames are parts of the names of variables, options, headers and keys whose
// values are secret.
var secretNames = [...]string{"password", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "api-key", "access_key", "access-key", "private_key", "private-key", "credential", "auth", "pwd"}

// headerNames are headers whose whole value is a credential, whatever it begins with.
var headerNames = [...]string{"authorization", "proxy-authorization", "cookie", "set-cookie"}

// secrets are the words of the call's commands that their programs take for passwords
// or tokens (see [invocation.Secret]), the longest first, so that one which is part of
// another leaves nothing of that. spelled is false if one of them is not in the text
// as it is: it was put together, so that no search finds it.
func (c *Case) secrets() (list []string, spelled bool) {
	spelled = true
	if c.Does != Shell {
		return nil, true
	}
	for _, cmd := range c.commandsOf() {
		for i := range cmd.readings {
			for _, use := range cmd.readings[i].Uses() {
				if use.Kind != invocation.Secret {
					continue
				}
				for _, w := range use.Words {
					if w.Text == "" || w.Holed() || str.In(w.Text, list...) {
						continue
					}
					spelled = spelled && c.says(w.Text)
					list = append(list, w.Text)
				}
			}
		}
	}
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && len(list[j]) > len(list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
	return list, spelled
}

// says reports whether a text stands in the call's commands as it is.
func (c *Case) says(text string) bool {
	for _, command := range c.Commands {
		if str.Index(command, text) >= 0 {
			return true
		}
	}
	return false
}

// withoutWords is a text without the words, wherever they are not part of a longer one
// or follow the letters of options.
func withoutWords(s string, words []string) string {
	for _, w := range words {
		var b []byte
		for {
			i := str.Index(s, w)
			if i < 0 {
				break
			}
			end := i + len(w)
			b = append(b, s[:i]...)
			if opens(s[:i]) && (end == len(s) || !isSecretByte(s[end])) {
				b = append(b, cutMark...)
			} else {
				b = append(b, w...)
			}
			s = s[end:]
		}
		s = string(append(b, s...))
	}
	return s
}

// opens reports whether a word may begin behind a text: it ends in no letter, or in
// those of short options.
func opens(before string) bool {
	n := len(before)
	for n > 0 && isLetter(before[n-1]) {
		n-- // of options that stand together: -vp
	}
	return n == 0 || before[n-1] == '-' || n == len(before) && !isSecretByte(before[n-1])
}

// withoutSecrets is a command as the log holds it: cut, and without what looks like a
// credential. What only its program knows for one is in words.
func withoutSecrets(s string, words []string) string {
	s = withoutWords(s, words)
	if len(s) > maxLogged {
		s = s[:maxLogged] + " ..."
	}
	if i := str.Index(s, "-----BEGIN "); i >= 0 {
		s = s[:i] + cutMark // a key: what stands behind it is it
	}
	x := cutter{rest: s}
	for x.rest != "" {
		x.step()
	}
	return string(x.out)
}

// A cutter goes over a text, from its beginning.
type cutter struct {
	rest   string
	out    []byte
	secret bool // the word before was the name of a secret
	quote  byte // the quotes that are open, 0 if none are
}

// step takes one word, or one byte that belongs to none.
func (x *cutter) step() {
	n := 0
	for n < len(x.rest) && isSecretByte(x.rest[n]) {
		n++
	}
	if n == 0 {
		x.between()
		return
	}
	w := x.rest[:n]
	x.rest = x.rest[n:]
	switch {
	case headerName(w) && str.HasPrefix(x.rest, ":"):
		x.out = append(append(x.out, w...), ':', ' ')
		x.cut(x.lineEnd())
	case x.secret && !schemeName(w):
		x.out, x.secret = append(x.out, cutMark...), false
	case beginsSecret(w):
		x.out = append(x.out, cutMark...)
	case x.rest != "" && x.rest[0] == '@' && endsWith(x.out, ":"):
		x.out = append(x.out, cutMark...) // user:password@host
	default:
		x.out = append(x.out, w...)
		x.secret = x.secret || namesSecret(w) && gives(w, x.rest) || schemeName(w)
	}
}

// between takes a byte that is part of no word.
func (x *cutter) between() {
	c := x.rest[0]
	switch {
	case c == '"' || c == '\'':
		switch {
		case x.quote == c:
			x.quote = 0
		case x.secret && !endsWith(x.out, string(c)) && !nameBefore(x.out):
			// The value of a secret in quotes, blanks and all.
			x.out, x.rest = append(x.out, c), x.rest[1:]
			x.cut(x.quoteEnd(c))
			return
		case x.quote == 0:
			x.quote = c
		}
	case c != ' ' && c != '\t' && c != '=' && c != ':' && c != '\\':
		x.secret = false
	}
	x.out, x.rest = append(x.out, c), x.rest[1:]
}

// nameBefore reports whether a text ends in a letter of a name, so that a quote behind
// it ends that: {"api_key": "x"}.
func nameBefore(out []byte) bool { return len(out) > 0 && isSecretByte(out[len(out)-1]) }

// cut leaves out the next bytes.
func (x *cutter) cut(n int) {
	x.out, x.rest, x.secret = append(x.out, cutMark...), x.rest[n:], false
}

// quoteEnd is where the text in quotes ends.
func (x *cutter) quoteEnd(quote byte) int {
	for i := 0; i < len(x.rest); i++ {
		switch {
		case x.rest[i] == '\\' && quote == '"':
			i++
		case x.rest[i] == quote:
			return i
		}
	}
	return len(x.rest)
}

// lineEnd is where a header ends: with the quotes that it is in, or its line.
func (x *cutter) lineEnd() int {
	n := len(x.rest)
	if x.quote != 0 {
		n = x.quoteEnd(x.quote)
	}
	if i := str.IndexByte(x.rest[:n], '\n'); i >= 0 {
		return i
	}
	return n
}

// isSecretByte reports whether tokens and names are made of it.
func isSecretByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' || c == '.' || c == '/' || c == '+' || c == '~' || c == '%' || c == '!' || c == '$' || c >= 0x80
}

func beginsSecret(w string) bool {
	if len(w) < leastSecret {
		return false
	}
	for _, start := range secretStarts {
		if str.HasPrefix(w, start) {
			return true
		}
	}
	return false
}

// namesSecret reports whether a word names what has a secret for its value.
func namesSecret(w string) bool {
	low := str.Lower(w)
	for _, name := range secretNames {
		if str.Index(low, name) >= 0 {
			return true
		}
	}
	return false
}

func headerName(w string) bool { return str.In(str.Lower(w), headerNames[:]...) }

// gives reports whether what stands behind a name gives it a value.
func gives(name, rest string) bool {
	switch {
	case rest == "":
		return false
	case rest[0] == ' ':
		return name[0] == '-' || str.IndexByte(name, '_') >= 0
	}
	return rest[0] == '=' || rest[0] == ':' || rest[0] == '"' || rest[0] == '\''
}

// schemeName is what stands before a credential in a header.
func schemeName(w string) bool {
	return w == "Bearer" || w == "bearer" || w == "Basic" || w == "basic" || w == "Token"
}

func endsWith(b []byte, s string) bool { return len(b) >= len(s) && string(b[len(b)-len(s):]) == s }
