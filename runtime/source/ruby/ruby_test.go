package ruby

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kei/runtime/source"
)

// theirs prints for each file of a folder the methods that ruby's own parser finds, with
// their first and last lines.
const theirs = `
require "json"
all = {}
Dir.glob(File.join(ARGV[0], "**/*.rb")).sort.each_with_index do |f, i|
  next unless i % ARGV[1].to_i == 0
  text = File.binread(f).force_encoding("UTF-8")
  next unless text.valid_encoding?
  begin
    open = [RubyVM::AbstractSyntaxTree.parse(text)]
  rescue SyntaxError
    next
  end
  list = []
  while (n = open.pop)
    list << [n.children[0].to_s, n.first_lineno, n.last_lineno] if n.type == :DEFN
    list << [n.children[1].to_s, n.first_lineno, n.last_lineno] if n.type == :DEFS
    open.concat(n.children.grep(RubyVM::AbstractSyntaxTree::Node))
  end
  all[f] = list.map { |m| m.join(" ") }.sort
end
puts JSON.generate(all)
`

// What is measured is what ruby itself reads: its whole library.
func TestAgainstRuby(t *testing.T) {
	ruby, err := exec.LookPath("ruby")
	if err != nil {
		t.Skip("there is no ruby here")
	}
	dir, err := exec.Command(ruby, "-e", `print RbConfig::CONFIG["rubylibdir"]`).Output()
	if err != nil {
		t.Fatal(err)
	}
	each := "1"
	if testing.Short() {
		each = "9"
	}
	out, err := exec.Command(ruby, "-W0", "-e", theirs, string(dir), each).Output()
	var all map[string][]string
	if err == nil {
		err = json.Unmarshal(out, &all)
	}
	if err != nil {
		t.Skip("this ruby does not say what it reads: ", err)
	}
	if len(all) < 20 {
		t.Skip("there is no library of ruby's here")
	}
	for file, want := range all {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		rel, _ := filepath.Rel(string(dir), file)
		list, _, err := Language{}.Measure(text, source.LineStarts(text))
		if err != nil {
			t.Errorf("%s: %v", rel, err)
			continue
		}
		got := []string{}
		for _, f := range list {
			name := f.Name
			if i := strings.LastIndex(name[:len(name)-1], "."); i >= 0 {
				name = name[i+1:]
			}
			if !strings.HasPrefix(name, "block of ") {
				got = append(got, fmt.Sprintf("%s %d %d", name, f.Line, f.Line+f.Lines-1))
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, and ruby reads %q", rel, got, want)
		}
	}
}

// What is hard to read: each is one method of as many lines.
func TestMeasure(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
	}{
		{"words as names", "def f\n  x.end\n  {if: 1, end: 2}\n  :do\n  self.class\nend\n", "f 6"},
		{"modifiers", "def f\n  return if x\n  y unless z\n  a while b\n  begin; end until c\nend\n", "f 6"},
		{"values of statements", "def f\n  x = if a then b else c end\n  y = while z do end\n  p(case 1 when 1 then 2 end)\nend\n", "f 5"},
		{"a loop with a block in it", "def f\n  while x\n    y do |z| end\n  end\n  until x do\n    z\n  end\nend\n", "f 8"},
		{"endless", "def f(x) = x + 1\ndef g = [1,\n  2]\ndef h=(x)\n  1\nend\n", "f 1 g 2 h= 3"},
		{"operators", "class A\n  def ==(o) o end\n  def [](i) = 1\n  def -@; 1 end\n  def `(x)\n  end\nend\n", "A.== 1 A.[] 1 A.-@ 1 A.` 2"},
		{"of another", "def self.f\nend\ndef A.g=(x)\nend\n", "f 2 g= 2"},
		{"texts", "def f(x)\n  <<~A + <<-'B'\n    end \\#{x\n    #{[1].map do |y| y end}\n  A\n  def g\n  B\nend\n", "f 8"},
		{"strings", "def f\n  \"#{\"#{x}\"} end\" + 'def' + %w[end if] + %q(def (nested) end)\n  /end[\\/]#{x}/ =~ ?d\nend\n", "f 4"},
		{"division", "def f(a)\n  a / 2 / b\n  a /2\n  c[1] / 3\n  g /end/\nend\n", "f 6"},
		{"comments", "=begin\ndef x\n=end\ndef f # end\nend\n__END__\ndef g\n", "f 2"},
		{"an end by another name", "class A\n  alias end if\n  alias_method :x, :end\n  undef if, end\n  def f() self::class::end end\nend\n", "A.f 1"},
		{"blocks that are called", "define_method(:x) do |y|\n  y\nend\nF = ->(x) {\n  x\n}\nl = lambda do\nend\n", "block of define_method 3 block of -> 3 block of lambda 2"},
		{"behind what it takes", "def f(x) /a end/ =~ x end\ndef g(x) if x then 1 end end\n", "f 1 g 1"},
	} {
		list, _, err := Language{}.Measure([]byte(tt.text), source.LineStarts([]byte(tt.text)))
		var got []string
		for _, f := range list {
			got = append(got, fmt.Sprintf("%s %d", f.Name, f.Lines))
		}
		if err != nil || strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q %v, want %q", tt.name, got, err, tt.want)
		}
	}
	for _, text := range []string{"def f\n", "end\n", "x = \"\n", "<<A\n", "f(]\n", "\"#{x\"\n", "=begin\n"} {
		if _, _, err := (Language{}).Measure([]byte(text), source.LineStarts([]byte(text))); err == nil {
			t.Errorf("%q is measured", text)
		}
	}
}

func TestTests(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
	}{
		{"minitest", "class TestA < Minitest::Test\n  def setup; end\n  def test_a\n    [1, 2].each { |x| x }\n  end\n  def test_b\n    skip\n  end\nend\n", "TestA::test_a 2, TestA::test_b off"},
		{"where it has none", "class A\n  def test_a; end\nend\ndef test_b; end\n", ""},
		{"a condition", "class TestA < Minitest::Test\n  def test_a\n    skip \"x\" unless y\n  end\nend\n", "TestA::test_a"},
		{"specs", "describe A do\n  it \"x y\" do\n  end\n  it { z }\n  xit 'w' do\n  end\n  it \"v\", skip: true do\n  end\n  it \"a #{b}\" do\n  end\nend\n", "x y, ?, w off, v off, ?"},
		{"within what is off", "RSpec.describe A do\n  xcontext \"x\" do\n    it \"y\" do\n    end\n  end\nend\n", "y off"},
		{"rails", "class ATest < ActiveSupport::TestCase\n  test \"it is so\" do\n  end\nend\n", "ATest::test_it_is_so"},
	} {
		var got []string
		for _, one := range (Language{}).Tests([]byte(tt.text)) {
			s := one.Name
			if one.Rows > 0 {
				s += fmt.Sprint(" ", one.Rows)
			}
			if one.Off {
				s += " off"
			}
			got = append(got, s)
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Whatever it is given, it ends and says so.
func FuzzMeasure(f *testing.F) {
	for _, s := range []string{"def f; end", "\"#{<<A}\"\nA\n", "%w[", "?\\", "$", ":\"", "<<~'A'\n  #{\nA\n", "def", "x::", "@@"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		starts := source.LineStarts([]byte(text))
		list, tokens, err := Language{}.Measure([]byte(text), starts)
		for _, one := range list {
			if err == nil && (one.Line < 1 || one.Lines < 1 || one.Tokens > tokens) {
				t.Errorf("%q: %v", text, one)
			}
		}
		Language{}.Tests([]byte(text))
	})
}
