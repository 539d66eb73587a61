package programs

import (
	"regexp"
	"slices"
	"strings"

	"kei/internal/tomlpos"
	"kei/runtime/effect"
	"kei/runtime/invocation"
	"kei/runtime/script"
)

// parts are the tables of a command.
type parts struct {
	Options *tomlpos.Table `toml:"options"`
	When    *tomlpos.Table `toml:"when"`
	Words   *tomlpos.Table `toml:"words"`
	Sub     *tomlpos.Table `toml:"sub"`
}

// keys are what a command has of its own.
type keys struct {
	Grammar    *tomlpos.String  `toml:"grammar"`
	Effects    []tomlpos.String `toml:"effects"`
	Operands   []tomlpos.String `toml:"operands"`
	Single     []tomlpos.String `toml:"single"`
	Alone      []tomlpos.String `toml:"alone"`
	Unknown    *tomlpos.String  `toml:"unknown"`
	Stdin      *tomlpos.String  `toml:"stdin"`
	Unnamed    string           `toml:"unnamed"`
	As         string           `toml:"as"`
	Feed       string           `toml:"feed"`
	Values     string           `toml:"values"`
	Persistent bool             `toml:"persistent"`
	Open       bool             `toml:"open-options"`
	Remote     bool             `toml:"remote"`
	Elsewhere  bool             `toml:"elsewhere"`
	Project    bool             `toml:"project"`
	Here       bool             `toml:"here"`
	Removes    bool             `toml:"removes"`
	Passes     bool             `toml:"passes"`
	Profiles   []string         `toml:"profiles"`
	Means      string           `toml:"means"`
	Default    []tomlpos.String `toml:"default"`
	Refuse     string           `toml:"refuse"`
	Unsure     string           `toml:"unsure"`
	OptionsOf  []tomlpos.String `toml:"options-of"`
	Manual     string           `toml:"manual"`
}

var grammars = map[string]invocation.Grammar{
	"gnu": invocation.Gnu, "posix": invocation.Posix, "single-dash": invocation.SingleDash, "tar": invocation.Tar,
	"powershell": invocation.PowerShell, "slash": invocation.Slash, "none": invocation.None, "variables": invocation.Variables,
}

var unknowns = map[string]invocation.Unknown{
	"operand": invocation.Operand, "error": invocation.Error, "script": invocation.Script, "alias": invocation.Alias, "external": invocation.External,
}

// command reads a program or a subcommand. extra is what else its table may
// hold, outer are the options of the commands around it.
func (l *loader) command(t *tomlpos.Table, extra any, body parts, inherited invocation.Grammar, outer []invocation.Option) invocation.Command {
	var k keys
	targets := []any{&k}
	if extra != nil {
		targets = append(targets, extra)
	}
	l.errs = append(l.errs, tomlpos.Decode(t, targets...)...)
	c := invocation.Command{Grammar: inherited}
	if k.Grammar != nil {
		c.Grammar = oneOf(l, t.File, k.Grammar, "grammar", grammars)
	}
	c.Effects = l.effects(t.File, k.Effects)
	c.Operands = l.slots(t.File, k.Operands)
	m := invocation.More{
		Single: l.slots(t.File, k.Single), Alone: l.effects(t.File, k.Alone), Unnamed: k.Unnamed, As: k.As, Feed: k.Feed, Values: k.Values, Persistent: k.Persistent,
		Open: k.Open, Remote: k.Remote, Elsewhere: k.Elsewhere, Project: k.Project, Here: k.Here, Removes: k.Removes, Passes: k.Passes, Profiles: strings.Join(k.Profiles, " "), Means: k.Means, Default: l.slots(t.File, k.Default), Refuse: k.Refuse, Unsure: k.Unsure, Stdin: l.kind(t.File, k.Stdin),
	}
	if k.Unknown != nil {
		m.Unknown = oneOf(l, t.File, k.Unknown, "unknown", unknowns)
	}
	if body.Options != nil {
		c.Options = l.options(body.Options)
	}
	for _, s := range k.OptionsOf {
		c.Options = append(c.Options, l.optionsOf(t.File, s)...)
	}
	if body.Words != nil {
		m.Words = l.options(body.Words)
	}
	if body.When != nil {
		m.When = l.whens(body.When, slices.Concat(c.Options, m.Words, outer))
	}
	if body.Sub != nil {
		c.Subs = l.subs(body.Sub, c.Grammar, slices.Concat(c.Options, outer))
	}
	if !zero(m) {
		c.More = &m
	}
	if k.Manual != "" {
		l.manuals[strings.Join(l.path, " ")] = k.Manual
		everything(&c, func(c *invocation.Command) { c.Proven = true })
	}
	return c
}

func (l *loader) subs(t *tomlpos.Table, inherited invocation.Grammar, outer []invocation.Option) []invocation.Command {
	var list []invocation.Command
	for _, e := range t.Entries {
		sub, ok := e.Value.Any.(*tomlpos.Table)
		if !ok {
			l.errs.Add(t.File, e.Pos, "sub.%s must be a table", e.Key)
			continue
		}
		var body parts
		own := &tomlpos.Table{File: sub.File, Pos: sub.Pos}
		for _, one := range sub.Entries {
			inner, isTable := one.Value.Any.(*tomlpos.Table)
			switch {
			case one.Key == "options" && isTable:
				body.Options = inner
			case one.Key == "when" && isTable:
				body.When = inner
			case one.Key == "words" && isTable:
				body.Words = inner
			case one.Key == "sub" && isTable:
				body.Sub = inner
			default:
				own.Entries = append(own.Entries, one)
			}
		}
		l.path = append(l.path, e.Key)
		c := l.command(own, nil, body, inherited, outer)
		l.path = l.path[:len(l.path)-1]
		for _, name := range strings.Split(e.Key, ", ") {
			for _, one := range strings.Fields(name) {
				if slices.ContainsFunc(list, func(o invocation.Command) bool { return slices.Contains(strings.Fields(o.Name), one) }) {
					l.errs.Add(t.File, e.Pos, "%s is a subcommand twice", one)
				}
			}
			c.Name = name
			if _, ok := l.above[name]; !ok {
				l.above[name] = c.Options
			}
			list = append(list, c)
		}
	}
	return list
}

// optionsOf are the options of a subcommand that stands further up in the file.
func (l *loader) optionsOf(file string, s tomlpos.String) []invocation.Option {
	list, ok := l.above[s.Text]
	if !ok {
		l.errs.Add(file, s.Pos, "options-of: no subcommand %s stands above", s.Text)
	}
	return list
}

// optionKeys are what an option may have in its long form.
type optionKeys struct {
	Value    *tomlpos.String  `toml:"value"`
	Effects  []tomlpos.String `toml:"effects"`
	Only     bool             `toml:"only"`
	Free     bool             `toml:"free"`
	Widens   bool             `toml:"widens"`
	Detached bool             `toml:"detached"`
	Implies  []string         `toml:"implies"`
	Keys     *tomlpos.Table   `toml:"keys"`
	Sep      string           `toml:"sep"`
	Also     *tomlpos.String  `toml:"also"`
	Flag     bool             `toml:"also-flag"`
	Stdin    *tomlpos.String  `toml:"stdin"`
	Unnamed  string           `toml:"unnamed"`
	Feed     string           `toml:"feed"`
	Remote   bool             `toml:"remote"`
	Refuse   string           `toml:"refuse"`
	Unsure   string           `toml:"unsure"`
	As       string           `toml:"as"`
	Settings string           `toml:"settings"`
	Exported bool             `toml:"exported"`
}

func (l *loader) options(t *tomlpos.Table) []invocation.Option {
	var list []invocation.Option
	for _, e := range t.Entries {
		o := invocation.Option{Names: e.Key}
		l.names(t.File, e)
		switch v := e.Value.Any.(type) {
		case string:
			o.Value = l.value(t.File, tomlpos.String{Text: v, Pos: e.Value.Pos})
		case *tomlpos.Table:
			l.long(&o, v)
		default:
			l.errs.Add(t.File, e.Value.Pos, "%s must be the slot of its value, \"\" if it takes none, or a table", e.Key)
		}
		list = append(list, o)
	}
	return list
}

// long reads an option that is a table.
func (l *loader) long(o *invocation.Option, t *tomlpos.Table) {
	var k optionKeys
	l.errs = append(l.errs, tomlpos.Decode(t, &k)...)
	if k.Value != nil {
		o.Value = l.value(t.File, *k.Value)
	}
	m := invocation.OptionMore{
		Effects: l.effects(t.File, k.Effects), Only: k.Only, Free: k.Free, Widens: k.Widens, Detached: k.Detached, Implies: strings.Join(k.Implies, " "), Sep: k.Sep, Flag: k.Flag,
		Unnamed: k.Unnamed, Feed: k.Feed, Remote: k.Remote, Refuse: k.Refuse, Unsure: k.Unsure, Stdin: l.kind(t.File, k.Stdin), As: k.As,
		Settings: k.Settings, Exported: k.Exported,
	}
	if k.Stdin != nil && k.Stdin.Text == "" {
		m.Stdin = invocation.StdinData
	}
	if k.Also != nil {
		m.Also = l.value(t.File, *k.Also)
	}
	if k.Keys != nil {
		m.Keys = l.options(k.Keys)
		if o.Value == "" {
			o.Value = "KEYS"
		}
	}
	if !zero(m) {
		o.More = &m
	}
}

// whenKeys are what is different if an option is given.
type whenKeys struct {
	Operands []tomlpos.String `toml:"operands"`
	Single   []tomlpos.String `toml:"single"`
	Effects  []tomlpos.String `toml:"effects"`
	Options  *tomlpos.Table   `toml:"options"`
	Stdin    *tomlpos.String  `toml:"stdin"`
	Unnamed  *string          `toml:"unnamed"`
	Default  []tomlpos.String `toml:"default"`
}

func (l *loader) whens(t *tomlpos.Table, known []invocation.Option) []invocation.When {
	var list []invocation.When
	for _, e := range t.Entries {
		table, ok := e.Value.Any.(*tomlpos.Table)
		if !ok {
			l.errs.Add(t.File, e.Pos, "when.%s must be a table", e.Key)
			continue
		}
		var k whenKeys
		l.errs = append(l.errs, tomlpos.Decode(table, &k)...)
		w := invocation.When{Given: e.Key, Operands: l.slots(t.File, k.Operands), Single: l.slots(t.File, k.Single), Effects: l.effects(t.File, k.Effects), Stdin: l.kind(t.File, k.Stdin)}
		if _, ok := table.Get("operands"); ok {
			w.Set |= invocation.SetOperands
		}
		if _, ok := table.Get("stdin"); ok {
			w.Set |= invocation.SetStdin
		}
		if _, ok := table.Get("default"); ok {
			w.Set, w.Default = w.Set|invocation.SetDefault, l.slots(t.File, k.Default)
		}
		if k.Unnamed != nil {
			w.Set, w.Unnamed = w.Set|invocation.SetUnnamed, *k.Unnamed
		}
		if k.Options != nil {
			w.Options = l.options(k.Options)
		}
		for _, n := range strings.Fields(e.Key) {
			if n = strings.TrimPrefix(n, "!"); !given(known, n) && !(len(n) == 2 && n[0] == '@' && n[1] >= '1' && n[1] <= '9') {
				l.errs.Add(t.File, e.Pos, "when.%q: %s is no option of this command", e.Key, n)
			}
		}
		list = append(list, w)
	}
	return list
}

func given(options []invocation.Option, name string) bool {
	for _, o := range options {
		for _, group := range strings.Split(o.Names, ", ") {
			if slices.Contains(strings.Fields(group), name) {
				return true
			}
		}
	}
	return false
}

// names checks the key of an option.
func (l *loader) names(file string, e tomlpos.Entry) {
	for _, group := range strings.Split(e.Key, ", ") {
		if group == "" || strings.Join(strings.Fields(group), " ") != group || strings.Contains(group, ",") && !strings.Contains(group, "*") {
			l.errs.Add(file, e.Pos, "%q: names of one option have one blank between them, different options \", \"", e.Key)
			return
		}
	}
}

func (l *loader) effects(file string, list []tomlpos.String) (set effect.Set) {
	for _, s := range list {
		e, ok := effect.Named(s.Text)
		if !ok {
			l.errs.Add(file, s.Pos, "no effect %s%s", s.Text, tomlpos.OrOneOf(s.Text, effect.Names()))
		}
		set |= e
	}
	return set
}

func (l *loader) slots(file string, list []tomlpos.String) string {
	var texts []string
	for _, s := range list {
		if l.slot(file, s) {
			texts = append(texts, s.Text)
		}
	}
	return strings.Join(texts, " ")
}

func (l *loader) value(file string, s tomlpos.String) string {
	for _, one := range strings.Fields(s.Text) {
		l.slot(file, tomlpos.String{Text: one, Pos: s.Pos})
	}
	return s.Text
}

func (l *loader) slot(file string, s tomlpos.String) bool {
	slot, ok := invocation.ParseSlot(s.Text)
	switch {
	case !ok || strings.ContainsAny(s.Text, " \t"):
		kind, _, _ := strings.Cut(s.Text, ":")
		l.errs.Add(file, s.Pos, "%q is no slot; it is NAME or KIND:NAME%s", s.Text, tomlpos.OrOneOf(strings.Trim(kind, "?"), invocation.Kinds()))
		return false
	case slot.Kind == invocation.Run || slot.Kind == invocation.Sh || slot.Kind == invocation.Words || slot.Kind == invocation.Options:
	case slot.Lang != "" && slot.Lang != "sh" && slot.Lang != "powershell" && script.Named(slot.Lang) == nil:
		l.errs.Add(file, s.Pos, "no language %s%s", slot.Lang, tomlpos.OrOneOf(slot.Lang, script.Names()))
		return false
	}
	return true
}

// kind checks a slot's kind that stands alone.
func (l *loader) kind(file string, s *tomlpos.String) string {
	if s == nil || s.Text == "" {
		return ""
	}
	l.slot(file, tomlpos.String{Text: strings.TrimSuffix(s.Text, "?") + ":INPUT", Pos: s.Pos})
	return s.Text
}

// aSort is an entry of what a program prints.
var aSort = regexp.MustCompile(`^([^\s>]+>)?(` + strings.Join(invocation.Sorts(), "|") + `)(:[^\s@!+=]+)?(@([^\s!+=])+)?([!+=]-[^\s!+=]*(=[^-\s!+=][^\s!+=]*)?)*$`)

func (l *loader) says(file string, list []tomlpos.String) string {
	var texts []string
	for _, s := range list {
		if !aSort.MatchString(s.Text) {
			l.errs.Add(file, s.Pos, "%q is nothing that a program says; sorts are %s, each with @OPERANDS, !-x, +-x or =-x behind it", s.Text, strings.Join(invocation.Sorts(), ", "))
		}
		texts = append(texts, s.Text)
	}
	return strings.Join(texts, " ")
}

func oneOf[T any](l *loader, file string, s *tomlpos.String, what string, all map[string]T) T {
	v, ok := all[s.Text]
	if !ok {
		var names []string
		for n := range all {
			names = append(names, n)
		}
		slices.Sort(names)
		l.errs.Add(file, s.Pos, "no %s %s%s", what, s.Text, tomlpos.OrOneOf(s.Text, names))
	}
	return v
}
