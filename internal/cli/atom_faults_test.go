package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"kei/ledger"
)

// TestAtomFaults: each test that the table of earlier faults names is there, and
// no fault is left out.
func TestAtomFaults(t *testing.T) {
	t.Parallel()
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(repositoryRoot, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	tests := map[string]string{}
	for _, dir := range []string{"internal/cli", "ledger", "atom/forge", "atom/pipe", "primitives/kei-http/internal/get"} {
		files, err := filepath.Glob(filepath.Join(repositoryRoot, dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			tests[filepath.Base(dir)] += string(text)
		}
	}
	where := map[string]string{"lint": "internal/cli/testdata/atoms/lint.jsonl", "invoke": "internal/cli/testdata/atoms/invoke.jsonl", "plan": "internal/cli/testdata/atoms/plan.jsonl",
		"cache": "internal/cli/testdata/atoms/cache.jsonl", "references": "atom/pipe/testdata/references.jsonl", "links": "internal/cli/testdata/atoms/graph-links.jsonl",
		"rank": "internal/cli/testdata/atoms/graph-rank.jsonl", "related": "internal/cli/testdata/atoms/graph-related.jsonl", "mcp": "internal/cli/testdata/atoms/mcp.jsonl",
		"forge": "internal/cli/testdata/atoms/forge.jsonl", "forge-own": "internal/cli/testdata/atoms/forge-own.jsonl",
		"grant": "internal/cli/testdata/atoms/grant.jsonl"}
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\| ([^|]+) \| .* \| ([^|]*[.:][^|]*) \|$`).FindAllStringSubmatch(read("docs/atoms-faults.md"), -1) {
		seen[m[1]] = true
		for _, ref := range strings.Fields(m[2]) {
			kind, name, vector := strings.Cut(ref, ":")
			pkg, test, _ := strings.Cut(ref, ".")
			var there bool
			switch {
			case kind == "script":
				_, err := os.Stat(filepath.Join("testdata", "script", name+".txtar"))
				there = err == nil
			case vector:
				there = where[kind] != "" && strings.Contains(read(where[kind]), `"name": "`+name+`"`)
			default:
				there = strings.Contains(tests[pkg], "func "+test+"(")
			}
			if !there {
				t.Errorf("%s: no %s", m[1], ref)
			}
		}
	}
	for n := 1; n <= 63; n++ {
		if !seen[fmt.Sprint(n)] {
			t.Errorf("fault %d is not in the table", n)
		}
	}
}

// okCase is the folder of the vector that is in order.
func okCase(t *testing.T) (dir string, env []string) {
	t.Helper()
	dir = t.TempDir()
	for _, c := range atomCases[invokeCase](t, "invoke.jsonl") {
		if c.Name == "ok" {
			c.lay(t, dir)
			env = c.env(dir)
		}
	}
	return dir, env
}

// TestAtomFragments: shared schemas are taken from two folders above a root, and
// from no higher.
func TestAtomFragments(t *testing.T) {
	t.Parallel()
	for i, up := range []string{"a/b", "a", "."} {
		dir, want := t.TempDir(), 0
		if up == "." {
			want = 2
		}
		ref := strings.Repeat("../", 4+i)
		writeCase(t, dir, map[string]caseText{
			"a/b/root/kei-x/atoms/go.md":              caseText(declaration("kei-x::go", "query", nil, true, "1.0.0")),
			"a/b/root/kei-x/atoms/schemas/out.json":   anySchema,
			"a/b/root/kei-x/atoms/schemas/in.json":    caseText(`{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"x": {"$ref": "` + ref + `_schemas/fragments/x.json"}}}`),
			caseFile(up, "_schemas/fragments/x.json"): `{"type": "string"}`,
		}, 0o644)
		out, _, status := keiIn(t, dir, []string{"HOME=" + dir}, "", "atom", "lint", "--root", "a/b/root")
		if status != want || want == 2 && !strings.Contains(out, "SCHEMA_REF_ESCAPE") {
			t.Errorf("fragments in %s: status %d, want %d\n%s", up, status, want, out)
		}
	}
}

func caseFile(parts ...string) string { return filepath.ToSlash(filepath.Join(parts...)) }

// TestAtomUnreadable: what can't be read is said to be there.
func TestAtomUnreadable(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root reads everything")
	}
	dir, env := okCase(t)
	if err := os.Chmod(filepath.Join(dir, "root/kei-x/atoms/go.md"), 0); err != nil {
		t.Fatal(err)
	}
	out, _, status := keiIn(t, dir, env, "", "atom", "lint")
	if status != 2 || !strings.Contains(out, "WALK_UNREADABLE: read: permission denied") {
		t.Errorf("%d\n%s", status, out)
	}
}

// TestAtomOneOfMany: an invocation reads its atom, and not what lies elsewhere.
func TestAtomOneOfMany(t *testing.T) {
	t.Parallel()
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("no strace")
	}
	dir, env := okCase(t)
	for i := range 50 {
		writeCase(t, dir, map[string]caseText{fmt.Sprintf("root/kei-n%d/atoms/other.md", i): caseText(declaration(fmt.Sprintf("kei-n%d::other", i), "query", nil, true, "1.0.0"))}, 0o644)
	}
	kei, err := exec.LookPath("kei")
	if err != nil {
		t.Fatal(err)
	}
	trace := filepath.Join(dir, "trace")
	c := exec.Command(strace, "-f", "-e", "trace=openat,open", "-o", trace, kei, "atom", "invoke", "kei-x::go", "--input", `{"title":"x"}`)
	c.Dir, c.Env = dir, env
	if text, err := c.CombinedOutput(); err != nil {
		if strings.Contains(string(text), "ptrace") {
			t.Skip("no tracing here")
		}
		t.Fatalf("%v\n%s", err, text)
	}
	text, err := os.ReadFile(trace)
	if err != nil || !strings.Contains(string(text), "go.md") || strings.Contains(string(text), "other.md") {
		t.Errorf("it opens other atoms: %v", err)
	}
}

// TestAtomLedgerAtOnce: fifty processes at a ledger that none of them finds.
func TestAtomLedgerAtOnce(t *testing.T) {
	t.Parallel()
	dir, env := okCase(t)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if out, errs, status := keiIn(t, dir, env, "", "atom", "invoke", "kei-x::go", "--input", `{"title":"x"}`, "--ledger", "require"); status != 0 {
				t.Errorf("%d %s%s", status, out, errs)
			}
		})
	}
	all.Wait()
	if rows := invocationsOf(t, filepath.Join(dir, ".claude", "agents", "ledger.sqlite")); len(rows) != 50 {
		t.Errorf("%d rows", len(rows))
	}
}

// TestAtomKilled: kei is killed between the two events of an invocation. The
// chain stays whole, nothing is left running, and reap closes the row.
func TestAtomKilled(t *testing.T) {
	t.Parallel()
	times := 10
	if s := os.Getenv("KEI_FAULTS"); s != "" {
		if _, err := fmt.Sscan(s, &times); err != nil {
			t.Fatal(err)
		}
		times = min(times, 100)
	}
	dir, env := okCase(t)
	md := filepath.Join(dir, "root/kei-x/atoms/go.md")
	text, err := os.ReadFile(md)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "kind: command") {
		text = []byte(regexp.MustCompile(`kind: \w+`).ReplaceAllString(string(text), "kind: command"))
		if err := os.WriteFile(md, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const sleep = "sleep 67.41"
	writeCase(t, dir, map[string]caseText{"bin/kei-x": "#!/bin/sh\necho $$ >begun\nexec " + sleep + "\n"}, 0o755)
	begun := filepath.Join(dir, "begun")
	for range times {
		os.Remove(begun)
		c := exec.Command("kei", "atom", "invoke", "kei-x::go", "--input", `{"title":"x"}`, "--timeout", "60s")
		c.Dir, c.Env = dir, env
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for range 2000 {
			if info, err := os.Stat(begun); err == nil && info.Size() > 0 {
				break
			}
			time.Sleep(2 * time.Millisecond)
		}
		_ = c.Process.Kill()
		_ = c.Wait()
	}
	time.Sleep(50 * time.Millisecond)
	if left, err := exec.Command("pgrep", "-fx", sleep).Output(); err == nil {
		t.Errorf("left are %s", left)
	}
	file := filepath.Join(dir, ".claude", "agents", "ledger.sqlite")
	for _, row := range invocationsOf(t, file) {
		if row["status"] != string(ledger.Running) {
			t.Errorf("%v", row)
		}
	}
	out, errs, status := keiIn(t, dir, env, "", "ledger", "reap")
	if n := strings.Count(out, "orphaned"); status != 0 || n != times {
		t.Errorf("%d closed of %d: %d %s", n, times, status, errs)
	}
	var unfinished error
	for _, row := range invocationsOf(t, file) {
		if row["status"] != string(ledger.Failed) || row["error_kind"] != "orphaned" {
			unfinished = errors.Join(unfinished, fmt.Errorf("%v", row))
		}
	}
	if unfinished != nil {
		t.Error(unfinished)
	}
}
