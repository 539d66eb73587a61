package golang

import (
	"runtime"
	"testing"
)

func TestElsewhere(t *testing.T) {
	other := "windows"
	if runtime.GOOS == other {
		other = "linux"
	}
	here := runtime.GOOS + "/" + runtime.GOARCH
	for _, tt := range []struct{ name, text, want string }{
		{"a.go", "package a\n", ""},
		{"a_test.go", "package a\n", ""},
		{"a_" + other + ".go", "package a\n", other + "/amd64"},
		{"sub/a_" + other + "_arm64_test.go", "package a\n", other + "/arm64"},
		{"a_" + runtime.GOOS + ".go", "package a\n", ""},
		{"a.go", "// A license.\n\n//go:build " + other + " && !arm64\n\npackage a\n", other + "/amd64"},
		{"a.go", "//go:build !" + runtime.GOOS + "\n\npackage a\n", other + "/amd64"},
		{"a.go", "//go:build integration && (e2e || slow)\n\npackage a\n", here + " with the tags e2e, integration, slow"},
		{"a.go", "//go:build " + other + " && debug\n\npackage a\n", other + "/amd64 with the tags debug"},
		{"a.go", "//go:build !integration\n\npackage a\n", ""},
		{"a.go", "//go:build ignore\n\npackage main\n", ""},
		{"a.go", "//go:build (\n\npackage main\n", ""},
		{"a_" + other + ".go", "package a\n\nimport \"C\"\n", ""},
		{"_a_" + other + ".go", "package a\n", ""},
	} {
		p, ok := Elsewhere(tt.name, []byte(tt.text))
		if got := p.String(); ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%s %q: %s, %v; want %s", tt.name, tt.text, got, ok, tt.want)
		}
	}
}
