package rust

import (
	"bytes"
	"strconv"
	"strings"

	"kei/runtime/source"
)

// An Include is the name of a file in a source of Rust.
type Include struct {
	Name   string
	Module bool // of an attribute path, and not of include!
	Crate  bool // from the folder of the crate's manifest
}

// Includes finds include!("name") and #[path = "name"].
func Includes(text []byte) []Include {
	if len(text) > source.MaxBytes || !bytes.Contains(text, []byte("include")) && !bytes.Contains(text, []byte("path")) {
		return nil
	}
	f, err := read(text, nil)
	if err != nil {
		return nil
	}
	var list []Include
	macros := map[string]bool{"include": true}
	for i, t := range f.tokens[:max(len(f.tokens)-2, 0)] {
		one, two := f.tokens[i+1], f.tokens[i+2]
		switch {
		case t.word("include") && one.word("as"):
			macros[two.text] = true
		case t.kind == wordToken && macros[t.text] && one.is("!") && f.opened(i+2):
			if ref, ok := f.text(i+3, int(f.ends[i+2])); ok {
				list = append(list, ref)
			}
		case t.word("path") && one.is("=") && two.kind == valueToken && f.inAttribute(i):
			if name, ok := stringText(two.text); ok {
				list = append(list, Include{Name: name, Module: true})
			}
		}
	}
	return list
}

// inAttribute reports whether the word at i stands where #[path = ""] has it,
// also behind a condition. Other attributes have paths too, to other files.
func (f *file) inAttribute(i int) bool {
	if i > 1 && f.tokens[i-1].is("[") && f.tokens[i-2].is("#") {
		return true
	}
	for j := i - 1; j > 1 && i-j < 200; j-- {
		if f.tokens[j].word("cfg_attr") && f.tokens[j-1].is("[") && f.tokens[j-2].is("#") {
			return f.tokens[i-1].is(",") && int(f.ends[j-1]) > i
		}
	}
	return false
}

// text is the value of the tokens from i to end, as far as the compiler has no
// more to know it from than the source: a string, or several that concat! joins.
func (f *file) text(i, end int) (ref Include, ok bool) {
	for ; i < end; i++ {
		switch t := f.tokens[i]; {
		case t.kind == valueToken:
			part, is := stringText(t.text)
			if !is {
				return ref, false
			}
			ref.Name += part
		case t.word("concat") && i+2 < end && f.tokens[i+1].is("!") && f.opened(i+2):
			i += 2 // and its last bracket below
		case t.word("env") && i+3 < end && f.tokens[i+1].is("!") && f.tokens[i+3].text == `"CARGO_MANIFEST_DIR"` && ref.Name == "":
			ref.Crate, i = true, int(f.ends[i+2])
		case t.is(","), t.is(")"), t.is("]"), t.is("}"):
		default:
			return ref, false
		}
	}
	return ref, ref.Name != ""
}

// stringText is the text of a string, also of a raw one.
func stringText(s string) (string, bool) {
	if raw, ok := strings.CutPrefix(s, "r"); ok {
		raw = strings.Trim(raw, "#")
		return strings.Trim(raw, `"`), len(raw) > 1
	}
	if !strings.HasPrefix(s, `"`) {
		return "", false
	}
	if text, err := strconv.Unquote(s); err == nil {
		return text, true
	}
	// Rust's \u{2e} and its line breaks are not Go's.
	var b strings.Builder
	for s = s[1 : len(s)-1]; s != ""; {
		before, after, found := strings.Cut(s, `\`)
		b.WriteString(before)
		if !found || after == "" {
			break
		}
		if hex, rest, ok := strings.Cut(strings.TrimPrefix(after, "u{"), "}"); ok && strings.HasPrefix(after, "u{") {
			n, _ := strconv.ParseUint(strings.ReplaceAll(hex, "_", ""), 16, 32)
			b.WriteRune(rune(n))
			s = rest
			continue
		}
		if after[0] == '\n' {
			s = strings.TrimLeft(after, " \t\r\n")
			continue
		}
		r, _, rest, err := strconv.UnquoteChar(`\`+after, '"')
		if err != nil {
			return "", false
		}
		b.WriteRune(r)
		s = rest
	}
	return b.String(), true
}
