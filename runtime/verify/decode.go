package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
)

// What an agent wrote is bounded before it is decoded: package toml recurses,
// which no recover survives, and takes time that is quadratic in how deep
// tables are nested.
const (
	maxTOML = 4 << 20  // bytes; the longest Cargo.lock known to us has a tenth
	maxText = 16 << 20 // bytes of a JSON file, and of go.mod and go.sum
	maxDeep = 32       // tables and arrays in one another, and parts of a dotted key
	maxJSON = 256      // a package-lock.json of version 1 nests as node_modules did
)

// decodeTOML is toml.Unmarshal for what an agent wrote. Into a struct, package
// toml takes "Package" for "package", and either of the two; what an agent must
// not choose is decoded into a map.
func decodeTOML(text []byte, into any) error {
	if len(text) > maxTOML {
		return fmt.Errorf("it has %d bytes, and at most %d are read", len(text), maxTOML)
	}
	if err := shallow(text); err != nil {
		return err
	}
	return toml.Unmarshal(text, into)
}

// shallow looks at brackets and dots outside of strings and comments, in one
// pass and without memory. What is no TOML may be refused for the wrong reason.
func shallow(text []byte) error {
	line, depth, dots := 1, 0, 0
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case '\n':
			line, dots = line+1, 0
		case '#':
			if n := bytes.IndexByte(text[i:], '\n'); n >= 0 {
				i += n
			} else {
				i = len(text)
			}
			continue
		case '"', '\'':
			n := tomlString(text[i:])
			line += bytes.Count(text[i:i+n], []byte("\n"))
			i += n
			continue
		case '[', '{':
			depth, dots = depth+1, 0
		case ']', '}':
			depth, dots = max(depth-1, 0), 0
		case '=', ',':
			dots = 0
		case '.':
			dots++
		}
		if depth > maxDeep || dots > maxDeep {
			return fmt.Errorf("line %d: more than %d levels, one in another", line, maxDeep)
		}
		i++
	}
	return nil
}

// tomlString is how long the string is that s begins with, up to the end of s if
// nothing ends it.
func tomlString(s []byte) int {
	quote := s[:1]
	if long := bytes.Repeat(quote, 3); bytes.HasPrefix(s, long) {
		quote = long
	}
	for i := len(quote); i < len(s); i++ {
		switch {
		case s[i] == '\\' && quote[0] == '"':
			i++
		case s[i] == '\n' && len(quote) == 1:
			return i // an error, which the decoder will name
		case bytes.HasPrefix(s[i:], quote):
			i += len(quote)
			for len(quote) == 3 && i < len(s) && s[i] == quote[0] {
				i++ // quotes that end a long string may follow one or two of its own
			}
			return i
		}
	}
	return len(s)
}

// readJSON decodes an object into maps: into a struct, encoding/json would take
// "PACKAGES" for "packages", and of a key that stands twice it takes the later.
// Other readers may take the other one, so neither is accepted.
func readJSON(text []byte) (map[string]any, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("it has %d bytes, and at most %d are read", len(text), maxText)
	}
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("not UTF-8")
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff")) // as npm does
	var whole json.RawMessage
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, err // what follows relies on it
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := jsonValue(d, 0)
	if err != nil {
		return nil, err
	}
	m, ok := v.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("it is no object")
	}
	return m, nil
}

// jsonValue reads the next value of a text that is known to be JSON.
func jsonValue(d *json.Decoder, depth int) (any, error) {
	if depth > maxJSON {
		return nil, fmt.Errorf("more than %d levels, one in another", maxJSON)
	}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := jsonValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := d.Token()
		return list, err
	case json.Delim('{'):
		m := map[string]any{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			name, _ := key.(string)
			if _, dup := m[name]; dup {
				return nil, fmt.Errorf("the key %s stands twice", plain(name))
			}
			if m[name], err = jsonValue(d, depth+1); err != nil {
				return nil, err
			}
		}
		_, err := d.Token()
		return m, err
	}
	return t, nil
}

// canonical is a value in one spelling. A version alone is the same as a table
// with nothing but a version.
func canonical(v any) string {
	if m, ok := v.(map[string]any); ok && len(m) == 1 {
		if version, ok := m["version"].(string); ok {
			v = version
		}
	}
	var b strings.Builder
	e := json.NewEncoder(&b) // sorts the keys of maps
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
