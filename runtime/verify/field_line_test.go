package verify

import (
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A field is found in any ordinary dress, and nowhere else.
func TestFieldLines(t *testing.T) {
	f := start(t, base)
	task := whitelist("**")
	task.ReportFields = []string{"cargo-check", "open_points"}
	s := &ReportFields{Capability: "output::report-format", Place: Worktree}
	const rest = "\nopen_points: none\n"
	for _, tt := range []struct{ name, report, want string }{
		{"in bold, the colon too", "**Cargo check:** green" + rest, ""},
		{"in bold", "**cargo_check**: green" + rest, ""},
		{"in bold, all of it", "**Cargo-Check: green**" + rest, ""},
		{"in italics", "*cargo-check*: green\n_open points_: none\n", ""},
		{"in underlines", "__cargo_check:__ green\n_open_points:_ none\n", ""},
		{"in code and bold", "- **`cargo-check`**: green" + rest, ""},
		{"escaped", "cargo-check: green\nopen\\_points: none\n", ""},
		{"numbered", "1. cargo-check: green\n2) Open points: none\n", ""},
		{"numbered in bold", "**1. Cargo check:** green\n**2. Open points:** none\n", ""},
		{"a quotation", "> cargo-check: green\n> open-points: none\n", ""},
		{"emoji", "✅ cargo-check: green\n- 1️⃣ **⚠️ Open points:** none\n", ""},
		{"a heading", "## Cargo check\n\ngreen, without warnings\n\n## Open points\n- one\n- two\n", ""},
		{"a numbered heading with a count", "### 1. ✅ Cargo check\ngreen\n### 2. Open points (2):\n\n- one\n- two\n", ""},
		{"a heading with parts", "## Cargo check\n### in a\ngreen\n### in b\ngreen\n## Open points\nNone: it is all done\n", ""},
		{"a line in bold for a heading", "**Cargo check**\n\ngreen\n\n**Open points**\n\n1. one\n", ""},
		{"a heading with a log", "## Cargo check\n\n```\nFinished\n```\n\n## Open points\nnone\n", ""},
		{"a list of fields", "- cargo-check:\n  - green\n- open_points:\n  - none\n", ""},
		{"a list below another field", "- Summary:\n- cargo-check: green\n- open_points: none\n", ""},
		{"the line below", "Cargo check:\ngreen" + rest, ""},
		{"a table below", "cargo-check:\n\n| crate | state |\n|---|---|\n| a | green |\n" + rest, ""},
		{"a table without bars at its sides", "cargo-check:\n\ncrate | state\n--- | ---\na | green\n" + rest, ""},
		{"an item that reads like a field", "## Open points\n- cargo-check: it is slow\n\n## Cargo check\ngreen\n", ""},
		{"twice the same", "## Cargo check: green\n\n**cargo-check:** green." + rest, ""},
		{"a heading about it, and the field", "## Cargo check\n\nI ran it in both crates, see below.\n\n```\nFinished\n```\n\ncargo-check: green" + rest, ""},
		{"lists twice", "cargo-check: green\n\n# a\n\n## Open points\n- one\n\n# b\n\n## Open points\n- two\n", ""},
		{"mentioned in a list", "## Done\n\n- Cargo check: I made it faster\n\n## Report\n\ncargo-check: green" + rest, ""},
		{"quoted from elsewhere", "> cargo-check: red\n\nwas so before me.\n\ncargo-check: green" + rest, ""},

		{"twice", "cargo-check: green\ncargo-check: red" + rest, "line 1 says cargo-check: green, and line 2 says cargo-check: red; there is one line cargo-check:"},
		{"twice, in other dress", "cargo-check: green\n\n**Cargo check:** red\n" + rest, "line 1 says cargo-check: green, and line 3 says Cargo check: red"},
		{"none and a list", "cargo-check: green\nopen_points: none\n\nopen_points:\n- it is slow\n", "line 2 says open_points: none, and line 4 says open_points: - it is slow"},
		{"none under a heading", "cargo-check: green\nopen_points: it is slow\n\n## Open points\n\nNone.\n", "line 2 says open_points: it is slow, and line 4 says Open points: None."},
		{"another word under a heading", "## Cargo check\n\nred\n\n## Summary\n\ncargo-check: green" + rest, "line 7 says cargo-check: green, and line 1 says Cargo check: red"},
		{"a typo", "cargo-chek: green" + rest, `the report has no line cargo-check:; is line 1, "cargo-chek: green", meant for it?`},
		{"a typo in a heading", "x\n\n## Crago check\n\ngreen\n" + rest, `is line 3, "## Crago check", meant for it?`},
		{"in a row of a table", "| cargo-check | green |\n|---|---|\n" + rest, `is line 1, "| cargo-check | green |", meant for it?`},
		{"no space", "cargo-check:green" + rest, `is line 1, "cargo-check:green", meant for it?`},
		{"three letters off", "cargo-ch: green" + rest, "the report has no line cargo-check:\n"},
		{"a typo in code", "```\ncargo-chek: green\n```\n" + rest, "the report has no line cargo-check:\n"},
		{"struck out", "~~cargo-check: green~~" + rest, "the report has no line cargo-check:"},
		{"a heading without a value", "## Cargo check\n\n## Open points\nnone\n", "cargo-check: in line 1 is empty"},
		{"a heading before a field", "## Cargo check\nopen_points: none\n", "cargo-check: in line 1 is empty"},
		{"a heading before a higher one", "## Cargo check\n# All done\nBye." + rest, "cargo-check: in line 1 is empty"},
		{"a heading in code", "```\n## Cargo check\n\ngreen\n```\n" + rest, "that in line 2 is in code"},
		{"a heading in a comment", "<!--\n## Cargo check\ngreen\n-->\n" + rest, "that in line 2 is in code, a comment"},
		{"a heading, and a comment for a value", "## Cargo check\n<!-- green -->\n## Open points\nnone\n", "cargo-check: in line 1 is empty"},
		{"a heading, and a letter that does not show", "## Cargo check\n\u3164\n## Open points\nnone\n", "cargo-check: in line 1 is empty"},
		{"a heading, and hidden HTML", "## Cargo check\n\n<div hidden>\ngreen\n</div>\n\n## Open points\nnone\n", "cargo-check: in line 1 is empty"},
		{"text far below a name", "cargo-check:\n\nI am done.\n" + rest, "cargo-check: in line 1 is empty"},
		{"emphasis in a comment", "<!--\n**Cargo check:** green\n-->\n" + rest, "that in line 2 is in code, a comment"},
	} {
		t.Run(tt.name, func(t *testing.T) { checkReport(t, f, task, s, tt.report, words(tt.want)...) })
	}
}

func TestTypos(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"verdict", "verdict", 0}, {"verdict", "verdit", 1}, {"verdict", "vedrict", 2},
		{"verdict", "verdicts", 1}, {"verdict", "verd", 3}, {"verdict", "", 3}, {"", "ab", 2},
	} {
		if n := typos([]rune(tt.a), []rune(tt.b), 3); n != tt.want {
			t.Errorf("%q and %q: %d, not %d", tt.a, tt.b, n, tt.want)
		}
	}
}

// No report takes long to read: a report is as long as its agent likes.
func TestLongReports(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "allowed/a.txt", "changed\n")
	task := whitelist("**")
	task.ReportFields = []string{"files-touched", "tests"}
	steps := []Step{
		&ReportFields{Capability: "output::report-format", Place: Worktree},
		&Verdict{Capability: "output::verdict", Place: Worktree, Verdicts: []string{"PASS"}},
		&ForkAudit{Capability: "verify::fork-audit", Place: Worktree},
	}
	many := func(line string) string { return strings.Repeat(line, (1<<18)/len(line)) }
	for _, tt := range []struct{ name, report string }{
		{"lines below a name", "tests:\n" + many("a\n")},
		{"fields behind a long one", "verdict: PASS\n" + many(" a\n") + many("verdict: PASS\n")},
		{"titles", many("# Verdict\n") + many("## Tests\nx\n")},
		{"an item's lines", "files-touched:\n- a\n" + many("  b\n")},
		{"items", "files-touched:\n" + many("- a/b.c\n")},
		{"nested items", "files-touched:\n" + many("- tests: a/b.c\n")},
		{"globs, folders and paths", "files-touched: " + many("a/ ") + many("*/a*b/c.d ")},
		{"links", "files-touched: " + many("[a](") + many("[a](b) ")},
		{"a point's lines", "1. a\n" + many("b\n")},
		{"letters", many("a")},
		{"marks", many("*") + "\n" + many("> ") + "\n" + many("- ")},
		{"typos", many("verdit: x\n")},
		{"a table", "files-touched:\n" + many("|") + "\n" + many("-|")},
	} {
		f.write(f.dir, "report.md", tt.report)
		from := time.Now()
		_, err := f.try(Options{Task: task, Report: filepath.Join(f.dir, "report.md")}, steps...)
		f.must(err)
		if took := time.Since(from); took > 15*time.Second {
			t.Errorf("%s: took %v", tt.name, took)
		}
	}
}
