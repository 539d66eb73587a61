package script

import (
	"slices"
	"testing"

	"kei/runtime/word"
)

// TestDescribed asks what files say in which a project describes what is made of it.
func TestDescribed(t *testing.T) {
	for _, c := range []struct{ lang, text, reads, runs string }{
		{"kustomize", "configMapGenerator:\n- name: x\n  envs: [../.env]\n", "../.env", ""},
		{"kustomize", "secretGenerator:\n- files:\n  - k=a.pem\n", "a.pem", ""},
		{"terraform", "locals { x = file(\"${path.module}/.env\") }", ".env", ""},
		{"terraform", "x = templatefile(\"a.tpl\", {})", "a.tpl", ""},
		{"terraform", "module \"x\" {\n source = \"git::ssh://x/y\"\n}\n", "", "git clone ssh://x/y"},
		{"jvmoptions", "-Xmx1g\n-Xlog:gc:a\n", "", "java -Xlog:gc:a"},
		{"gogenerate", "package m\n//go:generate git push\n", "", "git push"},
		{"c", "int main() { return system(\"git push\"); }", "", "git push"},
		{"c", "asm(\".incbin \\\"a\\\"\");", "a", ""},
	} {
		f := Named(c.lang).Read(Text{Word: word.Word{Text: c.text}})
		if c.reads != "" && !slices.ContainsFunc(f.Reads, func(w word.Word) bool { return w.Text == c.reads }) {
			t.Errorf("%s: %q reads %v, not %s", c.lang, c.text, f.Reads, c.reads)
		}
		runs := slices.Clone(f.Maybe)
		for _, w := range f.Shell {
			runs = append(runs, w.Text)
		}
		for _, row := range f.Runs {
			line := ""
			for _, w := range row {
				line += " " + w.Text
			}
			runs = append(runs, line[1:])
		}
		if c.runs != "" && !slices.Contains(runs, c.runs) {
			t.Errorf("%s: %q runs %q, not %s", c.lang, c.text, runs, c.runs)
		}
	}
	printed := Named("c").Read(Text{Word: word.Word{Text: "int main() { puts(\"git push\"); }"}})
	if len(printed.Maybe) > 0 {
		t.Errorf("what a program of C prints counts as run: %q", printed.Maybe)
	}
}
