package permit

import "kei/gen/automaton"

// A Reading is how somebody decides: the first of the languages that matches has
// its action, and what none of them matches has the last one.
type Reading struct {
	Languages []string // regular expressions of whole texts
	Actions   []Action // one more than there are languages
}

// Meant is what a section means.
func (s Section) Meant() Reading {
	r := Reading{}
	for _, rule := range s.Rules {
		r.add(Language(s.Tool, rule.Pattern), rule.Action)
	}
	r.Actions = append(r.Actions, s.Intent)
	return r
}

func (r *Reading) add(language string, a Action) {
	r.Languages = append(r.Languages, language)
	r.Actions = append(r.Actions, a)
}

// action is what the reading does where pattern i is the first that matches.
func (r Reading) action(i int) Action {
	if i < 0 {
		i = len(r.Actions) - 1
	}
	return r.Actions[i]
}

// A Difference is one text that two readings decide differently.
type Difference struct {
	Witness   string
	Want, Got Action
	Rule      int // the rule that was meant to decide, from 1; 0 is the intent
}

// Compare finds a shortest text of the tool that got lets through and want does
// not, and one that got is stricter about; nil where there is none. Of paths, one
// inside the project is taken where there is one.
func Compare(tool string, want, got Reading) (wider, stricter *Difference, err error) {
	if IsPath(tool) {
		wider, stricter, err = compare(inside, want, got)
		if err != nil || wider != nil && stricter != nil {
			return wider, stricter, err
		}
	}
	w, s, err := compare(tool, want, got)
	if wider == nil {
		wider = w
	}
	if stricter == nil {
		stricter = s
	}
	return wider, stricter, err
}

// inside stands for a tool that knows only paths inside the project.
const inside = "path inside"

func compare(tool string, want, got Reading) (wider, stricter *Difference, err error) {
	tables, within, err := compiled(tool, want.Languages, got.Languages)
	if err != nil {
		return nil, nil, err
	}
	err = automaton.Walk(tables, within, func(text func() string, answers []int) bool {
		w, g := want.action(answers[0]), got.action(answers[1])
		found := &stricter
		if g.Laxer(w) {
			found = &wider
		}
		if g != w && *found == nil {
			*found = &Difference{text(), w, g, answers[0] + 1}
		}
		return wider == nil || stricter == nil
	})
	return wider, stricter, err
}

// Fires says for every rule of a section whether there is a text that it decides.
func (s Section) Fires() ([]bool, error) {
	fires := make([]bool, len(s.Rules))
	tables, within, err := compiled(s.Tool, s.Meant().Languages)
	if err != nil {
		return nil, err
	}
	left := len(fires)
	return fires, automaton.Walk(tables, within, func(_ func() string, answers []int) bool {
		if i := answers[0]; i >= 0 && !fires[i] {
			fires[i] = true
			left--
		}
		return left > 0
	})
}

// TakenBy is the number of the one rule, from 0, that takes all that rule i could
// decide; -1 if it takes several.
func (s Section) TakenBy(i int) (int, error) {
	for j := range i {
		pair := Section{Tool: s.Tool, Rules: []Rule{s.Rules[j], s.Rules[i]}}
		fires, err := pair.Fires()
		if err != nil || !fires[1] {
			return j, err
		}
	}
	return -1, nil
}

// compiled are the tables of some lists of languages, and that of the domain.
func compiled(tool string, lists ...[]string) (tables []*automaton.DFA, within *automaton.DFA, err error) {
	for _, list := range lists {
		d, err := automaton.Compile(list)
		if err != nil {
			return nil, nil, err
		}
		tables = append(tables, d)
	}
	within, err = domain(tool)
	return tables, within, err
}
