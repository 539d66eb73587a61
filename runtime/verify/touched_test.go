package verify

import (
	"strings"
	"testing"
)

// The list of changed files is what the changes are: no path too many, none too
// few. What is said about a path is not a part of the list.
func TestFilesTouched(t *testing.T) {
	f := start(t, base)
	f.write(f.work, "allowed/a.txt", "changed\n")
	f.write(f.work, "allowed/b c.txt", "new\n")
	s := &ReportFields{Capability: "output::report-format", Place: Worktree}
	task := whitelist("**")
	task.ReportFields = []string{"files-touched"}
	for _, tt := range []struct{ name, report, want string }{
		{"all, in code", "files-touched: allowed/a.txt, `allowed/b c.txt`\n", ""},
		{"a list", "files-touched:\n- allowed/a.txt: changed\n- `allowed/b c.txt` (new)\n", ""},
		{"a link with a space", "files-touched: allowed/a.txt, [the other](allowed/b%20c.txt)\n", ""},
		{"a glob", "files-touched: allowed/**\n", ""},
		{"a count and what became of them", "files-touched: 2 files\n\n* **allowed/a.txt** (modified).\n* \"./allowed/b c.txt\", `allowed/b c.txt` (added)\n", ""},
		{"a glob of names", "files-touched: allowed/*.txt.\n", ""},
		{"a name anywhere", "files-touched: **/a.txt, `**/b c.txt`\n", ""},
		{"in bold without a folder of its own", "files-touched: **allowed/**, that is all\n", ""},
		{"globs of nothing in particular", "files-touched: a*t w**w a**t\n", "files-touched does not name allowed/a.txt (modified)"},
		{"a glob of everything", "files-touched: **, `**/*`, */*, *.txt\n", "files-touched does not name allowed/a.txt (modified)"},
		{"one left out", "files-touched: allowed/a.txt\n", "files-touched does not name allowed/b c.txt (added)"},
		{"one too many", "files-touched: allowed/, other/b.txt\n", "files-touched names other/b.txt, which is as it was"},
		{"none", "files-touched: none\n", "files-touched does not name allowed/a.txt (modified)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			checkReport(t, f, task, s, tt.report, words(tt.want)...)
		})
	}
}

// A folder or a glob that is no narrower than the task names nothing, unless
// everything there changed.
func TestFilesTouchedAsTheTaskSays(t *testing.T) {
	f := start(t, map[string]string{"src/a.go": "package a\n", "src/kept.go": "package a\n", "src/sub/b.go": "package b\n", "gen/x.go": "package x\n"})
	f.write(f.work, "src/a.go", "package a // changed\n")
	f.write(f.work, "src/sub/b.go", "package b // changed\n")
	f.write(f.work, "gen/x.go", "package x // changed\n")
	s := &ReportFields{Capability: "output::report-format", Place: Worktree}
	task := whitelist("src/**", "gen/**")
	task.ReportFields = []string{"files-touched"}
	const vague = "which is no narrower than the task, and src/kept.go is as it was; name the files that changed"
	for _, tt := range []struct{ name, report, want string }{
		{"all of the task's", "files-touched: src/**, gen/x.go\n", "says src/**, " + vague},
		{"its folder", "files-touched: src/, gen/x.go\n", "says src/, " + vague},
		{"its files by what they end in", "files-touched: src/*.go, src/sub/, gen/x.go\n", "says src/*.go, " + vague},
		{"a folder below", "files-touched: src/a.go, src/sub/, gen/x.go\n", ""},
		{"a folder that changed as a whole", "files-touched: src/a.go, src/sub/b.go, gen/**\n", ""},
		{"one that is only spoken of", "files-touched: src/a.go, src/sub/b.go and gen/x.go; the rest of src/ is as it was\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) { checkReport(t, f, task, s, tt.report, words(tt.want)...) })
	}
}

func TestFilesClaimed(t *testing.T) {
	files := map[string]string{"src/old.go": "package old\n", "src/lib.go": "package lib\n", "src/kept.go": "package kept\n", "README.md": "read\n"}
	f := start(t, files)
	f.git(f.work, "mv", "src/old.go", "src/a.go")
	f.write(f.work, "src/lib.go", "package lib // changed\n")
	f.write(f.work, "a_b.md", "new\n")
	s := &ReportFields{Capability: "output::report-format", Place: Worktree}
	task := whitelist("**")
	task.ReportFields = []string{"files-touched", "blockers"}
	const rest = "\nblockers: none\n"
	const missing, wrong = "files-touched does not name ", ", which is as it was"
	for _, tt := range []struct{ name, report, want string }{
		{"moved", "files-touched:\n- src/a.go: moved from src/old.go\n- src/lib.go, a_b.md\n", ""},
		{"moved, by an arrow", "files-touched: src/old.go → src/a.go, src/lib.go, a_b.md\n", ""},
		{"from elsewhere", "files-touched:\n- src/a.go: like src/kept.go\n- src/old.go (see src/kept.go, src/none.go): gone\n- src/lib.go — calls src/kept.go\n- a_b.md\n", ""},
		{"below an item", "files-touched:\n- src/a.go\n  - the code of src/kept.go, with\n    src/none.go\n  - like src/kept.go: so, src/none.go: so\n- src/old.go\n- src/lib.go\n- a_b.md\n", ""},
		{"items in groups", "files-touched:\n- moved:\n  - src/a.go\n  - src/old.go\n- new:\n  - a_b.md, src/lib.go\n", ""},
		{"a remark behind the list", "## Files touched\n\n- src/a.go, src/old.go\n- src/lib.go\n- a_b.md\n\nI read src/kept.go, and left it as it was.\n", ""},
		{"a remark behind the table", "## Files touched\n\n| src/** |\n|---|\n| a_b.md |\n\nI read src/kept.go, and left it as it was.\n", ""},
		{"a summary behind the list", "**Files touched:**\n- `src/**` – see `src/kept.go`\n- a_b.md\n**Summary:** src/kept.go was of use.\n", ""},
		{"links", "files-touched:\n- [a.go](src/a.go)\n- [src/lib.go](https://example.com/blob/main/src/lib.go#L3): see [kept](src/kept.go)\n- [`the old one`](../src/old.go), [notes](<a_b.md>)\n", ""},
		{"links to absolute paths", "files-touched: [src/a.go](/home/x/app/src/a.go:12), [src/lib.go](/home/x/app/src/lib.go), src/old.go, a_b.md, " + f.work + "/src/lib.go\n", ""},
		{"lines", "files-touched:\n- src/a.go:1-3, src/old.go:12\n- `src/lib.go#L2-L9`: shorter\n- a_b.md#L2\n", ""},
		{"lines of what is not a part of it", "files-touched: src/a.go:1-3: moved from src/old.go:7; src/lib.go:2:5, `a_b.md:7`\n", ""},
		{"a table", "files-touched:\n\n| File | What |\n|---|---|\n| `src/a.go` | moved from src/old.go, like src/kept.go |\n|src/lib.go|calls src/kept.go|\n| 1 | [a_b.md](a_b.md) |\n" + rest, ""},
		{"a table below a count", "files-touched: 4 files\n\nFile | What\n--- | ---\nsrc/a.go | moved\nsrc/old.go | moved\nsrc/lib.go | calls src/kept.go\na_b.md | new\n" + rest, ""},
		{"a heading and a list", "## Files touched\n\n- **src/a.go** (new), *src/old.go*\n- `src/lib.go`\n- _a_b.md_\n", ""},
		{"a heading and a table", "## Files Touched (4)\n\n| Old | New |\n|---|---|\n| src/old.go | src/a.go |\n| src/lib.go | src/lib.go |\n| a_b.md | |\n", ""},
		{"sentences", "files-touched: I moved src/old.go to src/a.go, which is like src/kept.go. In src/lib.go the call of src/kept.go is gone. There is a new a_b.md, too.\n", ""},
		{"every change told", "files-touched: moved src/old.go to src/a.go, changed src/lib.go and created a_b.md.\n", ""},
		{"the lines below", "**Files touched:**\nsrc/a.go: new\nsrc/old.go: gone\nsrc/lib.go: calls src/kept.go\na_b.md\n", ""},
		{"a log", "files-touched:\n```\n src/a.go   | 1 +\n src/old.go | 1 -\n src/{x => y}.go | 0\n src/lib.go | 2 +-\n a_b.md | 1 +\n```\n", ""},
		{"in two lines", "files-touched: src/a.go, src/old.go\nblockers: none\nfiles_touched: src/lib.go, a_b.md\n", ""},
		{"escaped", "files-touched: src/a.go, src/old.go, src/lib.go, a\\_b.md\n", ""},

		{"only looked at", "files-touched: src/**, README.md: it links to a_b.md\n", missing + "a_b.md (added)"},
		{"only looked at, in a row", "files-touched:\n\n| src/a.go | moved from src/old.go |\n| src/lib.go | calls a_b.md |\n" + rest, missing + "a_b.md (added)"},
		{"a link that shows another file", "files-touched: src/old.go, src/lib.go, a_b.md, [kept.go](src/a.go)\n", missing + "src/a.go (added)"},
		{"a link to another file", "files-touched: src/**, a_b.md, [other.go](other/other.go)\n", "files-touched names other/other.go" + wrong},
		{"an item too many", "files-touched:\n- src/a.go: moved from src/old.go\n- src/lib.go, a_b.md\n- src/kept.go:3: longer\n", "files-touched names src/kept.go" + wrong},
		{"one too many behind a comma", "files-touched: src/**, a_b.md, src/kept.go\n", "files-touched names src/kept.go" + wrong},
		{"one too many, told of", "files-touched: src/a.go: new, src/old.go: gone, src/lib.go: shorter, a_b.md: new, src/kept.go: longer\n", "files-touched names src/kept.go" + wrong},
		{"a summary that names the rest", "**Files touched:**\n- src/**\n\n**Summary:** a_b.md is new.\n", missing + "a_b.md (added)"},
		{"a row too many", "files-touched: src/**, a_b.md\n\n| File | What |\n|---|---|\n| src/kept.go | longer |\n" + rest, "files-touched names src/kept.go" + wrong},
		{"one in a hidden row", "files-touched: src/**\n\n| File | What |\n|---|---|\n| <!-- a_b.md --> | |\n" + rest, missing + "a_b.md (added)"},
		{"one below the table", "files-touched: src/**\n\n| File | What |\n|---|---|\n| x | y |\n\nI left a_b.md alone.\n" + rest, missing + "a_b.md (added)"},
		{"one below the next heading", "## Files touched\n- src/**\n\n## Notes\n\n- a_b.md\n", missing + "a_b.md (added)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			report := tt.report
			if !strings.Contains(report, "blockers:") {
				report = "blockers: none\n" + report
			}
			checkReport(t, f, task, s, report, words(tt.want)...)
		})
	}
}
