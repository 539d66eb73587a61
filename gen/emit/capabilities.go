package emit

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/dave/jennifer/jen"

	"kei/gen/resolve"
	"kei/internal/files"
	"kei/runtime/gate"
)

// capabilityName is the folder of the gate of single capabilities, and so no
// role's name.
const (
	capabilityName   = "capability"
	capabilityPath   = "kei/out/" + capabilityName
	capabilityHeader = files.Mark + " from capabilities/. DO NOT EDIT."
)

// forCapabilities is the program that is asked by the names of capabilities;
// nothing if none has a gate. Its rules go to shared.
func forCapabilities(list []resolve.Gated, shared library) ([]files.File, error) {
	if len(list) == 0 {
		return nil, nil
	}
	r := roleFacts{name: capabilityName, policy: &gate.Policy{Role: capabilityName}}
	all := gate.Capabilities{}
	for _, c := range list {
		all.List = append(all.List, c.Capability)
		r.policy.Rules = append(r.policy.Rules, c.Rules...)
		r.notes = append(r.notes, c.Comments...)
	}
	rules, err := r.rules()
	if err != nil {
		return nil, err
	}
	if err := shared.add(r.name, rules); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(all.JSON())
	all.Sum = hex.EncodeToString(sum[:])
	var set []files.File
	for _, file := range []func() (files.File, error){
		func() (files.File, error) { return capabilitiesFile(all, rules) },
		func() (files.File, error) {
			return heldMainFile(capabilityHeader, capabilityName, "Capabilities", "Command gate decides tool calls by the capabilities that its command line names.", r.policy)
		},
		func() (files.File, error) { return heldEarlyFile(capabilityHeader, capabilityName, "Capabilities") },
	} {
		f, err := file()
		if err != nil {
			return nil, err
		}
		set = append(set, f)
	}
	return set, nil
}

// capabilitiesFile is out/capability/capabilities.go.
func capabilitiesFile(all gate.Capabilities, rules []ruleFacts) (files.File, error) {
	f := newGo(capabilityHeader, capabilityPath, capabilityName)
	f.PackageComment("// Package capability holds every capability that has a gate, each to be asked by its")
	f.PackageComment("// name. Their rules are those of the folders below out/rules.")
	var items []jen.Code
	for _, c := range all.List {
		var lines []jen.Code
		for len(lines) < len(c.Rules) {
			rule := rules[0]
			rules = rules[1:]
			f.ImportAlias(rule.home.path, rule.home.pkg)
			lines = append(lines, jen.Op("&").Qual(rule.home.path, rule.name))
		}
		var events []jen.Code
		for _, e := range c.Events {
			events = append(events, jen.Op(strconv.Quote(e)))
		}
		items = append(items, jen.Add(list(
			field("Name", jen.Op(strconv.Quote(c.Name))),
			field("Events", jen.Index().String().Values(events...)),
			field("Rules", jen.Index().Qual(gatePath, "Rule").Add(list(lines...))),
		)))
	}
	f.Comment("// Capabilities are all that have a gate, in the order of their names.")
	f.Var().Id("Capabilities").Op("=").Qual(gatePath, "Capabilities").Add(list(
		field("Sum", jen.Op(strconv.Quote(all.Sum))),
		field("List", jen.Index().Qual(gatePath, "Capability").Add(list(items...))),
	))
	return formatted("out/"+capabilityName+"/capabilities.go", f)
}
