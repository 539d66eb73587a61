package tomlpos

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"io/fs"
)

// list is every key and value of a table with its place: "a 1:1 1:5" is the key
// a and its value, "a[0] 1:6" an element.
func list(t *Table, path string, out *[]string) {
	for _, e := range t.Entries {
		name := path + e.Key
		*out = append(*out, fmt.Sprintf("%s %d:%d %d:%d", name, e.Pos.Line, e.Pos.Col, e.Value.Pos.Line, e.Value.Pos.Col))
		listValue(e.Value, name, out)
	}
}

func listValue(v Value, name string, out *[]string) {
	switch x := v.Any.(type) {
	case *Table:
		list(x, name+".", out)
	case []Value:
		for i, e := range x {
			one := fmt.Sprintf("%s[%d]", name, i)
			*out = append(*out, fmt.Sprintf("%s %d:%d", one, e.Pos.Line, e.Pos.Col))
			listValue(e, one, out)
		}
	}
}

func TestPositions(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      string
	}{
		{"plain", "a = 1\n  b   =   \"x\"  # c\n", "a 1:1 1:5|b 2:3 2:11"},
		{"dotted", "a . b.c = true", "a 1:1 1:1|a.b 1:5 1:5|a.b.c 1:7 1:11"},
		{"quoted", "\"a b\".'c.d' = 1\n\"\\u00e9\" = 2", "a b 1:1 1:1|a b.c.d 1:7 1:15|é 2:1 2:12"},
		{"table", "x = 1\n\n[t] # y = 1\ny = 2", "x 1:1 1:5|t 3:2 3:1|t.y 4:1 4:5"},
		{"implicit table", "[a.b]\nx = 1\n[a]\ny = 1", "a 3:2 3:1|a.b 1:4 1:1|a.b.x 2:1 2:5|a.y 4:1 4:5"},
		{"array of tables", "[[e]]\nx = 1\n[[e]]\n x = 2\n[e.s]\nz = 1",
			"e 1:3 1:1|e[0] 1:1|e[0]x 2:1 2:5|e[1] 3:1|e[1]x 4:2 4:6|e[1]s 5:4 5:1|e[1]s.z 6:1 6:5"},
		{"list", "l = ['a', \"b\"]", "l 1:1 1:5|l[0] 1:6|l[1] 1:11"},
		{"list over lines", "l = [ # first [\n  'a', # ], x = 1\n\n  \"b]\",\n]\nz = 1", "l 1:1 1:5|l[0] 2:3|l[1] 4:3|z 6:1 6:5"},
		{"lists in lists", "l = [[1, 2], [3]]", "l 1:1 1:5|l[0] 1:6|l[0][0] 1:7|l[0][1] 1:10|l[1] 1:14|l[1][0] 1:15"},
		{"inline table", "t = { a = 1, b.c = [2], d = { e = '}' } }",
			"t 1:1 1:5|t.a 1:7 1:11|t.b 1:14 1:14|t.b.c 1:16 1:20|t.b.c[0] 1:21|t.d 1:25 1:29|t.d.e 1:31 1:35"},
		{"list of inline tables", "l = [{a=1},\n {a=2}]", "l 1:1 1:5|l[0] 1:6|l[0]a 1:7 1:9|l[1] 2:2|l[1]a 2:3 2:5"},
		{"long strings", "a = \"\"\"\nx = 1\n[t]\\\"\"\"\"\"\nb = '''\nc = 2''''\nd = 1", "a 1:1 1:5|b 4:1 4:5|d 6:1 6:5"},
		{"escaped quotes", `a = "x\"] # \\"` + "\nb = 'c:\\'\nc = 1", "a 1:1 1:5|b 2:1 2:5|c 3:1 3:5"},
		{"dates and numbers", "a = 1979-05-27 07:32:00Z\nb = -1_0.5e3\nc = [inf, 0xFF]", "a 1:1 1:5|b 2:1 2:5|c 3:1 3:5|c[0] 3:6|c[1] 3:11"},
		{"line ends of Windows", "a = 1\r\n[t]\r\nb = [\r\n 'x',\r\n]\r\n", "a 1:1 1:5|t 2:2 2:1|t.b 3:1 3:5|t.b[0] 4:2"},
		{"wide letters", "a = ['é', 'x']", "a 1:1 1:5|a[0] 1:6|a[1] 1:12"},
		{"spaced header", "[ a . 'b' ]\nx=1", "a 1:3 1:3|a.b 1:7 1:1|a.b.x 2:1 2:3"},
		{"empty", "# nothing\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table, lost, err := parse("f", []byte(tt.src))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			list(table, "", &got)
			s := strings.ReplaceAll(strings.Join(got, "|"), "].", "]")
			if s != tt.want || lost != 0 {
				t.Errorf("got  %s\nwant %s\nlost %d", s, tt.want, lost)
			}
		})
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"grammar", "a = 1\nb =\n", "f:2:4: expected value"},
		{"twice", "a = 1\na = 2\n", "f:2:1: key 'a' has already been defined"},
		{"open string", "a = 'x\n", "f:1:"},
		{"byte-order mark", "\xef\xbb\xbfa = 1", "f:1:1: starts with a byte-order mark; save it as UTF-8 without one"},
		{"UTF-16", "\xff\xfea\x00", "f:1:1: starts with a byte-order mark"},
		{"not UTF-8", "# x\na = '\xe9'", "f:2:6: byte 0xe9 is not UTF-8; save the file as UTF-8"},
		{"NUL", "a = 1\x00", "f:1:6: there is a NUL byte; save the file as UTF-8 text"},
		{"carriage return", "a = 1\rb = 2", "f:1:6: there is a carriage return within a line; end lines with a line feed"},
		{"deep lists", "a = " + strings.Repeat("[", 10000) + strings.Repeat("]", 10000), "f:1:56: nested more than 50 deep"},
		{"deep keys", strings.Repeat("a.", 10000) + "a = 1", "f:1:101: nested more than 50 deep"},
		{"huge", strings.Repeat("#", MaxSize+1), "f: has 262145 bytes, more than the 262144 that are read"},
		{"null", "[task]\nparent = null", "f:2:10: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("f", []byte(tt.src))
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
			if err != nil && strings.ContainsRune(err.Error(), '\n') {
				t.Errorf("more than one line: %q", err)
			}
		})
	}
}

func TestReadText(t *testing.T) {
	fsys := fstest.MapFS{
		"ok":     {Data: []byte("a\r\nb\r\n")},
		"folder": {Mode: fs.ModeDir},
		"link":   {Data: []byte("ok"), Mode: fs.ModeSymlink},
		"pipe":   {Mode: fs.ModeNamedPipe},
	}
	if got, err := ReadText(fsys, "ok"); err != nil || string(got) != "a\nb\n" {
		t.Errorf("%q %v", got, err)
	}
	for name, want := range map[string]string{
		"folder": "folder: is a folder; put a regular file here",
		"link":   "link: is a symbolic link; put a regular file here",
		"pipe":   "pipe: is a named pipe; put a regular file here",
		"none":   "none: no such file",
	} {
		if _, err := ReadText(fsys, name); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
}

// FuzzParse: reading never panics, errors are one line at a place, and every
// value has a place of its own at which it really stands.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"a = 1", "[a]\nb = ['x', 2]", "[[a]]\n[a.b]\n[[a]]", "a.b = {c = [{}]}", "\"\" = ''''x'''", "a = \"\"\"\\\n \"\"\"\"\"",
		"[a]\n[a.b.c]\n[a.b]", "a = [\n#\n1, # x\n]", "a = 1979-05-27 07:32:00", "a = { b = 1,\n c = 2 }", "'\\' = \"\\e\\x41\"", "a=[[[{x.y=1}]]]",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		table, lost, err := parse("f", data)
		if err != nil {
			if _, ok := err.(Error); !ok || strings.ContainsAny(err.Error(), "\n\r") || !strings.HasPrefix(err.Error(), "f:") {
				t.Fatalf("error %q", err)
			}
			return
		}
		if lost != 0 {
			t.Fatalf("%d values lost their place in %q", lost, data)
		}
		text, _ := Text("f", data)
		check(t, strings.Split(string(text), "\n"), Value{table.Pos, table}, true)
	})
}

// check looks at what stands at each place.
func check(t *testing.T, lines []string, v Value, root bool) {
	at := func(p Pos) string {
		if p.Line < 1 || p.Line > len(lines) || p.Col < 1 || p.Col > len(lines[p.Line-1])+1 {
			t.Fatalf("place %v is not in the text", p)
		}
		return lines[p.Line-1][p.Col-1:]
	}
	switch x := v.Any.(type) {
	case string:
		if s := at(v.Pos); !strings.HasPrefix(s, `"`) && !strings.HasPrefix(s, "'") {
			t.Fatalf("no string at %v: %q", v.Pos, s)
		}
	case []Value:
		if s := at(v.Pos); !strings.HasPrefix(s, "[") {
			t.Fatalf("no list at %v: %q", v.Pos, s)
		}
		for _, e := range x {
			check(t, lines, e, false)
		}
	case *Table:
		for _, e := range x.Entries {
			if s := at(e.Pos); !strings.HasPrefix(s, e.Key) && !strings.HasPrefix(s, `"`) && !strings.HasPrefix(s, "'") {
				t.Fatalf("no key %q at %v: %q", e.Key, e.Pos, s)
			}
			check(t, lines, e.Value, false)
		}
	default:
		at(v.Pos)
	}
}
