package emit

import (
	"path"
	"slices"

	"github.com/dave/jennifer/jen"

	"kei/internal/files"
	"kei/runtime/gate"
)

// programsPath is where the tables of programs are emitted.
const (
	programsName = "programs"
	programsPath = "kei/out/" + programsName
)

// importRole makes the file import the role's package under its name. The
// alias is written where the folder's name is not the package's.
func importRole(f *jen.File, r roleFacts) {
	if path.Base(r.path()) == r.pkg() {
		f.ImportName(r.path(), r.pkg())
	} else {
		f.ImportAlias(r.path(), r.pkg())
	}
}

// mainFile is out/<role>/gate/main.go.
func mainFile(r roleFacts) (files.File, error) {
	f := newGo(r.header(), r.path()+"/gate", "main")
	importRole(f, r)
	f.Anon(r.path() + "/gate/early")
	f.PackageComment("// Command gate decides the tool calls of an agent in the role " + r.name + ".")
	callMain(f, r.path(), "Policy", r.policy)
	return formatted("out/"+r.name+"/gate/main.go", f)
}

// callMain writes the main of a gate: what it calls has regexp if one of the policies
// takes it.
func callMain(f *jen.File, facts, held string, policies ...*gate.Policy) {
	late := "shell"
	if slices.ContainsFunc(policies, (*gate.Policy).TakesRegexp) {
		late = "regexps"
	}
	f.ImportName("kei/runtime/"+late, late)
	f.Func().Id("main").Params().Block(
		jen.Qual(gatePath, "Main").Call(jen.Op("&").Qual(facts, held), jen.Op("&").Qual(programsPath, "Table"), jen.Qual("kei/runtime/"+late, "Late")),
	)
}

// earlyFile is out/<role>/gate/early/early.go.
func earlyFile(r roleFacts) (files.File, error) {
	f := newGo(r.header(), r.path()+"/gate/early", "early")
	importRole(f, r)
	for _, line := range []string{
		"// Package early answers the calls that need nothing but the policy.",
		"// It runs before what is costly has done its work for starting up: see gate.Early.",
	} {
		f.PackageComment(line)
	}
	f.Func().Id("init").Params().Block(
		jen.Qual(gatePath, "Early").Call(jen.Op("&").Qual(r.path(), "Policy"), jen.Op("&").Qual(programsPath, "Table")),
	)
	return formatted("out/"+r.name+"/gate/early/early.go", f)
}

// docFile is out/doc.go.
func docFile() (files.File, error) {
	f := newGo(files.Mark+". DO NOT EDIT.", "kei/out", "out")
	for _, line := range []string{
		"// Package out is what kei emitted from capabilities/ and roles/: a folder for",
		"// each role that has a gate, and in rules a folder for each capability that one of",
		"// them has. policy.go and rules.go are what a reviewer reads, tables.go follows",
		"// from them, prompt.md is what the role's agents are told, and gate is the program.",
	} {
		f.PackageComment(line)
	}
	f.Comment("//go:generate go tool kei gen -C ..")
	return formatted("out/doc.go", f)
}
