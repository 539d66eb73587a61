package programs

import (
	"fmt"
	"slices"
	"strings"

	"kei/internal/tomlpos"
	"kei/runtime/effect"
	"kei/runtime/invocation"
)

// A Page is what is known of a program, or of a subcommand, for a person to read.
type Page struct {
	Name     string   `json:"name"` // with the subcommands behind it
	File     string   `json:"file"`
	Names    []string `json:"names,omitempty"`    // others that mean it
	Alike    []string `json:"alike,omitempty"`    // other programs that are read by the same table
	Families []string `json:"families,omitempty"` // names by pattern
	Shell    string   `json:"shell,omitempty"`    // in whose world it goes by these names

	Grammar  string   `json:"grammar"`
	Effects  []string `json:"effects,omitempty"`
	Alone    []string `json:"alone,omitempty"` // effects without any operand
	Operands []string `json:"operands,omitempty"`
	Single   []string `json:"single,omitempty"`
	Default  []string `json:"default,omitempty"`
	Stdin    string   `json:"stdin,omitempty"`
	Unnamed  string   `json:"unnamed,omitempty"`
	As       string   `json:"as,omitempty"`
	Feed     string   `json:"feed,omitempty"`
	Means    string   `json:"means,omitempty"`
	Remote   bool     `json:"remote,omitempty"`
	Project  bool     `json:"project,omitempty"`
	Passes   bool     `json:"passes,omitempty"`
	Profiles []string `json:"profiles,omitempty"` // files that it runs when it starts
	Open     bool     `json:"open-options,omitempty"`
	Refuse   string   `json:"refuse,omitempty"`
	Unsure   string   `json:"unsure,omitempty"`

	Options []Option `json:"options,omitempty"`
	Words   []Option `json:"words,omitempty"`
	When    []When   `json:"when,omitempty"`
	Subs    []string `json:"subcommands,omitempty"`

	Proof    string    `json:"proof"` // how its effects are proven, or why they are not
	Proven   bool      `json:"proven"`
	Examples []Example `json:"examples,omitempty"`
}

// An Option is one option, or several that are alike, on a [Page].
type Option struct {
	Names   string   `json:"names"`
	Value   []string `json:"value,omitempty"` // its slots
	Effects []string `json:"effects,omitempty"`
	Only    bool     `json:"only,omitempty"` // its effects are in place of the program's
	Implies string   `json:"implies,omitempty"`
	Keys    []Option `json:"keys,omitempty"`
	Also    string   `json:"also,omitempty"`
	As      string   `json:"as,omitempty"`
	Unnamed string   `json:"unnamed,omitempty"`
	Feed    string   `json:"feed,omitempty"`
	Remote  bool     `json:"remote,omitempty"`
	Free    bool     `json:"free,omitempty"`
	Widens  bool     `json:"widens,omitempty"`
	Refuse  string   `json:"refuse,omitempty"`
	Unsure  string   `json:"unsure,omitempty"`

	Settings string `json:"settings,omitempty"`
	Exported bool   `json:"exported,omitempty"`
}

// A When is what is different if an option is given.
type When struct {
	Given    string   `json:"given"`
	Operands []string `json:"operands,omitempty"`
	Effects  []string `json:"effects,omitempty"`
	Options  []Option `json:"options,omitempty"`
}

// A Summary is a program in a line.
type Summary struct {
	Name    string   `json:"name"`
	Shell   string   `json:"shell,omitempty"`
	Subs    int      `json:"subcommands"` // those of subcommands included
	Options int      `json:"options"`     // those of subcommands included
	Effects []string `json:"effects"`     // those of subcommands and options included
	Proven  bool     `json:"proven"`
	Proof   string   `json:"proof"`
}

// Summary is p in a line.
func (p *Program) Summary() Summary {
	s := Summary{Name: p.Program.Name, Shell: p.Shell}
	claims, proven := p.claims()
	switch s.Proven = proven == claims; {
	case s.Proven || proven == 0:
		s.Proof = p.proof(nil, &p.Command)
	default:
		s.Proof = fmt.Sprintf("%d of %d proven", proven, claims)
	}
	var set effect.Set
	var add func(c *invocation.Command)
	add = func(c *invocation.Command) {
		set |= c.Effects | effectsOf(c.Operands)
		s.Options += countOptions(c.Options)
		for _, o := range c.Options {
			set |= effectsOf(o.Value)
			if o.More != nil {
				set |= o.More.Effects
			}
		}
		s.Subs += len(c.Subs)
		for i := range c.Subs {
			add(&c.Subs[i])
		}
	}
	add(&p.Command)
	s.Effects = set.List()
	return s
}

// effectsOf are those that come with slots.
func effectsOf(slots string) (set effect.Set) {
	for _, one := range strings.Fields(slots) {
		slot, _ := invocation.ParseSlot(one)
		set |= slot.Kind.Effects()
	}
	return set
}

// countOptions counts different options: "-v, -f" are two.
func countOptions(list []invocation.Option) int {
	n := 0
	for _, o := range list {
		n += strings.Count(o.Names, ", ") + 1
	}
	return n
}

// What proves effects.
const (
	byExamples = "examples that are run"
	byManual   = "manual: "
)

// claims counts the program and its subcommands of which effects are claimed,
// and those of them that are proven.
func (p *Program) claims() (claims, proven int) {
	everything(&p.Command, func(c *invocation.Command) {
		if c.Effects == 0 && len(c.Subs) > 0 {
			return
		}
		claims++
		if c.Proven {
			proven++
		}
	})
	return claims, proven
}

// proof says what shows that the effects of the subcommand c, which path names,
// are these, or why nothing does.
func (p *Program) proof(path []string, c *invocation.Command) string {
	manual := p.Manual
	if own := p.manuals[strings.Join(path, " ")]; own != "" {
		manual = own
	}
	var why []string
	for _, e := range p.about(path) {
		if e.Unproven != "" {
			why = append(why, e.Unproven)
		}
	}
	switch {
	case c.Proven && manual != "":
		return byManual + manual
	case c.Proven:
		return byExamples
	case c.Effects == 0 && len(c.Subs) > 0:
		return "nothing is claimed without a subcommand"
	case why == nil:
		return "no example that is run"
	}
	slices.Sort(why)
	return "unproven: " + strings.Join(slices.Compact(why), ", ")
}

// about are the examples of the subcommand that path names.
func (p *Program) about(path []string) []Example {
	var list []Example
	for _, e := range p.Examples {
		if calls(strings.Fields(e.Command), &p.Command, path) {
			list = append(list, e)
		}
	}
	return list
}

// calls reports whether the first subcommands among words are those of path.
func calls(words []string, c *invocation.Command, path []string) bool {
	for _, want := range path {
		at := slices.IndexFunc(words, func(w string) bool { return c.Sub(w) != nil })
		if at < 0 || c.Sub(words[at]) != c.Sub(want) {
			return false
		}
		c, words = c.Sub(want), words[at+1:]
	}
	return true
}

// Find is the program that goes by a name, nil if there is none. One of another
// shell's world may be named with that in front: powershell:rm.
func (s *Set) Find(name string) *Program {
	shell, bare, ok := strings.Cut(name, ":")
	if !ok {
		shell, bare = "", name
	}
	table, err := s.Table()
	if err != nil {
		return nil
	}
	found, _ := table.Program(bare, shell)
	for _, p := range s.Programs {
		if found != nil && found.Name == p.Program.Name && (shell == "" || p.Shell == shell) {
			return p
		}
	}
	for _, p := range s.Programs {
		if shell == "" && p.Shell != "" && strings.EqualFold(p.Program.Name, bare) {
			return p
		}
	}
	return nil
}

// Named is the program that has exactly this name, in the world of no other
// shell, nil if there is none.
func (s *Set) Named(name string) *Program {
	for _, p := range s.Programs {
		if p.Shell == "" && (p.Program.Name == name || slices.Contains(texts(p.Names), name) || slices.Contains(texts(p.Alike), name)) {
			return p
		}
	}
	return nil
}

// IsName reports whether a program can have this name, and a file of it.
func IsName(name string) bool {
	for i, r := range name {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		if !letter && (i == 0 || !strings.ContainsRune("._+-", r)) {
			return false
		}
	}
	return name != ""
}

// Names are those of all programs.
func (s *Set) Names() []string {
	var list []string
	for _, p := range s.Programs {
		list = append(list, p.Program.Name)
		list = append(list, texts(p.Names)...)
		list = append(list, texts(p.Alike)...)
	}
	return list
}

// SubNames are the names of a command's subcommands.
func SubNames(c *invocation.Command) []string {
	var list []string
	for i := range c.Subs {
		for _, n := range strings.Fields(c.Subs[i].Name) {
			if n = strings.TrimSuffix(n, ","); !slices.Contains(list, n) {
				list = append(list, n)
			}
		}
	}
	return list
}

// Page is what is known of the subcommand that path names, of p itself if there
// is none. missing is the word that is no subcommand, where is whose it is not.
func (p *Program) Page(path []string) (page Page, missing string, where *invocation.Command) {
	c := &p.Command
	for _, word := range path {
		sub := c.Sub(word)
		if sub == nil {
			return Page{}, word, c
		}
		c = sub
	}
	page = pageOf(c)
	page.Name = strings.Join(append([]string{p.Program.Name}, path...), " ")
	page.File, page.Shell = p.File, p.Shell
	if len(path) == 0 {
		page.Names, page.Alike, page.Families = texts(p.Names), texts(p.Alike), texts(p.Families)
		if p.Gnu {
			page.Names = append(page.Names, "g"+p.Program.Name)
		}
	}
	page.Proof, page.Proven, page.Examples = p.proof(path, c), c.Proven, p.about(path)
	return page, "", nil
}

func pageOf(c *invocation.Command) Page {
	page := Page{Effects: c.Effects.List(), Operands: strings.Fields(c.Operands), Options: optionsOn(c.Options), Subs: SubNames(c)}
	for name, g := range grammars {
		if g == c.Grammar {
			page.Grammar = name
		}
	}
	m := c.More
	if m == nil {
		return page
	}
	page.Alone, page.Single, page.Default = m.Alone.List(), strings.Fields(m.Single), strings.Fields(m.Default)
	page.Stdin, page.Unnamed, page.As, page.Feed, page.Means = m.Stdin, m.Unnamed, m.As, m.Feed, m.Means
	page.Profiles = strings.Fields(m.Profiles)
	page.Remote, page.Project, page.Passes, page.Open, page.Refuse, page.Unsure = m.Remote, m.Project, m.Passes, m.Open, m.Refuse, m.Unsure
	page.Words = optionsOn(m.Words)
	for _, w := range m.When {
		page.When = append(page.When, When{Given: w.Given, Operands: strings.Fields(w.Operands), Effects: w.Effects.List(), Options: optionsOn(w.Options)})
	}
	return page
}

func optionsOn(list []invocation.Option) []Option {
	var out []Option
	for _, o := range list {
		one := Option{Names: o.Names, Value: strings.Fields(o.Value)}
		if m := o.More; m != nil {
			one.Effects, one.Only, one.Implies, one.Keys = m.Effects.List(), m.Only, m.Implies, optionsOn(m.Keys)
			one.Also, one.As, one.Unnamed, one.Feed = m.Also, m.As, m.Unnamed, m.Feed
			one.Remote, one.Free, one.Widens, one.Refuse, one.Unsure = m.Remote, m.Free, m.Widens, m.Refuse, m.Unsure
			one.Settings, one.Exported = m.Settings, m.Exported
		}
		out = append(out, one)
	}
	return out
}

func texts(list []tomlpos.String) []string {
	var out []string
	for _, s := range list {
		out = append(out, s.Text)
	}
	return out
}
