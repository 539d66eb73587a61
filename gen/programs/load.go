package programs

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"kei/internal/tomlpos"
	"kei/runtime/effect"
	"kei/runtime/invocation"
)

// A Set is all programs that are known, by name.
type Set struct {
	Programs []*Program

	replaced [][2]*Program // of an earlier folder, by one of a later
}

// A Program is one [program] and where it stands.
type Program struct {
	invocation.Program
	Names    []tomlpos.String // further ones
	Families []tomlpos.String // names by pattern
	Alike    []tomlpos.String // other programs that are read by the same table
	Shell    string           // in whose world it goes by these names
	Manual   string           // the manual that its effects were taken from
	Examples []Example

	manuals map[string]string // by subcommand, as its file has it

	File string
	Pos  tomlpos.Pos
	from int // the folder that it was read of
}

// An Example is a command and what it does, by the table and by the program.
type Example struct {
	Command  string   `toml:"command" json:"command,omitempty"`
	Runs     []string `toml:"runs" json:"runs,omitempty"`         // commands that it runs, as their words
	Reads    []string `toml:"reads" json:"reads,omitempty"`       // files
	Writes   []string `toml:"writes" json:"writes,omitempty"`     // files
	Deletes  []string `toml:"deletes" json:"deletes,omitempty"`   // files
	Effects  []string `toml:"effects" json:"effects,omitempty"`   // all of its own effects; absent: not compared
	Denied   bool     `toml:"denied" json:"denied,omitempty"`     // it cannot be judged: every policy with a command rule denies it
	Unproven string   `toml:"unproven" json:"unproven,omitempty"` // why it is not run to prove it
	Setup    string   `toml:"setup" json:"setup,omitempty"`       // shell text that is run before it, in its folder

	Pos tomlpos.Pos `toml:"-" json:"-"`
}

// Unprovens are the reasons why an example is not run.
var Unprovens = []string{"daemon", "root", "network", "absent", "manual"}

type loader struct {
	fsys fs.FS
	from int
	set  Set
	errs tomlpos.Errors

	above   map[string][]invocation.Option // options of the file's subcommands so far
	path    []string                       // the subcommand that is read
	manuals map[string]string              // of the file's subcommands
}

// Load reads programs/*.toml of each folder. Of two programs with the same
// name the later folder's counts; where it is weaker [Set.Weaker] says.
func Load(folders ...fs.FS) (*Set, error) {
	l := &loader{}
	for i, f := range folders {
		l.fsys, l.from = f, i
		l.folder()
	}
	slices.SortFunc(l.set.Programs, func(a, b *Program) int { return strings.Compare(a.id(), b.id()) })
	l.collisions()
	if len(l.errs) == 0 {
		l.set.markProven()
	}
	return &l.set, l.errs.Err()
}

// id is the program's name with its shell's world in front.
func (p *Program) id() string {
	if p.Shell == "" {
		return p.Name
	}
	return p.Shell + ":" + p.Name
}

func (l *loader) folder() {
	const root = "programs"
	list, err := fs.ReadDir(l.fsys, root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		l.errs.Add(root, tomlpos.Pos{}, "%s", tomlpos.Reason(err))
	}
	for _, e := range list {
		name := path.Join(root, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), ".") || e.Name() == "README.md":
		case e.IsDir() || path.Ext(name) != ".toml":
			l.errs.Add(name, tomlpos.Pos{}, "nothing reads this; programs/ holds one .toml a program")
		default:
			l.file(name)
		}
	}
}

// header is [program], beside what every command has.
type header struct {
	Names    []tomlpos.String `toml:"names"`
	Families []tomlpos.String `toml:"families"`
	Alike    []tomlpos.String `toml:"alike"`
	Gnu      bool             `toml:"gnu"`
	Shell    string           `toml:"shell"`
	Says     []tomlpos.String `toml:"says"`
}

func (l *loader) file(name string) {
	t, err := tomlpos.ReadFile(l.fsys, name)
	if err != nil {
		l.errs.Join(name, err)
		return
	}
	var top struct {
		Program  *tomlpos.Table   `toml:"program"`
		Options  *tomlpos.Table   `toml:"options"`
		When     *tomlpos.Table   `toml:"when"`
		Words    *tomlpos.Table   `toml:"words"`
		Sub      *tomlpos.Table   `toml:"sub"`
		Examples []*tomlpos.Table `toml:"example"`
	}
	l.errs = append(l.errs, tomlpos.Decode(t, &top)...)
	if top.Program == nil {
		l.errs.Add(name, tomlpos.Pos{}, "no [program] with its names")
		return
	}
	var h header
	l.above, l.path, l.manuals = map[string][]invocation.Option{}, nil, map[string]string{}
	p := &Program{File: name, Pos: top.Program.Pos, from: l.from}
	body := parts{Options: top.Options, When: top.When, Words: top.Words, Sub: top.Sub}
	p.Command = l.command(top.Program, &h, body, invocation.Gnu, nil)
	if len(h.Names) == 0 {
		l.errs.Add(name, top.Program.Pos, "a program without names; the first is the one that rules know it by")
		return
	}
	p.Program.Name, p.Names, p.Families = h.Names[0].Text, h.Names[1:], h.Families
	p.Gnu, p.Shell, p.Alike = h.Gnu, h.Shell, h.Alike
	p.Says = l.says(name, h.Says)
	p.Manual, p.manuals = l.manuals[""], l.manuals
	p.Command.Name = p.Program.Name
	for _, e := range top.Examples {
		p.Examples = append(p.Examples, l.example(e))
	}
	if len(p.Examples) == 0 {
		l.errs.Add(name, top.Program.Pos, "no [[example]]; what a table says must be shown to be so")
	}
	l.add(p)
}

// add puts a program in the place of one with its name.
func (l *loader) add(p *Program) {
	for i, old := range l.set.Programs {
		if old.id() == p.id() && old.from != p.from {
			l.set.Programs[i] = p
			l.set.replaced = append(l.set.replaced, [2]*Program{old, p})
			return
		}
	}
	l.set.Programs = append(l.set.Programs, p)
}

func (l *loader) example(t *tomlpos.Table) Example {
	var e Example
	l.errs = append(l.errs, tomlpos.Decode(t, &e)...)
	e.Pos = t.Pos
	if e.Command == "" {
		l.errs.Add(t.File, t.Pos, "an example without a command")
	}
	if e.Unproven != "" && !slices.Contains(Unprovens, e.Unproven) {
		l.errs.Add(t.File, t.At("unproven", 0), "unproven %q%s", e.Unproven, tomlpos.OrOneOf(e.Unproven, Unprovens))
	}
	for i, n := range e.Effects {
		if _, ok := effect.Named(n); !ok {
			l.errs.Add(t.File, t.At("effects", i), "no effect %s%s", n, tomlpos.OrOneOf(n, effect.Names()))
		}
	}
	return e
}

// collisions reports names that two programs have.
func (l *loader) collisions() {
	taken := map[string]*Program{}
	for _, p := range l.set.Programs {
		for _, n := range slices.Concat([]tomlpos.String{{Text: p.Program.Name, Pos: p.Pos}}, p.Names, p.Alike) {
			id := n.Text
			if p.Shell != "" {
				id = p.Shell + ":" + id
			}
			if other, ok := taken[id]; ok {
				l.errs.Add(p.File, n.Pos, "%s is a name of %s (%s), too", n.Text, other.Program.Name, other.File)
			}
			taken[id] = p
		}
	}
}
