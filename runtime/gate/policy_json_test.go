package gate

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// Every kind, and every field of it that a capability can set, shows in the
// policy's canonical form: a policy cannot change without its sum.
func TestPolicyJSON(t *testing.T) {
	for _, k := range Kinds() {
		zero := string(appendRule(nil, k.New()))
		if want := `{"kind":"` + k.Name + `"}`; zero != want {
			t.Errorf("%s: %s, want %s", k.Name, zero, want)
		}
		for _, f := range reflect.VisibleFields(reflect.TypeOf(k.New()).Elem()) {
			if f.Name == "Table" || f.Anonymous {
				continue
			}
			r := k.New()
			v := reflect.ValueOf(r).Elem().FieldByIndex(f.Index)
			switch v.Kind() {
			case reflect.String:
				v.SetString("x\"")
			case reflect.Slice:
				v.Set(reflect.MakeSlice(v.Type(), 1, 1))
				if first := v.Index(0); first.Kind() == reflect.Struct {
					first.Field(0).SetString("x\"")
				} else {
					first.SetString("x\"")
				}
			case reflect.Bool:
				v.SetBool(true)
			case reflect.Int:
				v.SetInt(7)
			default:
				t.Fatalf("%s.%s: how is a %s set?", k.Name, f.Name, v.Kind())
			}
			got := string(appendRule(nil, r))
			key := f.Tag.Get("toml")
			if key == "-" {
				key = strings.ToLower(f.Name)
			}
			if !json.Valid([]byte(got)) || !strings.Contains(got, `"`+key+`":`) || !strings.Contains(got, `x\"`) && v.Kind() != reflect.Bool && v.Kind() != reflect.Int {
				t.Errorf("%s.%s does not show: %s", k.Name, f.Name, got)
			}
		}
		if got := k.New().Kind(); got != k {
			t.Errorf("a rule of the kind %s says that it is a %s", k.Name, got.Name)
		}
		if k.Judges&^JudgesRest == 0 || len(k.Events) == 0 {
			t.Errorf("%s says not what it judges, or when", k.Name)
		}
	}
	a := &Policy{Role: "r", Sum: "not in it", Tools: []string{"Bash"}, Rules: []Rule{&DenyTool{Terms: Terms{Capability: "a::b"}, Tools: []string{"X", "Y"}}}}
	want := `{"role":"r","tools":["Bash"],"rules":[{"kind":"deny-tool","capability":"a::b","tools-denied":["X","Y"]}]}`
	if got := a.JSON(); string(got) != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	a.Unprotected = true
	if got := a.JSON(); !bytes.Contains(got, []byte(`,"unprotected":true,`)) {
		t.Errorf("%s", got)
	}
}
