package ledger

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// These are hashes that the earlier kit made.
func TestDNAOfTheEarlierKit(t *testing.T) {
	for _, tt := range []struct {
		whitelist []string
		want      string
	}{{nil, "82EADA2F"}, {[]string{"src/**"}, "D3FC7C33"}} {
		if got := NewDNA("r", nil, tt.whitelist, nil, "", 0).Scope; got != tt.want {
			t.Errorf("%v: got %s, want %s", tt.whitelist, got, tt.want)
		}
	}
	for body, want := range map[string]string{"x": "2D711642", "hello": "2CF24DBA", "": "E3B0C442"} {
		if got := NewDNA("r", nil, nil, nil, body, 0).Body; got != want {
			t.Errorf("%s: got %s, want %s", body, got, want)
		}
	}
	d := NewDNA("edit-local", []string{
		"policy::no-git-ops", "scope::files-whitelist", "scope::files-denylist", "quality::constructor-pattern",
		"quality::cargo-check-green", "quality::tests-green", "safety::no-dep-bump", "output::report-format",
	}, nil, nil, "x", 0xab)
	if got, want := d.String(), "edit-local::NG-FW-FD-CP-CG-TG-ND-RF::82EADA2F::2D711642-000000ab"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(d.String()) > 88 {
		t.Errorf("%d bytes", len(d.String()))
	}
}

func TestDNACodes(t *testing.T) {
	if got := NewDNA("r", []string{"output::verdict", "tools::none", "verify::fork-audit"}, nil, nil, "", 0).Caps; got != "OV-??-FA" {
		t.Error(got)
	}
	seen := map[string]string{}
	for name, code := range codes {
		if len(code) != 2 || code == unknownCode || code == noCode || seen[code] != "" {
			t.Errorf("the code of %s is %q, also that of %q", name, code, seen[code])
		}
		seen[code] = name
	}
	shipped, err := filepath.Glob("../capabilities/*/*/capability.toml")
	if err != nil || len(shipped) == 0 {
		t.Fatal(shipped, err)
	}
	for _, file := range shipped {
		dir := filepath.Dir(file)
		if name := filepath.Base(filepath.Dir(dir)) + "::" + filepath.Base(dir); codes[name] == "" {
			t.Errorf("%s ships and has no code", name)
		}
	}
	d := NewDNA("r", nil, nil, nil, "", 1)
	if again, err := ParseDNA(d.String()); err != nil || again != d {
		t.Errorf("a role without capabilities: %+v, %v", again, err)
	}
}

// TestDNAScope: other globs, other text; and the order is no difference.
func TestDNAScope(t *testing.T) {
	scopes := [][2][]string{
		{nil, nil}, {{""}, nil}, {{"a,b"}, nil}, {{"a", "b"}, nil}, {nil, {"a", "b"}}, {{"a"}, {"b"}}, {{"a,b"}, {"c"}}, {{"a"}, {"b,c"}},
		{{"a\ndl=b"}, nil}, {{"a\ndl=b"}, {""}}, {{"a", "a"}, nil}, {{"", ""}, nil}, {{""}, {""}}, {{"1:a 1:b", ","}, nil}, {{"1:a", "1:b", ","}, nil},
	}
	seen := map[string]int{}
	for i, s := range scopes {
		text := scopeText(s[0], s[1])
		if j, ok := seen[text]; ok {
			t.Errorf("%q and %q are one", s, scopes[j])
		}
		seen[text] = i
	}
	list := []string{"b", "a,c", "a"}
	if scopeText(list, nil) != scopeText([]string{"a", "a,c", "b"}, nil) || list[0] != "b" {
		t.Error("the order matters, or was changed")
	}
}

func TestParseDNA(t *testing.T) {
	const good = "edit-local::NG-FW::82EADA2F::2D711642-0000000a"
	for _, tt := range []struct {
		s        string
		now, old DNAProblem // "": it is read
	}{
		{good, "", ""},
		{"", DNAEmpty, DNAEmpty},
		{"too::few::segments", DNASegments, DNASegments},
		{"role::caps::scope::no_nonce", DNANoNonce, DNANoNonce},
		{"edit-local::NG-FW::ABCD::1234-9f0a", DNAHexWidth, ""},
		{"::NG::82EADA2F::2D711642-0000000a", DNAEmptyRole, DNAEmptyShape},
		{"r::::82EADA2F::2D711642-0000000a", DNAEmptyCaps, DNAEmptyShape},
		{"r::NG::82EADA2G::2D711642-0000000a", DNANotHex, ""},
		{"r::NG::82EADA2F::2D711642-0000-00a", DNANotHex, ""},
		{"r::NG::82EADA2F::2D711642-", DNAHexWidth, DNAEmptyShape},
		{good + "::x", DNASegments, ""},
	} {
		for name, parse := range map[string]struct {
			f    func(string) (DNA, error)
			want DNAProblem
		}{"new": {ParseDNA, tt.now}, "old": {ParseOldDNA, tt.old}} {
			d, err := parse.f(tt.s)
			var e *DNAError
			switch {
			case parse.want == "" && (err != nil || d.String() != tt.s):
				t.Errorf("%s %q: %q, %v", name, tt.s, d, err)
			case parse.want != "" && (!errors.As(err, &e) || e.Kind != parse.want):
				t.Errorf("%s %q: got %v, want %s", name, tt.s, err, parse.want)
			}
		}
	}
}

func FuzzParseDNA(f *testing.F) {
	f.Add("edit-local::NG-FW::82EADA2F::2D711642-0000000a")
	f.Add("r::c::s::b-b-n")
	f.Fuzz(func(t *testing.T, s string) {
		strict, err := ParseDNA(s)
		old, errOld := ParseOldDNA(s)
		if errOld == nil && old.String() != s {
			t.Errorf("%q came back as %q", s, old)
		}
		if err != nil {
			return
		}
		if errOld != nil || strict != old || strings.Count(s, "::") != 3 {
			t.Errorf("%q: %+v, and %+v, %v", s, strict, old, errOld)
		}
	})
}
