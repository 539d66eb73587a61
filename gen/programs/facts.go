package programs

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"kei/runtime/effect"
	"kei/runtime/invocation"
)

// facts writes a program as the text of [invocation.Facts], and proves that it
// is read as what it was written of.
func facts(p *invocation.Program) (string, error) {
	w := writer{lists: map[string]int{}, ended: map[string]int{}}
	w.line(p.Name)
	if p.Gnu {
		w.line("gnu")
	}
	w.command(&p.Command, invocation.Gnu, 0)
	text := w.out.String()
	got, ok := invocation.Decode(text)
	if !ok || !reflect.DeepEqual(*got, *p) {
		return "", fmt.Errorf("what is known of %s cannot be written as facts: a tab, a line's end or an empty name in it", p.Name)
	}
	return text, nil
}

// A writer writes facts.
type writer struct {
	out   strings.Builder
	lists map[string]int // numbers of lists of options, by their text
	ended map[string]int // numbers of commands, by their text without the name

	count, commands int // so far, of lists and of commands that have ended
}

func (w *writer) line(parts ...string) { fmt.Fprintln(&w.out, strings.Join(parts, " ")) }

// worth is how long what is repeated must be for a reference to it.
const worth = 40

// command writes a command. One that says what another has said refers to it.
func (w *writer) command(c *invocation.Command, outer invocation.Grammar, depth int) {
	text := reflected(c)
	if n, ok := w.ended[text]; ok && len(text) > worth {
		w.line("like", strconv.Itoa(n))
		w.commands++
		return
	}
	if c.Grammar != outer {
		w.line("grammar", c.Grammar.String())
	}
	w.effects("effects", c.Effects)
	w.text("operands", c.Operands)
	if c.More != nil {
		w.more(c.More)
	}
	w.options(c.Options)
	if c.More != nil {
		for i := range c.More.Words {
			w.option("word\t", &c.More.Words[i])
		}
		for i := range c.More.When {
			w.when(&c.More.When[i])
		}
	}
	for i := range c.Subs {
		w.line(strings.Repeat(">", depth+1), c.Subs[i].Name)
		w.command(&c.Subs[i], c.Grammar, depth+1)
	}
	w.ended[text] = w.commands
	w.commands++
}

// reflected is all of a command but its name.
func reflected(c *invocation.Command) string {
	var inner writer
	inner.lists, inner.ended = map[string]int{}, map[string]int{}
	inner.effects("effects", c.Effects)
	inner.text("operands", c.Operands)
	inner.line("grammar", c.Grammar.String())
	if c.More != nil {
		inner.more(c.More)
		for i := range c.More.Words {
			inner.option("word\t", &c.More.Words[i])
		}
		for i := range c.More.When {
			inner.when(&c.More.When[i])
		}
	}
	inner.options(c.Options)
	for i := range c.Subs {
		inner.line(">", c.Subs[i].Name, reflected(&c.Subs[i]))
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
	w.text("means", m.Means)
	w.text("refuse", m.Refuse)
	w.text("unsure", m.Unsure)
	w.flag("persistent", m.Persistent)
	w.flag("open-options", m.Open)
	w.flag("remote", m.Remote)
	w.flag("elsewhere", m.Elsewhere)
	w.flag("here", m.Here)
}

// options writes a list, or the number of one that has the same.
func (w *writer) options(list []invocation.Option) {
	if len(list) == 0 {
		return
	}
	var own writer
	for i := range list {
		own.option("", &list[i])
	}
	text := own.out.String()
	if n, ok := w.lists[text]; ok && len(text) > worth {
		w.line("options", strconv.Itoa(n))
		return
	}
	if _, ok := w.lists[text]; !ok {
		w.lists[text] = w.count
	}
	w.count++
	w.out.WriteString(text)
}

func (w *writer) option(mark string, o *invocation.Option) {
	if mark == "" && !strings.HasPrefix(o.Names, "-") {
		mark = "\t"
	}
	fields := append([]string{o.Names, o.Value}, optionMore(o.More)...)
	if len(fields) == 2 && o.Value == "" {
		fields = fields[:1]
	}
	w.line(mark + strings.Join(fields, "\t"))
	if o.More != nil {
		for i := range o.More.Keys {
			w.option("key\t", &o.More.Keys[i])
		}
	}
}

// escape writes what facts cannot hold.
var escape = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`)

// optionMore are the fields of what few options have.
func optionMore(m *invocation.OptionMore) []string {
	if m == nil {
		return nil
	}
	fields := []string{}
	for _, f := range []struct{ key, value string }{
		{"effects", strings.Join(m.Effects.List(), " ")}, {"implies", m.Implies}, {"sep", escape.Replace(m.Sep)}, {"also", m.Also}, {"stdin", m.Stdin},
		{"unnamed", m.Unnamed}, {"feed", m.Feed}, {"refuse", m.Refuse}, {"unsure", m.Unsure}, {"as", m.As},
	} {
		if f.value != "" {
			fields = append(fields, f.key+" "+f.value)
		}
	}
	for _, f := range []struct {
		key string
		set bool
	}{{"only", m.Only}, {"also-flag", m.Flag}, {"detached", m.Detached}, {"free", m.Free}, {"remote", m.Remote}} {
		if f.set {
			fields = append(fields, f.key)
		}
	}
	return slices.Clip(fields)
}

func (w *writer) when(m *invocation.When) {
	w.line("?", m.Given)
	for _, f := range []struct {
		key, value string
		set        bool
	}{
		{"operands", m.Operands, m.Set&invocation.SetOperands != 0}, {"single", m.Single, false}, {"effects", strings.Join(m.Effects.List(), " "), false},
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
	for i := range m.Options {
		w.option("", &m.Options[i])
	}
}
