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
}

func (a *app) log() *cobra.Command {
	var f logFilter
	var dir string
	c := a.verb(&cobra.Command{
		Use: "log [--dir DIR | --file FILE] [--verdict VERDICT] [--role ROLE] [--session ID]\n" +
			"          [--since TIME] [--count FIELD] [--follow] [--json]",
		Short: "show what the gates of a project decided",
		Long: `Gates that kei install put into a project's settings keep a log, outside of the
project: $XDG_STATE_HOME/kei/PROJECT/gates.jsonl, PROJECT being its whole path
($HOME/.local/state where that is not set), or the file that KEI_AUDIT_LOG names.
A line is one call: when, whose, what it asked for, and the verdict with its rule.
Of files it has the names and never what is in them; from commands most forms of
credentials are cut out, and not all: keep the log to yourself.

--count says how many there are by role, verdict, tool, rule, agent or session.`,
		Args: args(),
		Example: `
			kei log --verdict deny --since 24h
			kei log --follow
			kei log --count rule --verdict deny`,
	}, func(ctx context.Context, _ []string) error {
		if f.file == "" {
			name, err := a.projectLog(dir)
			if err != nil {
				return err
			}
			f.file = name
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
	if f.count != "" && f.follow {
		return errors.New("--count counts what is there; it does not go with --follow")
	}
	file, err := os.Open(f.file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no log at %s; gates that kei install puts into a project's settings write one, --file names another", f.file)
	}
	if err != nil {
		return err
	}
	defer file.Close()
	counts := map[string]int{}
	broken := 0
	lines := bufio.NewReader(file)
	rest := ""
	for ctx.Err() == nil {
		text, err := lines.ReadString('\n')
		rest += text
		if err == nil {
			if !a.logged(strings.TrimSuffix(rest, "\n"), f, field, counts) {
				broken++
			}
			rest = ""
			continue
		}
		if !errors.Is(err, io.EOF) {
			return err
		}
		if !f.follow {
			break
		}
		select {
		case <-ctx.Done():
		case <-time.After(200 * time.Millisecond):
		}
	}
	if rest != "" || broken > 0 {
		fmt.Fprintf(a.stderr, "kei: %s has lines that no gate wrote whole: %d\n", f.file, broken+min(1, len(rest)))
	}
	a.printCounts(counts)
	return nil
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
