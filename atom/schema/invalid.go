package schema

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// deepest is the first cause that has none itself: where, and what.
func deepest(v *jsonschema.ValidationError) (pointer, why string) {
	for len(v.Causes) > 0 {
		v = v.Causes[0]
	}
	return point(v.InstanceLocation), oneLine(v.ErrorKind.LocalizedString(message.NewPrinter(language.English)))
}

// point is a JSON pointer; the root is "/", so that there is something to see.
func point(path []string) string {
	if len(path) == 0 {
		return "/"
	}
	var b strings.Builder
	for _, s := range path {
		b.WriteByte('/')
		b.WriteString(escape(s))
	}
	return b.String()
}

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

func escape(s string) string { return escapes.Replace(s) }

// beyond finds a number whose exponent alone would fill the memory.
func beyond(v any, at string) (string, bool) {
	switch v := v.(type) {
	case json.Number:
		i := strings.IndexAny(string(v), "eE")
		if i < 0 {
			return "", false
		}
		n, err := strconv.Atoi(string(v[i+1:]))
		return at, err != nil || n > 9999 || n < -9999
	case []any:
		for i, e := range v {
			if at, bad := beyond(e, at+"/"+strconv.Itoa(i)); bad {
				return at, true
			}
		}
	case map[string]any:
		for k, e := range v {
			if at, bad := beyond(e, at+"/"+escape(k)); bad {
				return at, true
			}
		}
	}
	return "", false
}
