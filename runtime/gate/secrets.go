package gate

import "kei/runtime/str"

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

// withoutSecrets is a command as the log holds it: cut, and without what looks like a
// credential.
func withoutSecrets(s string) string {
	if len(s) > maxLogged {
		s = s[:maxLogged] + " ..."
	}
	if i := str.Index(s, "-----BEGIN "); i >= 0 {
		s = s[:i] + cutMark // a key: what stands behind it is it
	}
	var b []byte
	secret := false // the word before was the name of a secret
	for s != "" {
		n := 0
		for n < len(s) && isSecretByte(s[n]) {
			n++
		}
		if n == 0 {
			if c := s[0]; c != ' ' && c != '\t' && c != '=' && c != ':' && c != '"' && c != '\'' {
				secret = false
			}
			b, s = append(b, s[0]), s[1:]
			continue
		}
		w := s[:n]
		s = s[n:]
		switch {
		case secret && !schemeName(w):
			b, secret = append(b, cutMark...), false
		case beginsSecret(w):
			b = append(b, cutMark...)
		case s != "" && s[0] == '@' && len(b) > 0 && b[len(b)-1] == ':' && !endsWith(b, "://"):
			b = append(b, cutMark...) // user:password@host
		default:
			b = append(b, w...)
			secret = secret || namesSecret(w) && gives(w, s) || schemeName(w)
		}
	}
	return string(b)
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
func schemeName(w string) bool { return w == "Bearer" || w == "bearer" || w == "Basic" || w == "Token" }

func endsWith(b []byte, s string) bool { return len(b) >= len(s) && string(b[len(b)-len(s):]) == s }
