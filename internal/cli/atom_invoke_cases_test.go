package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"kei/atom/schema"
	"kei/ledger"
)

// An invokeCase is one of testdata/atoms/invoke.jsonl.
type invokeCase struct {
	Name     string
	Files    map[string]caseText
	Programs map[string]struct{ Text, Mode string }
	Atom     string
	Args     []string
	Env      map[string]string
	Stdin    string
	Input    json.RawMessage
	Expect   struct {
		Exit        int
		ResultText  *string  `json:"result_text"`
		ResultBytes *int     `json:"result_bytes"`
		ResultHas   []string `json:"result_has"`
		ResultLacks []string `json:"result_lacks"`
		Items       []string
		Metadata    map[string]json.Number
		Stdout      *string
		Stderr      []string
		StderrMost  int            `json:"stderr_at_most"`
		ErrorJSON   map[string]any `json:"error_json"`
		WithinMS    int            `json:"within_ms"`
		NoProcess   string         `json:"no_process"`
		Absent      []string
		File        map[string]string
		Ledger      map[string]any
		LedgerLacks []string `json:"ledger_lacks"`
	}
}

// lay makes the folder of a case.
func (c *invokeCase) lay(t *testing.T, dir string) {
	t.Helper()
	writeCase(t, dir, c.Files, 0o644)
	for name, p := range c.Programs {
		mode, err := strconv.ParseUint(p.Mode, 8, 32)
		if err != nil {
			t.Fatal(err)
		}
		writeCase(t, dir, map[string]caseText{name: caseText(p.Text)}, os.FileMode(mode))
	}
	for _, name := range []string{"root", "bin"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

func (c *invokeCase) input(t *testing.T, dir string) string {
	t.Helper()
	var text string
	if json.Unmarshal(c.Input, &text) == nil {
		return text
	}
	var big struct {
		Repeat string
		Times  int
	}
	if err := json.Unmarshal(c.Input, &big); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "input.json"), fmt.Appendf(nil, big.Repeat, strings.Repeat("x", big.Times)), 0o644); err != nil {
		t.Fatal(err)
	}
	return "@input.json"
}

func (c *invokeCase) env(dir string) []string {
	env := map[string]string{"HOME": dir, "PATH": "/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR": filepath.Join(dir, "bin"), "KEI_ATOMS_ROOT": filepath.Join(dir, "root")}
	for k, v := range c.Env {
		env[k] = strings.ReplaceAll(v, "@DIR@", dir)
	}
	var out []string
	for k, v := range env {
		out = append(out, k+"="+v)
	}
	return out
}

func TestAtomInvokeCases(t *testing.T) {
	t.Parallel()
	for _, c := range atomCases[invokeCase](t, "invoke.jsonl") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			c.lay(t, dir)
			args := append([]string{"atom", "invoke", c.Atom, "--input", c.input(t, dir)}, c.Args...)
			start := time.Now()
			out, errs, status := keiIn(t, dir, c.env(dir), c.Stdin, args...)
			took := time.Since(start)
			if status != c.Expect.Exit {
				t.Errorf("status %d, want %d\n%s\n%.2000s", status, c.Expect.Exit, out, errs)
			}
			if c.Expect.WithinMS > 0 && took > 3*time.Duration(c.Expect.WithinMS)*time.Millisecond { // the machine is not at rest
				t.Errorf("took %v, at most %d ms", took, c.Expect.WithinMS)
			}
			c.answered(t, out)
			c.complained(t, errs)
			c.left(t, dir)
		})
	}
}

// answered holds stdout against the case.
func (c *invokeCase) answered(t *testing.T, out string) {
	t.Helper()
	e := c.Expect
	if e.Stdout != nil && out != *e.Stdout {
		t.Errorf("stdout %q, want %q", out, *e.Stdout)
	}
	var items []string
	var answer map[string]any
	for line := range strings.Lines(out) {
		v, err := schema.Parse([]byte(line))
		if err != nil {
			t.Fatalf("%.200s: %v", line, err)
		}
		o := v.(map[string]any)
		if item, ok := o["item"]; ok {
			items = append(items, string(schema.Canonical(item)))
		} else {
			answer = o
		}
	}
	if !slices.Equal(items, e.Items) {
		t.Errorf("items %v, want %v", items, e.Items)
	}
	if e.ResultText == nil && e.ResultBytes == nil && e.ResultHas == nil && e.Metadata == nil {
		return
	}
	result := string(schema.Canonical(answer["result"]))
	if e.ResultText != nil && result != *e.ResultText {
		t.Errorf("result %s, want %s", result, *e.ResultText)
	}
	if e.ResultBytes != nil && len(result) != *e.ResultBytes {
		t.Errorf("the result has %d bytes, want %d", len(result), *e.ResultBytes)
	}
	for _, s := range e.ResultHas {
		if !strings.Contains(result, s) {
			t.Errorf("%s is not in %s", s, result)
		}
	}
	for _, s := range e.ResultLacks {
		if strings.Contains(result, s) {
			t.Errorf("%s is in %s", s, result)
		}
	}
	meta, _ := answer["metadata"].(map[string]any)
	for k, v := range e.Metadata {
		if meta[k] != v {
			t.Errorf("metadata %s is %v, want %v", k, meta[k], v)
		}
	}
}

// complained holds stderr against the case.
func (c *invokeCase) complained(t *testing.T, errs string) {
	t.Helper()
	for _, s := range c.Expect.Stderr {
		if !strings.Contains(errs, s) {
			t.Errorf("stderr has no %q: %.2000s", s, errs)
		}
	}
	if most := c.Expect.StderrMost; most > 0 && len(errs) > most {
		t.Errorf("%d bytes on stderr, at most %d", len(errs), most)
	}
	if c.Expect.ErrorJSON == nil {
		return
	}
	var got struct{ Error map[string]any }
	if err := json.Unmarshal([]byte(errs), &got); err != nil || strings.Count(errs, "\n") != 1 {
		t.Errorf("%s is not one line of JSON: %v", errs, err)
	}
	for k, v := range c.Expect.ErrorJSON {
		if !reflect.DeepEqual(got.Error[k], v) {
			t.Errorf("%s is %v, want %v", k, got.Error[k], v)
		}
	}
}

// left holds what is there afterwards against the case.
func (c *invokeCase) left(t *testing.T, dir string) {
	t.Helper()
	e := c.Expect
	if e.NoProcess != "" {
		if out, err := exec.Command("pgrep", "-fx", e.NoProcess).Output(); err == nil {
			t.Errorf("%s runs still: %s", e.NoProcess, out)
		}
	}
	for _, name := range e.Absent {
		if _, err := os.Stat(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is there", name)
		}
	}
	for name, want := range e.File {
		if got, _ := os.ReadFile(filepath.Join(dir, name)); string(got) != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	folder := filepath.Join(dir, ".claude", "agents")
	if e.Ledger != nil {
		rows := invocationsOf(t, filepath.Join(folder, "ledger.sqlite"))
		if len(rows) != 1 {
			t.Fatalf("%d rows", len(rows))
		}
		for k, v := range e.Ledger {
			if n, ok := v.(float64); ok {
				v = json.Number(strconv.Itoa(int(n)))
			}
			if rows[0][k] != v {
				t.Errorf("ledger: %s is %v, want %v", k, rows[0][k], v)
			}
		}
	}
	if e.LedgerLacks != nil {
		files, _ := filepath.Glob(filepath.Join(folder, "*"))
		if len(files) == 0 {
			t.Error("there is no ledger")
		}
		for _, f := range files {
			data, err := os.ReadFile(f)
			for _, s := range e.LedgerLacks {
				if err != nil || bytes.Contains(data, []byte(s)) {
					t.Errorf("%s holds %s, %v", f, s, err)
				}
			}
		}
	}
}

// invocationsOf are the rows of a ledger whose chain is in order.
func invocationsOf(t *testing.T, file string) (out []map[string]any) {
	t.Helper()
	l, err := ledger.OpenExisting(t.Context(), file, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if c, err := l.Check(t.Context(), ledger.Head{}); err != nil || len(c.Problems) > 0 {
		t.Errorf("the ledger is not in order: %v %v", c.Problems, err)
	}
	rows, err := l.Invocations(t.Context(), "", "", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		v, err := schema.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, maps.Clone(v.(map[string]any)))
	}
	return out
}

// TestAtomGoldenInvoke runs the earlier kit's hostile programs: what each ends
// with, and how soon.
func TestAtomGoldenInvoke(t *testing.T) {
	golden := shared(t, "golden/invoke")
	t.Parallel()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(golden)); err != nil {
		t.Fatal(err)
	}
	bins, err := filepath.Glob(filepath.Join(dir, "bin", "*"))
	if err != nil || len(bins) == 0 {
		t.Fatal("no programs", err)
	}
	for _, f := range bins {
		mode := os.FileMode(0o755)
		if filepath.Base(f) == "kei-notexec" {
			mode = 0o644
		}
		if err := os.Chmod(f, mode); err != nil {
			t.Fatal(err)
		}
	}
	env := []string{"HOME=" + dir, "PATH=/usr/bin:/bin", "KEI_RUNTIME_BIN_DIR=" + filepath.Join(dir, "bin"), "KEI_ATOMS_ROOT=" + filepath.Join(dir, "root")}
	for name, want := range map[string]int{
		"flood2": 1, "orphan": 0, "hang": 124, "bigecho": 0, "noread": 0, "badout": 2, "e127": 1, "utf": 1, "sig": 1,
		"notexec": 127, "e300": 127, "early": 127, "errflood": 127,
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			out, errs, status := keiIn(t, dir, env, "", "atom", "invoke", "kei-"+name+"::go", "--input", "{}")
			tight := (name == "bigecho" || name == "flood2") && status == 124 // its time is short for a busy machine
			if status != want && !tight {
				t.Errorf("status %d, want %d\n%.300s\n%.300s", status, want, out, errs)
			}
			if took := time.Since(start); took > 4*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// TestAtomInterrupted: what a signal ends is ended as a whole, and kept.
func TestAtomInterrupted(t *testing.T) {
	t.Parallel()
	for _, s := range []struct {
		signal syscall.Signal
		status int
	}{{syscall.SIGINT, 130}, {syscall.SIGTERM, 143}, {syscall.SIGHUP, 129}} {
		t.Run(s.signal.String(), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			sleep := fmt.Sprintf("sleep 61.%d", 40+int(s.signal))
			c := invokeCase{}
			for _, of := range atomCases[invokeCase](t, "invoke.jsonl") {
				if of.Name == "ok" {
					c.Files = of.Files
				}
			}
			c.lay(t, dir)
			writeCase(t, dir, map[string]caseText{"bin/kei-x": caseText("#!/bin/sh\ntrap '' TERM INT HUP\n" + sleep + " &\ntouch begun\nwhile :; do " + sleep + "; done\n")}, 0o755)
			cmd := exec.Command("kei", "atom", "invoke", "kei-x::go", "--input", `{"title":"x"}`)
			cmd.Dir, cmd.Env = dir, c.env(dir)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for range 1000 {
				if _, err := os.Stat(filepath.Join(dir, "begun")); err == nil {
					break
				}
				time.Sleep(5 * time.Millisecond)
			}
			for range 3 { // impatient
				_ = cmd.Process.Signal(s.signal)
				time.Sleep(20 * time.Millisecond)
			}
			_ = cmd.Wait()
			if got := cmd.ProcessState.ExitCode(); got != s.status {
				t.Errorf("status %d, want %d", got, s.status)
			}
			if out, err := exec.Command("pgrep", "-fx", sleep).Output(); err == nil {
				t.Errorf("%s runs still: %s", sleep, out)
			}
			rows := invocationsOf(t, filepath.Join(dir, ".claude", "agents", "ledger.sqlite"))
			if len(rows) != 1 || rows[0]["status"] != "failed" || rows[0]["error_kind"] != "interrupted" {
				t.Errorf("%v", rows)
			}
		})
	}
}
