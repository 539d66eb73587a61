package python

import (
	"fmt"
	"strings"
	"testing"

	"kei/runtime/source"
)

func TestMeasure(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"function", "def a():\n    return 1\n\n\nx = 1\n", "a:2"},
		{"on one line", "def a(): return 1\n", "a:1"},
		{"method, asynchronous and decorated", "class A:\n    @d\n    async def a(self):\n        pass\n", "A.a:2"},
		{"nested", "def a():\n    def b():\n        pass\n    return b\n", "a:4 a.b:2"},
		{"strings", "def a():\n    s = '''\ndef b():\n'''\n    t = \"# \\\" \"\n    return f'{s!r:{t}} {\"x\"}'\n", "a:6"},
		{"brackets and backslashes", "def a(\n  x,\n):\n    y = (1 +\n2)\n    return x \\\n  + y\n", "a:7"},
		{"tabs, comments and carriage returns", "def a():\r\n\tif 1:\r\n\t\tpass\r\n# end\r\n\treturn 2\r\n", "a:5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			list, _, err := Language{}.Measure([]byte(tt.text), source.LineStarts([]byte(tt.text)))
			if got := measured(list); err != nil || got != tt.want {
				t.Errorf("got %s (%v), want %s", got, err, tt.want)
			}
		})
	}
	for _, text := range []string{"x = (", "x = ]", "s = '", "'''"} {
		if _, _, err := (Language{}).Measure([]byte(text), source.LineStarts([]byte(text))); err == nil {
			t.Errorf("%q is taken for Python", text)
		}
	}
}

func measured(list []source.Function) string {
	var words []string
	for _, f := range list {
		words = append(words, fmt.Sprintf("%s:%d", f.Name, f.Lines))
	}
	return strings.Join(words, " ")
}

func TestTests(t *testing.T) {
	text := "import pytest\n\nCASES = [1, 2]\n\n\ndef test_a():\n    for c in CASES:\n        assert c\n\n\n@pytest.mark.skip\ndef test_b():\n    pass\n\n\n" +
		"@pytest.mark.skipif(x, reason='y')\ndef test_c():\n    pass\n\n\nclass TestD:\n    def test_d(self):\n        pytest.skip('x')\n\n    def helper(self):\n        pass\n\n\nclass Other:\n    def test_not(self):\n        pass\n"
	var got []string
	for _, one := range Tests([]byte(text)) {
		got = append(got, fmt.Sprint(one.Name, " ", one.Line, "-", one.End, " ", one.Off, " ", one.Rows))
	}
	want := "test_a 6-8 false 2\ntest_b 11-13 true 0\ntest_c 16-18 false 0\nTestD::test_d 22-23 true 0"
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func FuzzMeasure(f *testing.F) {
	f.Add("def a(x=f'{y[\"z\"]}'):\n  pass\n")
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
