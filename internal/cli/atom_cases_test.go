package cli

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// atomCases reads a file of vectors.
func atomCases[T any](t *testing.T, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "atoms", name))
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	for line := range strings.Lines(string(data)) {
		var c T
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		out = append(out, c)
	}
	if len(out) == 0 {
		t.Fatal(name + " holds no case")
	}
	return out
}

// A caseText is a file of a case: text, base64, or parts that are repeated.
type caseText string

func (c *caseText) UnmarshalJSON(data []byte) error {
	var s string
	if json.Unmarshal(data, &s) == nil {
		*c = caseText(s)
		return nil
	}
	var o struct {
		Base64 string
		Parts  []json.RawMessage
	}
	if err := json.Unmarshal(data, &o); err != nil {
		return err
	}
	if o.Base64 != "" {
		raw, err := base64.StdEncoding.DecodeString(o.Base64)
		*c = caseText(raw)
		return err
	}
	for _, p := range o.Parts {
		var r struct {
			Repeat string
			Times  int
		}
		if json.Unmarshal(p, &s) == nil {
			*c += caseText(s)
		} else if err := json.Unmarshal(p, &r); err != nil {
			return err
		} else {
			*c += caseText(strings.Repeat(r.Repeat, r.Times))
		}
	}
	return nil
}

func writeCase(t *testing.T, dir string, files map[string]caseText, mode os.FileMode) {
	t.Helper()
	for name, text := range files {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
}

// keiIn runs the command as a process of its own, with that environment and nothing else.
func keiIn(t *testing.T, dir string, env []string, stdin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	c := exec.Command("kei", args...)
	c.Dir, c.Env, c.Stdin = dir, env, strings.NewReader(stdin)
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), c.ProcessState.ExitCode()
}

func TestAtomLintCases(t *testing.T) {
	t.Parallel()
	type finding struct {
		File, Code, Severity string
		Line, Col            int
	}
	type lintCase struct {
		Name   string
		Files  map[string]caseText
		Links  map[string]string
		Rules  *[]string
		Expect struct {
			Exit     int
			Findings []finding
			States   map[string]string
		}
	}
	for _, c := range atomCases[lintCase](t, "lint.jsonl") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			root := filepath.Join(dir, "root")
			writeCase(t, root, c.Files, 0o644)
			for from, to := range c.Links {
				if err := os.Symlink(to, filepath.Join(root, from)); err != nil {
					t.Fatal(err)
				}
			}
			args := []string{"--root", root}
			if c.Rules != nil {
				rules := map[string]caseText{}
				for _, r := range *c.Rules {
					rules[r+".md"] = "# x\n"
				}
				writeCase(t, filepath.Join(dir, "rules"), rules, 0o644)
				args = append(args, "--rules", filepath.Join(dir, "rules"))
			}
			env := []string{"HOME=" + dir, "PATH=/usr/bin:/bin"}
			out, errs, status := keiIn(t, dir, env, "", append([]string{"atom", "lint", "--format", "json"}, args...)...)
			if status != c.Expect.Exit {
				t.Errorf("status %d, want %d: %s", status, c.Expect.Exit, errs)
			}
			var got struct {
				Problems []struct {
					File, Code, Message string
					Line, Col           int
					Warning             bool
				}
			}
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatal(err, out)
			}
			left := slices.Clone(c.Expect.Findings)
			for _, p := range got.Problems {
				severity := "error"
				if p.Warning {
					severity = "warning"
				}
				i := slices.IndexFunc(left, func(f finding) bool {
					return f.File == p.File && f.Code == p.Code && f.Severity == severity && (f.Line == 0 || f.Line == p.Line) && (f.Col == 0 || f.Col == p.Col)
				})
				if i < 0 {
					t.Errorf("more than wanted: %+v", p)
					continue
				}
				left = slices.Delete(left, i, i+1)
			}
			if len(left) > 0 {
				t.Errorf("not found: %+v; there is %+v", left, got.Problems)
			}
			states := map[string]string{}
			var listed []struct{ Path, State string }
			out, _, _ = keiIn(t, dir, env, "", append([]string{"atom", "list", "--json"}, args...)...)
			if err := json.Unmarshal([]byte(out), &listed); err != nil {
				t.Fatal(err, out)
			}
			for _, a := range listed {
				states[a.Path] = a.State
			}
			if slices.Contains(slices.Collect(maps.Values(c.Expect.States)), "rejected") {
				out, _, _ := keiIn(t, dir, env, "", append([]string{"atom", "list", "--state", "rejected"}, args...)...)
				for line := range strings.Lines(out) {
					states[strings.TrimSpace(line[strings.LastIndex(line, "\t")+1:])] = "rejected"
				}
			}
			for file, want := range c.Expect.States {
				if states[file] != want {
					t.Errorf("%s is %q, want %q", file, states[file], want)
				}
			}
		})
	}
}

// TestAtomVerdictCases asks lint about documents as examples of their schema.
func TestAtomVerdictCases(t *testing.T) {
	t.Parallel()
	type verdictCase struct {
		Name      string
		Schema    json.RawMessage
		Files     map[string]json.RawMessage
		Documents []struct {
			Text  string
			Valid bool
		}
	}
	for _, c := range atomCases[verdictCase](t, "verdicts.jsonl") {
		dir := t.TempDir()
		var docs, want []string
		for i, d := range c.Documents {
			if docs = append(docs, d.Text); !d.Valid {
				want = append(want, fmt.Sprint(i))
			}
		}
		schema := strings.TrimSuffix(strings.TrimSpace(string(c.Schema)), "}") + `,"examples":[` + strings.Join(docs, ",") + "]}"
		files := map[string]caseText{
			"kei-x/atoms.toml":           "format = 1\n[package]\nname = \"kei-x\"\nversion = \"1.0.0\"\n",
			"kei-x/atoms/go.md":          atomGo,
			"kei-x/atoms/schemas/i.json": `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","examples":[{}]}`,
			"kei-x/atoms/schemas/o.json": caseText(schema),
		}
		for name, text := range c.Files {
			files["kei-x/atoms/schemas/"+name] = caseText(text)
		}
		writeCase(t, dir, files, 0o644)
		out, errs, _ := keiIn(t, dir, []string{"HOME=" + dir}, "", "atom", "lint", "--root", dir)
		var got []string
		for line := range strings.Lines(out) {
			if _, rest, ok := strings.Cut(line, "SCHEMA_EXAMPLE_INVALID: output schema examples["); ok {
				n, _, _ := strings.Cut(rest, "]")
				got = append(got, n)
			} else if strings.Contains(line, " SCHEMA_") {
				t.Errorf("%s: %s", c.Name, line)
			}
		}
		if !slices.Equal(got, want) || errs != "" {
			t.Errorf("%s: documents %v are refused, want %v; %s%s", c.Name, got, want, out, errs)
		}
	}
}

// atomGo is a declaration that fits any schema.
const atomGo = `---
atom: kei-x::go
kind: query
version: "1.0.0"
input: {schema: schemas/i.json}
output: {schema: schemas/o.json}
side_effects: []
idempotent: true
stability: stable
---

# go
`

// shared is where the vectors lie that are read in place.
func shared(t *testing.T, name string) string {
	t.Helper()
	dir := os.Getenv("KEI_SHARED")
	if dir == "" {
		t.Skip("KEI_SHARED does not say where the earlier kit's own atoms are")
	}
	return filepath.Join(dir, "cases", "atoms", filepath.FromSlash(name))
}

// TestAtomGoldenEdge holds lint and list against what the earlier kit's hostile
// atoms should be. What all files of the tree share is not in the table.
func TestAtomGoldenEdge(t *testing.T) {
	t.Parallel()
	edge, rules := shared(t, "golden/edge"), t.TempDir()
	run := func(args ...string) string {
		out, _, _ := keiIn(t, rules, []string{"HOME=" + rules}, "", append(args, "--root", filepath.Join(edge, "root"), "--rules", rules)...)
		return out
	}
	codes := map[string][]string{}
	for line := range strings.Lines(run("atom", "lint")) {
		file, rest, _ := strings.Cut(line, ":")
		if parts := strings.SplitN(rest, ": ", 3); len(parts) == 3 && parts[1] != "SCHEMA_EXAMPLES_MISSING" && parts[1] != "META_MISSING" {
			codes[file] = append(codes[file], parts[1])
		}
	}
	listed := run("atom", "list")
	table, err := os.ReadFile(filepath.Join(edge, "expected.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		cols := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || len(cols) < 5 {
			continue
		}
		file, _, _ := strings.Cut(cols[0], " ")
		if info, err := os.Lstat(filepath.Join(edge, "root", file)); cols[4] == "WALK_SYMLINK" && err == nil && info.Mode().IsRegular() {
			continue // a checkout without links; lint.jsonl has the case
		}
		if want := strings.HasPrefix(cols[3], "accepted") || strings.HasPrefix(cols[3], "listed"); want != strings.Contains(listed, "\t"+file+"\n") {
			t.Errorf("%s: listed is %v, want %q", file, !want, cols[3])
		}
		for word := range strings.FieldsFuncSeq(cols[4], func(r rune) bool { return (r < 'A' || r > 'Z') && r != '_' && (r < '0' || r > '9') }) {
			if strings.Contains(word, "_") && len(word) > 5 && word != "NOPE" && !slices.Contains(codes[file], word) {
				t.Errorf("%s: no %s among %v", file, word, codes[file])
			}
		}
		if cols[4] == "-" && len(codes[file]) > 0 {
			t.Errorf("%s: %v, want none", file, codes[file])
		}
	}
}
