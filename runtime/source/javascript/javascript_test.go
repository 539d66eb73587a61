package javascript

import (
	"fmt"
	"strings"
	"testing"

	"kei/runtime/source"
)

func TestMeasure(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"function", "function a() {\n  return 1;\n}\n", "a:3"},
		{"arrow", "const a = async (x) => {\n  return x;\n};\n", "a:3"},
		{"class", "class A {\n  #x = 1;\n  static async *a() {\n  }\n  get b() { return 1; }\n}\n", "a:2 b:1"},
		{"object", "export default {\n  a() {\n  },\n  b: function () {\n  },\n};\n", "a:2 b:2"},
		{"types", "function a<T extends { b: number }>(x: T): { c: string } | null {\n}\nabstract class A {\n  abstract b(): void;\n  private c(): Promise<{ d: 1 }> {\n  }\n}\n", "a:2 c:2"},
		{"a group of tests", "describe('a', () => {\n  it('b', () => {\n  });\n});\n", "callback:2"},
		{"conditions are none", "if (a) {\n}\nfor (;;) {\n}\nwhile (x) {\n}\n", ""},
		{"regular expressions and templates", "function a() {\n  if (x) /}/.test(y);\n  return `${b({ c: `}` })}}` + 4 / 2 / 1;\n}\n", "a:4"},
		{"JSX", "const A = () => {\n  return <p title=\"}\">it's {x ? <b/> : `}`} }</p>;\n};\n", "A:3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, _, err := Language{}.Measure([]byte(tt.text), source.LineStarts([]byte(tt.text)))
			var words []string
			for _, f := range list {
				words = append(words, fmt.Sprintf("%s:%d", f.Name, f.Lines))
			}
			if got := strings.Join(words, " "); err != nil || got != tt.want {
				t.Errorf("got %s (%v), want %s", got, err, tt.want)
			}
		})
	}
	for _, text := range []string{"f(", "}", "'", "`${", "/* "} {
		if _, _, err := (Language{}).Measure([]byte(text), source.LineStarts([]byte(text))); err == nil {
			t.Errorf("%q is taken for JavaScript", text)
		}
	}
}

func TestTests(t *testing.T) {
	text := "test('a', () => {\n});\ntest.skip('b', () => {});\nit.todo('c');\ntest('d', { skip: true }, () => {});\ndescribe.skip('e', () => { it('f', () => {}); });\n" +
		"test.each([1, 2])('g %i', () => {});\nx.test('no');\ntest('h', () => { for (const c of [1, 2, 3]) c; });\ntest('i ' + c, () => {});\n"
	var got []string
	for _, one := range Tests([]byte(text)) {
		got = append(got, fmt.Sprint(one.Name, " ", one.Line, "-", one.End, " ", one.Off, " ", one.Rows))
	}
	want := "a 1-2 false 0\nb 3-3 true 0\nc 4-4 true 0\nd 5-5 true 0\nf 6-6 true 0\ng %i 7-7 false 0\nh 9-9 false 3\n? 10-10 false 0"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	for _, one := range Tests([]byte("it.only('a', () => {});\nit('b', () => {});\n")) {
		if one.Off != (one.Name == "b") {
			t.Errorf("%s: off is %v", one.Name, one.Off)
		}
	}
}

func FuzzMeasure(f *testing.F) {
	f.Add("const a = <T,>(x) => { return <p>{`${x}`}</p> }")
	f.Fuzz(func(t *testing.T, text string) {
		list, _, err := Language{}.Measure([]byte(text), source.LineStarts([]byte(text)))
		for _, one := range list {
			if err == nil && (one.Lines < 1 || one.Line < 1) {
				t.Errorf("%q: %+v", text, one)
			}
		}
		Tests([]byte(text))
	})
}
