// Package templates embeds everything that is emitted and is not data in Go:
// what people and agents will read, the hook scripts, and the first version of
// a new capability, role or kind.
//
// There is one function for each template, with what it needs as arguments, so
// that a template that lacks a value does not compile.
package templates

import (
	"bytes"
	"embed"
	"encoding/json"
	"io/fs"
	"strings"
	"text/template"
)

//go:embed bridge hook new prompt.md roles.md
var texts embed.FS

// execute fills one template. A key that is not there is an error, not the
// text "<no value>".
func execute(name string, data any) ([]byte, error) {
	text, err := fs.ReadFile(texts, name)
	if err != nil {
		return nil, err
	}
	t, err := template.New(name).Option("missingkey=error").Funcs(template.FuncMap{"json": quote, "toml": quote}).Parse(string(text))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, data); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// quote is a JSON string, which is a basic string in TOML too.
func quote(s string) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(s)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// marked is what the emitted templates know: the line that says who wrote them.
type marked struct{ Mark, Text string }

// CapabilityCheck is hooks/agent-capability-check.sh, which asks one capability
// about one tool call.
func CapabilityCheck(mark string) ([]byte, error) {
	return execute("hook/agent-capability-check.sh", marked{Mark: mark})
}

// CapabilityVerify is hooks/agent-capability-verify.sh, which makes the check of
// one capability on what an agent left behind.
func CapabilityVerify(mark string) ([]byte, error) {
	return execute("hook/agent-capability-verify.sh", marked{Mark: mark})
}

// HooksJSON is hooks/hooks.json, which a plugin of Claude Code starts the check with.
func HooksJSON(mark string) ([]byte, error) {
	return execute("hook/hooks.json", marked{Mark: mark})
}

// SettingsSnippet is hooks/settings-snippet.json, which people copy into their
// settings.
func SettingsSnippet(mark string) ([]byte, error) {
	return execute("hook/settings-snippet.json", marked{Mark: mark})
}

// Prompt is out/<role>/prompt.md. The texts of the capabilities are taken as
// they are; they are data, never a template.
func Prompt(mark, text string) ([]byte, error) {
	return execute("prompt.md", marked{mark, strings.TrimRight(text, "\n")})
}
