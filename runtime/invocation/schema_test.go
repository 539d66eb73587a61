package invocation

import (
	"fmt"
	"strings"
	"testing"
)

// used is what the words of a reading are: kind:word, those of no kind left out.
func used(inv *Invocation) string {
	var list []string
	for _, u := range inv.Uses() {
		for _, w := range u.Words {
			if k := u.Resolved(); k != Data {
				list = append(list, k.String()+":"+w.Text)
			}
		}
	}
	return strings.Join(list, " ")
}

// TestSchema holds what each key of a table means: see programs/README.md.
func TestSchema(t *testing.T) {
	const (
		when     = "a\n: read:FILE...\nsingle url:X\n-x, -w\n-f\tread:F\n? -x\n: write:FILE...\nsingle write:ONE\n= deletes\n-f\twrite:F\n? !-x -w\n: text:T\n"
		defaults = "a\ndefault readtree:.\n: readtree:DIR...\n-n\n? -n\ndefault list:sub\n"
		feed     = "a\nfeed append\n: run:COMMAND...\n-I\tmark:M\n-J\t\tfeed {}\n"
		keys     = "a\n-m --mount\tKEYS\tsep ,\nkey\tsrc= source=\tread:P\nkey\t*=@\tread:P\n: X...\n"
		as       = "a\n: X...\n--\t\tas b\n> lfs\nas b\n"
		other    = "b\n: write:OUT\n-o\tdelete:D\n> sub\n: tree:T\n"
	)
	for _, test := range []struct{ name, facts, line, want string }{
		{"single: one operand", when, "a p", "url:p"},
		{"single: two", when, "a p q", "read:p read:q"},
		{"when: slots, single and options", when, "a -x -f g p", "write:g write:p"},
		{"when: two operands", when, "a -x p q", "write:p write:q"},
		{"when not", when, "a -w p", "text:p"},
		{"when not, and it is", when, "a -x -w p", "write:p"},
		{"default", defaults, "a", "readtree:."},
		{"default: something is given", defaults, "a d", "readtree:d"},
		{"default: of a when", defaults, "a -n", "list:sub"},
		{"keys", keys, "a -m type=x,src=/a,source=/b", "read:/a read:/b"},
		{"keys: anywhere in a pair", keys, "a -m data=@f", "read:f"},
		{"keys: in the same word", keys, "a --mount=src=/a", "read:/a"},
		{"as: a subcommand", as, "a lfs -o x y", "delete:x write:y"},
		{"as: of a subcommand below", as, "a lfs sub z", "tree:z"},
		{"as: behind --", as, "a -- -o x y", "delete:x write:y"},
		{"feed: the words are a command", feed, "a git push", "run:git run:push"},
	} {
		w := words(test.line)
		inv := tableOf(test.facts, other).Read(w, "a", "")[0]
		if got := used(&inv); got != test.want {
			t.Errorf("%s: %q is %s, want %s", test.name, test.line, got, test.want)
		}
	}
	for line, want := range map[string]string{"a x": "true []", "a -I % x": "false [%]", "a -J x": "false [{}]"} {
		inv := tableOf(feed).Read(words(line), "a", "")[0]
		if appended, marks := inv.Fed(); fmt.Sprint(appended, " ", marks) != want {
			t.Errorf("feed: %q is %v %v, want %s", line, appended, marks, want)
		}
	}
}

// TestNames holds which program a name means, and what rules know it as.
func TestNames(t *testing.T) {
	table := NewTable("a\nAbc\nother\ta\town\nalso\ta\n", "a3*\ta\nv#\ta\na-@\ta\n", []Facts{"a\ngnu\n> push\n: X\n", "Abc\n: X\n"})
	for name, want := range map[string]string{
		"a": "a", "also": "a", "other": "other", "ga": "a", "A": "a", "a.exe": "a", "OTHER.EXE": "other", "gother": "other",
		"a3.11": "a", "v1.2-3": "a", "a-push": "a push", "abc": "Abc", "ABC.cmd": "Abc", "gAbc": "", "v": "", "b": "",
	} {
		got := ""
		if all := table.Read(words(name), name, ""); len(all) > 0 {
			got = strings.Join(append([]string{all[0].Name}, all[0].Called[1:]...), " ")
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
