package golang

import (
	"bytes"
	"go/build"
	"go/build/constraint"
	"io"
	"path"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// A Platform is what go builds for: a system, an architecture and tags, of which
// there can be none.
type Platform struct {
	OS, Arch string
	Tags     []string // sorted
}

func (p Platform) String() string {
	if len(p.Tags) > 0 {
		return p.OS + "/" + p.Arch + " with the tags " + strings.Join(p.Tags, ", ")
	}
	return p.OS + "/" + p.Arch
}

// others are systems and architectures that files are written for, the most likely
// ones first. Go builds for all of them without a C compiler.
var others = [][2]string{
	{"linux", "amd64"}, {"windows", "amd64"}, {"darwin", "arm64"}, {"linux", "arm64"}, {"freebsd", "amd64"}, {"openbsd", "amd64"},
	{"netbsd", "amd64"}, {"dragonfly", "amd64"}, {"js", "wasm"}, {"wasip1", "wasm"}, {"solaris", "amd64"}, {"illumos", "amd64"},
	{"plan9", "amd64"}, {"aix", "ppc64"}, {"android", "arm64"}, {"windows", "arm64"}, {"windows", "386"}, {"darwin", "amd64"},
	{"linux", "386"}, {"linux", "arm"}, {"linux", "riscv64"}, {"linux", "ppc64le"}, {"linux", "ppc64"}, {"linux", "s390x"},
	{"linux", "loong64"}, {"linux", "mips64le"}, {"linux", "mips64"}, {"linux", "mipsle"}, {"linux", "mips"},
}

// Elsewhere is a platform that takes in a file which a build for this one leaves
// out. There is none for files that are built here, for programs of their own (the
// tag ignore), and for those that need C.
func Elsewhere(name string, text []byte) (Platform, bool) {
	base := path.Base(name)
	takes := func(p Platform, cgo bool) bool {
		c := build.Default
		c.GOOS, c.GOARCH, c.BuildTags, c.CgoEnabled = p.OS, p.Arch, p.Tags, cgo
		c.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
		ok, err := c.MatchFile(".", base)
		return ok && err == nil
	}
	here := Platform{OS: runtime.GOOS, Arch: runtime.GOARCH}
	tags := tagsOf(text)
	if takes(here, true) || slices.Contains(tags, "ignore") || importsC.Match(text) {
		return Platform{}, false
	}
	for _, tags := range [][]string{nil, tags} {
		for _, at := range append([][2]string{{here.OS, here.Arch}}, others...) {
			if p := (Platform{at[0], at[1], tags}); takes(p, false) {
				return p, true
			}
		}
	}
	return Platform{}, false
}

// importsC is a line that has a C compiler come into it.
var importsC = regexp.MustCompile(`(?m)^(?:import\s+)?\s*"C"\s*(?:;|$)`)

// tagsOf are the tags that a file's constraint asks about and that are none of the
// toolchain's own.
func tagsOf(text []byte) []string {
	var tags []string
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte("package ")) {
			break
		}
		if !constraint.IsGoBuild(string(line)) {
			continue
		}
		expr, err := constraint.Parse(string(line))
		if err != nil {
			return nil
		}
		walk(expr, func(tag string) {
			if !own(tag) && !slices.Contains(tags, tag) {
				tags = append(tags, tag)
			}
		})
	}
	slices.Sort(tags)
	return tags
}

// own reports whether a tag is one that the toolchain sets.
func own(tag string) bool {
	if slices.Contains([]string{"unix", "gc", "gccgo", "cgo", "race", "msan", "asan"}, tag) || strings.HasPrefix(tag, "go1.") {
		return true
	}
	return slices.ContainsFunc(others, func(p [2]string) bool { return tag == p[0] || tag == p[1] }) || tag == "ios"
}

// walk visits the tags of a constraint.
func walk(expr constraint.Expr, visit func(tag string)) {
	switch e := expr.(type) {
	case *constraint.TagExpr:
		visit(e.Tag)
	case *constraint.NotExpr:
		walk(e.X, visit)
	case *constraint.AndExpr:
		walk(e.X, visit)
		walk(e.Y, visit)
	case *constraint.OrExpr:
		walk(e.X, visit)
		walk(e.Y, visit)
	}
}
