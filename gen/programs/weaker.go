package programs

import (
	"strings"

	"kei/internal/tomlpos"
	"kei/runtime/invocation"
)

// Weaker names what a later folder's program leaves out of the one in whose
// place it stands: effects, options and slots that a rule would have seen. A
// folder may say so, and not without anybody reading it.
func (s *Set) Weaker() tomlpos.Errors {
	var errs tomlpos.Errors
	for _, r := range s.replaced {
		w := weaker{errs: &errs, in: r[1]}
		if r[0].Gnu && !r[1].Gnu {
			w.add(r[1].Program.Name, "leaves out gnu")
		}
		w.command(r[1].Program.Name, &r[0].Command, &r[1].Command)
	}
	return errs
}

type weaker struct {
	errs *tomlpos.Errors
	in   *Program
}

func (w *weaker) add(of, what string) {
	w.errs.Add(w.in.File, w.in.Pos, "%s %s, which the program that ships has; rules see less", of, what)
}

func (w *weaker) command(path string, old, now *invocation.Command) {
	if lost := old.Effects &^ now.Effects; lost != 0 {
		w.add(path, "leaves out the effects "+lost.String())
	}
	w.slots(path, old.Operands, now.Operands)
	for i := range old.Options {
		for _, group := range strings.Split(old.Options[i].Names, ", ") {
			if name, _, _ := strings.Cut(group, " "); given(old.Options[:i], name) {
				continue // the first counts, here too
			}
			w.option(path, group, &old.Options[i], now.Options)
		}
	}
	if old.More != nil {
		w.more(path, old.More, now.More)
	}
	for i := range old.Subs {
		sub := &old.Subs[i]
		at := subNamed(now.Subs, sub.Name)
		if at == nil {
			w.add(path, "leaves out the subcommand "+sub.Name)
			continue
		}
		w.command(path+" "+sub.Name, sub, at)
	}
}

func (w *weaker) more(path string, old, now *invocation.More) {
	if now == nil {
		now = &invocation.More{}
	}
	for _, f := range []struct{ key, old, now string }{
		{"refuse", old.Refuse, now.Refuse}, {"unsure", old.Unsure, now.Unsure}, {"stdin", old.Stdin, now.Stdin},
		{"unnamed", old.Unnamed, now.Unnamed}, {"feed", old.Feed, now.Feed}, {"profiles", old.Profiles, now.Profiles}, {"means", old.Means, now.Means}, {"as", old.As, now.As},
	} {
		if f.old != "" && f.now == "" {
			w.add(path, "leaves out "+f.key)
		}
	}
	w.slots(path, old.Single, now.Single)
	if len(now.When) < len(old.When) {
		w.add(path, "leaves out a when")
	}
}

func (w *weaker) option(path, group string, old *invocation.Option, list []invocation.Option) {
	name, _, _ := strings.Cut(group, " ")
	for i := range list {
		if !given(list[i:i+1], name) {
			continue
		}
		w.slots(path+" "+name, old.Value, list[i].Value)
		before, after := old.More, list[i].More
		if after == nil {
			after = &invocation.OptionMore{}
		}
		if before == nil {
			before = &invocation.OptionMore{}
		}
		if lost := before.Effects &^ after.Effects; lost != 0 {
			w.add(path+" "+name, "leaves out the effects "+lost.String())
		}
		if after.Only && !before.Only {
			w.add(path+" "+name, "takes away effects (only)")
		}
		if before.Refuse != "" && after.Refuse == "" || before.Unsure != "" && after.Refuse+after.Unsure == "" {
			w.add(path+" "+name, "leaves out refuse or unsure")
		}
		if before.Settings != "" && after.Settings == "" || after.Exported && !before.Exported {
			w.add(path+" "+name, "leaves out settings, or counts only if exported")
		}
		return
	}
	w.add(path, "leaves out the option "+name)
}

// slots reports kinds of slots that are there no more, data and text aside.
func (w *weaker) slots(of, old, now string) {
	kinds := map[invocation.Kind]bool{}
	for _, s := range strings.Fields(now) {
		slot, _ := invocation.ParseSlot(s)
		kinds[slot.Kind] = true
	}
	for _, s := range strings.Fields(old) {
		slot, _ := invocation.ParseSlot(s)
		if slot.Kind != invocation.Data && slot.Kind != invocation.Text && slot.Kind != invocation.Message && slot.Kind != invocation.Secret && !kinds[slot.Kind] {
			kinds[slot.Kind] = true
			w.add(of, "leaves out a slot of the kind "+slot.Kind.String())
		}
	}
}

func subNamed(list []invocation.Command, name string) *invocation.Command {
	name, _, _ = strings.Cut(name, " ")
	for i := range list {
		for _, n := range strings.Fields(list[i].Name) {
			if n == name {
				return &list[i]
			}
		}
	}
	return nil
}
