package cli

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kei/runtime/sys"

	"github.com/spf13/cobra"
)

// logFile is the log of the gates in a project's folder of state.
const logFile = "gates.jsonl"

// A logLine is what a gate wrote of one call.
type logLine struct {
	Time       time.Time
	Role       string
	Agent      string
	Tool       string
	Session    string
	Folder     string
	Verdict    string
	Commands   []string
	Files      []string
	Objections []struct{ Capability, Reason string }
}

// A logFilter is what the flags of log say.
type logFilter struct {
	file, role, verdict, session, count string
	since                               time.Duration
	follow, raw                         bool
	page                                *logPage // the lines are for a page
}

func (a *app) log() *cobra.Command {
	var f logFilter
	var dir string
	var page bool
	c := a.verb(&cobra.Command{
		Use: "log [--dir DIR | --file FILE] [--verdict VERDICT] [--role ROLE] [--session ID]\n" +
			"          [--since TIME] [--count FIELD] [--follow] [--json|--html]",
		Short: "show what the gates of a project decided",
		Long: `Gates that kei install put into a project's settings keep a log, outside of the
project: $XDG_STATE_HOME/kei/PROJECT/gates.jsonl, PROJECT being its whole path
($HOME/.local/state where that is not set), or the file that KEI_AUDIT_LOG names.
A line is one call: when, whose, what it asked for, and the verdict with its rule.
Of files it has the names and never what is in them; from commands most forms of
credentials are cut out, and not all: keep the log to yourself.

A log of 64 MB is turned: it goes on as gates.jsonl.1, and a new one begins. Both are
read here.

--count says how many there are by role, verdict, tool, rule, agent or session. --html
prints one page for a browser, which loads nothing.`,
		Args: args(),
		Example: `
			kei log --verdict deny --since 24h
			kei log --follow
			kei log --count rule --verdict deny
			kei log --since 168h --html > week.html`,
	}, func(ctx context.Context, _ []string) error {
		if f.file == "" {
			name, err := a.projectLog(dir)
			if err != nil {
				return err
			}
			f.file = name
		}
		if page {
			f.page = &logPage{}
		}
		return a.showLog(ctx, f)
	})
	c.Flags().StringVar(&dir, "dir", ".", "the project: `DIR` is its root")
	c.Flags().StringVar(&f.file, "file", "", "the log is `FILE`")
	c.Flags().StringVar(&f.verdict, "verdict", "", "only calls with this `VERDICT`: allow, deny, ask, warn")
	c.Flags().StringVar(&f.role, "role", "", "only calls of `ROLE`")
	c.Flags().StringVar(&f.session, "session", "", "only calls of the session `ID`")
	c.Flags().DurationVar(&f.since, "since", 0, "only calls of the last `TIME`, such as 90s, 30m or 24h")
	c.Flags().StringVar(&f.count, "count", "", "count calls by `FIELD`")
	c.Flags().BoolVar(&f.follow, "follow", false, "go on as lines are added")
	c.Flags().BoolVar(&f.raw, "json", false, "print the lines as they are")
	c.Flags().BoolVar(&page, "html", false, "print a page for a browser")
	return c
}

// projectLog is where the gates of a project keep their log.
func (a *app) projectLog(dir string) (string, error) {
	if name, ok := a.getenv("KEI_AUDIT_LOG"); ok && name != "" {
		return name, nil
	}
	project, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	state, _ := a.getenv("XDG_STATE_HOME")
	if state == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", err
		}
		state = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(state, "kei", project, logFile), nil
}

// logFields are what calls can be counted by.
var logFields = map[string]func(logLine) string{
	"role":    func(l logLine) string { return l.Role },
	"verdict": func(l logLine) string { return l.Verdict },
	"tool":    func(l logLine) string { return l.Tool },
	"agent":   func(l logLine) string { return l.Agent },
	"session": func(l logLine) string { return l.Session },
	"rule": func(l logLine) string {
		if len(l.Objections) == 0 {
			return ""
		}
		return l.Objections[0].Capability
	},
}

func (a *app) showLog(ctx context.Context, f logFilter) error {
	field := logFields[f.count]
	if f.count != "" && field == nil {
		return fmt.Errorf("--count %s is none of %s", f.count, strings.Join(slices.Sorted(maps.Keys(logFields)), ", "))
	}
	switch {
	case f.count != "" && f.follow:
		return errors.New("--count counts what is there; it does not go with --follow")
	case f.page != nil && (f.follow || f.raw || f.count != ""):
		return errors.New("--html is a page of what is there; it does not go with --follow, --json or --count")
	}
	counts, broken := map[string]int{}, 0
	take := func(line string) {
		if !a.logged(line, f, field, counts) {
			broken++
		}
	}
	rest, err := readLog(ctx, f, take)
	if err != nil {
		return err
	}
	if rest != "" || broken > 0 {
		fmt.Fprintf(a.stderr, "kei: %s has lines that no gate wrote whole: %d\n", f.file, broken+min(1, len(rest)))
	}
	a.printCounts(counts)
	if f.page != nil {
		return f.page.write(a.stdout)
	}
	return nil
}

// readLog hands out the lines of a log, those of the files that were turned away before
// first, and returns what stands behind the last of them. To follow is to go on until the
// context ends, in the new file when this one is turned.
func readLog(ctx context.Context, f logFilter, take func(line string)) (rest string, err error) {
	for n := sys.OldLogs; n > 0; n-- {
		old, err := os.Open(sys.OldLog(f.file, n))
		if err != nil {
			continue
		}
		_, err = linesOf(old, "", take)
		old.Close()
		if err != nil {
			return "", err
		}
	}
	file, err := os.Open(f.file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("there is no log at %s; gates that kei install puts into a project's settings write one, --file names another", f.file)
	}
	if err != nil {
		return "", err
	}
	defer func() { file.Close() }()
	for {
		if rest, err = linesOf(file, rest, take); err != nil || !f.follow || ctx.Err() != nil {
			return rest, err
		}
		select {
		case <-ctx.Done():
			return rest, nil
		case <-time.After(200 * time.Millisecond):
		}
		if next := turned(f.file, file); next != nil {
			if rest, err = linesOf(file, rest, take); err != nil { // what was written to the end
				next.Close()
				return rest, err
			}
			file.Close()
			file, rest = next, ""
		}
	}
}

// turned is the file that has the name of a log now, if that is another one than is open.
func turned(name string, open *os.File) *os.File {
	next, err := os.Open(name)
	if err != nil {
		return nil
	}
	now, err := next.Stat()
	was, err2 := open.Stat()
	if err != nil || err2 != nil || os.SameFile(now, was) {
		next.Close()
		return nil
	}
	return next
}

// linesOf hands out the lines from where a file is read on, the first of which began with
// rest, and returns what has no end yet.
func linesOf(file *os.File, rest string, take func(line string)) (string, error) {
	for from := bufio.NewReader(file); ; {
		text, err := from.ReadString('\n')
		rest += text
		if errors.Is(err, io.EOF) {
			return rest, nil
		}
		if err != nil {
			return rest, err
		}
		take(strings.TrimSuffix(rest, "\n"))
		rest = ""
	}
}

// logged prints or counts one line, if it is one that is asked for; it reports whether
// it is a line of a gate at all.
func (a *app) logged(text string, f logFilter, field func(logLine) string, counts map[string]int) bool {
	var l logLine
	if json.Unmarshal([]byte(text), &l) != nil || l.Verdict == "" {
		return false
	}
	switch {
	case f.role != "" && l.Role != f.role, f.verdict != "" && l.Verdict != f.verdict, f.session != "" && l.Session != f.session:
	case f.since > 0 && time.Since(l.Time) > f.since:
	case field != nil:
		counts[cmp.Or(field(l), "-")]++
	case f.page != nil:
		f.page.add(l)
	case f.raw:
		fmt.Fprintln(a.stdout, text)
	default:
		fmt.Fprintln(a.stdout, shownLine(l))
	}
	return true
}

// shownLine is a line of the log for a person: nothing that an agent wrote moves the
// cursor.
func shownLine(l logLine) string {
	what := strings.Join(append(slices.Clone(l.Commands), l.Files...), ", ")
	text := fmt.Sprintf("%s  %-5s  %s  %s %s", l.Time.Local().Format("2006-01-02 15:04:05"), l.Verdict, l.Role, l.Tool, what)
	for _, o := range l.Objections {
		text += "  (" + o.Capability + ": " + o.Reason + ")"
		break
	}
	return strings.TrimRight(strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x202e {
			return ' '
		}
		return r
	}, text), " ")
}

// printCounts prints the most frequent first.
func (a *app) printCounts(counts map[string]int) {
	names := slices.Sorted(maps.Keys(counts))
	slices.SortStableFunc(names, func(x, y string) int { return cmp.Compare(counts[y], counts[x]) })
	for _, n := range names {
		fmt.Fprintf(a.stdout, "%7d  %s\n", counts[n], n)
	}
}
