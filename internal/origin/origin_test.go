package origin

import (
	"bytes"
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"
)

func built(t *testing.T, change func(*debug.BuildInfo)) Program {
	t.Helper()
	info := &debug.BuildInfo{
		GoVersion: "go1.26.8",
		Main:      debug.Module{Path: "kei", Version: "v1.2.3"},
		Deps: []*debug.Module{
			{Path: "z.example/last", Version: "v0.1.0", Sum: "h1:zzz="},
			{Path: "a.example/first", Version: "v2.0.0", Sum: "h1:old=", Replace: &debug.Module{Path: "a.example/fork", Version: "v2.0.1", Sum: "h1:aaa="}},
		},
		Settings: []debug.BuildSetting{
			{Key: "GOOS", Value: "linux"}, {Key: "GOARCH", Value: "arm64"},
			{Key: "vcs.revision", Value: "0123abc"}, {Key: "vcs.time", Value: "2026-11-29T05:00:00+01:00"},
		},
	}
	if change != nil {
		change(info)
	}
	p, err := of(info)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func bill(t *testing.T, p Program) (document, []byte) {
	t.Helper()
	text, err := p.Bill("kei", "00ff")
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return d, text
}

// A bill names everything that is linked in, and what it says hangs together.
func TestBill(t *testing.T) {
	p := built(t, nil)
	d, text := bill(t, p)
	ids := map[string]bool{documents: true}
	var names []string
	for _, c := range d.Packages {
		if ids[c.ID] {
			t.Errorf("%s is there twice", c.ID)
		}
		ids[c.ID] = true
		names = append(names, c.Name+"@"+c.Version)
	}
	if got, want := strings.Join(names, " "), "kei@v1.2.3 stdlib@go1.26.8 a.example/fork@v2.0.1 z.example/last@v0.1.0"; got != want {
		t.Errorf("packages %s, want %s", got, want)
	}
	depends := 0
	for _, r := range d.Relationships {
		if !ids[r.From] || !ids[r.To] {
			t.Errorf("%v leads nowhere", r)
		}
		if r.Type == "DEPENDS_ON" {
			depends++
		}
	}
	if depends != len(d.Packages)-1 {
		t.Errorf("kei depends on %d of %d", depends, len(d.Packages)-1)
	}
	if d.Creation.Created != "2026-11-29T04:00:00Z" {
		t.Errorf("created %s, which is not the commit's date in UTC", d.Creation.Created)
	}
	if _, again := bill(t, built(t, nil)); !bytes.Equal(text, again) {
		t.Error("the same program has two bills")
	}
}

// Whatever differs in a program differs in its namespace, and its modules in their digest.
func TestBillDiffers(t *testing.T) {
	same, _ := bill(t, built(t, nil))
	for name, change := range map[string]func(*debug.BuildInfo){
		"another version": func(i *debug.BuildInfo) { i.Main.Version = "v1.2.4" },
		"another Go":      func(i *debug.BuildInfo) { i.GoVersion = "go1.26.9" },
		"a module's sum":  func(i *debug.BuildInfo) { i.Deps[0].Sum = "h1:yyy=" },
		"one module less": func(i *debug.BuildInfo) { i.Deps = i.Deps[1:] },
		"a changed tree": func(i *debug.BuildInfo) {
			i.Settings = append(i.Settings, debug.BuildSetting{Key: "vcs.modified", Value: "true"})
		},
	} {
		p := built(t, change)
		if d, _ := bill(t, p); d.Namespace == same.Namespace {
			t.Errorf("%s: the namespace is the same", name)
		}
		if differs := p.ModulesDigest() != built(t, nil).ModulesDigest(); differs != strings.Contains(name, "module") {
			t.Errorf("%s: the digest of the modules differs: %v", name, differs)
		}
	}
}

// A program that was built without version control, by a Go of somebody's own.
func TestBillUnknown(t *testing.T) {
	d, _ := bill(t, built(t, func(i *debug.BuildInfo) {
		i.Settings, i.Main.Version, i.GoVersion = nil, "", "devel go1.27-abc"
	}))
	if d.Creation.Created != "1970-01-01T00:00:00Z" || d.Packages[0].Version != "(devel)" || d.Packages[0].Source != "" {
		t.Errorf("it claims to know %+v", d.Packages[0])
	}
}

func TestDigest(t *testing.T) {
	sum := func(files ...string) string {
		fsys := fstest.MapFS{}
		for _, f := range files {
			name, data, _ := strings.Cut(f, "=")
			fsys[name] = &fstest.MapFile{Data: []byte(data)}
		}
		s, err := Digest(fsys)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	whole := sum("a=1", "b/c=2")
	if whole != sum("b/c=2", "a=1") {
		t.Error("the order of files matters")
	}
	for _, other := range []string{sum("a=1", "b/c=3"), sum("a=1", "b/d=2"), sum("a=1"), sum("a=1b/c", "b/c=2"), sum("a=1", "b=2")} {
		if other == whole {
			t.Error("two trees have one digest")
		}
	}
}
