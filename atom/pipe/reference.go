package pipe

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"kei/internal/tomlpos"
)

// value is a value of TOML as JSON. What it refers to is put into links.
func (p *parser) value(v tomlpos.Value, at []string, links *[]link) any {
	switch x := v.Any.(type) {
	case *tomlpos.Table:
		out := make(map[string]any, len(x.Entries))
		for _, e := range x.Entries {
			out[e.Key] = p.value(e.Value, append(slices.Clone(at), e.Key), links)
		}
		return out
	case []tomlpos.Value:
		out := make([]any, len(x))
		for i, e := range x {
			out[i] = p.value(e, append(slices.Clone(at), strconv.Itoa(i)), links)
		}
		return out
	case string:
		p.text(x, v.Pos.Line, at, links)
		return x
	case int64:
		return json.Number(strconv.FormatInt(x, 10))
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			p.problem(v.Pos.Line, "input holds nan or inf, which JSON has no word for")
			return nil
		}
		text, err := json.Marshal(x)
		if err != nil {
			p.problem(v.Pos.Line, "input holds a number that JSON can't hold: %v", err)
			return nil
		}
		return json.Number(text)
	case bool:
		return x
	case time.Time:
		return date(x)
	}
	p.problem(v.Pos.Line, "input holds %s, which JSON has no word for", tomlpos.TypeOf(v))
	return nil
}

// date is a date or time of TOML, as much of it as was written.
func date(t time.Time) string {
	switch t.Location().String() {
	case "date-local":
		return t.Format(time.DateOnly)
	case "time-local":
		return t.Format("15:04:05.999999999")
	case "datetime-local":
		return t.Format("2006-01-02T15:04:05.999999999")
	}
	return t.Format(time.RFC3339Nano)
}

var reference = regexp.MustCompile(`\A\$([A-Za-z_][A-Za-z0-9_-]*)((?:\.[^.]+)*)\z`)

func (p *parser) text(s string, line int, at []string, links *[]link) {
	if !strings.HasPrefix(s, "$") || strings.HasPrefix(s, "$$") {
		return
	}
	name, path, ok := refer(s)
	if !ok {
		p.problem(line, "%s is no reference; write $$ for a literal $", tomlpos.Printable(s))
		return
	}
	if name != "in" {
		*links = append(*links, link{name, line, append([]string{}, path...), at})
	}
}

// refer takes a reference apart.
func refer(s string) (name string, path []string, ok bool) {
	m := reference.FindStringSubmatch(s)
	if m == nil {
		return "", nil, false
	}
	if m[2] != "" {
		path = strings.Split(m[2][1:], ".")
	}
	return m[1], path, true
}

// An Envelope is what a reference to a step sees.
type Envelope struct {
	Atom     string
	Result   any
	Metadata map[string]any
}

// Resolve is an input with what its references name. Env are the steps that
// ended well, by all of their names; in is the pipe's own input.
func Resolve(input any, env func(step string) (*Envelope, bool), in any) (any, error) {
	switch x := input.(type) {
	case map[string]any:
		out := make(map[string]any, len(x))
		for k, v := range x {
			r, err := Resolve(v, env, in)
			if err != nil {
				return nil, err
			}
			out[k] = r
		}
		return out, nil
	case []any:
		out := make([]any, len(x))
		for i, v := range x {
			r, err := Resolve(v, env, in)
			if err != nil {
				return nil, err
			}
			out[i] = r
		}
		return out, nil
	case string:
		switch {
		case strings.HasPrefix(x, "$$"):
			return x[1:], nil
		case strings.HasPrefix(x, "$"):
			return named(x, env, in)
		}
	}
	return input, nil
}

func named(text string, env func(string) (*Envelope, bool), in any) (any, error) {
	step, path, ok := refer(text)
	if !ok {
		return nil, fmt.Errorf("%s is no reference; write $$ for a literal $", text)
	}
	if step == "in" {
		return walk(in, step, path, path)
	}
	e, ok := env(step)
	if !ok {
		return nil, fmt.Errorf("reference to unknown step %s", step)
	}
	if len(path) == 0 {
		return map[string]any{"atom": e.Atom, "result": e.Result, "metadata": e.Metadata}, nil
	}
	switch path[0] {
	case "result":
		return walk(e.Result, step, path, path[1:])
	case "atom":
		return walk(e.Atom, step, path, path[1:])
	case "metadata":
		return walk(map[string]any(e.Metadata), step, path, path[1:])
	}
	return walk(e.Result, step, path, path)
}

// walk follows what is left of a path.
func walk(v any, step string, path, left []string) (any, error) {
	missing := func() (any, error) {
		return nil, fmt.Errorf("path `%s` not found in result of step `%s`", strings.Join(path, "."), step)
	}
	for _, segment := range left {
		switch x := v.(type) {
		case map[string]any:
			next, ok := x[segment]
			if !ok {
				return missing()
			}
			v = next
		case []any:
			i, ok := index(segment)
			if !ok || i >= len(x) {
				return missing()
			}
			v = x[i]
		default:
			return nil, fmt.Errorf("path segment `%s` expects an object/array but got `%s`", segment, jsonType(v))
		}
	}
	return v, nil
}

// index is 0, 1, 2, ..., written in the one way.
func index(s string) (int, bool) {
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == s
}

func jsonType(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "bool"
	case json.Number, int, int64:
		return "number"
	}
	return "string"
}
