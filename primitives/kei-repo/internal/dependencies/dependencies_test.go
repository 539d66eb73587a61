package dependencies

import (
	"fmt"
	"slices"
	"testing"
)

func TestRead(t *testing.T) {
	for _, tt := range []struct {
		file, text, name string
		want             []string
	}{
		{"go.mod", "module example.com/app\n\ngo 1.26\n\nrequire (\n\ta.com/x v1.2.3\n\tb.com/y v0.1.0 // indirect\n)\n\nreplace a.com/x => ../x\n", "example.com/app",
			[]string{"a.com/x v1.2.3 direct ../x", "b.com/y v0.1.0 indirect "}},
		{"Cargo.toml", "[package]\nname = \"app\"\n[dependencies]\nserde = \"1\"\nlog = { version = \"0.4\", optional = true }\nother = { package = \"real\", git = \"https://x\" }\nown = { workspace = true }\n[dev-dependencies]\ntempfile = \"3\"\n[build-dependencies]\ncc = \"1\"\n[target.'cfg(unix)'.dependencies]\nlibc = \"0.2\"\n", "app",
			[]string{"cc 1 build ", "libc 0.2 direct ", "log 0.4 optional ", "own  direct workspace", "real  direct https://x", "serde 1 direct ", "tempfile 3 dev "}},
		{"package.json", `{"name": "app", "dependencies": {"a": "^1"}, "devDependencies": {"b": "2"}, "optionalDependencies": {"c": "*"}, "peerDependencies": {"d": ">=1"}}`, "app",
			[]string{"a ^1 direct ", "b 2 dev ", "c * optional ", "d >=1 peer "}},
	} {
		var out Output
		if err := formats[tt.file].read([]byte(tt.text), &out); err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range out.Dependencies {
			got = append(got, fmt.Sprintf("%s %s %s %s", d.Name, d.Version, d.Scope, d.Source))
		}
		slices.Sort(got)
		if out.Name != tt.name || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q %q, want %q", tt.file, out.Name, got, tt.want)
		}
	}
	for file, text := range map[string]string{"go.mod": "modul x", "Cargo.toml": "[", "package.json": "[]"} {
		if err := formats[file].read([]byte(text), new(Output)); err == nil {
			t.Errorf("%s: %q is read", file, text)
		}
	}
}
