package emit

import (
	"bytes"
	"fmt"
	"reflect"
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
	name  string
	note  string
	value reflect.Value // the struct
	table *match.Table  // nil if it has none
}

// rules names the rules of a role.
func (r roleFacts) rules() ([]ruleFacts, error) {
	names := newNamer()
	var rules []ruleFacts
	for i, rule := range r.policy.Rules {
		v := reflect.ValueOf(rule)
		if v.Kind() != reflect.Pointer || v.IsNil() || v.Elem().Kind() != reflect.Struct {
			return nil, fmt.Errorf("rule %d of role %s is a %T; rules are pointers to structs", i, r.name, rule)
		}
		v = v.Elem()
		f := ruleFacts{name: names.rule(ruleTitle(r.name, rule.Head().Capability), v.Type().Name()), value: v}
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

// ruleTitle is what a rule's variable is named after: its capability, or for the
// role's own list the key that it has in roles/<name>.toml.
func ruleTitle(role, capability string) string {
	if capability == "role "+role {
		return "bash-patterns-allowed"
	}
	return capability
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
	policy, err := policyLit(r.policy, rules)
	if err != nil {
		return files.File{}, err
	}
	f.Comment("// Policy is all that an agent in the role " + r.name + " may and may not do.")
	f.Var().Id("Policy").Op("=").Add(policy)
	for _, rule := range rules {
		code, err := ruleVar(rule)
		if err != nil {
			return files.File{}, err
		}
		f.Line()
		for _, line := range wrap(rule.note) {
			f.Comment("// " + line)
		}
		f.Add(code)
	}
	return formatted("out/"+r.name+"/policy.go", f)
}

// ruleVar prints the variable of a rule.
func ruleVar(rule ruleFacts) (jen.Code, error) {
	lines, err := fields(rule.value, func(f reflect.StructField, v reflect.Value) jen.Code {
		if f.Type == tableType {
			return jen.Op("&").Id(tableOf(rule.name))
		}
		return nil
	})
	return jen.Var().Id(rule.name).Op("=").Add(named(rule.value.Type())).Add(list(lines...)), err
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
				items = append(items, jen.Op("&").Id(rule.name))
			}
			return jen.Index().Qual(gatePath, "Rule").Add(list(items...))
		}
		return nil
	})
	return jen.Qual(gatePath, "Policy").Add(list(lines...)), err
}

// newGo starts a Go file.
func newGo(header, path, pkg string) *jen.File {
	f := jen.NewFilePathName(path, pkg)
	f.HeaderComment("// " + header)
	f.ImportName(gatePath, "gate")
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
