package programs

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestWeaker(t *testing.T) {
	folder := func(text string) fstest.MapFS {
		return fstest.MapFS{"programs/a.toml": {Data: []byte(text + "\n[[example]]\ncommand = \"a\"\n")}}
	}
	const shipped = "[program]\nnames = [\"a\"]\neffects = [\"writes\"]\n[options]\n\"-o\" = \"write:FILE\"\n\"-x\" = \"run:COMMAND\"\n[sub.b]\neffects = [\"sends\"]\n"
	for _, test := range []struct{ name, text, want string }{
		{"the same", shipped, ""},
		{"more", strings.Replace(shipped, `["writes"]`, `["writes", "sends"]`, 1), ""},
		{"an effect", strings.Replace(shipped, `["writes"]`, `[]`, 1), "a leaves out the effects writes"},
		{"a slot", strings.Replace(shipped, "write:FILE", "FILE", 1), "a -o leaves out a slot of the kind write"},
		{"an option", strings.Replace(shipped, `"-x" = "run:COMMAND"`, "", 1), "a leaves out the option -x"},
		{"a subcommand", strings.Replace(shipped, "[sub.b]", "[sub.c]", 1), "a leaves out the subcommand b"},
	} {
		set, err := Load(folder(shipped), folder(test.text))
		if err != nil {
			t.Fatal(test.name, err)
		}
		got := set.Weaker()
		if test.want == "" && len(got) > 0 || test.want != "" && (len(got) != 1 || !strings.Contains(got[0].Error(), test.want)) {
			t.Errorf("%s: %v, not %q", test.name, got, test.want)
		}
	}
}
