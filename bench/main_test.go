package main

import (
	"bytes"
	"slices"
	"testing"
)

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		args   []string
		rounds int
		roles  []string
	}{
		{nil, 500, nil},
		{[]string{"-quick"}, 60, nil},
		{[]string{"-quick", "-n", "5"}, 5, nil},
		{[]string{"-n", "9", "-roles", "a,b", "-growth=false", "-verify=false"}, 9, []string{"a", "b"}},
	} {
		o, err := parseOptions(c.args, &bytes.Buffer{})
		if err != nil || o.rounds != c.rounds || !slices.Equal(o.roles, c.roles) {
			t.Errorf("%v: %+v, %v", c.args, o, err)
		}
	}
	for _, args := range [][]string{{"-n", "0"}, {"-stdin", "socket"}, {"bin"}, {"-x"}} {
		if _, err := parseOptions(args, &bytes.Buffer{}); err == nil {
			t.Errorf("%v is accepted", args)
		}
	}
}
