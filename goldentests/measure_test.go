package goldentests

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
)

// The bounds of what TestCollections may deny of lines of which everything can be
// known, as parts of 10,000. They are what was reached; the goal is 10.
const (
	tldrBound    = 9
	nl2bashBound = 10
)

// A cause is what a denial comes to: see causes.toml.
type cause struct {
	Name, Reason, Apart, Unless string

	reason, unless *regexp.Regexp
}

// A named is a form in which a command is only named: see causes.toml.
type named struct{ Why, Pattern string }

func causes(t *testing.T) ([]cause, *regexp.Regexp) {
	t.Helper()
	var list struct {
		Cause []cause
		Named []named
	}
	meta, err := toml.DecodeFile("causes.toml", &list)
	if err != nil {
		t.Fatal(err)
	}
	if u := meta.Undecoded(); len(u) > 0 {
		t.Errorf("causes.toml: nobody reads %v", u)
	}
	for i := range list.Cause {
		c := &list.Cause[i]
		c.reason = regexp.MustCompile(c.Reason)
		if c.Unless != "" {
			c.unless = regexp.MustCompile(c.Unless)
		}
	}
	var onlyNamed []string
	for _, n := range list.Named {
		onlyNamed = append(onlyNamed, n.Pattern)
	}
	return list.Cause, regexp.MustCompile(strings.Join(onlyNamed, "|"))
}

// causeOf is what the denial of a line comes to, and whether it is not counted.
func causeOf(list []cause, text, reason string) (name string, apart bool) {
	reason = firstReason(reason)
	for _, c := range list {
		if c.reason.MatchString(reason) {
			return c.Name, c.Apart != "" && (c.unless == nil || !c.unless.MatchString(text))
		}
	}
	return "else: " + fixedPart(reason), false
}

// firstReason is the first line of a denial without the rule that says it.
func firstReason(reason string) string {
	reason, _, _ = strings.Cut(reason, "\n")
	return strings.TrimPrefix(reason, "policy::fence: ")
}

var someWord = regexp.MustCompile("[\"'`][^\"'`]*[\"'`]|[-\\w./~$<>*]*[^\\w\\s;,()][-\\w./~$<>*]*")

// fixedPart is a reason without what it quotes of the line.
func fixedPart(reason string) string { return someWord.ReplaceAllString(reason, "_") }

// TestCollections counts what a policy that denies a program that does not exist
// denies of the commands of tldr and nl2bash.
func TestCollections(t *testing.T) {
	for _, c := range []struct {
		name  string
		list  func(*testing.T) []example
		bound int
	}{
		{"tldr", func(t *testing.T) []example { return filled(tldrExamples(t)) }, tldrBound},
		{"nl2bash", nl2bashExamples, nl2bashBound},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := accepted(t, c.list(t))
			known, _ := causes(t)
			answers := denying("zzqqxx").hold(t, t.TempDir()).each(list)
			byCause := map[string][2]int{}
			var stopped, apart int
			var rows strings.Builder
			for i, a := range answers {
				if !a.denied {
					continue
				}
				name, out := causeOf(known, list[i].text, a.reason)
				n := byCause[name]
				kind := "counted"
				if out {
					apart++
					n[1]++
					kind = "apart"
				} else {
					stopped++
					n[0]++
				}
				byCause[name] = n
				fmt.Fprintf(&rows, "%s\t%s\t%s\t%s\t%s\n", kind, name, list[i].at, list[i].text, firstReason(a.reason))
			}
			for _, name := range sortedKeys(byCause) {
				t.Logf("%4d counted %4d apart  %s", byCause[name][0], byCause[name][1], name)
			}
			t.Logf("%s: %d lines, %d denied: %d of what can't be known from the text, %d (%.2f %%) of what can", c.name, len(list), stopped+apart, apart, stopped, 100*float64(stopped)/float64(len(list)))
			keep(t, c.name+".txt", rows.String())
			if stopped*10000 > c.bound*len(list) {
				t.Errorf("%s: more than %.2f %% are denied", c.name, float64(c.bound)/100)
			}
		})
	}
}

// keep writes what was found into the folder that KEI_MEASURED names.
func keep(t *testing.T, name, text string) {
	t.Helper()
	dir := os.Getenv("KEI_MEASURED")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Error(err)
	}
}

// commandPlaceholder is a placeholder that stands for a whole command.
var commandPlaceholder = regexp.MustCompile(`^(command|program)s?( \.\.\.)?$|^command(_to_(run|execute))?( (arguments|args|argument\d*|options?)( \.\.\.)?)*$`)

// runnersPassed is how many examples pass in which a program runs git push. The
// goal is none.
const runnersPassed = 0

// TestRunners fills git push into the placeholders of tldr that stand for a
// command, and asks a policy that denies git.
func TestRunners(t *testing.T) {
	_, onlyNamed := causes(t)
	var list []example
	for _, e := range tldrExamples(t) {
		found := false
		text := fill(e.text, func(p string) (string, bool) {
			if !commandPlaceholder.MatchString(p) {
				return "", false
			}
			found = true
			return "git push", true
		})
		if found && !onlyNamed.MatchString(text) {
			list = append(list, example{e.at, text})
		}
	}
	list = accepted(t, list)
	var rows strings.Builder
	passed := 0
	for i, a := range denying("git").hold(t, t.TempDir()).each(list) {
		if !a.denied {
			passed++
			fmt.Fprintf(&rows, "%s\t%s\n", list[i].at, list[i].text)
		}
	}
	t.Logf("%d examples run a command, with %d git push passes:\n%s", len(list), passed, rows.String())
	keep(t, "runners.txt", rows.String())
	if passed > runnersPassed {
		t.Errorf("git push passes in %d examples, more than %d", passed, runnersPassed)
	}
}

// namedPolicies are the policies whose false alarms are counted, each with the
// number of them that is reached; the goal is one in 2,000 lines.
var namedPolicies = []struct {
	pattern, program string
	bound            int
}{
	{`^git( |$)`, `git`, 30},
	{`^rm( |$)`, `rm`, 0},
	{`^docker( |$)`, `docker`, 0},
	{`^python3?( |$)`, `python3?`, 7},
}

// TestNamedPolicies counts lines that a policy denies, though they name the denied
// program nowhere where a command stands, and that a policy about a program that
// does not exist lets pass.
func TestNamedPolicies(t *testing.T) {
	var list []example
	t.Run("around", func(t *testing.T) {
		for _, r := range linesOf(t, "around.jsonl") {
			list = append(list, example{"around " + r.ID, r.Command})
		}
	})
	t.Run("nl2bash", func(t *testing.T) { list = append(list, accepted(t, nl2bashExamples(t))...) })
	t.Run("tldr", func(t *testing.T) { list = append(list, accepted(t, filled(tldrExamples(t)))...) })
	if len(list) == 0 {
		t.Skip("no lines")
	}
	root := t.TempDir()
	none := denying("zzqqxx").hold(t, root).each(list)
	var rows strings.Builder
	for _, p := range namedPolicies {
		// A command stands at the start, behind a separator, a quote, a runner's
		// option or word: about everywhere but inside of a path or a longer word.
		command := regexp.MustCompile(`(^|[\s;&|({"'` + "`" + `=!/\\])` + p.program + `(\.exe)?($|[\s;&|)}"'` + "`" + `])`)
		h := fence{Gates: "[[gate]]\nkind = \"deny-command\"\ntool-patterns = " + tomlList([]string{p.pattern}) + "\n"}.hold(t, root)
		alarms := 0
		for i, a := range h.each(list) {
			if a.denied && !none[i].denied && !command.MatchString(list[i].text) {
				alarms++
				fmt.Fprintf(&rows, "%s\t%s\t%s\t%s\n", p.pattern, list[i].at, list[i].text, firstReason(a.reason))
			}
		}
		t.Logf("%-16s %4d of %d lines (%.3f %%) are denied without the program in them", p.pattern, alarms, len(list), 100*float64(alarms)/float64(len(list)))
		if alarms > p.bound {
			t.Errorf("%s: %d false alarms, more than %d", p.pattern, alarms, p.bound)
		}
	}
	t.Log("\n" + rows.String())
	keep(t, "named.txt", rows.String())
}

func itoa(n int) string { return strconv.Itoa(n) }
