package forge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"kei/atom/schema"
)

// Decode reads a request over what r holds already: one JSON object, without
// keys that a request does not have, spelt as they are, none of them twice.
func Decode(text []byte, r *Request) error {
	value, err := schema.Parse(text)
	if err != nil {
		return err
	}
	if err := known(value, reflect.TypeFor[Request](), "the request"); err != nil {
		return err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var wrong *json.UnmarshalTypeError
	if err := d.Decode(r); errors.As(err, &wrong) {
		return fmt.Errorf("%s can't be a JSON %s", wrong.Field, wrong.Value)
	} else if err != nil {
		return err
	}
	return nil
}

// known refuses keys that a struct has no field for. Encoding/json would take
// "Verb" for "verb", and the later of the two.
func known(value any, t reflect.Type, at string) error {
	switch v := value.(type) {
	case []any:
		if t.Kind() != reflect.Slice {
			return nil
		}
		for i, e := range v {
			if err := known(e, t.Elem(), fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
	case map[string]any:
		if t.Kind() != reflect.Struct {
			return nil
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			f, ok := fieldNamed(t, key)
			if !ok {
				return fmt.Errorf("%s has an unknown key %q", at, key)
			}
			if err := known(v[key], f.Type, key); err != nil {
				return err
			}
		}
	}
	return nil
}

func fieldNamed(t reflect.Type, key string) (reflect.StructField, bool) {
	for f := range t.Fields() {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name == key && name != "" {
			return f, true
		}
	}
	return reflect.StructField{}, false
}
