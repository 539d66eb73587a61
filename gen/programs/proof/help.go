package proof

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"kei/gen/programs"
	"kei/runtime/invocation"
)

// An Option is one name of an option, as a program's help lists it.
type Option struct {
	Name  string
	Value string // "" takes none, "?" may have one attached, "=" takes one
	Meta  string // what it is called there: FILE
}

var (
	commas     = regexp.MustCompile(`,\s+`)
	twoBlanks  = regexp.MustCompile(`\s{2,}|\t`)
	optionLine = regexp.MustCompile(`^\s{1,10}(-.*)$`)
	optionName = regexp.MustCompile(`^(--?[A-Za-z0-9][A-Za-z0-9_-]*|-[?@#%!])(\[=[^\]\s]*\]?|\[[A-Z<][^\]\s]*\]|=[^\s,]+| <[^>]+>| [A-Z][A-Z0-9_.:/|-]*\b|)(?:,\s*|\s+\|\s*|\s+or\s+|/|$)?`)
)

// options reads the lines of a help text that list options, as GNU programs
// write them: "  -x, --long=ARG  text".
func options(help string) (list []Option) {
	for _, line := range strings.Split(help, "\n") {
		m := optionLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		// What is behind two blanks is said about them.
		rest := twoBlanks.Split(commas.ReplaceAllString(m[1], ", "), 2)[0]
		var found []Option
		for rest != "" {
			m := optionName.FindStringSubmatch(rest)
			if m == nil {
				break
			}
			o := Option{Name: m[1], Meta: m[2]}
			switch {
			case strings.HasPrefix(m[2], "["):
				o.Value = "?"
			case m[2] != "":
				o.Value = "="
			}
			found = append(found, o)
			if len(m[0]) == len(m[1])+len(m[2]) && len(m[0]) < len(rest) {
				found = nil // a line of another kind: text that begins with a dash
				break
			}
			rest = rest[len(m[0]):]
		}
		// -x, --long=ARG: both take it.
		for i := range found {
			if len(found) > 1 && found[i].Value == "" {
				found[i].Value, found[i].Meta = found[len(found)-1].Value, found[len(found)-1].Meta
			}
		}
		list = append(list, found...)
	}
	// One that is listed with and without a value may have one.
	values := map[string]string{}
	for _, o := range list {
		if old, ok := values[o.Name]; ok && old != o.Value {
			o.Value = "?"
		}
		values[o.Name] = o.Value
	}
	for i := range list {
		list[i].Value = values[list[i].Name]
	}
	return list
}

// Help runs a program's --help and --version, and returns what it lists and
// the first line of its version.
func Help(name string) (list []Option, version string, err error) {
	b, err := newBox(nil)
	if err != nil {
		return nil, "", err
	}
	defer b.remove()
	b.env = []string{"COLUMNS=200", "KEI_NAME=" + name}
	out := b.run(5*time.Second, `timeout -k 1 2 "$KEI_NAME" --version </dev/null 2>&1 | head -c 4000 | grep -v '^$' | head -1
echo; echo ==; timeout -k 1 2 "$KEI_NAME" --help </dev/null 2>&1 | head -c 100000`)
	version, help, _ := strings.Cut(out, "\n==\n")
	return options(help), strings.TrimSpace(version), nil
}

// Lacks compares a help's options with a table: what it does not have, or has
// with another arity.
func Lacks(table *invocation.Table, name string, listed []Option) (lacks []string) {
	for _, o := range listed {
		e := programs.Example{Command: name + " '" + o.Name + "' x"}
		steps, unread := e.Steps(table, "")
		if len(unread) > 0 || len(steps) == 0 {
			continue
		}
		if slices.ContainsFunc(steps[0].Unknown, func(u string) bool { return strings.HasPrefix(u, o.Name) }) {
			lacks = append(lacks, o.Name+o.Value)
			continue
		}
		takes, ok := arity(table, name, o.Name)
		if ok && (takes == "=" && o.Value == "" || takes != "=" && o.Value == "=") {
			lacks = append(lacks, o.Name+o.Value+"!"+takes)
		}
	}
	slices.Sort(lacks)
	return slices.Compact(lacks)
}

// arity is how a table's option takes its value, if it stands there by its
// name and does not have two readings.
func arity(table *invocation.Table, program, option string) (takes string, ok bool) {
	p, _ := table.Program(program, "")
	if p == nil {
		return "", false
	}
	for _, o := range p.Command.Options {
		if !slices.Contains(strings.Fields(strings.ReplaceAll(o.Names, ",", " ")), option) {
			continue
		}
		switch {
		case o.More != nil && o.More.Also != "":
			return "", false
		case strings.HasPrefix(o.Value, "?"):
			return "?", true
		case o.Value != "" || o.More != nil && len(o.More.Keys) > 0:
			return "=", true
		}
		return "", true
	}
	return "", false
}
