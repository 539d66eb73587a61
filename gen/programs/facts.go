package programs

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"kei/runtime/effect"
	"kei/runtime/invocation"
)

// facts writes a program as the text of [invocation.Facts], and proves that it
// is read as what it was written of.
func facts(p *Program) (string, error) {
	w := newWriter()
	w.line(p.id())
	w.flag("gnu", p.Gnu)
	w.text("tried", p.Tried)
	w.text("says", p.Says)
	w.flag("proven", p.Command.Proven)
	w.command(&p.Command, invocation.Gnu, 0)
	text := invocation.Packed(w.out.String(), invocation.Plain)
	got, ok := invocation.Decode(text)
	if !ok || !reflect.DeepEqual(*got, p.Program) {
		return "", fmt.Errorf("%s: what is known of %s cannot be written as facts: a tab, a line's end or an empty name in it", p.File, p.Program.Name)
	}
	if len(text) > math.MaxUint16 {
		return "", fmt.Errorf("%s: what is known of %s takes %d bytes as facts; the limit is %d: divide it, or name options by patterns", p.File, p.Program.Name, len(text), math.MaxUint16)
	}
	return text, nil
}

// A writer writes facts.
type writer struct {
	out      strings.Builder
	ended    map[string]int   // numbers of commands, by their text without the name
	commands int              // that have ended
	options  []string         // so far, the text of each
	at       map[string][]int // where each text stands among them
}

func newWriter() *writer { return &writer{ended: map[string]int{}, at: map[string][]int{}} }

func (w *writer) line(parts ...string) { fmt.Fprintln(&w.out, strings.Join(parts, " ")) }

// worth is how long what is repeated must be for a reference to it.
const worth = 20

// command writes a command. One that says what another has said refers to it.
func (w *writer) command(c *invocation.Command, outer invocation.Grammar, depth int) {
	text := reflected(c)
	defer func() { w.commands++ }()
	if n, ok := w.ended[text]; ok && len(text) > worth {
		w.line("like", strconv.Itoa(n))
		return
	}
	defer func() { w.ended[text] = w.commands }()
	if c.Grammar != outer {
		w.line("grammar", c.Grammar.String())
	}
	w.own(c)
	for i := 0; i < len(c.Subs); {
		names := c.Subs[i].Name
		first := &c.Subs[i]
		for i++; i < len(c.Subs) && c.Subs[i].Proven == first.Proven && reflected(&c.Subs[i]) == reflected(first); i++ {
			names += ", " + c.Subs[i].Name
		}
		w.line(strings.Repeat(">", depth+1), names)
		w.flag("proven", first.Proven)
		w.command(first, c.Grammar, depth+1)
	}
}

// own is what is known of a command beside its name, its grammar and its
// subcommands.
func (w *writer) own(c *invocation.Command) {
	w.effects("=", c.Effects)
	w.text(":", c.Operands)
	if c.More == nil {
		w.list(c.Options)
		return
	}
	w.more(c.More)
	w.list(c.Options)
	for i := range c.More.Words {
		text := optionText(&c.More.Words[i])
		w.out.WriteString("word\t" + text)
		w.remember(text)
	}
	for i := range c.More.When {
		w.when(&c.More.When[i])
	}
}

// reflected is all of a command but its name, and whether it is proven.
func reflected(c *invocation.Command) string {
	inner := newWriter()
	inner.line("grammar", c.Grammar.String())
	inner.own(c)
	for i := range c.Subs {
		inner.line(">", c.Subs[i].Name, reflected(&c.Subs[i]))
		inner.flag("proven", c.Subs[i].Proven)
	}
	return inner.out.String()
}

func (w *writer) text(key, value string) {
	if value != "" {
		w.line(key, value)
	}
}

func (w *writer) effects(key string, set effect.Set) {
	w.text(key, strings.Join(set.List(), " "))
}

func (w *writer) flag(key string, set bool) {
	if set {
		w.line(key)
	}
}

func (w *writer) more(m *invocation.More) {
	w.text("single", m.Single)
	w.effects("alone", m.Alone)
	if m.Unknown != invocation.Operand {
		w.line("unknown", m.Unknown.String())
	}
	w.text("stdin", m.Stdin)
	w.text("unnamed", m.Unnamed)
	w.text("as", m.As)
	w.text("feed", m.Feed)
	w.text("values", m.Values)
	w.text("default", m.Default)
	w.text("profiles", m.Profiles)
	w.text("means", m.Means)
	w.text("refuse", m.Refuse)
	w.text("unsure", m.Unsure)
	w.flag("persistent", m.Persistent)
	w.flag("open-options", m.Open)
	w.flag("remote", m.Remote)
	w.flag("elsewhere", m.Elsewhere)
	w.flag("here", m.Here)
	w.flag("removes", m.Removes)
	w.flag("project", m.Project)
	w.flag("passes", m.Passes)
}

// list writes options. Those that stand further up it refers to.
func (w *writer) list(list []invocation.Option) {
	var texts []string
	for i := range list {
		texts = append(texts, optionText(&list[i]))
	}
	for len(texts) > 0 {
		at, many, size := w.longest(texts)
		if size > worth {
			w.line("again", strconv.Itoa(at), strconv.Itoa(many))
		} else {
			many = 1
			if !strings.HasPrefix(texts[0], "-") {
				w.out.WriteByte('\t')
			}
			w.out.WriteString(texts[0])
		}
		for _, t := range texts[:many] {
			w.remember(t)
		}
		texts = texts[many:]
	}
}

// longest is where most of the texts stand as they do here, how many, and how
// long they are.
func (w *writer) longest(texts []string) (at, many, size int) {
	for _, from := range w.at[texts[0]] {
		n, long := 0, 0
		for n < len(texts) && from+n < len(w.options) && w.options[from+n] == texts[n] {
			long += len(texts[n])
			n++
		}
		if n > many {
			at, many, size = from, n, long
		}
	}
	return at, many, size
}

func (w *writer) remember(text string) {
	w.at[text] = append(w.at[text], len(w.options))
	w.options = append(w.options, text)
}

// optionText is the line of an option, and those of the keys of its value.
func optionText(o *invocation.Option) string {
	fields := append([]string{o.Names, o.Value}, optionMore(o.More)...)
	if len(fields) == 2 && o.Value == "" {
		fields = fields[:1]
	}
	text := strings.Join(fields, "\t") + "\n"
	if o.More != nil {
		for i := range o.More.Keys {
			text += "key\t" + optionText(&o.More.Keys[i])
		}
	}
	return text
}

// escape writes what facts cannot hold.
var escape = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`)

// optionMore are the fields of what few options have.
func optionMore(m *invocation.OptionMore) []string {
	if m == nil {
		return nil
	}
	var fields []string
	switch set := strings.Join(m.Effects.List(), " "); {
	case m.Only:
		fields = append(fields, strings.TrimSpace("only "+set))
	case set != "":
		fields = append(fields, "= "+set)
	}
	for _, f := range []struct{ key, value string }{
		{"implies", m.Implies}, {"sep", escape.Replace(m.Sep)}, {"also", m.Also}, {"stdin", m.Stdin},
		{"unnamed", m.Unnamed}, {"feed", m.Feed}, {"refuse", m.Refuse}, {"unsure", m.Unsure}, {"as", m.As}, {"settings", m.Settings},
	} {
		if f.value != "" {
			fields = append(fields, f.key+" "+f.value)
		}
	}
	for _, f := range []struct {
		key string
		set bool
	}{{"also-flag", m.Flag}, {"detached", m.Detached}, {"free", m.Free}, {"widens", m.Widens}, {"remote", m.Remote}, {"proven", m.Proven}, {"exported", m.Exported}} {
		if f.set {
			fields = append(fields, f.key)
		}
	}
	return fields
}

func (w *writer) when(m *invocation.When) {
	w.line("?", m.Given)
	for _, f := range []struct {
		key, value string
		set        bool
	}{
		{":", m.Operands, m.Set&invocation.SetOperands != 0}, {"single", m.Single, false}, {"=", strings.Join(m.Effects.List(), " "), false},
		{"stdin", m.Stdin, m.Set&invocation.SetStdin != 0}, {"unnamed", m.Unnamed, m.Set&invocation.SetUnnamed != 0},
		{"default", m.Default, m.Set&invocation.SetDefault != 0},
	} {
		switch {
		case f.value != "":
			w.line(f.key, f.value)
		case f.set:
			w.line(f.key)
		}
	}
	w.list(m.Options)
}
