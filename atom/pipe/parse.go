package pipe

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"kei/atom"
	"kei/atom/run"
	"kei/internal/tomlpos"
)

// A Plan is a pipe that can run.
type Plan struct {
	Name        string // [pipe].name, or as it was parsed
	Description string
	Schema      string // [pipe].input_schema, "" for none
	Continue    bool   // a failure stops only what follows from it
	Timeout     time.Duration
	Jobs        int // 0: not said
	CacheDB     string
	Steps       []*Step // in the order in which they run one by one

	final int // index in Steps; -1: the last
}

// A Step is one invocation.
type Step struct {
	ID      string
	Alias   string // its other name, "" for none
	Atom    *atom.Atom
	Input   map[string]any // with references
	Retries int
	Timeout time.Duration
	Cached  bool          // a cache was asked for it, and its atom can be cached
	TTL     time.Duration // 0: as long as it is kept

	proceed bool  // its failure doesn't stop the others
	after   []int // steps it depends on, sorted, by index in Steps
	line    int
}

// A Lookup finds the atom of an id that may run.
type Lookup func(id string) (*atom.Atom, *run.Error)

type cacheKeys struct {
	Enabled *bool          `toml:"enabled"`
	TTL     *tomlpos.Value `toml:"ttl_sec"`
	DB      tomlpos.String `toml:"db"`
}

type pipeKeys struct {
	Name        string         `toml:"name"`
	Description string         `toml:"description"`
	Schema      string         `toml:"input_schema"`
	OnError     tomlpos.String `toml:"on_error"`
	OnError2    tomlpos.String `toml:"on-error"`
	Timeout     tomlpos.Value  `toml:"timeout_ms"`
	Jobs        tomlpos.Value  `toml:"jobs"`
	Cache       *tomlpos.Table `toml:"cache"`
	Final       tomlpos.String `toml:"final"`
}

type stepKeys struct {
	ID       tomlpos.String `toml:"id"`
	Capture  tomlpos.String `toml:"capture_as"`
	Atom     tomlpos.String `toml:"atom"`
	Input    tomlpos.Value  `toml:"input"`
	After    tomlpos.Value  `toml:"depends-on"`
	After2   tomlpos.Value  `toml:"depends_on"`
	Kind     tomlpos.String `toml:"kind"`
	Retry    tomlpos.Value  `toml:"retry"`
	Timeout  tomlpos.Value  `toml:"timeout_ms"`
	OnError  tomlpos.String `toml:"on-error"`
	OnError2 tomlpos.String `toml:"on_error"`
	Cache    *tomlpos.Table `toml:"cache"`
}

// parser is one reading of a file.
type parser struct {
	file     string
	plan     *Plan
	find     Lookup
	problems []atom.Problem
	found    map[string]*atom.Atom // nil: there is a problem
	names    map[string]int
	cache    cacheKeys // of the pipe
	links    [][]link  // of each step, as they are declared
}

// A link is a dependency, or a reference.
type link struct {
	to   string
	line int
	path []string // of a reference
	at   []string // where in the input it stands
}

// Parse reads a pipe. File is its name in messages, name what it is called
// itself if it doesn't say. Problems that are no warnings leave no plan.
func Parse(file, name string, text []byte, find Lookup) (*Plan, []atom.Problem) {
	p := &parser{file: file, find: find, plan: &Plan{Name: name, final: -1}, found: map[string]*atom.Atom{}, names: map[string]int{}}
	table, err := tomlpos.ParseLong(file, text)
	if err != nil {
		var listed tomlpos.Errors
		var one tomlpos.Error
		switch {
		case errors.As(err, &listed) && len(listed) > 0:
			one = listed[0]
		case errors.As(err, &one):
		default:
			one.Msg = err.Error()
		}
		p.problem(one.Line, "toml parse: %s", one.Msg)
		return nil, p.problems
	}
	var top struct {
		Pipe  *tomlpos.Table   `toml:"pipe"`
		Steps []*tomlpos.Table `toml:"steps"`
	}
	p.decode(table, &top)
	var keys pipeKeys
	if top.Pipe != nil {
		p.decode(top.Pipe, &keys)
		p.head(keys)
	}
	for i, t := range top.Steps {
		p.step(i, t)
	}
	p.resolve()
	if keys.Final.Text != "" {
		i, ok := p.names[keys.Final.Text]
		if p.plan.final = i; !ok {
			p.problem(keys.Final.Pos.Line, "final names unknown step %s", keys.Final.Text)
		}
	}
	p.order()
	p.literals()
	slices.SortStableFunc(p.problems, func(a, b atom.Problem) int { return a.Line - b.Line })
	if slices.ContainsFunc(p.problems, func(x atom.Problem) bool { return !x.Warning }) {
		return nil, p.problems
	}
	return p.plan, p.problems
}

func (p *parser) problem(line int, format string, args ...any) {
	p.problems = append(p.problems, atom.Problem{File: p.file, Line: max(line, 1), Code: "PIPE", Message: run.Plain(fmt.Sprintf(format, args...))})
}

func (p *parser) warn(line int, format string, args ...any) {
	p.problem(line, format, args...)
	p.problems[len(p.problems)-1].Warning = true
}

func (p *parser) decode(t *tomlpos.Table, to any) {
	for _, e := range tomlpos.Decode(t, to) {
		p.problem(e.Line, "%s", e.Msg)
	}
}

// whole is a whole number of at least 1, 0 if there is none.
func (p *parser) whole(key string, v tomlpos.Value, most int64) int64 {
	if v.Any == nil {
		return 0
	}
	n, ok := v.Any.(int64)
	if !ok || n < 1 || n > most {
		p.problem(v.Pos.Line, "%s is %s; want a whole number from 1 to %d", key, shown(v), most)
		return 0
	}
	return n
}

func shown(v tomlpos.Value) string {
	switch x := v.Any.(type) {
	case int64, float64, bool:
		return fmt.Sprint(x)
	case string:
		return tomlpos.Printable(x)
	}
	return tomlpos.TypeOf(v)
}

const hour = int64(3_600_000) // in ms

func (p *parser) head(k pipeKeys) {
	if k.Name != "" {
		p.plan.Name = k.Name
	}
	p.plan.Description, p.plan.Schema = k.Description, k.Schema
	p.plan.Continue = p.onError(k.OnError, k.OnError2)
	p.plan.Timeout = time.Duration(p.whole("timeout_ms", k.Timeout, 24*hour)) * time.Millisecond
	p.plan.Jobs = int(p.whole("jobs", k.Jobs, 1024))
	if k.Cache != nil {
		p.cache = p.caching(k.Cache)
		p.plan.CacheDB = p.cache.DB.Text
	}
}

// onError reports whether a failure is gone on from.
func (p *parser) onError(list ...tomlpos.String) bool {
	out := false
	for _, s := range list {
		switch s.Text {
		case "", "stop":
		case "continue":
			out = true
		default:
			p.problem(s.Pos.Line, "on_error %s is neither stop nor continue", tomlpos.Printable(s.Text))
		}
	}
	return out
}

func (p *parser) caching(t *tomlpos.Table) (k cacheKeys) {
	p.decode(t, &k)
	if k.Enabled == nil {
		k.Enabled = new(true)
	}
	if k.TTL != nil {
		if n, ok := k.TTL.Any.(int64); !ok || n < 1 || n > 1<<31 {
			p.problem(k.TTL.Pos.Line, "ttl_sec is %s; want a positive whole number", shown(*k.TTL))
			k.TTL = nil
		}
	}
	return k
}

var stepName = regexp.MustCompile(`\A[A-Za-z_][A-Za-z0-9_-]*\z`)

func (p *parser) step(i int, t *tomlpos.Table) {
	var k stepKeys
	p.decode(t, &k)
	s := &Step{line: t.Pos.Line, ID: fmt.Sprintf("#%d", i)}
	p.plan.Steps = append(p.plan.Steps, s)
	p.name(i, s, k)
	s.Atom = p.atom(i, s, k)
	s.proceed = p.onError(k.OnError, k.OnError2)
	s.Timeout = time.Duration(p.whole("timeout_ms", k.Timeout, hour)) * time.Millisecond
	s.Retries = p.retries(k.Retry)
	if s.Atom != nil {
		if err := run.Retryable(s.Atom, s.Retries); err != nil {
			p.problem(k.Retry.Pos.Line, "%s", err.Message)
		}
	}
	p.cached(s, k.Cache)
	var links []link
	for _, v := range []tomlpos.Value{k.After, k.After2} {
		links = append(links, p.depends(v)...)
	}
	if k.Input.Any != nil {
		s.Input, _ = p.value(k.Input, nil, &links).(map[string]any)
		if _, ok := k.Input.Any.(*tomlpos.Table); !ok {
			p.problem(k.Input.Pos.Line, "input is %s; it must be a TOML table", tomlpos.TypeOf(k.Input))
		}
	}
	if s.Input == nil {
		s.Input = map[string]any{}
	}
	p.links = append(p.links, links)
}

// name takes its names: id and capture_as, either of them or both.
func (p *parser) name(i int, s *Step, k stepKeys) {
	for _, n := range []tomlpos.String{k.ID, k.Capture} {
		if n.Pos.Line == 0 {
			continue
		}
		if !stepName.MatchString(n.Text) || n.Text == "in" {
			p.problem(n.Pos.Line, "name %s is no step's: a letter or _, then letters, digits, _ and -, and not in", tomlpos.Printable(n.Text))
			continue
		}
		if first, twice := p.names[n.Text]; twice && first != i {
			p.problem(n.Pos.Line, "duplicate step id: %s", n.Text)
			continue
		}
		p.names[n.Text] = i
		if strings.HasPrefix(s.ID, "#") {
			s.ID = n.Text
		} else if n.Text != s.ID {
			s.Alias = n.Text
		}
	}
}

func (p *parser) atom(i int, s *Step, k stepKeys) *atom.Atom {
	id, line := k.Atom.Text, k.Atom.Pos.Line
	_, _, ok := atom.SplitID(id)
	var a *atom.Atom
	switch found, asked := p.found[id]; {
	case id == "":
		p.problem(s.line, "step #%d has no atom", i)
	case !ok:
		p.problem(line, "atom id %s is not <package>::<verb>, lower-case kebab", tomlpos.Printable(id))
	case asked && found != nil:
		a = found
	default:
		var err *run.Error
		if a, err = p.find(id); err != nil {
			a = nil
			p.problem(line, "%s", err.Message)
		}
		p.found[id] = a
	}
	switch kind := k.Kind; {
	case kind.Text == "":
	case !slices.Contains(atom.Kinds, kind.Text):
		p.problem(kind.Pos.Line, "invalid kind %s: it is one of %s", tomlpos.Printable(kind.Text), strings.Join(atom.Kinds, ", "))
	case a != nil && string(a.Kind) != kind.Text:
		p.problem(kind.Pos.Line, "kind is %s, the atom's %s", kind.Text, a.Kind)
	}
	return a
}

func (p *parser) retries(v tomlpos.Value) int {
	if t, ok := v.Any.(*tomlpos.Table); ok {
		var k struct {
			Attempts tomlpos.Value `toml:"attempts"`
		}
		p.decode(t, &k)
		return int(p.whole("attempts", k.Attempts, 100))
	}
	if n, ok := v.Any.(int64); ok && n == 0 {
		return 0
	}
	return int(p.whole("retry", v, 100))
}

// cached decides by the atom's kind: a pipe's author can't say that of a command.
func (p *parser) cached(s *Step, own *tomlpos.Table) {
	k := p.cache
	if own != nil {
		k = p.caching(own)
		if k.TTL == nil {
			k.TTL = p.cache.TTL
		}
	}
	if s.Atom == nil || k.Enabled == nil || !*k.Enabled {
		return
	}
	if k.TTL != nil {
		s.TTL = time.Duration(k.TTL.Any.(int64)) * time.Second
	}
	s.Cached = s.Atom.Kind == atom.Transform || s.Atom.Kind == atom.Query && s.TTL > 0
}

func (p *parser) depends(v tomlpos.Value) (out []link) {
	if v.Any == nil {
		return nil
	}
	list, ok := v.Any.([]tomlpos.Value)
	if !ok {
		p.problem(v.Pos.Line, "depends-on is %s; it must be a list of names", tomlpos.TypeOf(v))
	}
	for _, e := range list {
		name, ok := e.Any.(string)
		if !ok {
			p.problem(e.Pos.Line, "an element of depends-on is %s; it must be a name", tomlpos.TypeOf(e))
			continue
		}
		out = append(out, link{to: name, line: e.Pos.Line})
	}
	return out
}
