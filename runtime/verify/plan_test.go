package verify_test

import (
	"bytes"
	"reflect"
	"testing"

	"kei/runtime/verify"
)

// Whatever a step goes by is in its plan's JSON, so that two programs which check
// something else print something else.
func TestPlansJSON(t *testing.T) {
	print := func(s verify.Step) []byte {
		text, err := verify.PlansJSON([]verify.Plan{{Role: "r", Steps: []verify.Step{s}}})
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for _, k := range verify.Kinds() {
		bare := print(k.New())
		for i := range reflect.TypeOf(k.New()).Elem().NumField() {
			s := k.New()
			v := reflect.ValueOf(s).Elem()
			fill(t, v.Field(i))
			if bytes.Equal(print(s), bare) {
				t.Errorf("%s: its %s is not in the plan", k.Name, v.Type().Field(i).Name)
			}
		}
	}
}

// fill makes a value another than its zero.
func fill(t *testing.T, v reflect.Value) {
	t.Helper()
	switch v.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Int:
		v.SetInt(1)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.Zero(v.Type().Key()), reflect.Zero(v.Type().Elem()))
	case reflect.Struct:
		fill(t, v.Field(0))
	default:
		t.Fatalf("no value for a %s", v.Kind())
	}
}
