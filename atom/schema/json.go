package schema

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxDepth is how deep a JSON document may be nested.
const MaxDepth = 128

// Parse reads one JSON document: maps, lists, texts, booleans, nil, and
// [json.Number] for numbers, which keep their text. It refuses what
// encoding/json lets pass: a key given twice, bytes that are not UTF-8, half of
// a surrogate pair, nesting beyond [MaxDepth], and anything after the document.
func Parse(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, fmt.Errorf("not UTF-8 at byte %d", invalidAt(text))
	}
	r := reader{text: string(text)}
	v, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if r.space(); r.at < len(r.text) {
		return nil, r.wrong("something follows the document")
	}
	return v, nil
}

func invalidAt(text []byte) int {
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRune(text[i:])
		if c == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(text)
}

type reader struct {
	text string
	at   int
}

func (r *reader) wrong(what string) error {
	return fmt.Errorf("%s, at byte %d", what, r.at)
}

func (r *reader) space() {
	for r.at < len(r.text) && strings.IndexByte(" \t\r\n", r.text[r.at]) >= 0 {
		r.at++
	}
}

// next takes one byte if it is c, after white space.
func (r *reader) next(c byte) bool {
	r.space()
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *reader) value(depth int) (any, error) {
	if depth > MaxDepth {
		return nil, r.wrong(fmt.Sprintf("nested more than %d deep", MaxDepth))
	}
	r.space()
	if r.at == len(r.text) {
		return nil, r.wrong("the document ends where a value should be")
	}
	switch c := r.text[r.at]; {
	case c == '{':
		return r.object(depth)
	case c == '[':
		return r.list(depth)
	case c == '"':
		return r.string()
	case c == '-' || '0' <= c && c <= '9':
		return r.number()
	}
	for word, v := range map[string]any{"true": true, "false": false, "null": nil} {
		if strings.HasPrefix(r.text[r.at:], word) {
			r.at += len(word)
			return v, nil
		}
	}
	return nil, r.wrong("no value")
}

func (r *reader) object(depth int) (any, error) {
	r.at++
	out := map[string]any{}
	if r.next('}') {
		return out, nil
	}
	for {
		if r.space(); r.at == len(r.text) || r.text[r.at] != '"' {
			return nil, r.wrong("no key")
		}
		key, err := r.string()
		if err != nil {
			return nil, err
		}
		if _, twice := out[key]; twice {
			return nil, r.wrong("key " + strconv.Quote(key) + " is given twice")
		}
		if !r.next(':') {
			return nil, r.wrong("no colon after a key")
		}
		if out[key], err = r.value(depth + 1); err != nil {
			return nil, err
		}
		switch {
		case r.next(','):
		case r.next('}'):
			return out, nil
		default:
			return nil, r.wrong("an object goes on without a comma")
		}
	}
}

func (r *reader) list(depth int) (any, error) {
	r.at++
	out := []any{}
	if r.next(']') {
		return out, nil
	}
	for {
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		out = append(out, v)
		switch {
		case r.next(','):
		case r.next(']'):
			return out, nil
		default:
			return nil, r.wrong("a list goes on without a comma")
		}
	}
}

func (r *reader) number() (any, error) {
	start := r.at
	digits := func() bool {
		from := r.at
		for r.at < len(r.text) && '0' <= r.text[r.at] && r.text[r.at] <= '9' {
			r.at++
		}
		return r.at > from
	}
	take := func(set string) bool {
		if r.at < len(r.text) && strings.IndexByte(set, r.text[r.at]) >= 0 {
			r.at++
			return true
		}
		return false
	}
	take("-")
	ok := take("0") || digits()
	if ok && take(".") {
		ok = digits()
	}
	if ok && take("eE") {
		take("+-")
		ok = digits()
	}
	if !ok {
		return nil, r.wrong("no number")
	}
	return json.Number(r.text[start:r.at]), nil
}

func (r *reader) string() (string, error) {
	r.at++
	start := r.at
	for r.at < len(r.text) && r.text[r.at] != '"' && r.text[r.at] != '\\' && r.text[r.at] >= 0x20 {
		r.at++
	}
	if r.at < len(r.text) && r.text[r.at] == '"' {
		r.at++
		return r.text[start : r.at-1], nil
	}
	var b strings.Builder
	b.WriteString(r.text[start:r.at])
	for r.at < len(r.text) {
		c := r.text[r.at]
		switch {
		case c == '"':
			r.at++
			return b.String(), nil
		case c < 0x20:
			return "", r.wrong("a control character in a text")
		case c != '\\':
			b.WriteByte(c)
			r.at++
		default:
			if err := r.escape(&b); err != nil {
				return "", err
			}
		}
	}
	return "", r.wrong("a text without an end")
}

func (r *reader) escape(b *strings.Builder) error {
	const from, to = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	r.at++
	if r.at == len(r.text) {
		return r.wrong("a text without an end")
	}
	if i := strings.IndexByte(from, r.text[r.at]); i >= 0 {
		b.WriteByte(to[i])
		r.at++
		return nil
	}
	c, ok := r.unit()
	switch {
	case !ok:
		return r.wrong("no escape that JSON has")
	case 0xdc00 <= c && c < 0xe000:
		return r.wrong("half of a surrogate pair")
	case 0xd800 <= c && c < 0xdc00:
		if !strings.HasPrefix(r.text[r.at:], `\`) {
			return r.wrong("half of a surrogate pair")
		}
		r.at++
		low, ok := r.unit()
		if !ok || low < 0xdc00 || low >= 0xe000 {
			return r.wrong("half of a surrogate pair")
		}
		c = (c-0xd800)<<10 + (low - 0xdc00) + 0x10000
	}
	b.WriteRune(c)
	return nil
}

// unit is the uXXXX of an escape.
func (r *reader) unit() (rune, bool) {
	rest := r.text[r.at:]
	if len(rest) < 5 || rest[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(rest[1:5], 16, 32)
	if err != nil {
		return 0, false
	}
	r.at += 5
	return rune(n), true
}

// Canonical is v, as [Parse] makes it, as text that is the same for the same
// document: no white space, keys sorted by their bytes, numbers as written.
func Canonical(v any) []byte { return appendValue(nil, v) }

func appendValue(b []byte, v any) []byte {
	switch v := v.(type) {
	case nil:
		return append(b, "null"...)
	case bool:
		return strconv.AppendBool(b, v)
	case json.Number:
		return append(b, v...)
	case int:
		return strconv.AppendInt(b, int64(v), 10)
	case int64:
		return strconv.AppendInt(b, v, 10)
	case string:
		return appendText(b, v)
	case []any:
		b = append(b, '[')
		for i, e := range v {
			if i > 0 {
				b = append(b, ',')
			}
			b = appendValue(b, e)
		}
		return append(b, ']')
	case map[string]any:
		b = append(b, '{')
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		for i, k := range keys {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendText(b, k), ':')
			b = appendValue(b, v[k])
		}
		return append(b, '}')
	}
	panic(fmt.Sprintf("schema: a %T in a JSON document", v))
}

func appendText(b []byte, s string) []byte {
	const short = "\"\\\b\f\n\r\t"
	b = append(b, '"')
	for _, c := range s {
		if i := strings.IndexRune(short, c); i >= 0 {
			b = append(b, '\\', `"\bfnrt`[i])
		} else if c < 0x20 || c == 0x2028 || c == 0x2029 {
			b = fmt.Appendf(b, `\u%04x`, c)
		} else {
			b = utf8.AppendRune(b, c)
		}
	}
	return append(b, '"')
}
