package emit

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"
	"golang.org/x/tools/imports"

	"kei/internal/files"
	"kei/runtime/gate"
	"kei/runtime/match"
)

// A roleFacts is what is printed for one role.
type roleFacts struct {
	name   string // edit-local
	about  string // one sentence, may be empty
	policy *gate.Policy
	notes  []string // a comment for each rule of the policy
}

func (r roleFacts) pkg() string  { return PackageName(r.name) }
func (r roleFacts) path() string { return "kei/out/" + r.name }
func (r roleFacts) header() string {
	return files.Mark + " from roles/" + r.name + ".toml. DO NOT EDIT."
}

// A ruleFacts is one rule under the name it gets.
type ruleFacts struct {
	home  home // the package it stands in
	name  string
	note  string
	rule  gate.Rule
	value reflect.Value // the struct
	table *match.Table  // nil if it has none
}

// rules names the rules of a role.
func (r roleFacts) rules() ([]ruleFacts, error) {
	names := map[string]namer{}
	var rules []ruleFacts
	for i, rule := range r.policy.Rules {
		v := reflect.ValueOf(rule)
		if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return nil, fmt.Errorf("rule %d of role %s is a %T; rules are pointers to structs", i, r.name, rule)
		}
		at, err := r.homeOf(rule.Head().Capability)
		if err != nil {
			return nil, err
		}
		if names[at.path] == nil {
			names[at.path] = newNamer()
		}
		f := ruleFacts{home: at, rule: rule, value: v.Elem()}
		if typ := f.value.Type().Name(); at.capability == "" {
			f.name = names[at.path].rule(ruleTitle(r.name, rule), typ)
		} else {
			f.name = names[at.path].kind(typ)
		}
		if i < len(r.notes) {
			f.note = r.notes[i]
		}
		if c, ok := rule.(gate.Compiler); ok {
			_, table := c.Compiled()
			f.table = *table
		}
		rules = append(rules, f)
	}
	return rules, nil
}

// ruleTitle is what the variable of a role's own rule is named after: its list
// of commands has that of its key in roles/<name>.toml.
func ruleTitle(role string, rule gate.Rule) string {
	if rule.Head().Capability == "role "+role {
		switch rule.(type) {
		case *gate.OnlyFiles:
			return "files-allowed"
		case *gate.DenyFiles:
			return "files-denied"
		}
		return "bash-allowed"
	}
	return rule.Head().Capability
}

// own are the rules that stand in the role's own folder.
func own(rules []ruleFacts) []ruleFacts {
	return slices.DeleteFunc(slices.Clone(rules), func(r ruleFacts) bool { return r.home.capability != "" })
}

// policyFile is out/<role>/policy.go.
func policyFile(r roleFacts, rules []ruleFacts) (files.File, error) {
	f := newGo(r.header(), r.path(), r.pkg())
	f.PackageComment("// Package " + r.pkg() + " is the policy of the role " + r.name + ".")
	if r.about != "" {
		f.PackageComment("//")
		for _, line := range wrap(r.about) {
			f.PackageComment("// " + line)
		}
	}
	for _, rule := range rules {
		f.ImportAlias(rule.home.path, rule.home.pkg)
	}
	policy, err := policyLit(r.policy, rules)
	if err != nil {
		return files.File{}, err
	}
	f.Comment("// Policy is all that an agent in the role " + r.name + " may and may not do.")
	f.Var().Id("Policy").Op("=").Add(policy)
	for _, rule := range own(rules) {
		if err := addRule(f, rule); err != nil {
			return files.File{}, err
		}
	}
	return formatted("out/"+r.name+"/policy.go", f)
}

// addRule prints the variable of a rule, below what is said of it.
func addRule(f *jen.File, rule ruleFacts) error {
	lines, err := fields(rule.value, func(f reflect.StructField, v reflect.Value) jen.Code {
		if f.Type == tableType {
			return jen.Op("&").Id(tableOf(rule.name))
		}
		return nil
	})
	f.Line()
	for _, line := range wrap(rule.note) {
		f.Comment("// " + line)
	}
	f.Var().Id(rule.name).Op("=").Add(named(rule.value.Type())).Add(list(lines...))
	return err
}

// policyLit prints the policy itself, with its rules by name.
func policyLit(p *gate.Policy, rules []ruleFacts) (jen.Code, error) {
	lines, err := fields(reflect.ValueOf(p).Elem(), func(f reflect.StructField, v reflect.Value) jen.Code {
		switch f.Name {
		case "Sum":
			return jen.Id("policySum")
		case "Rules":
			var items []jen.Code
			for _, rule := range rules {
				items = append(items, ruleLine(rule))
			}
			return jen.Index().Qual(gatePath, "Rule").Add(list(items...))
		}
		return nil
	})
	return jen.Qual(gatePath, "Policy").Add(list(lines...)), err
}

// ruleLine is a rule's line in its policy, below what is said of it if it
// stands elsewhere.
func ruleLine(rule ruleFacts) jen.Code {
	line := jen.Null()
	if rule.home.capability == "" {
		return line.Op("&").Id(rule.name)
	}
	for _, text := range wrap(rule.note) {
		line.Comment("// " + text).Line()
	}
	return line.Op("&").Qual(rule.home.path, rule.name)
}

// newGo starts a Go file.
func newGo(header, path, pkg string) *jen.File {
	f := jen.NewFilePathName(path, pkg)
	f.HeaderComment("// " + header)
	f.ImportName(gatePath, "gate")
	f.ImportName(programsPath, "programs")
	return f
}

// formatted renders a file and puts it into the form that gofmt gives it.
// FormatOnly, because without it Process searches the module cache and guesses.
func formatted(name string, f *jen.File) (files.File, error) {
	var b bytes.Buffer
	if err := f.Render(&b); err != nil {
		return files.File{}, fmt.Errorf("%s: %w", name, err)
	}
	data, err := imports.Process(name, b.Bytes(), &imports.Options{FormatOnly: true, Comments: true, TabIndent: true, TabWidth: 8})
	if err != nil {
		return files.File{}, fmt.Errorf("%s: %w", name, err)
	}
	return files.File{Name: name, Data: data}, nil
}

// wrap breaks a text into lines for comments, at blanks only.
func wrap(text string) []string {
	const width = 90
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}
