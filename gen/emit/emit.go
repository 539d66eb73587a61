package emit

import (
	"kei/gen/resolve"
	"kei/internal/files"
	"kei/templates"
)

// Owned are the folders that hold nothing but what All returns.
func Owned() []string { return []string{"out"} }

// Module makes out/ a module of its own: to the Go tools of the repository that a
// policy lies in it is another one's.
func Module() files.File {
	text := "// " + files.Mark + ". DO NOT EDIT.\n// kei build compiles what is here, with the runtime that kei carries.\nmodule kei/out\n\ngo 1.26\n"
	return files.File{Name: "out/go.mod", Data: []byte(text)}
}

// All is everything that is emitted for the roles and for single capabilities, by
// name.
func All(roles []resolve.Role, gated []resolve.Gated) ([]files.File, error) {
	var set []files.File
	shared := library{}
	for _, role := range roles {
		if !role.Spawnable {
			continue
		}
		one, err := forRole(role, shared)
		if err != nil {
			return nil, err
		}
		set = append(set, one...)
	}
	single, err := forCapabilities(gated, shared)
	if err != nil {
		return nil, err
	}
	set = append(set, single...)
	rules, err := shared.files()
	if err != nil {
		return nil, err
	}
	set = append(set, rules...)
	common, err := forAll()
	if err != nil {
		return nil, err
	}
	set = append(set, common...)
	plans, err := forVerify(roles)
	if err != nil {
		return nil, err
	}
	set = append(set, plans...)
	files.Sort(set)
	return set, nil
}

// forRole is the folder of one role. The rules that it has of capabilities go
// to shared.
func forRole(role resolve.Role, shared library) ([]files.File, error) {
	if err := CheckRole(role.Name); err != nil {
		return nil, err
	}
	r := roleFacts{name: role.Name, about: role.Description, policy: role.Policy()}
	for _, rule := range role.Rules {
		r.notes = append(r.notes, rule.Comment)
	}
	set, err := forPolicy(r, shared)
	if err != nil {
		return nil, err
	}
	prompt, err := templates.Prompt(r.header(), role.Prompt())
	if err != nil {
		return nil, err
	}
	return append(set, files.File{Name: "out/" + role.Name + "/prompt.md", Data: prompt}), nil
}

// forPolicy is the Go of one role.
func forPolicy(r roleFacts, shared library) ([]files.File, error) {
	policy := *r.policy
	r.policy = &policy
	rules, err := r.rules()
	if err != nil {
		return nil, err
	}
	if err := shared.add(r.name, rules); err != nil {
		return nil, err
	}
	policy.Sum = Sum(&policy)
	var set []files.File
	for _, file := range []func() (files.File, error){
		func() (files.File, error) { return policyFile(r, rules) },
		func() (files.File, error) { return tablesFile(r, rules) },
		func() (files.File, error) { return mainFile(r) },
		func() (files.File, error) { return earlyFile(r) },
	} {
		f, err := file()
		if err != nil {
			return nil, err
		}
		set = append(set, f)
	}
	return set, nil
}

// forAll is what does not depend on the roles.
func forAll() ([]files.File, error) {
	doc, err := docFile()
	if err != nil {
		return nil, err
	}
	set := []files.File{doc}
	header := files.Mark + ". DO NOT EDIT."
	for _, hook := range []struct {
		name string
		text func(header string) ([]byte, error)
		exec bool
	}{
		{"agent-capability-check.sh", templates.CapabilityCheck, true},
		{"agent-capability-verify.sh", templates.CapabilityVerify, true},
		{"hooks.json", templates.HooksJSON, false},
		{"settings-snippet.json", templates.SettingsSnippet, false},
	} {
		data, err := hook.text(header)
		if err != nil {
			return nil, err
		}
		f := files.File{Name: "hooks/" + hook.name, Data: data}
		if hook.exec {
			f.Mode = 0o755
		}
		set = append(set, f)
	}
	return set, nil
}
