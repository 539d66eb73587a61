package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"kei"
	"kei/gen/programs"
	"kei/internal/tomlpos"
	"kei/runtime/invocation"

	"github.com/spf13/cobra"
)

func (a *app) listPrograms() *cobra.Command {
	var asJSON bool
	c := a.verb(&cobra.Command{
		Use:   "programs [-C DIR] [--json] [NAME [SUBCOMMAND...]]",
		Short: "list the programs that gates know, or show what is known of one",
		Long: `Programs lists what gates know of programs, and what programs/ of the policy folder
adds: how many options, which effects, and what proves them. With a NAME it shows
what is known of that program: its options and what each takes, what becomes of its
operands, what it runs, reads, writes and sends, and the examples that show it.`,
		Args: cobra.ArbitraryArgs,
		Example: `
			kei programs
			kei programs timeout
			kei programs git push --json`,
	}, func(_ context.Context, args []string) error {
		fsys, err := a.source()
		if err != nil {
			return err
		}
		set, err := programs.Load(kei.Programs, fsys)
		if err != nil {
			return err
		}
		if len(args) == 0 {
			return a.printSummaries(set, asJSON)
		}
		return a.printProgram(set, args, asJSON)
	})
	c.Flags().BoolVar(&asJSON, "json", false, "answer in JSON")
	return c
}

func (a *app) printSummaries(set *programs.Set, asJSON bool) error {
	var list []programs.Summary
	width := 0
	for _, p := range set.Programs {
		s := p.Summary()
		list, width = append(list, s), max(width, len(named(s.Shell, s.Name)))
	}
	if asJSON {
		return printJSON(a.stdout, list)
	}
	for _, s := range list {
		_, err := fmt.Fprintf(a.stdout, "%-*s  %4d options  %-22s  %s\n", width, named(s.Shell, s.Name), s.Options, s.Proof, strings.Join(s.Effects, ", "))
		if err != nil {
			return err
		}
	}
	return nil
}

// named is a program's name with the shell's that has it: powershell:rm.
func named(shell, name string) string {
	if shell == "" {
		return name
	}
	return shell + ":" + name
}

// printJSON answers a program: one value, indented, as it is read in a terminal too.
func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

func (a *app) printProgram(set *programs.Set, args []string, asJSON bool) error {
	p := set.Find(args[0])
	if p == nil {
		return fmt.Errorf("no table has %s%s", tomlpos.Printable(args[0]), tomlpos.DidYouMean(args[0], set.Names()))
	}
	page, missing, where := p.Page(args[1:])
	if where != nil {
		return noSubcommand(strings.Join(args[:slices.Index(args[1:], missing)+1], " "), missing, where)
	}
	if asJSON {
		return printJSON(a.stdout, page)
	}
	var out strings.Builder
	writePage(&out, page)
	_, err := io.WriteString(a.stdout, out.String())
	return err
}

func noSubcommand(name, missing string, c *invocation.Command) error {
	subs := programs.SubNames(c)
	if len(subs) == 0 {
		return fmt.Errorf("%s has no subcommands", name)
	}
	return fmt.Errorf("no table has a subcommand %s of %s%s", tomlpos.Printable(missing), name, tomlpos.DidYouMean(missing, subs))
}

// grammarsSay is how a person would put each grammar.
var grammarsSay = map[string]string{
	"gnu": "options anywhere", "posix": "options end at the first operand", "single-dash": "-name and --name are the same option",
	"tar": "options anywhere, and the first word may be letters of options", "powershell": "-Name value, in any case",
	"slash": "options begin with a slash", "none": "every word is an operand",
}

// writePage prints a page: facts of the program first, then lists.
func writePage(w *strings.Builder, p programs.Page) {
	fmt.Fprintf(w, "%s  (%s)\n", named(p.Shell, p.Name), p.File)
	fact := func(label string, values ...string) {
		values = slices.DeleteFunc(values, func(s string) bool { return s == "" })
		if len(values) > 0 {
			fmt.Fprintf(w, "  %-12s %s\n", label, strings.Join(values, ", "))
		}
	}
	fact("also called", slices.Concat(p.Names, p.Families)...)
	fact("read alike", p.Alike...)
	fact("grammar", grammarsSay[p.Grammar])
	fact("effects", p.Effects...)
	fact("alone", p.Alone...)
	fact("proof", p.Proof)
	fact("operands", slotsSay(p.Operands)...)
	fact("if just one", slotsSay(p.Single)...)
	fact("else", slotsSay(p.Default)...)
	if p.Stdin != "" {
		fact("its input", slotSays(strings.TrimSuffix(p.Stdin, "?")+":INPUT"))
	}
	fact("unnamed", p.Unnamed)
	fact("read as", p.As)
	fact("feeds", p.Feed)
	fact("means", p.Means)
	if p.Remote {
		fact("elsewhere", "what it runs, runs on another machine or in a container")
	}
	if p.Project {
		fact("project", "what it runs is the project's own interpreter")
	}
	fact("profiles", p.Profiles...)
	if p.Passes {
		fact("passes on", "what it runs has the environment and the folder that it has itself")
	}
	if p.Open {
		fact("open", "plugins give it options that this list does not have")
	}
	fact("denied", p.Refuse)
	fact("no allowlist", p.Unsure)
	writeOptions(w, "options", "  ", p.Options)
	writeOptions(w, "words", "  ", p.Words)
	for _, when := range p.When {
		fmt.Fprintf(w, "  with %s\n", when.Given)
		for _, s := range slotsSay(when.Operands) {
			fmt.Fprintf(w, "    operand %s\n", s)
		}
		if len(when.Effects) > 0 {
			fmt.Fprintf(w, "    adds %s\n", strings.Join(when.Effects, ", "))
		}
		writeOptions(w, "options", "    ", when.Options)
	}
	if len(p.Subs) > 0 {
		fmt.Fprintf(w, "  subcommands\n    %s\n", strings.Join(folded(strings.Join(p.Subs, " "), " ", 72), "\n    "))
	}
	writeExamples(w, p.Examples)
}

func writeOptions(w *strings.Builder, title, indent string, list []programs.Option) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintf(w, "%s%s\n", indent, title)
	for _, o := range list {
		lines := folded(o.Names, ", ", 68)
		for _, l := range lines[:len(lines)-1] {
			fmt.Fprintf(w, "%s  %s\n", indent, l)
		}
		line := fmt.Sprintf("%s  %-30s %s", indent, lines[len(lines)-1], strings.Join(optionSays(o), "; "))
		fmt.Fprintln(w, strings.TrimRight(line, " "))
		writeOptions(w, "keys", indent+"  ", o.Keys)
	}
}

// folded breaks a list into lines of a width, behind a separator.
func folded(list, sep string, width int) []string {
	var lines []string
	line := ""
	for _, one := range strings.SplitAfter(list, sep) {
		if line != "" && len(line)+len(one) > width {
			lines, line = append(lines, strings.TrimRight(line, " ")), ""
		}
		line += one
	}
	return append(lines, line)
}

// optionSays is what an option takes and changes.
func optionSays(o programs.Option) []string {
	list := slotsSay(o.Value)
	if len(o.Effects) > 0 && o.Only {
		list = append(list, "only "+strings.Join(o.Effects, ", "))
	} else if len(o.Effects) > 0 {
		list = append(list, "adds "+strings.Join(o.Effects, ", "))
	}
	for _, f := range [...][2]string{
		{"implies ", o.Implies}, {"elsewhere ", o.Also}, {"what follows is read as ", o.As}, {"writes what it does not name: ", o.Unnamed},
		{"feeds ", o.Feed}, {"denied: ", o.Refuse}, {"no allowlist: ", o.Unsure}, {"leads to settings: ", o.Settings},
	} {
		if f[1] != "" {
			list = append(list, f[0]+f[1])
		}
	}
	if o.Remote {
		list = append(list, "what it runs, runs elsewhere")
	}
	if o.Exported {
		list = append(list, "counts where programs see it")
	}
	if o.Free {
		list = append(list, "changes nothing of what is done")
	}
	return list
}

func writeExamples(w *strings.Builder, list []programs.Example) {
	if len(list) == 0 {
		return
	}
	fmt.Fprintln(w, "  examples")
	for _, e := range list {
		fmt.Fprintf(w, "    %s\n", strings.ReplaceAll(e.Command, "\n", "\n      "))
		for _, f := range [...]struct {
			label string
			list  []string
		}{{"runs", e.Runs}, {"reads", e.Reads}, {"writes", e.Writes}, {"deletes", e.Deletes}, {"effects", e.Effects}} {
			if len(f.list) > 0 {
				fmt.Fprintf(w, "      %s %s\n", f.label, strings.Join(f.list, ", "))
			}
		}
		if e.Denied {
			fmt.Fprintln(w, "      cannot be judged, so it is denied")
		}
	}
}

// kindsSay is what becomes of the word in a slot of each kind.
var kindsSay = map[string]string{
	"text": "only text", "message": "what a person reads", "read": "is read", "readtree": "is read with all below it", "write": "is written",
	"append": "is added to", "delete": "is removed", "tree": "is changed or removed with all below it", "make": "is made, or removed empty",
	"dest": "is written, or in it what is named before", "into": "the folder in which what is named before is written", "move": "is read and then gone",
	"link": "what the link shows", "symlink": "what the link shows", "archive": "is written", "cd": "the folder to work in", "run": "is run",
	"sh": "is run as shell text", "script": "is run as a program", "source": "is a file that is run", "module": "is a module that is run",
	"args": "is given to what is run", "maybe": "may be run", "env": "is set for what is run", "envname": "is a variable", "host": "is changed elsewhere",
	"url": "is read from elsewhere", "config": "is a setting it obeys", "mark": "stands for words of its input",
	"output": "is written by it", "meta": "gets another mode, owner or time", "prefix": "begins names of files that are written",
	"metatree": "gets other modes, owners or times, with all below it", "writetree": "is a folder below which files are written",
	"suffix": "ends the names of the copies that are kept", "beside": "is replaced by a file named like it", "list": "is listed with all below it", "words": "is further words of its own", "sets": "is a variable that gets a value",
	"options": "is further options of another program", "number": "is a number", "prompt": "is expanded before it is shown",
	"rewrite": "is rewritten, or the files below it are",
	"secret":  "is a credential, which no log of a gate has",
	"called":  "is the name under which what it runs is started", "clear": "is removed with all below it, and made anew",
	"flow": "is what goes through a pipe at it", "target": "is a file that it makes, if it is one", "repository": "is of the repository that is made", "within": "is the folder in which it makes what it makes", "loads": "names files of the project that it runs",
	"only": "is a pattern of what is looked at", "except": "is a pattern of what is left out", "skip": "is left out",
}

func slotsSay(slots []string) []string {
	var list []string
	for _, s := range slots {
		list = append(list, slotSays(s))
	}
	return list
}

// slotSays puts a slot in words: "read:FILE..." is "FILE... is read".
func slotSays(text string) string {
	s, ok := invocation.ParseSlot(text)
	if !ok {
		return text
	}
	name := s.Name
	switch {
	case s.Many:
		name += "..."
	case s.Maybe:
		name = "[" + name + "]"
	case s.Until:
		name += " up to ;"
	}
	if s.Attached {
		name = "[=" + name + "]"
	}
	say := kindsSay[s.Kind.String()]
	switch {
	case s.Kind == invocation.Run && s.Lang != "" || s.Kind == invocation.Sh && s.Lang != "":
		say += " behind " + strings.Join(s.Prefix(), " ")
	case s.Lang != "":
		say += " (" + s.Lang + ")"
	}
	if s.Other != invocation.Data {
		say += "; written like host:path it " + kindsSay[s.Other.String()]
	}
	return strings.TrimSpace(name + " " + say)
}
