package agents

import (
	"encoding/json"
	"regexp"
	"strings"
)

// Quoted is a text as a rendered file has it in front matter.
func Quoted(s string) string { return quoted(s) }

// quoted is a text in double quotes as JSON has it, which YAML and TOML read too.
func quoted(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		panic(err) // a string always has a form
	}
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}

var plainScalar = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9./_-]*$`)

// scalar is a word as it stands where YAML reads it back as a string, else quoted.
func scalar(s string) string {
	if plainScalar.MatchString(s) {
		switch strings.ToLower(s) {
		case "true", "false", "null", "yes", "no", "on", "off":
		default:
			return s
		}
	}
	return quoted(s)
}

// A matter is the front matter of a file, line by line.
type matter struct{ b strings.Builder }

func (m *matter) line(s string)     { m.b.WriteString(s + "\n") }
func (m *matter) key(key, v string) { m.line(key + ": " + v) }
func (m *matter) list(k string, v []string) {
	m.line(k + ":")
	for _, s := range v {
		m.line("  - " + s)
	}
}

// document is the whole file.
func (m *matter) document(r *rendering) string {
	return "---\n# " + r.mark() + "\n" + m.b.String() + "---\n\n" + r.Prompt()
}
