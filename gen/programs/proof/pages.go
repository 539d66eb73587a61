package proof

import (
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"kei/gen/programs"
	"kei/runtime/invocation"
	"kei/runtime/word"
)

// A Page is what a manual page lists.
type Page struct {
	Name    string // git-push
	Command string // git push
	File    string // the table that has it
	Version string // how its last line says it
	Options []Option
}

// Pages lists the manual pages that are installed of a program and of its subcommands.
func Pages(p *programs.Program) (list []Page) {
	add := func(name, command string) {
		if manuals()[name] {
			list = append(list, Page{Name: name, Command: command, File: p.File})
		}
	}
	own := []string{p.Program.Name}
	for _, n := range p.Alike {
		own = append(own, n.Text)
	}
	for _, name := range own {
		if strings.ContainsAny(name, "*?[]") || name == "" {
			continue
		}
		add(name, name)
		for i := range p.Command.Subs {
			for _, sub := range programs.SubNames(&invocation.Command{Subs: p.Command.Subs[i : i+1]}) {
				if !strings.ContainsAny(sub, "*?[]") {
					add(name+"-"+sub, name+" "+sub)
				}
			}
		}
	}
	return list
}

// lowered is a value as manuals write it that is a word in small letters: "-o file".
var lowered = regexp.MustCompile(`^(\s+-.*?) ([a-z][a-z0-9_-]*)((?:, -.*)?)$`)

// Read renders the page, and reads what it lists.
func (p *Page) Read() error {
	b, err := newBox(nil)
	if err != nil {
		return err
	}
	defer b.remove()
	b.env = []string{"MANWIDTH=200", "KEI_NAME=" + p.Name}
	text := strings.TrimSpace(b.run(20*time.Second, `man -P cat --nh --nj "$KEI_NAME" 2>/dev/null`))
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		head, rest, _ := strings.Cut(strings.TrimLeft(line, " "), "  ") // what is behind two blanks is said about it
		if line = line[:len(line)-len(strings.TrimLeft(line, " "))] + head; strings.HasPrefix(head, "-") {
			line = lowered.ReplaceAllString(line, "$1 <$2>$3")
		}
		if lines[i] = line; rest != "" {
			lines[i] += "  " + rest
		}
	}
	p.Version = strings.Join(strings.Fields(lines[len(lines)-1]), " ")
	p.Options = options(strings.Join(lines, "\n"))
	return nil
}

// Claims are those of the options of which the page says by the name of their value that it is
// a file, a command or a place elsewhere, where the table takes it for data: --log=FILE.
func (p *Page) Claims(table *invocation.Table) (list []string) {
	for _, o := range p.Options {
		what := meaning(o.Meta)
		if what == "" || o.Value == "" {
			continue
		}
		words := strings.Fields(p.Command)
		if strings.HasPrefix(o.Name, "--") || o.Value == "?" {
			words = append(words, o.Name+map[bool]string{true: "=", false: ""}[strings.HasPrefix(o.Name, "--")]+aValue)
		} else {
			words = append(words, o.Name, aValue)
		}
		if onlyData(table, words) {
			list = append(list, o.Name+"~"+what)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Values are those of its options that take one, as another's table of them.
func (p *Page) Values() (list []Completion) {
	for _, o := range p.Options {
		takes := "a word"
		switch o.Value {
		case "":
			continue
		case "?":
			takes = "optional"
		}
		list = append(list, Completion{Path: p.Command, Names: []string{o.Name}, Takes: takes, Kind: meaning(o.Meta)})
	}
	return list
}

// Manuals are the options with a value of all manual pages that are installed of the programs.
// The error says what is missing, or what could not be read.
func Manuals(set *programs.Set) (list []Completion, err error) {
	if why := Missing(); why != "" {
		return nil, errors.New(why)
	}
	if len(manuals()) == 0 || !installed("man") {
		return nil, errors.New("no manual pages are installed")
	}
	var lock sync.Mutex
	var wait sync.WaitGroup
	turn := make(chan bool, 3)
	for _, p := range set.Programs {
		if p.Shell != "" {
			continue
		}
		for _, page := range Pages(p) {
			wait.Go(func() {
				turn <- true
				defer func() { <-turn }()
				failed := page.Read()
				lock.Lock()
				defer lock.Unlock()
				err = errors.Join(err, failed)
				list = append(list, page.Values()...)
			})
		}
	}
	wait.Wait()
	slices.SortStableFunc(list, func(a, b Completion) int { return strings.Compare(a.Path, b.Path) })
	return list, err
}

// aValue is what no table has.
const aValue = "some-value"

// onlyData reports whether a table takes the last of the words, or what stands in it, for data
// that changes nothing.
func onlyData(table *invocation.Table, words []string) bool {
	var list []word.Word
	for _, w := range words {
		list = append(list, word.Word{Text: w})
	}
	readings := table.Read(list, words[0], "")
	for i := range readings {
		inv := &readings[i]
		refused, unsure := inv.Refused()
		if len(inv.UnknownOptions)+len(refused)+len(unsure) > 0 || len(inv.Given) == 0 {
			return false
		}
		if m := inv.Given[len(inv.Given)-1].Option.More; m != nil && (m.Effects != 0 || m.Unnamed != "" || m.As != "") {
			return false
		}
		for _, use := range inv.Uses() {
			for _, w := range use.Words {
				if w.Text == aValue && (!use.Option || use.Kind != invocation.Data && use.Kind != invocation.Text && use.Kind != invocation.Message) {
					return false
				}
			}
		}
	}
	return len(readings) > 0
}

// meaning is what a value is that a manual gives such a name, "" if that does not say it.
func meaning(meta string) string {
	meta = strings.ToLower(strings.Trim(meta, "<>[]=. \""))
	for what, ends := range map[string][]string{
		"file": {"file", "filename", "path", "dir", "directory", "folder", "pathname"}, "command": {"command", "cmd", "program", "prog", "executable"},
		"elsewhere": {"url", "uri", "host", "hostname", "server"},
	} {
		for _, end := range ends {
			if rest, ok := strings.CutSuffix(meta, end); ok && (rest == "" || strings.HasSuffix(rest, "-") || strings.HasSuffix(rest, "_") || rest == "out" || rest == "in" || rest == "log") {
				return what
			}
		}
	}
	return ""
}

// manuals are the names of the manual pages of commands that are installed.
var manuals = sync.OnceValue(func() map[string]bool {
	names := map[string]bool{}
	for _, section := range []string{"1", "8"} {
		list, err := os.ReadDir("/usr/share/man/man" + section)
		if err != nil {
			continue // this machine has none
		}
		for _, e := range list {
			if at := strings.LastIndex(strings.TrimSuffix(e.Name(), ".gz"), "."+section); at > 0 {
				names[e.Name()[:at]] = true
			}
		}
	}
	return names
})
