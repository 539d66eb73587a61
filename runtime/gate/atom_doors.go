package gate

import (
	"kei/runtime/str"
	"kei/runtime/word"
)

// A door is one way in which kei's command line gets to atoms: words in front,
// options with and without a value, and what the one operand names.
type door struct {
	program string
	path    string // the words that follow, joined by blanks
	does    doing
}

// A doing is what a command of kei does about atoms.
type doing uint8

const (
	reading  doing = iota // it reads declarations
	invoking              // its operand is an atom
	piping                // its operand is a pipe
	refused               // it makes, serves or runs what no grant names
)

// doors are all commands that have to do with atoms, the earlier kit's too. What
// begins like one of them and is none is refused.
var doors = []door{
	{"kei", "atom invoke", invoking},
	{"kei", "atom pipe", piping},
	{"kei", "atom list", reading},
	{"kei", "atom show", reading},
	{"kei", "atom lint", reading},
	{"kei", "atom graph", reading},
	{"kei", "atom help", reading},
	{"kei", "atom cache stats", reading},
	{"kei", "atom", refused},
	{"kei", "forge", refused},
	{"kei-runtime", "invoke", invoking},
	{"kei-runtime", "list-atoms", reading},
	{"kei-runtime", "schema-lint", reading},
	{"kei-runtime", "pipe", piping},
	{"kei-runtime", "", refused},
	{"kei-pipe", "validate", reading},
	{"kei-pipe", "", refused},
	{"kei-schema-lint", "", reading},
	{"kei-sage", "", reading},
	{"kei-forge", "", refused},
	{"keisei", "forge", refused},
	{"new-atom.sh", "", refused},
}

// doorOf are the doors of a program, nil if it has none.
func doorOf(name string) []door {
	var out []door
	for _, d := range doors {
		if d.program == name {
			out = append(out, d)
		}
	}
	return out
}

// Options of invoke and pipe that change nothing of what is run. Their value is
// the next word, but for those of plain.
var (
	valued       = []string{"--input", "--timeout", "--retries", "--error-format", "--jobs"}
	plainOptions = []string{"--check", "--plan", "--no-cache", "--help", "-h"}
)

// door says what there is against a command of kei, and whether it runs an atom.
func (r *OnlyAtoms) door(cmd *command, of []door) (why string, runs bool) {
	words := cmd.Words[1:]
	d, rest, why := enter(words, of)
	switch {
	case why != "":
		return cmd.text() + ": " + why, false
	case d == nil || d.does == reading:
		return "", false
	case d.does == refused:
		return cmd.text() + " is not for agents: what is granted are single atoms and pipes" + r.granted(), false
	}
	operand, why := single(rest)
	if why != "" {
		return cmd.text() + ": " + why, false
	}
	if d.does == piping {
		if !str.In(operand, r.Pipes...) {
			return cmd.text() + ": no pipe " + str.OneLine(operand, 80) + " is granted to this role" + r.granted(), false
		}
		return "", true
	}
	for _, g := range r.Granted {
		if g.ID == operand {
			return "", true
		}
	}
	return cmd.text() + ": the atom " + str.OneLine(operand, 80) + " is not granted to this role" + r.granted(), false
}

// enter finds the door that words lead to: the first whose path they begin
// with, options left out. The rest is what follows its path.
func enter(words []word.Word, of []door) (*door, []word.Word, string) {
	if len(words) > 0 && isOption(words[0].Text) {
		// kei -C DIR atom ...: another folder has other atoms of that name.
		for _, w := range words {
			if w.Text == "atom" || w.Text == "forge" || !w.Known() {
				return nil, nil, "no option stands in front of atom; another policy folder has other atoms of that name"
			}
		}
	}
	for i := range of {
		path := str.Fields(of[i].path)
		if len(path) > len(words) {
			continue
		}
		fits := true
		for k, p := range path {
			if !words[k].Known() {
				return nil, nil, words[k].Shown() + " is not written out"
			}
			fits = fits && words[k].Text == p
		}
		if fits {
			return &of[i], words[len(path):], ""
		}
	}
	if len(words) > 0 && !words[0].Known() {
		return nil, nil, words[0].Shown() + " is not written out"
	}
	return nil, nil, ""
}

// single is the one operand among words that change nothing else.
func single(words []word.Word) (operand, why string) {
	found := 0
	for i := 0; i < len(words); i++ {
		w := words[i]
		name, value, joined := str.Cut(w.Text, '=')
		switch {
		case w.Spills() || w.Glob:
			return "", w.Shown() + " may be several words; quote it, or write it out"
		case str.In(w.Text, plainOptions...):
		case isOption(w.Text) && str.In(name, valued...):
			if !joined {
				if i++; i == len(words) {
					return "", name + " has no value"
				}
				if words[i].Spills() || words[i].Glob {
					return "", words[i].Shown() + " may be several words; quote it, or write it out"
				}
				value = words[i].Text
			}
			if name == "--input" && len(value) > 0 && value[0] < ' ' {
				return "", "its input is not written out, and may name a file; give it by --input - on standard input"
			}
		case isOption(w.Text):
			return "", "the option " + str.OneLine(name, 60) + " changes what is run, or is none; leave it out"
		case !w.Known():
			return "", w.Shown() + " is not written out"
		default:
			operand = w.Text
			found++
		}
	}
	if found != 1 {
		return "", "it names not one atom or pipe; run one at a time"
	}
	return operand, ""
}
