package verify

import (
	"slices"
	"strings"
	"testing"
)

// asForm is a report with this below [report], and prose around it.
func asForm(fields string) string {
	return "# What I did\n\nSee below.\n\n```toml\n[report]\n" + fields + "```\n\nThat is all.\n"
}

func TestReportForm(t *testing.T) {
	f := start(t, map[string]string{"src/a.go": "package a\n", "src/kept.go": "package a\n"})
	f.write(f.work, "src/a.go", "package a // changed\n")
	f.write(f.work, "src/b c.go", "package a\n")
	s := &ReportFields{Capability: "output::report-format", Place: Worktree}
	task := whitelist("**")
	task.ReportFields = []string{"files-touched", "tests", "blockers"}
	const files = "files-touched = [\"src/a.go\", \"src/b c.go\"]\n"
	const rest = "tests = \"2 passed\"\nblockers = \"none\"\n"
	for _, tt := range []struct{ name, report, want string }{
		{"the form", asForm(files + rest), ""},
		{"nothing else", "```toml\n[report]\n" + files + rest + "```\n", ""},
		{"no fence at all", "[report]\n" + files + rest, ""},
		{"no language", "Done.\n\n```\n[report]\n" + files + rest + "```\n", ""},
		{"tildes, and no end", "Done.\n\n~~~~ TOML\n[report]\n" + files + rest, ""},
		{"carriage returns", strings.ReplaceAll(asForm(files+rest), "\n", "\r\n"), ""},
		{"other code beside it", "```toml\n[dependencies]\nserde = \"1\"\n```\n" + asForm(files+rest), ""},
		{"prose that says otherwise of no field", asForm(files+rest) + "\nI read src/kept.go.\n", ""},
		{"other keys, numbers and empty lists", asForm(files + "tests = 2\nblockers = []\nrisk = 0.5\n"), ""},
		{"a value of several lines", asForm(files + "tests = \"\"\"\nok\n2 passed\"\"\"\nblockers = \"none\"\n"), ""},
		{"words about files", asForm("files-touched = [\"src/a.go: shorter\", \"`src/b c.go` (new)\"]\n" + rest), ""},
		{"another spelling", asForm("Files_Touched = [\"src/a.go\", \"src/b c.go\"]\nTESTS = \"green\"\nblockers = \"none\"\n"), ""},

		{"a field that is missing", asForm(files + "tests = \"green\"\n"), "the report's [report], in line 5, has no key blockers"},
		{"a field that is missing, and stands in prose", "blockers: none\n\n" + asForm(files+"tests = \"green\"\n"), "has no key blockers"},
		{"a name with a mistake", asForm(files + "tests = \"green\"\nblocker = \"none\"\n"), "has no key blockers; is blocker in line 9 meant for it?"},
		{"an empty field", asForm(files + "tests = \"\"\nblockers = \"none\"\n"), "tests: in line 8 is empty"},
		{"a list of nothing", asForm(files + "tests = [\"\", \" \"]\nblockers = \"none\"\n"), "tests: in line 8 is empty"},
		{"a field that does not show", asForm(files + "tests = \"\u3164\"\nblockers = \"none\"\n"), "tests: in line 8 is empty"},
		{"a file left out", asForm("files-touched = [\"src/a.go\"]\n" + rest), "files-touched does not name src/b c.go (added)"},
		{"a file too many", asForm("files-touched = [\"src/a.go\", \"src/b c.go\", \"src/kept.go\"]\n" + rest), "files-touched names src/kept.go, which is as it was"},
		{"no file", asForm("files-touched = []\n" + rest), "files-touched does not name src/a.go (modified)"},
		{"none in a list", asForm("files-touched = [\"none\"]\n" + rest), "files-touched does not name src/a.go (modified)"},
		{"twice", asForm(files + rest + "tests = \"3 failed\"\n"), "line 10: the block is no TOML"},
		{"twice in other letters", asForm(files + rest + "Tests = \"3 failed\"\n"), "line 8 says tests: 2 passed, and line 10 says Tests: 3 failed"},
		{"two forms", asForm(files+rest) + asForm(files+rest), "line 18: there is a block with a table [report] already, in line 6; a report has one"},
		{"no TOML", asForm(files + "tests = green\nblockers = \"none\"\n"), "line 8: the block is no TOML"},
		{"beside the table", asForm(files + rest + "[other]\nx = 1\n"), "other stands outside of [report]"},
		{"without its table", "```toml\n" + files + rest + "```\n", "is in no form, which is a block of TOML, fenced at the margin, that begins with [report]"},
		{"in a comment", "<!--\n" + asForm(files+rest) + "-->\n", "that in line 8 is in no form"},
		{"folded", "<details>\n\n" + asForm(files+rest) + "\n</details>\n", "is in no form"},
		{"quoted", "> ```toml\n> [report]\n> " + files + "> ```\n", "the report has no"},
		{"in another language", "```sh\n[report]\n" + files + rest + "```\n", "is in no form"},
	} {
		t.Run(tt.name, func(t *testing.T) { checkReport(t, f, task, s, tt.report, words(tt.want)...) })
	}
}

// The other steps that read a report read its form.
func TestReportFormOfAudits(t *testing.T) {
	f := start(t, base)
	sum := "0f343b0931126a20f133d67c2b018a3b5e7f4c1e6a5d2b8c9e0f1a2b3c4d5e6f"
	verdict := &Verdict{Capability: "output::verdict", Place: Worktree, Verdicts: []string{"PASS", "FAIL", "INCONCLUSIVE"}}
	graded := &GradedFindings{Capability: "output::severity-grade", Place: Worktree, Grades: []string{"HIGH", "MEDIUM", "LOW"}}
	points := "1. Coverage: `src/a.rs`\n2. Tests: `12 passed`\n3. Scope: `src/a.rs`\n4. Report: `blockers`\n5. Size: `12 lines`\n"
	about := "body-sha = \"" + sum + "\"\naudited-agent = \"writer-1\"\n"
	finding := "[[report.findings]]\npoint = 2\nfile = \"src/a.rs\"\nevidence = \"1 failed\"\n"
	for _, tt := range []struct {
		name   string
		step   Step
		report string
		want   string
	}{
		{"a pass", verdict, asForm("verdict = \"PASS\"\nfindings = []\n" + about), ""},
		{"a fail", verdict, asForm("verdict = \"FAIL\"\n" + about + finding + "remediation = \"x\"\n"), ""},
		{"a fail without a part", verdict, asForm("verdict = \"FAIL\"\n" + about + finding), "finding 1 has no remediation"},
		{"a fail without findings", verdict, asForm("verdict = \"FAIL\"\nfindings = \"none\"\n" + about), "the verdict is FAIL, and findings: in line 8 is none"},
		{"a pass with findings", verdict, asForm("verdict = \"PASS\"\n" + about + finding), "the verdict is PASS, and findings: in line 10 is not none"},
		{"a softened verdict", verdict, asForm("verdict = \"PASS, mostly\"\nfindings = []\n" + about), "a verdict is one of PASS"},
		{"two verdicts", verdict, asForm("verdict = \"PASS\"\nfindings = []\n"+about) + "\nFinal verdict: FAIL\n", "there is one verdict"},

		{"graded", graded, asForm("findings = [\"HIGH: lost data\", \"LOW: a name\"]\n"), ""},
		{"graded by keys", graded, asForm("[[report.findings]]\ngrade = \"HIGH\"\nplace = \"a.rs:1\"\n"), ""},
		{"graded in prose", graded, "## Findings\n\n- HIGH: lost data\n\n" + asForm("summary = \"one\"\n"), ""},
		{"no findings", graded, asForm("findings = []\n"), ""},
		{"without a grade", graded, asForm("findings = [\"lost data\"]\n"), "findings in line 7 has one without a grade: lost data"},
		{"with two", graded, asForm("findings = [\"HIGH/LOW: lost data\"]\n"), "has one with the grades HIGH, LOW"},
		{"with an unknown one", graded, asForm("[[report.findings]]\ngrade = \"BAD\"\n"), "has one whose grade is BAD"},
		{"none, and some in prose", graded, asForm("findings = []\n") + "\n## Findings\n\n- HIGH: lost data\n", "a line No findings, and 1 finding"},

		{"a point that only the form is below", &ForkAudit{Capability: "verify::fork-audit", Place: Worktree}, points + "6. Blockers:\n\n" + asForm("blockers = \"none\"\n"), "point 6, blockers, has no evidence"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkReport(t, f, nil, tt.step, tt.report, words(tt.want)...)
		})
	}
}

func TestQuestionsOfForm(t *testing.T) {
	for _, tt := range []struct{ report, want string }{
		{asForm("questions = [\"which of the two?\", \"and when?\"]\n"), "which of the two?|and when?"},
		{asForm("questions = \"which?\"\n"), "which?"},
		{asForm("questions = []\n"), ""},
		{asForm("questions = \"none\"\n"), ""},
		{asForm("blockers = \"none\"\n"), ""},
		{"questions:\n- which?\n", "which?"},
	} {
		if got := strings.Join(slices.Collect(slices.Values(Questions(tt.report))), "|"); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.report, got, tt.want)
		}
	}
}

// A report that is read as lines is told so, once.
func TestReportOfLinesIsTold(t *testing.T) {
	f := start(t, base)
	s := &ReportFields{Capability: "output::report-format", Place: Worktree}
	task := whitelist("**")
	task.ReportFields = []string{"blockers"}
	for report, told := range map[string]int{"blockers: none\n": 1, asForm("blockers = \"none\"\n"): 0} {
		f.write(f.dir, "report.md", report)
		rep, err := f.try(Options{Task: task, Report: f.dir + "/report.md"}, s)
		f.must(err)
		f.clean(rep)
		if n := strings.Count(strings.Join(rep.Notes, "\n"), "begins with [report]"); n != told {
			t.Errorf("%q: told %d times\n%s", report, n, text(rep))
		}
	}
}
