// Package effect is what a command does to the world around it, as a closed
// list, so that a policy can be said in it.
package effect

// A Set is any of the effects, none included.
type Set uint16

// The effects. What an entry is silent about it does not do; that an effect is
// claimed proves nothing (see the examples of a program).
const (
	Prints    Set = 1 << iota // computes and prints; nothing outside its process changes
	Reads                     // reads files, folders, processes that it names or finds
	Writes                    // changes or makes files
	Deletes                   // removes files
	Builds                    // runs code of the worktree: tests, build scripts, make
	Installs                  // fetches and adds packages, toolchains, extensions
	Fetches                   // reads from the network, name look-ups included
	Sends                     // changes something elsewhere: push, publish, mail, deploy
	History                   // changes what version control holds here
	Destroys                  // loses what nothing else holds
	Secrets                   // prints or copies credentials
	Privilege                 // acts as somebody else, or makes that possible
	System                    // services, users, kernel, packages of the machine, schedules
	Agents                    // starts another agent, or changes what governs one
)

// names are in the order of the bits.
var names = [...]string{
	"prints", "reads", "writes", "deletes", "builds", "installs", "fetches",
	"sends", "history", "destroys", "secrets", "privilege", "system", "agents",
}

// verbs are the names as what a command does; those that are verbs stand for themselves.
var verbs = [...]string{
	8: "changes history", 10: "shows secrets", 11: "takes privilege", 12: "changes the system", 13: "starts or governs agents",
}

// Names lists all effects.
func Names() []string { return append([]string(nil), names[:]...) }

// Named is the effect of that name.
func Named(name string) (Set, bool) {
	for i, n := range names {
		if n == name {
			return 1 << i, true
		}
	}
	return 0, false
}

// Within reports whether everything in s is in allowed.
func (s Set) Within(allowed Set) bool { return s&^allowed == 0 }

// Has reports whether s and other share an effect.
func (s Set) Has(other Set) bool { return s&other != 0 }

// List names the effects of s, in their order.
func (s Set) List() []string {
	var list []string
	for i, n := range names {
		if s&(1<<i) != 0 {
			list = append(list, n)
		}
	}
	return list
}

// Does is the effects as a sentence says them of a command: "sends, changes history".
func (s Set) Does() string {
	out := ""
	for i, n := range names {
		if s&(1<<i) == 0 {
			continue
		}
		if verbs[i] != "" {
			n = verbs[i]
		}
		if out != "" {
			out += ", "
		}
		out += n
	}
	return out
}

func (s Set) String() string {
	out := ""
	for i, n := range s.List() {
		if i > 0 {
			out += ", "
		}
		out += n
	}
	return out
}
