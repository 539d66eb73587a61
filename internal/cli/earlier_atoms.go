package cli

import (
	"fmt"
	"slices"
	"strings"
)

// earlierAtoms are the programs of the earlier kit that are verbs of kei atom
// here, and what each of their own verbs is; "" is a program without verbs.
var earlierAtoms = map[string]map[string][]string{
	"kei-runtime": {
		"invoke":      {"atom", "invoke"},
		"list-atoms":  {"atom", "list", "--walked"},
		"schema-lint": {"atom", "lint", "--format", "tsv", "--walked"},
		"pipe":        {"atom", "pipe"},
	},
	"kei-pipe": {
		"run":      {"atom", "pipe"},
		"validate": {"atom", "pipe", "--check"},
	},
	"kei-sage": {
		"rank-atoms":     {"atom", "graph", "rank"},
		"atoms-rank":     {"atom", "graph", "rank"},
		"related":        {"atom", "graph", "related"},
		"atoms-related":  {"atom", "graph", "related"},
		"search":         {"atom", "graph", "search", "--kind-first"},
		"atoms-search":   {"atom", "graph", "search", "--kind-first"},
		"graph":          {"atom", "graph", "export"},
		"atoms-discover": {"atom", "list", "--discovered", "--walked"},

		"atoms-rules-discover": {"atom", "list", "--discovered-rules"},
	},
	"kei-schema-lint": {
		"": {"atom", "lint", "--format", "tsv", "--walked"},
	},
	"kei-forge": {
		"": {"forge"},
	},
	"keisei": {
		"forge": {"forge"},
	},
	"new-atom.sh": {
		"": {"atom", "new"},
	},
}

// vaultVerbs are those of kei-sage that had to do with its vault of notes, and
// with the facets and authors of the earlier kit's own capabilities: kei keeps no
// notes, so there is nothing that they could do.
var vaultVerbs = []string{"import", "add", "edit", "link", "rank", "facet-query", "lineage", "author"}

// renamed are options of earlier programs that are called otherwise here.
var renamed = map[string]string{"--crate": "--package", "--rules-root": "--rules"}

// earlierAtomArgs are the arguments of kei for those of an earlier program.
func earlierAtomArgs(name string, args []string) ([]string, error) {
	verbs := earlierAtoms[name]
	args = withoutVault(name, args)
	verb, rest := "", args
	if _, alone := verbs[""]; !alone {
		if len(args) > 0 {
			verb, rest = args[0], args[1:]
		}
		if name == "kei-sage" && slices.Contains(vaultVerbs, verb) {
			return nil, fmt.Errorf("%s is of the earlier kit's vault of notes, which kei does not have: the graph is of atoms, as they are declared; there are %s", verb, strings.Join(sorted(verbs), ", "))
		}
		if verbs[verb] == nil {
			return nil, fmt.Errorf("no verb %q; there are %s", verb, strings.Join(sorted(verbs), ", "))
		}
	}
	out := slices.Clone(verbs[verb])
	if name == "new-atom.sh" {
		rest = newAtomArgs(rest)
	}
	for _, a := range rest {
		option, value, joined := strings.Cut(a, "=")
		if now, ok := renamed[option]; ok {
			if a = now; joined {
				a += "=" + value
			}
		}
		out = append(out, a)
	}
	return out, nil
}

// withoutVault leaves out kei-sage's --db FILE, which stands in front of its
// verb: there is no such file any more, the graph is read from the atoms.
func withoutVault(name string, args []string) []string {
	if name != "kei-sage" || len(args) == 0 {
		return args
	}
	if args[0] == "--db" && len(args) > 1 {
		return args[2:]
	}
	if strings.HasPrefix(args[0], "--db=") {
		return args[1:]
	}
	return args
}

// newAtomArgs are those of kei atom new for the earlier CRATE VERB [KIND].
func newAtomArgs(args []string) []string {
	n := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, "-") })
	if n < 0 {
		n = len(args)
	}
	if n != 2 && n != 3 {
		return args
	}
	out := append([]string{args[0] + "::" + args[1]}, args[n:]...)
	if n == 3 {
		out = append(out, "--kind", args[2])
	}
	return out
}
