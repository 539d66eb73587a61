package verify

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkReport runs one step on a report.
func checkReport(t *testing.T, f *fixture, task *Task, s Step, report string, want ...string) {
	t.Helper()
	file := filepath.Join(f.dir, "report.md")
	f.must(os.WriteFile(file, []byte(report), 0o644))
	rep, err := f.try(Options{Task: task, Report: file}, s)
	f.must(err)
	if len(want) == 0 {
		f.clean(rep)
		return
	}
	f.fails(rep, want...)
}

func TestReportFields(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "allowed/a.txt", "changed\n")
	s := &ReportFields{Capability: "output::report-format", Place: Worktree}
	task := whitelist("**")
	task.ReportFields = []string{"cargo-check", "blockers"}
	for _, tt := range []struct{ name, report, want string }{
		{"there", "cargo-check: green\nblockers: none\n", ""},
		{"in bold, in a list, in code", "- **cargo-check**: green\n`blockers`: none\n", ""},
		{"a block below", "cargo-check:\n  green\nblockers:\n- one\n- two\n", ""},
		{"all of it in a fence", "```\ncargo-check: green\nblockers: none\n```\n", ""},
		{"a heading, a lead and a fence", "# Report\n\nHere is my report:\n\n```text\ncargo-check: green\nblockers: none\n```\n", ""},
		{"in a fence, with more beside it", "I am not done: see below.\n```\ncargo-check: green\nblockers: none\n```\n", "is in code"},
		{"in the second fence", "```\nx\n```\n```\ncargo-check: green\nblockers: none\n```\n", "is in code"},
		{"a log in a fence below", "cargo-check:\n```\nFinished\n\nblockers: none\n```\nblockers: none\n", ""},
		{"between comments", "<!-- the report -->\ncargo-check: green <!-- really -->\n\n<!--\nnotes\n-->\nblockers: none\n", ""},
		{"below a folded log", "<details><summary>log</summary>\n\n```\n<div>\n```\n\n</details>\n\ncargo-check: green\nblockers: none\n", ""},
		{"beside marks of other kinds", "i <n and a <b c\ncargo-check: green, Vec<T> and `<!--`\nblockers: none -> see [1\n", ""},
		{"numbers alone", "cargo-check: 0\nblockers: ２\n", ""},
		{"other scripts", "cargo-check: 緑\nblockers: нет\n", ""},
		{"an agent's definition", "---\nname: helper\nhooks: {}\n---\ncargo-check: green\nblockers: none\n", "begins as the definition of an agent does"},
		{"front matter of another kind", "---\ntitle: report\n---\nname: x\n\ncargo-check: green\nblockers: none\n", ""},
		{"fenced", "```\ncargo-check: green\n```\nblockers: none\n", "the report has no line cargo-check:; that in line 2 is in code, a comment or HTML"},
		{"fenced to the end", "blockers: none\n~~~~text\n~~~\ncargo-check: green\n", "that in line 4 is in code"},
		{"fenced, and the end is indented code", "blockers: none\n```\n    ```\ncargo-check: green\n```\n", "that in line 4 is in code"},
		{"fenced behind a list", "blockers: none\n\n- ```\n\nx\n\n```\ncargo-check: green\n```\n", "that in line 8 is in code"},
		{"indented code", "blockers: none\n\nx\n\n    cargo-check: green\n", "the report has no line cargo-check:"},
		{"in a comment", "blockers: none\n<!--\ncargo-check: green\n-->\n", "that in line 3 is in code, a comment"},
		{"in a comment that does not end", "blockers: none\n\n<!-- \n\ncargo-check: green\n", "that in line 5 is in code, a comment"},
		{"in a comment that begins in a line", "blockers: none <!--\ncargo-check: green -->\n", "that in line 2 is in code, a comment"},
		{"behind a comment that ends at once", "blockers: none\n<!--> x\ncargo-check: green\n", ""},
		{"in an instruction", "blockers: none\n<?x\ncargo-check: green\n?>\n", "that in line 3 is in code, a comment"},
		{"in a declaration", "blockers: none\n<!X\ncargo-check: green\n>\n", "that in line 3 is in code, a comment"},
		{"in character data", "blockers: none\n<![CDATA[\ncargo-check: green\n]]>\n", "that in line 3 is in code, a comment"},
		{"in HTML", "blockers: none\n\n<div hidden>\ncargo-check: green\n</div>\n", "that in line 4 is in code, a comment or HTML"},
		{"in HTML around Markdown", "blockers: none\n\n<div hidden>\n\ncargo-check: green\n\n</div>\n", "that in line 5 is in code, a comment or HTML"},
		{"in HTML that does not end", "blockers: none\n\n<template>\n\ncargo-check: green\n", "that in line 5 is in code, a comment or HTML"},
		{"in HTML within a line", "blockers: none\n\nx <span\nstyle='display:none'> x\ncargo-check: green\n</span>\n", "that in line 5"},
		{"in a tag", "blockers: none\nx <a title=\"\ncargo-check: green\n\">x</a>\n", "that in line 3"},
		{"in a script", "blockers: none\n\n<script>\n\ncargo-check: green\n\n</script>\n", "that in line 5"},
		{"in the title of a link", "blockers: none\n\n[x]: /y \"\ncargo-check: green\n\"\n", "that in line 4"},
		{"in a title below a link", "blockers: none\n\n[x]: /y\n'\ncargo-check: green\n'\n", "that in line 5"},
		{"in the label of a link", "blockers: none\n\n[\ncargo-check: green\n]: /y\n", "that in line 4"},
		{"in the place of a link", "blockers: none\n\na [x](/y \"\ncargo-check: green\n\")\n", "that in line 4"},
		{"in the text of an image", "blockers: none\n\na ![\ncargo-check: green\n](/y)\n", "that in line 4"},
		{"a letter that does not show", "cargo-check: green\nblockers: \u3164\n", "blockers: in line 2 is empty"},
		{"a letter of half width that does not show", "cargo-check: green\nblockers: \uffa0\n", "blockers: in line 2 is empty"},
		{"syllables that do not show", "cargo-check: green\nblockers: \u115f\u1160\n", "blockers: in line 2 is empty"},
		{"nothing that shows, and code below", "blockers: \u3164\n\n```\nx\n```\ncargo-check: green\n", "blockers: in line 1 is empty"},
		{"a pattern without dots", "cargo-check: green\nblockers: \u2800\u200b\n", "blockers: in line 2 is empty"},
		{"a space by name", "cargo-check: green\nblockers: &nbsp;&#8203;\n", "blockers: in line 2 is empty"},
		{"a tag", "cargo-check: green\nblockers: <br>\n", "blockers: in line 2 is empty"},
		{"a hidden element", "cargo-check: green\nblockers: <span hidden>none</span>\n", "blockers: in line 2 is empty"},
		{"a comment for a value", "cargo-check: green\nblockers: <!-- none -->\n", "blockers: in line 2 is empty"},
		{"carriage returns", "cargo-check: green\r\nblockers: none\r\n", ""},
		{"only mentioned", "I will not give cargo-check: nor blockers.\nblockers: none\n", "the report has no line cargo-check:"},
		{"in the middle of a line", "see cargo-check: green\nblockers: none\n", "the report has no line cargo-check:"},
		{"empty", "cargo-check:\n\nblockers: none\n", "cargo-check: in line 1 is empty"},
		{"only marks", "cargo-check: ---\nblockers: none\n", "cargo-check: in line 1 is empty"},
		{"another spelling", "Cargo Check: green\nBLOCKERS: none\n", ""},
		{"longer name", "cargo-checks: green\nblockers: none\n", "the report has no line cargo-check:; is line 1, \"cargo-checks: green\", meant for it?"},
		{"empty the second time", "cargo-check: green\nblockers: none\ncargo-check:\n", "cargo-check: in line 3 is empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkReport(t, f, task, s, tt.report, words(tt.want)...)
		})
	}
	t.Run("no report", func(t *testing.T) {
		rep, err := f.try(Options{Task: task, Report: filepath.Join(f.dir, "nowhere.md")}, s)
		f.must(err)
		f.fails(rep, "there is no report")
	})
	t.Run("no text", func(t *testing.T) { checkReport(t, f, task, s, "files-touched: \xff\n", "is not UTF-8") })
	t.Run("a link to another file", func(t *testing.T) {
		link := filepath.Join(f.dir, "link.md")
		f.must(os.Symlink("/etc/passwd", link))
		rep, err := f.try(Options{Task: task, Report: link}, s)
		f.must(err)
		f.fails(rep, "there is no report")
	})
}

// What a report says of tests is compared with those that were counted.
func TestClaimedTests(t *testing.T) {
	f := start(t, base)
	for _, tt := range []struct {
		name, field string
		ran         int // -1 is not counted
		want        string
	}{
		{"as many", "tests: 2 passed", 2, ""},
		{"fewer", "cargo-test: ok. 1 passed; 0 failed; 12 ignored", 2, ""},
		{"of a total", "tests: 2/2 passed in 3 files, 0.25s", 2, ""},
		{"no number", "tests: all green", 2, ""},
		{"another number", "tests: green, see src/a.rs:120; cargo 1.80 passed the build", 2, ""},
		{"in a log", "go-test:\n```\nok  \texample.com/x\t0.012s\n```", 2, ""},
		{"nothing counted", "tests: 999 passed", -1, ""},
		{"another field", "blockers: 999 passed", 2, ""},
		{"more", "tests: 999 passed", 2, "tests: in line 1 says 999 tests passed, and 2 did"},
		{"more, in words", "tests-run: all 12 tests are green", 2, "says 12 tests passed, and 2 did"},
		{"more, the other way round", "tests: PASS (12)", 2, "says 12 tests passed, and 2 did"},
		{"more of a total", "tests: 12/12 passed", 2, "says 12 tests passed, and 2 did"},
		{"more in a log", "cargo-test:\n```\ntest result: ok. 12 passed; 0 failed\n```", 2, "says 12 tests passed, and 2 did"},
		{"a number alone", "test-count: 3", 2, "says 3 tests passed, and 2 did"},
		{"not run", "tests: not run, no Go here", 2, "says that tests were not run, and 2 tests passed here"},
		{"not run, in a sentence", "tests: They could not be run.", 2, "says that tests were not run"},
		{"not run, and why", "tests: not run\nblockers: the build server is down", 2, ""},
		{"not run, and no blocker", "tests: not run\nblockers: none", 2, "says that tests were not run"},
		{"not run, and none there", "tests: not run: no tests in this crate", 0, ""},
		{"not run, and not counted", "tests: not run", -1, ""},
		{"some not run", "tests: 2 passed; those that need a network were not run", 2, ""},
		{"in words", "tests: ninety-nine tests passed", 2, "says 99 tests passed, and 2 did"},
		{"in more words", "tests: a hundred and twenty three of them passed", 2, "says 123"},
		{"by the dozen", "tests: two dozen tests succeeded", 2, "says 24 tests passed"},
		{"with a mark between thousands", "tests: 1,234 passed", 2, "says 1234 tests passed"},
		{"in other digits", "tests: ９９ passed", 2, "says 99 tests passed"},
		{"all that there are, in words", "tests: both of the two tests passed, and one and a half pages of log", 2, ""},
		{"words with numbers in them", "tests: someone passed often; a test passed, at once", 2, ""},
		{"none", "tests: 1 test passed", 0, "says 1 test passed, and 0 did"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			task := whitelist("**")
			name, _, _ := strings.Cut(tt.field, ":")
			task.ReportFields = []string{name}
			f.write(f.dir, "report.md", tt.field+"\n")
			rep, err := f.try(Options{Task: task, Report: filepath.Join(f.dir, "report.md")},
				counts(tt.ran), &ReportFields{Capability: "output::report-format", Place: Worktree})
			f.must(err)
			if tt.want == "" {
				f.clean(rep)
			} else {
				f.fails(rep, tt.want)
			}
		})
	}
	// Who counts what a test runs within itself comes to more, and is told so.
	f.write(f.work, "x_test.go", "package x\n\nfunc TestX(t *testing.T) { t.Run(\"a\", y) }\n")
	task := whitelist("**")
	task.ReportFields = []string{"tests"}
	f.write(f.dir, "report.md", "tests: 3 passed\n")
	rep, err := f.try(Options{Task: task, Report: filepath.Join(f.dir, "report.md")},
		counts(2), &ReportFields{Capability: "output::report-format", Place: Worktree})
	f.must(err)
	f.clean(rep)
	if !strings.Contains(text(rep), "says 3 tests passed, and 2 did here") {
		t.Error(text(rep))
	}
}

// A manifest of a language whose tests are run here is no reason to count more of
// them; what it says of others is.
func TestClaimedTestsOtherwise(t *testing.T) {
	for _, tt := range []struct {
		file, text string
		reason     bool
	}{
		{"pyproject.toml", "[project]\nname = \"x\"\n", false},
		{"pyproject.toml", "[tool.pytest.ini_options]\naddopts = \"--doctest-modules\"\n", true},
		{"setup.py", "setup()\n", false},
		{"tox.ini", "", true},
		{"tests/test_f.py", "def test_f(): pass\n", false},
		{"tests/test_f.py", "with self.subTest(1): pass\n", true},
		{"package.json", `{"scripts": {"test": "node --test"}}`, false},
		{"package.json", `{"scripts": {"test": "npx vitest run", "lint": "eslint ."}}`, false},
		{"package.json", `{"scripts": {"lint": "eslint ."}}`, false},
		{"package.json", `{"scripts": {"test": "vitest run", "test:e2e": "playwright test"}}`, true},
		{"package.json", `{"scripts": {"test": "jest && cypress run"}}`, true},
		{"package.json", `{"scripts": {"test": "ava"}}`, true},
		{"package.json", `{"workspaces": ["a"], "scripts": {"test": "jest"}}`, true},
		{"playwright.config.ts", "", true},
		{"tests/f.test.js", "test('f', (t) => { t.test('g', () => {}); });\n", true},
		{"tests/f.test.ts", "test('f', () => {});\n", false},
		{"node_modules/a/tox.ini/b.txt", "", false},
	} {
		f := start(t, base)
		f.write(f.work, tt.file, tt.text)
		f.write(f.dir, "report.md", "tests: 99 passed\n")
		task := whitelist("**")
		task.ReportFields = []string{"tests"}
		rep, err := f.try(Options{Task: task, Report: filepath.Join(f.dir, "report.md")},
			counts(2), &ReportFields{Capability: "output::report-format", Place: Worktree})
		f.must(err)
		if rep.Clean != tt.reason || !strings.Contains(text(rep), "says 99 tests passed") {
			t.Errorf("%s %q: clean is %v\n%s", tt.file, tt.text, rep.Clean, text(rep))
		}
	}
}

// counts stands for a step that runs tests.
func counts(n int) Step { return &counter{Capability: "quality::tests-green", Place: Worktree, n: n} }

type counter struct {
	Capability string
	Place      Place
	n          int
}

func (c *counter) Check(r *Run) error {
	if c.n >= 0 {
		r.counted(c.n)
	}
	return nil
}

// words is what a violation has to say, nothing if it is empty.
func words(want string) []string {
	if want == "" {
		return nil
	}
	return []string{want}
}

func TestGradedFindings(t *testing.T) {
	f := start(t, base)
	s := &GradedFindings{Capability: "output::severity-grade", Place: Worktree, Grades: []string{"HIGH", "MEDIUM", "LOW"}}
	for _, tt := range []struct{ name, report, want string }{
		{"bold", "**HIGH**: foo at src/a.rs:3\n", ""},
		{"list", "- LOW: foo\n- MEDIUM src/a.rs:1 bar\n", ""},
		{"headings", "## Findings\n\n### HIGH: one\n- what is wrong\n- how I know\n\n### [LOW] two\n\n## Summary\n- nice code\n", ""},
		{"numbered", "1. HIGH - foo\n2. **LOW** - bar\n", ""},
		{"none", "I looked at src.\n\nNo findings\n", ""},
		{"none, as a heading", "## No findings.\n", ""},
		{"part of a word", "BUFFER OVERFLOW in HIGHWAY\n", "no finding with one of the grades"},
		{"in the middle", "The risk is HIGH here.\n", "no finding with one of the grades"},
		{"in lower case", "- high: foo\n", "no finding with one of the grades"},
		{"two grades", "- HIGH/MEDIUM: foo\n", "has the grades HIGH, MEDIUM; a finding has one"},
		{"one without", "## Findings\n- HIGH: one\n- two, which I do not grade\n", "line 3 is a finding without a grade: - two"},
		{"heading without", "## Findings\n### HIGH: one\n### Two\n", "line 3 is a finding without a grade"},
		{"none and one", "No findings\n\n- HIGH: foo\n", "has a line No findings, and 1 finding"},
		{"empty", "", "no finding with one of the grades"},
		{"a field", "findings:\n- HIGH: one\n- LOW: two\n", ""},
		{"a field that points on", "findings: 2, see below\n\n## Security findings (2)\n\n1. HIGH: one\n   - how I know\n2. LOW: two\n\n## What I looked at\n- src\n", ""},
		{"a field of none", "findings: none\n\n## Issues\n\nNone.\n", ""},
		{"none, and what was looked at", "## Findings\n\nNo findings.\n\nI looked at:\n- src/a.rs\n- src/b.rs\n", ""},
		{"groups", "# Findings\n\n## Security issues\n- HIGH: one\n\n## Other issues\n\nNo issues found.\n\n## Style problems\n- LOW: two\n", ""},
		{"none of one sort", "known-issues: none\n\n## Security findings\n\nNo findings.\n\n## Open problems\n\nNone\n\n## Style findings\n- LOW: two\n", ""},
		{"an issue that it is about", "issue: #12\nscope:\n- src/a.rs\n\n## The issue\n\nIt fails on a tab.\n\n## Problem statement\n\n- it fails\n\n## Findings\n\n**HIGH**: it does.\nAnd how.\n\n## Blockers\n\n- none\n", ""},
		{"none, and one below", "findings: none\n\n- HIGH: foo\n", "has a line No findings, and 1 finding"},
		{"a finding that is called one", "### HIGH: issue with the parser\n- it fails on a tab\n", ""},
		{"quoted in code", "- LOW: the text says\n  ```\n  HIGH: no\n  ```\n", ""},
		{"graded in a fence only", "Done.\n```\nLOW: nothing\n```\n", "no finding with one of the grades"},
		{"graded in a comment only", "<!--\nLOW: nothing\n-->\n", "no finding with one of the grades"},
		{"none in a comment", "findings: below\n\n<!--\nno findings\n-->\n- the login accepts every password\n", "line 6 is a finding without a grade"},
		{"under other headings", "- LOW: nothing\n\n## Key findings\n- the login accepts every password\n", "line 4 is a finding without a grade"},
		{"under a counted heading", "- LOW: nothing\n\n## Findings (2)\n- data loss\n", "line 4 is a finding without a grade"},
		{"under a line in bold", "- LOW: nothing\n\n**Issues found**\n\n* data loss\n", "line 5 is a finding without a grade"},
		{"under an underlined heading", "- LOW: nothing\n\nMy findings\n===\n1. data loss\n", "line 5 is a finding without a grade"},
		{"in a field of another name", "- LOW: nothing\n\nMain problems:\n- data loss\n", "line 4 is a finding without a grade"},
		{"in the text under a heading", "- LOW: nothing\n\n## Vulnerabilities\n\nThe login accepts every password.\n", "line 3 begins findings, and none below it has a grade"},
		{"none, and more", "## Findings\nNo findings\n- data loss\n", "line 3 is a finding without a grade"},
	} {
		t.Run(tt.name, func(t *testing.T) { checkReport(t, f, nil, s, tt.report, words(tt.want)...) })
	}
}

func TestVerdict(t *testing.T) {
	f := start(t, base)
	s := &Verdict{Capability: "output::verdict", Place: Worktree, Verdicts: []string{"PASS", "FAIL", "INCONCLUSIVE"}}
	task := whitelist("**")
	task.ForkAuditTarget = "edit-1"
	const sha = "body-sha: 0f343b0931126a20f133d67c2b018a3b5e7f4c1e6a5d2b8c9e0f1a2b3c4d5e6f\n"
	const who = "audited-agent: edit-1\n"
	const item = "findings:\n- point: 3\n  file: src/a.rs\n  evidence: line 3\n  remediation: remove it\n"
	for _, tt := range []struct{ name, report, want string }{
		{"pass", "verdict: PASS\nfindings: none\n" + sha + who, ""},
		{"fail", "verdict: FAIL\n" + item + sha + who, ""},
		{"inconclusive", "verdict: INCONCLUSIVE\nfindings: point 2, no toolchain\n" + sha + who, ""},
		{"named lines in a list right below", "verdict: PASS\n- Coverage: all of it\n- Summary: good\n\nfindings: none\n" + sha + who, ""},
		{"an item, and another", "- verdict: PASS\n- but not for main\n- findings: none\n- " + sha + "- " + who, "goes on below: - but not for main"},
		{"another word", "verdict: PASSED\nfindings: none\n" + sha + who, "a verdict is one of PASS, FAIL, INCONCLUSIVE, alone"},
		{"softened", "verdict: PASS, mostly\nfindings: none\n" + sha + who, "a verdict is one of"},
		{"two", "verdict: PASS\nverdict: FAIL\nfindings: none\n" + sha + who, "line 1 says verdict: PASS, and line 2 says verdict: FAIL; there is one line verdict:"},
		{"none", "findings: none\n" + sha + who, "the report has no line verdict:"},
		{"only in the text", "My verdict: PASS\nfindings: none\n" + sha + who, "the report has no line verdict:"},
		{"dressed", "1. **Verdict:** `PASS`\n2. **Findings:** none\n3. **Body SHA:** `" + sha[10:len(sha)-1] + "`\n4. *Audited agent*: edit-1\n", ""},
		{"as headings", "## Verdict\n\n**PASS**\n\nAll six points hold.\n\n## Findings\n\nNone.\n\n" + sha + who, ""},
		{"under a heading", "## Verdict\n- verdict: PASS\n- findings: none\n- " + sha + "- " + who, ""},
		{"twice the same", "verdict: PASS\nfindings: none\n" + sha + who + "\n> **VERDICT:** PASS\n", ""},
		{"fail, as headings", "verdict: FAIL\n## Findings\n\n" + strings.TrimPrefix(item, "findings:\n") + "\n" + sha + who, ""},
		{"fail, with parts in bold", "verdict: FAIL\nfindings:\n- **Point:** 3\n  **File:** src/a.rs\n  **Evidence**: line 3\n  **Remediation:** remove it\n" + sha + who, ""},
		{"fail, as headings, without a file", "verdict: FAIL\n## Findings\n\n" + strings.Replace(strings.TrimPrefix(item, "findings:\n"), "  file: src/a.rs\n", "", 1) + "\n" + sha + who, "finding 1 has no file"},
		{"a typo", "Verdit: PASS\nfindings: none\n" + sha + who, "the report has no line verdict:; is line 1, \"Verdit: PASS\", meant for it?"},
		{"another under a heading", "## Verdict\n\nFAIL\n\nI looked at all.\n\n## Summary\n\nverdict: PASS\nfindings: none\n" + sha + who, "line 9 says verdict: PASS, and line 1 says Verdict: FAIL"},
		{"softened the second time", "verdict: PASS\n\nverdict: PASS\n  it should not be merged\nfindings: none\n" + sha + who, "there is one line verdict:"},
		{"softened under a heading", "## Verdict\n\nPASS\nbut not for main\n\n" + "findings: none\n" + sha + who, "goes on below: but not for main"},
		{"struck out", "verdict: ~~PASS~~\nfindings: none\n" + sha + who, "a verdict is one of"},
		{"points below", "verdict: PASS\nfindings: none\n" + sha + who + "\n1. Coverage: src/a.rs\n   all of it\n", ""},
		{"said before", "## Verdict: PASS\n\n**Final verdict: pass.**\n\nverdict: PASS\n\n## Findings:\n\nfindings: none\n" + sha + who, ""},
		{"quoted in code", "```\nverdict: FAIL\n```\nverdict: PASS\nfindings: none\n" + sha + who, ""},
		{"goes on below", "verdict: PASS\n  it should not be merged\nfindings: none\n" + sha + who, "line 1 says verdict: PASS, and goes on below: it should not be merged"},
		{"goes on in a list", "verdict: PASS\n- but not for main\nfindings: none\n" + sha + who, "goes on below: - but not for main"},
		{"goes on after a blank line", "verdict: PASS\n\n  but not for main\nfindings: none\n" + sha + who, "goes on below: but not for main"},
		{"hidden, and another in bold", "<!--\nverdict: PASS\n-->\n**Verdict: FAIL**\nfindings: none\n" + sha + who, "line 4 says Verdict: FAIL, and line 2 says verdict: PASS"},
		{"another in bold", "verdict: PASS\nfindings: none\n" + sha + who + "\n**Verdict: FAIL**\n", "line 1 says verdict: PASS, and line 6 says Verdict: FAIL"},
		{"another in capitals", "VERDICT: FAIL\nverdict: PASS\nfindings: none\n" + sha + who, "line 1 says VERDICT: FAIL, and line 2 says verdict: PASS"},
		{"another as a heading", "## Verdict : `FAIL`\nverdict: PASS\nfindings: none\n" + sha + who, "line 1 says Verdict: `FAIL`, and line 2 says verdict: PASS"},
		{"another in a table", "| Verdict | FAIL |\n|---|---|\n\nverdict: PASS\nfindings: none\n" + sha + who, "and line 1 says | Verdict | FAIL |"},
		{"another in a quotation", "> *verdict*: FAIL\n\nverdict: PASS\nfindings: none\n" + sha + who, "and line 1 says"},
		{"another with other letters", "ver\u200bdict&#58; FAIL\n\nverdict: PASS\nfindings: none\n" + sha + who, "and line 1 says"},
		{"another across a comment", "ver<!-- -->dict: FAIL\n\nverdict: PASS\nfindings: none\n" + sha + who, "line 1 says verdict: FAIL, and line 3 says verdict: PASS"},
		{"in a fence, with another beside it", "**Verdict: FAIL**\n```\nverdict: PASS\nfindings: none\n" + sha + who + "```\n", "in code"},
		{"another behind a fence in a list", "- ```\n\nVerdict: FAIL\n\nverdict: PASS\nfindings: none\n" + sha + who, "line 3 says Verdict: FAIL, and line 5 says verdict: PASS"},
		{"another as a sentence", "verdict: PASS\nfindings: none\n" + sha + who + "\nMy final verdict is **FAIL**.\n", "line 1 says verdict: PASS, and line 6 says My final verdict is **FAIL**."},
		{"another body", "verdict: PASS\nfindings: none\n" + sha + who + "\n*Body SHA*: " + strings.Repeat("1f", 32) + "\n", "and line 6 says"},
		{"a hash of zeros", "verdict: PASS\nfindings: none\nbody-sha: " + strings.Repeat("0", 64) + "\n" + who, "is no SHA-256 of anything"},
		{"a hash of one digit", "verdict: PASS\nfindings: none\nbody-sha: " + strings.Repeat("ab", 32) + "\n" + who, "is no SHA-256 of anything"},
		{"the hash of an empty diff", "verdict: PASS\nfindings: none\nbody-sha: e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n" + who, ""},
		{"pass with findings", "verdict: PASS\n" + item + sha + who, "the verdict is PASS, and findings:"},
		{"fail without", "verdict: FAIL\nfindings: none\n" + sha + who, "the verdict is FAIL, and findings: in line 2 is none"},
		{"fail without a remediation", "verdict: FAIL\n" + strings.Replace(item, "  remediation: remove it\n", "", 1) + sha + who, "finding 1 has no remediation"},
		{"short hash", "verdict: PASS\nfindings: none\nbody-sha: 0f\n" + who, "64 hexadecimal digits"},
		{"another's", "verdict: PASS\nfindings: none\n" + sha + "audited-agent: edit-2\n", "the task is about edit-1"},
		{"its own", "verdict: PASS\nfindings: none\n" + sha + "audited-agent: a\n", "names the auditor itself"},
		{"a path", "verdict: PASS\nfindings: none\n" + sha + "audited-agent: ../x\n", "invalid agent-id"},
	} {
		t.Run(tt.name, func(t *testing.T) { checkReport(t, f, task, s, tt.report, words(tt.want)...) })
	}
}

func TestMergeResult(t *testing.T) {
	f := start(t, base)
	tip := f.git(f.main, "rev-parse", "main")
	f.write(f.work, "allowed/a.txt", "changed\n")
	f.commit(f.work, "not merged")
	other := f.git(f.work, "rev-parse", "HEAD")
	s := &MergeResult{Capability: "output::merge-result", Place: Worktree}
	failed := func(report string) string { return strings.Replace(report, "done", "failed", 1) }
	rest := "LEDGER_STATUS: done\nFORK_AGENT_ID: edit-1\nMERGE_METHOD: squash\nblockers: none\nnext: none\n"
	for _, tt := range []struct{ name, report, want string }{
		{"merged", "COMMIT_SHA: " + tip + "\n" + rest, ""},
		{"failed", "COMMIT_SHA: <none>\n" + strings.Replace(rest, "done", "failed", 1), ""},
		{"failed, and a commit", "COMMIT_SHA: " + tip + "\n" + failed(rest), "LEDGER_STATUS is failed, and COMMIT_SHA is " + tip},
		{"no merge", "COMMIT_SHA: " + tip + "\n" + strings.Replace(rest, "squash", "merge-no-ff", 1), "has one parent, and MERGE_METHOD is merge-no-ff"},
		{"dressed", "**Commit SHA:** `" + tip + "`\n- Ledger status: `done`\n- fork-agent-id: edit-1\n- **Merge method**: squash\n- Blockers: none\n- Next: none\n", ""},
		{"next twice", "COMMIT_SHA: " + tip + "\n" + rest + "\n**Next**: take it back\n", "there is one line next:"},
		{"not on main", "COMMIT_SHA: " + other + "\n" + rest, "is not on main"},
		{"made up", "COMMIT_SHA: " + strings.Repeat("a", 40) + "\n" + rest, "is no commit of main's repository"},
		{"abbreviated", "COMMIT_SHA: " + tip[:8] + "\n" + rest, "a commit's whole id, or <none>"},
		{"nothing merged and done", "COMMIT_SHA: <none>\n" + rest, "nothing was merged, and LEDGER_STATUS is done"},
		{"another method", "COMMIT_SHA: " + tip + "\n" + strings.Replace(rest, "squash", "octopus", 1), "it is one of merge-no-ff"},
		{"no next", "COMMIT_SHA: " + tip + "\n" + strings.Replace(rest, "next: none\n", "", 1), "the report has no line next:"},
	} {
		t.Run(tt.name, func(t *testing.T) { checkReport(t, f, nil, s, tt.report, words(tt.want)...) })
	}
	t.Run("against the ledger", func(t *testing.T) {
		f.write(f.dir, "row.json", `[{"id":"edit-1","status":"running","summary":""}]`)
		f.write(f.dir, "report.md", "COMMIT_SHA: "+tip+"\n"+rest)
		rep, err := f.try(Options{Report: filepath.Join(f.dir, "report.md"), Row: filepath.Join(f.dir, "row.json")}, s)
		f.must(err)
		f.fails(rep, "LEDGER_STATUS is done, and the row of edit-1 in the ledger is running")
	})
}

// A merge is the fork's, and was not there before.
func TestMergedFork(t *testing.T) {
	f := start(t, base)
	was := f.git(f.main, "rev-parse", "main")
	for _, id := range []string{"edit-1", "edit-2"} {
		f.git(f.main, "checkout", "-q", "-b", "agent/"+id, was)
		f.write(f.main, "allowed/"+id+".txt", "new\n")
		f.commit(f.main, "the work of "+id)
	}
	f.git(f.main, "checkout", "-q", "main")
	f.git(f.main, "merge", "-q", "--no-ff", "-m", "merge", "agent/edit-1")
	tip := f.git(f.main, "rev-parse", "main")
	f.git(f.main, "merge", "-q", "--squash", "agent/edit-2")
	f.commit(f.main, "squashed")
	squashed := f.git(f.main, "rev-parse", "main")
	s := &MergeResult{Capability: "output::merge-result", Place: Worktree}
	says := func(commit, status, fork, method string) string {
		return "COMMIT_SHA: " + commit + "\nLEDGER_STATUS: " + status + "\nFORK_AGENT_ID: " + fork + "\nMERGE_METHOD: " + method + "\nblockers: none\nnext: none\n"
	}
	const own = `{"id":"a","status":"running","started_ts":100}` + "\n"
	for _, tt := range []struct{ name, report, base, rows, want string }{
		{"merged", says(tip, "done", "edit-1", "merge-no-ff"), was, "", ""},
		{"merged, and from where is not known", says(tip, "done", "edit-1", "merge-no-ff"), "", "", ""},
		{"squashed", says(squashed, "done", "edit-2", "squash"), was, "", ""},
		{"not in the ledger yet", says(tip, "still-running", "edit-1", "merge-no-ff"), was, own + `{"id":"edit-1","status":"running"}`, ""},
		{"in the ledger", says(tip, "done", "edit-1", "merge-no-ff"), was, own + `{"id":"edit-1","status":"merged"}`, ""},
		{"there before", says(was, "done", "edit-1", "squash"), was, "", "was on main before the agent was started"},
		{"all there before", says(tip, "done", "edit-1", "merge-no-ff"), squashed, "", "was on main before the agent was started"},
		{"another fork", says(tip, "done", "edit-2", "merge-no-ff"), was, "", "does not hold agent/edit-2"},
		{"another fork, and from where is not known", says(tip, "done", "edit-2", "merge-no-ff"), "", "", "does not hold agent/edit-2"},
		{"failed, done before", says("<none>", "done", "edit-2", "squash"), was, own + `[{"id":"edit-2","status":"done","finished_ts":90}]`, ""},
		{"failed, and closed as done", says("<none>", "done", "edit-2", "squash"), was, own + `[{"id":"edit-2","status":"done","finished_ts":110}]`, "nothing was merged, and LEDGER_STATUS is done"},
		{"failed, and rejected", says("<none>", "failed", "edit-2", "squash"), was, own + `{"id":"edit-2","status":"rejected"}`, ""},
		{"a fork that is not there", says(tip, "done", "edit-9", "merge-no-ff"), was, own, "the ledger has no row of edit-9"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := Options{Report: filepath.Join(f.dir, "report.md"), Base: tt.base}
			f.write(f.dir, "report.md", tt.report)
			if tt.rows != "" {
				o.Row = filepath.Join(f.dir, "rows.jsonl")
				f.write(f.dir, "rows.jsonl", tt.rows)
			}
			rep, err := f.try(o, s)
			f.must(err)
			if tt.want == "" {
				f.clean(rep)
			} else {
				f.fails(rep, tt.want)
			}
		})
	}
	f.write(f.dir, "report.md", says(tip, "done", "edit-1", "merge-no-ff"))
	if ids := RowsAsked(filepath.Join(f.dir, "report.md")); len(ids) != 1 || ids[0] != "edit-1" {
		t.Errorf("asks for the rows of %q", ids)
	}
}

// What comes from the work is no line of the report, and nothing to a terminal.
func TestReportText(t *testing.T) {
	const evil = "a\x1b[2Jb\r\nclean\u2028pass    worktree        x::y\u202ec\u0085d\xff"
	rep := &Report{Role: "editor", Base: "0", Main: "1", Notes: []string{evil}, Contained: evil, Steps: []StepReport{
		{Capability: "x::y", Place: Worktree, Notes: []string{evil}, Commands: []string{evil}, violations: Violations{{Reason: evil, Detail: []string{evil, ""}}}},
		{Capability: "x::z", Place: Worktree, Error: evil},
		{Capability: "x::w", Place: Worktree, Skipped: evil},
	}}
	rep.finish()
	text := text(rep)
	if strings.ContainsAny(text, "\x1b\r\u2028\u202e\u0085") || strings.Contains(text, "\xff") {
		t.Errorf("%q", text)
	}
	var own []string
	for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if !strings.HasPrefix(line, " ") {
			own = append(own, strings.Join(strings.Fields(line), " "))
		}
	}
	want := "role editor: 0 changes, from 0, main at 1|fail worktree x::y|error worktree x::z|skipped worktree x::w|note: a[2Jb|commands ran a[2Jb|" +
		"not clean: 1 violation, and 1 check that could not be made"
	if got := strings.Join(own, "|"); got != want {
		t.Errorf("got  %s\nwant %s\n%s", got, want, text)
	}
	if lines := rep.Failed[0].Lines(); len(lines) < 8 || lines[0] != "a[2Jb" || lines[1] != "  clean" {
		t.Errorf("%q", lines)
	}
}

func TestForkAudit(t *testing.T) {
	f := start(t, map[string]string{"src/a.rs": "fn main() {}\n"})
	f.git(f.main, "checkout", "-q", "-b", "agent/edit-1")
	f.write(f.main, "src/new.rs", "fn more() {}\n")
	f.commit(f.main, "the work")
	f.git(f.main, "checkout", "-q", "main")
	s := &ForkAudit{Capability: "verify::fork-audit", Place: Worktree}
	task := whitelist("**")
	task.ForkAuditTarget = "edit-1"
	good := "Fork of edit-1.\n\n1. Coverage: src/a.rs is in the whitelist.\n2. Tests: `test result: ok. 12 passed`\n3. Scope: only src/a.rs:3-9.\n" +
		"4. Report: \"files-touched: src/a.rs\"\n5. Size: src/a.rs has 90 lines.\n6. Blockers: `blockers: none`\n"
	for _, tt := range []struct{ name, report, want string }{
		{"all", good, ""},
		{"headings", strings.NewReplacer("1. C", "## 1. C", "2. T", "### Point 2: T", "3. S", "**3.** S").Replace(good), ""},
		{"no evidence but that of a field below", strings.Replace(good, "`blockers: none`", "honest", 1) + "\n**Body SHA:** `0f`\n", "point 6, blockers, has no evidence"},
		{"one missing", strings.Replace(good, "5. Size", "- Size", 1), "does not address point 5, size"},
		{"no evidence", strings.Replace(good, "only src/a.rs:3-9.", "fine", 1), "point 3, scope, has no evidence"},
		{"a number with a dot", strings.Replace(good, "only src/a.rs:3-9.", "as of version 1.0, 3.5 and e.g.", 1), "point 3, scope, has no evidence"},
		{"a quoted number", strings.Replace(good, "only src/a.rs:3-9.", "`1.0`", 1), "point 3, scope, has no evidence"},
		{"a file that there is not", strings.Replace(good, "only src/a.rs:3-9.", "only src/gone.rs:3-9 and docs/x.", 1), "point 3, scope, has no evidence"},
		{"a file as a diff names it", strings.Replace(good, "only src/a.rs:3-9.", "only b/src/a.rs.", 1), ""},
		{"a file in another worktree", strings.Replace(good, "only src/a.rs:3-9.", "only /w/edit-1/src/a.rs, line 3", 1), ""},
		{"a file of the fork alone", strings.Replace(good, "only src/a.rs:3-9.", "only src/new.rs:1", 1), ""},
		{"a folder of the fork", strings.Replace(good, "only src/a.rs:3-9.", "only src/", 1), ""},
		{"a quoted line", strings.Replace(good, "only src/a.rs:3-9.", "only \"fn main\"", 1), ""},
		{"no count", strings.Replace(good, "`test result: ok. 12 passed`", "`cargo test` was green", 1), "point 2, tests, quotes no result"},
		{"another fork", strings.Replace(good, "edit-1", "edit-2", 1), "the audit does not name edit-1"},
	} {
		t.Run(tt.name, func(t *testing.T) { checkReport(t, f, task, s, tt.report, words(tt.want)...) })
	}
}

func TestLedgerRow(t *testing.T) {
	f := start(t, base)
	s := &LedgerRow{Capability: "output::ledger-row-required", Place: Worktree}
	sum := strings.Repeat("ab", 32)
	row := func(more string) string {
		return `{"id":"a","branch":"agent/a","spec_sha":"` + sum + `","dna":"editor::LR::x::y-z",` + more + "}"
	}
	running := row(`"status":"running"`)
	for _, tt := range []struct{ name, rows, want string }{
		{"running", running, ""},
		{"done", row(`"status":"done","summary":"it parses now"`), ""},
		{"merged", row(`"status":"merged","summary":"it parses now"`), ""},
		{"one of several", `{"id":"b","status":"running"}` + "\n" + `[{"id":"c"},` + running + "]\n", ""},
		{"empty", row(`"status":"done","summary":" "`), "says nothing"},
		{"failed", row(`"status":"failed","summary":"no"`), "the row of a is failed"},
		{"rejected", row(`"status":"rejected","summary":"no"`), "the row of a is rejected"},
		{"another branch", strings.Replace(running, "agent/a", "main", 1), "is about the branch main, not agent/a"},
		{"another task", strings.Replace(running, "abab", "acac", 1), "is about another task"},
		{"another role", strings.Replace(running, "editor", "merger", 1), "is of the role merger, and the task's is editor"},
		{"another's", `[{"id":"b","status":"done","summary":"x"}]`, "the ledger has no row of a"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f.write(f.dir, "row.json", tt.rows)
			rep, err := f.try(Options{Task: whitelist("**"), TaskSHA: sum, Row: filepath.Join(f.dir, "row.json")}, s)
			f.must(err)
			if tt.want == "" {
				f.clean(rep)
			} else {
				f.fails(rep, tt.want)
			}
		})
	}
	f.write(f.dir, "row.json", running+"\n{")
	if rep, err := f.try(Options{AgentID: "b", Row: filepath.Join(f.dir, "row.json")}, s); err != nil || rep.Exit() != ExitUnchecked {
		t.Errorf("half a row: %v\n%s", err, text(rep))
	}
	rep, err := f.try(Options{}, s)
	f.must(err)
	if rep.Exit() != ExitUnchecked {
		t.Errorf("without a row: exit %d:\n%s", rep.Exit(), text(rep))
	}
}

func FuzzReport(f *testing.F) {
	f.Add("a: b\n- c: d\n## HIGH: x\n1. y\n")
	f.Add("<!-- a\n-->\n> ```\n<div a='b'>\n[x]: y \"\nverdict: PASS\n</div>\nVerdict: FAIL\n")
	f.Fuzz(func(t *testing.T, text string) {
		d := ParseReport(text, "verdict", "files-touched", "a", "c")
		for _, l := range d.lines {
			if !l.quoted && len(l.text) > len(l.raw) {
				t.Errorf("%q is shown as %q", l.raw, l.text)
			}
		}
		for _, field := range d.Fields {
			_, _, _ = field.Text(), field.None(), listItems(field.Block)
			_, _, _ = field.Empty(), field.more(), field.word()
			if l := d.lines[field.Line-1]; l.quoted || !strings.Contains(l.text, field.Name) {
				t.Errorf("%q is no field of %q", field.Name, l.raw)
			}
		}
		var v Violations
		d.one("verdict", &v)
		g := &grading{GradedFindings: &GradedFindings{Grades: []string{"HIGH", "LOW"}}}
		for i, l := range d.lines {
			if !l.quoted {
				g.line(d, i, l.text)
			}
		}
		g.end()
		auditBlocks(d)
	})
}
