package script

import (
	"slices"
	"testing"

	"kei/runtime/word"
)

func TestHanded(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       []string
	}{
		{"python", `import mailbox; mailbox.MMDF("package.json").flush()`, []string{"package.json"}},
		{"python", `from distutils.dir_util import remove_all; remove_all("src/secret", verbose=1)`, []string{"src/secret"}},
		{"python", `import py_compile; py_compile.build("x.py", cfile="package.json")`, []string{"x.py", "package.json"}},
		{"python", `import tomllib; print(tomllib.load(open("Cargo.toml", "rb")))`, nil},
		{"python", `import yaml; print(yaml.safe_load(open("a.yml")), os.path.isfile("a.yml"))`, nil},
		{"python", `import ast; ast.parse("x.py"); check_file("a.py"); loadFile("b.py")`, nil},
		{"python", `say_hello("a b")`, nil},
		{"node", `require("x").obliterate("package.json")`, []string{"package.json"}},
		{"node", `if ("a.json" in o) console.log(require("./package.json").version, path.resolve("a"))`, nil},
		{"ruby", `Zlib::OtherWriter.open("a") { }; FileUtils2.wipe_it "package.json"`, []string{"a", "package.json"}},
		{"ruby", `OtherLogger.new("a.log"); Set.new("b"); Zlib.x "a" => "package.json"`, []string{"a.log", "package.json"}},
		{"python", `h.WatchedFileHandler("package.json"); FileNotFoundError("x.py"); filecmp.cmp("a.py","b.py")`, []string{"package.json"}},
		{"python", `uu.decode("src/u","docs/new.txt"); x.decode("a.b")`, []string{"docs/new.txt"}},
		{"python", `t=tempfile.TemporaryDirectory();t.name="docs";t.cleanup();c.path="a.py";print(c.path)`, []string{"docs"}},
		{"python", `r(["-h","package.json"])`, []string{"-h", "package.json"}},
		{"python", `cProfile.run("1","package.json")`, []string{"package.json"}},
		{"node", `process.report.directory="docs";process.report.filename="r";process.report.writeReport()`, []string{"docs", "docs/r", "r"}},
		{"perl", `FileHandle->new(">package.json"); POSIX::remove("a.py")`, []string{"package.json", "a.py"}},
		{"perl", `zip "src/a.txt"=>"docs/z"; IO::File::open($h,"package.json",O_WRONLY)`, []string{"docs/z", "package.json"}},
		{"perl", `local(@ARGV,$/)="package.json";print <>`, []string{"package.json"}},
		{"ruby", `Pathname("package.json").delete; Pathname("a.rb").read`, []string{"package.json"}},
		{"perl", `IO::File->new("package.json", "w")`, []string{"package.json", "w"}},
		{"perl", `use lib "lib"; ExtUtils::Command::eat("package.json")`, []string{"package.json"}},
	} {
		l := Named(c.lang)
		if l == nil {
			t.Fatal("no language " + c.lang)
		}
		var got []string
		for _, w := range l.Read(Text{Word: word.Word{Text: c.text}, Program: c.lang}).Handed {
			got = append(got, w.Text)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %s\ngives %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}
