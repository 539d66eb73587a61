package goldentests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// guardedBound is the most that the role guarded may stop of the honest lines of a
// collection, as parts of 10,000.
const guardedBound = 50

// A stop is a kind of line that guarded stops: see guarded.toml.
type stop struct {
	Kind, Why     string
	Reason, Lines string
	Really        bool // the line does what the guard is about

	reason, lines *regexp.Regexp
}

func stopKinds(t *testing.T) []stop {
	t.Helper()
	var list struct{ Stop []stop }
	meta, err := toml.DecodeFile("guarded.toml", &list)
	if err != nil {
		t.Fatal(err)
	}
	if u := meta.Undecoded(); len(u) > 0 {
		t.Errorf("guarded.toml: nobody reads %v", u)
	}
	for i := range list.Stop {
		s := &list.Stop[i]
		lines := s.Lines
		if strings.Contains(lines, "\n") {
			// A long one stands in several lines, with blanks that are none of it.
			lines = unspaced.ReplaceAllString(lines, "$1")
		}
		s.reason, s.lines = regexp.MustCompile(s.Reason), regexp.MustCompile(lines)
	}
	return list.Stop
}

// unspaced are blanks and ends of lines; a blank that counts has a backslash.
var unspaced = regexp.MustCompile(`(\\ )|\s+`)

// TestGuarded counts what the role guarded stops of honest lines. A line that
// does destroy, send or reveal is no false alarm: its kind, with the reason, is
// in guarded.toml. All others are listed in guarded.txt.
func TestGuarded(t *testing.T) {
	kinds := stopKinds(t)
	unread, _ := causes(t)
	h := shipped(t, "guarded", filepath.Join(attackTree(t), "app"))
	var named strings.Builder
	for _, c := range []struct {
		name string
		list func(*testing.T) []example
	}{
		{"around", aroundExamples},
		{"team", teamExamples},
		{"nl2bash", func(t *testing.T) []example { return accepted(t, nl2bashExamples(t)) }},
		{"tldr", func(t *testing.T) []example { return accepted(t, filled(tldrExamples(t))) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := c.list(t)
			counts := map[string]int{}
			var rows strings.Builder
			alarms := 0
			for i, a := range h.each(list) {
				if !a.denied {
					continue
				}
				kind, really := stopKind(kinds, list[i].text, a.reason)
				if strings.HasPrefix(kind, "else") {
					// What no policy with command rules can read is named in causes.toml.
					if cause, apart := causeOf(unread, list[i].text, guardName.ReplaceAllString(a.reason, "")); apart {
						kind, really = "unread: "+cause, true
					}
				}
				counts[kind]++
				if !really {
					alarms++
					fmt.Fprintf(&named, "%s %s\t%s\n", c.name, list[i].at, kind)
				}
				fmt.Fprintf(&rows, "%v\t%s\t%s\t%s\t%s\n", really, kind, list[i].at, list[i].text, firstReason(a.reason))
			}
			for _, k := range sortedKeys(counts) {
				t.Logf("%5d  %s", counts[k], k)
			}
			t.Logf("%s: %d lines, %d false alarms (%.2f %%)", c.name, len(list), alarms, 100*float64(alarms)/float64(len(list)))
			keep(t, "guarded-"+c.name+".txt", rows.String())
			if alarms*10000 > guardedBound*len(list) {
				t.Errorf("%s: more than %.2f %% are stopped", c.name, float64(guardedBound)/100)
			}
		})
	}
	if os.Getenv("KEI_TLDR") != "" && os.Getenv("KEI_NL2BASH") != "" {
		golden(t, "guarded.txt", []byte(named.String()))
	}
}

var guardName = regexp.MustCompile(`^guard::[a-z-]+: `)

// stopKind is the first kind whose reason and line fit.
func stopKind(list []stop, text, reason string) (kind string, really bool) {
	first, _, _ := strings.Cut(reason, "\n")
	for _, s := range list {
		if s.reason.MatchString(first) && s.lines.MatchString(text) {
			return s.Kind, s.Really
		}
	}
	return "else: " + fixedPart(first), false
}

func aroundExamples(t *testing.T) (list []example) {
	for _, r := range linesOf(t, "around.jsonl") {
		if r.Expect == "allow" {
			list = append(list, example{"around " + r.ID, r.Command})
		}
	}
	return list
}

// teamExamples are the commands that a team's policies allow.
func teamExamples(t *testing.T) (list []example) {
	type call struct {
		Role, Call, Expect string
		ToolName           string `json:"tool_name"`
	}
	for i, r := range readRows[call](t, filepath.Join("cases", "team.jsonl")) {
		if r.Expect == "allow" && r.ToolName == "Bash" {
			list = append(list, example{"team " + itoa(i+1), strings.ReplaceAll(r.Call, "/WORK", "/home/u/app")})
		}
	}
	return list
}

// TestGuardedPasses and stops what the issue of a guard for everyone names.
func TestGuardedPasses(t *testing.T) {
	h := shipped(t, "guarded", filepath.Join(attackTree(t), "app"))
	for _, text := range []string{
		"rm -rf node_modules", "rm -rf target", "rm -rf dist", "env | grep CI", "git stash", "npm publish --dry-run", "git push --dry-run",
		"kubectl apply --dry-run=client -f x.yml", "git clean -n", "rsync -n -a --delete src/ dst/", "git push", "git push -u origin feature/x", "git commit -am x",
	} {
		if a := h.bash(text); a.denied {
			t.Errorf("%q is stopped: %s", text, a.reason)
		}
	}
}

// TestGuardedUnknown holds what a subcommand that is not known before it runs comes to: all that any
// of them does that the word could be.
func TestGuardedUnknown(t *testing.T) {
	h := shipped(t, "guarded", filepath.Join(attackTree(t), "app"))
	for text, stopped := range map[string]bool{
		`git "$x"`: true, `git $x origin main`: true, `git "pu$x"`: true, `git -C sub "$x"`: true, `git stash "$x"`: true, `docker "$x" web`: true,
		`gh "$x" 12`: true, `gh pr "$x" 12`: true, `npm "$x"`: true, `kubectl "$x" -f a.yml`: true, `terraform "$x"`: true, `aws s3 "$x" a b`: true,
		`gcloud compute instances "$x" web`: true, `git *`: true,
		`git lo"$x"`: false, `git log "$x"`: false, `for c in status log; do git $c; done`: false, `npm run "$x"`: false, `make "$x"`: false,
		`go test "$x"`: false, `cargo test "$x"`: false, `docker ps "$x"`: false, `git sta"$x"us`: false,
	} {
		if a := h.bash(text); a.denied != stopped {
			t.Errorf("%q: stopped is %v, want %v: %s", text, a.denied, stopped, a.reason)
		}
	}
}

// TestGuardedPeers counts what the role guarded makes of the peers' own tests.
func TestGuardedPeers(t *testing.T) {
	dir := os.Getenv("KEI_PEERS")
	if dir == "" {
		dir = filepath.Join(sharedCases(), "peers")
	}
	h := shipped(t, "guarded", ownTree(t))
	reasons := peerReasons(t)
	for _, base := range []string{"ccsn.jsonl", "ccsn_context.jsonl", "dcg.jsonl"} {
		name := filepath.Join(dir, base)
		if _, err := os.Stat(name); err != nil {
			t.Skipf("no peers' cases in %s; KEI_PEERS names the folder that has them", dir)
		}
		var agree, lets, stops int
		var rows strings.Builder
		for i, r := range readRows[peerRow](t, name) {
			a := h.bash(r.Command)
			id := strings.TrimSuffix(base, ".jsonl") + " " + itoa(i+1)
			if reasons[id] && !a.denied && r.stops() {
				delete(reasons, id)
			} else if !a.denied && r.stops() {
				t.Errorf("%s: the peer stops it, guarded does not, and guarded_peers.toml has no reason: %q", id, r.Command)
			}
			switch {
			case a.denied == r.stops():
				agree++
				continue
			case a.denied:
				stops++
			default:
				lets++
			}
			fmt.Fprintf(&rows, "%v\t%s\t%q\t%s\n", a.denied, r.Category, r.Command, firstReason(a.reason))
		}
		for _, id := range sortedKeys(reasons) {
			if strings.HasPrefix(id, strings.TrimSuffix(base, ".jsonl")+" ") {
				t.Errorf("guarded_peers.toml: %s is stopped, or the peer lets it pass: take it out", id)
			}
		}
		t.Logf("%-20s %5d agree, %4d only the peer stops, %4d only guarded stops", base, agree, lets, stops)
		keep(t, "guarded-"+base+".txt", rows.String())
	}
}

// ownTree is a worktree that lies in no temporary folder, as those of people do.
func ownTree(t *testing.T) string {
	t.Helper()
	kept, err := os.UserCacheDir()
	if err != nil {
		t.Skip("there is no folder but temporary ones: ", err)
	}
	if err := os.MkdirAll(kept, 0o700); err != nil {
		t.Fatal(err)
	}
	root, err := os.MkdirTemp(kept, "kei-tree-*")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	for _, name := range []string{"src/a.txt", "docs/a.txt", ".git/"} {
		plant(t, filepath.Join(root, filepath.FromSlash(name)), strings.HasSuffix(name, "/"))
	}
	return root
}

// peerReasons are the rows, by file and line, that only a peer stops and that have a reason in
// guarded_peers.toml.
func peerReasons(t *testing.T) map[string]bool {
	t.Helper()
	var list struct {
		Passes []struct {
			Why  string
			Rows map[string][]int
		}
	}
	meta, err := toml.DecodeFile("guarded_peers.toml", &list)
	if err != nil {
		t.Fatal(err)
	}
	if u := meta.Undecoded(); len(u) > 0 {
		t.Errorf("guarded_peers.toml: nobody reads %v", u)
	}
	rows := map[string]bool{}
	for _, p := range list.Passes {
		if p.Why == "" {
			t.Error("guarded_peers.toml: an entry has no reason")
		}
		for file, lines := range p.Rows {
			for _, n := range lines {
				rows[file+" "+itoa(n)] = true
			}
		}
	}
	return rows
}
