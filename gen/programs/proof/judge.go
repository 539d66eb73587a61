package proof

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"

	"kei/gen/programs"
	"kei/runtime/effect"
	"kei/runtime/gate"
	"kei/runtime/invocation"
)

// A Verdict is what came of an example.
type Verdict struct {
	Wrong  []string // what the program did, and its table does not say; what its table says must run, and did not
	Unseen []string // what the table says that it does, and it did not: more than is true is safe, but no proof
	Note   string   // how it ended, if not well
}

// Ask runs an example, and compares.
func Ask(table *invocation.Table, e programs.Example) (Verdict, error) {
	steps, unread := e.Steps(table, "")
	if len(unread) > 0 {
		return Verdict{}, fmt.Errorf("it is refused: %s", unread[0])
	}
	j := judge{steps: steps}
	j.collect()
	b, err := newBox(j.standIns)
	if err != nil {
		return Verdict{}, err
	}
	defer b.remove()
	if j.run, err = b.example(e.Command, e.Setup, j.touch); err != nil {
		return Verdict{}, err
	}
	j.compare()
	if j.run.setup != "0" {
		j.verdict.Note = "its setup ends with " + j.run.setup
	} else if j.run.exit != "0" && len(j.must)+len(j.may) == 0 {
		j.verdict.Note = "ends with " + j.run.exit + ": " + lastLine(j.run.out)
	}
	slices.Sort(j.verdict.Wrong)
	j.verdict.Wrong = slices.Compact(j.verdict.Wrong)
	return j.verdict, nil
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// A judge holds what an example's table says, and what happened.
type judge struct {
	steps    []gate.Step
	run      *run
	verdict  Verdict
	effects  effect.Set // of all steps
	may      []string   // paths that may be written or removed
	unnamed  bool       // files that it does not name, too
	standIns []string   // names of programs that it runs
	must     []string   // texts of commands that have to be run
	touch    []string   // files that it reads
}

// builtins are run by a shell without a program.
var builtins = strings.Fields(". : [ alias bg bind break builtin caller cd command compgen complete continue declare dirs disown echo enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait")

// collect reads what the steps say.
func (j *judge) collect() {
	parent := map[int]bool{}
	for _, s := range j.steps {
		parent[s.By] = true
	}
	first := ""
	for i, s := range j.steps {
		j.effects |= s.Effects
		for _, w := range slices.Concat(s.Writes, s.Deletes) {
			if strings.HasPrefix(w, "(") {
				j.unnamed = true
			} else {
				j.may = append(j.may, inWork(w))
			}
		}
		for _, r := range s.Reads {
			if !strings.ContainsAny(r, "*?[<:$~,") && !strings.HasPrefix(r, "/") && !strings.HasPrefix(r, "-") && !strings.Contains(r, "..") {
				j.touch = append(j.touch, r)
			}
		}
		name, _, _ := strings.Cut(s.Text, " ")
		if i == 0 {
			first = name
		}
		if s.By < 0 || s.Maybe || strings.Contains(name, "<") {
			continue
		}
		if !parent[i] && !slices.Contains(builtins, path.Base(name)) { // one that runs others is shown by what these do
			j.must = append(j.must, s.Text)
		}
		if !parent[i] && !strings.Contains(name, "/") && name != first && !slices.Contains(builtins, name) && name != "cat" {
			j.standIns = append(j.standIns, name)
		}
	}
}

// inWork is where a word that names a file points.
func inWork(word string) string {
	for _, h := range []string{"~", "$HOME", "${HOME}"} {
		if word == h || strings.HasPrefix(word, h+"/") {
			return path.Join(home, strings.TrimPrefix(word, h))
		}
	}
	if path.IsAbs(word) {
		return path.Clean(word)
	}
	return path.Join(work, word)
}

// free are files that anything may write: devices, and what programs keep for
// themselves and nobody reads as text.
var free = []string{
	"/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/ptmx", "/dev/pts", "/dev/shm", "/dev/stdout", "/dev/stderr", "/dev/fd", "/proc",
	"/tmp", "/var/tmp",
	home + "/.cache", home + "/.local/state", // by the XDG rules
	home + "/.config/fish", home + "/.local/share/fish", home + "/.config/go/telemetry", home + "/.config/procps", home + "/.npm", home + "/.parallel",
	work + "/.git/index", work + "/.git/index.lock", // what git status keeps
}

func below(p, dir string) bool {
	return p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/")
}

// own are files that programs keep for themselves by their names.
func own(p string) bool {
	name := path.Base(p)
	return slices.ContainsFunc(free, func(f string) bool { return below(p, f) }) ||
		path.Dir(p) == home && strings.HasPrefix(name, ".") && (strings.HasSuffix(name, "_history") || name == ".viminfo" || name == ".lesshst" || name == ".wget-hsts") ||
		below(p, "/usr") && strings.Contains(p, "/__pycache__")
}

// allowed reports whether the table says that a path is written or removed.
func (j *judge) allowed(p string) bool {
	if own(p) || slices.ContainsFunc(j.may, func(m string) bool { return covers(m, p) }) {
		return true
	}
	if !below(p, work) {
		return false
	}
	switch {
	case j.unnamed, j.effects.Has(effect.Builds | effect.Installs):
		return true // any file of the worktree
	case j.effects.Has(effect.History | effect.Destroys):
		return strings.Contains(p+"/", "/.git/")
	}
	return false
}

// covers reports whether a path is one that a table names, is in it, or is
// beside it under its name and an ending (a.gz, a.bak). What the table's
// example says in relation to a folder that it changes to is met in any.
func covers(m, p string) bool {
	relative, ofWork := strings.CutPrefix(m, work)
	if below(p, m) || strings.HasPrefix(p, m+".") || p == m+"~" || ofWork && below(p, work) && strings.HasSuffix(p, relative) {
		return true
	}
	if ok, _ := path.Match(strings.NewReplacer("XXXXXX", "*", "XXX", "*").Replace(m), p); ok {
		return true
	}
	before, _, unknown := strings.Cut(m, "<")
	return unknown && strings.HasPrefix(p, before)
}

// onTheWay reports whether a folder leads to something that may be written.
func (j *judge) onTheWay(p string) bool {
	leads := func(to string) bool { return below(to, p) }
	return slices.ContainsFunc(j.may, leads) || slices.ContainsFunc(free, leads)
}

// temporary reports whether a file was made on the way to one that may be
// written, beside it, and is gone.
func (j *judge) temporary(p string) bool {
	if j.run.before[p] {
		return false
	}
	if out := j.run.box.path(p); out == "" {
		return false
	} else if _, err := os.Lstat(out); err == nil {
		return false
	}
	return slices.ContainsFunc(j.may, func(m string) bool { return path.Dir(p) == path.Dir(m) || path.Dir(p) == m })
}

func (j *judge) compare() {
	var ran []event
	touched := len(j.may) == 0
	for _, e := range j.run.events {
		switch e.kind {
		case writes, makes, removes:
			if e.failed != "" && e.failed != "EROFS" && e.failed != "EACCES" && e.failed != "EPERM" {
				continue
			}
			touched = touched || slices.ContainsFunc(j.may, func(m string) bool { return covers(m, e.path) })
			if !j.allowed(e.path) && !j.temporary(e.path) && (e.kind != makes || !j.onTheWay(e.path)) {
				j.wrong(map[kind]string{writes: "writes ", makes: "makes ", removes: "removes "}[e.kind] + e.path)
			}
		case connects:
			j.connected(e)
		case executes:
			ran = append(ran, e)
			j.executed(e)
		}
	}
	for _, text := range j.must {
		if !slices.ContainsFunc(ran, func(e event) bool { return matches(e.argv, text) }) {
			j.wrong("does not run " + text)
		}
	}
	if !touched && len(j.must) == 0 {
		j.verdict.Unseen = j.may
	}
}

func (j *judge) wrong(what string) {
	if len(what) > 200 {
		what = what[:200] + "..."
	}
	j.verdict.Wrong = append(j.verdict.Wrong, what)
}

// matches reports whether words are the command that a text says; where the
// text has something that is only known at run time, its first word is enough.
func matches(argv []string, text string) bool {
	if len(argv) == 0 {
		return false
	}
	first, rest, _ := strings.Cut(text, " ")
	if path.Base(argv[0]) != path.Base(first) {
		return false
	}
	return strings.ContainsAny(text, "<*") || strings.Contains(text, "{}") || strings.Join(argv[1:], " ") == rest
}

func (j *judge) connected(e event) {
	switch {
	case strings.Contains(e.path, "AF_UNIX"):
		if !strings.Contains(e.path, "nscd/socket") && j.effects.Within(effect.Prints|effect.Reads|effect.Writes|effect.Deletes) {
			j.wrong("connects to " + e.path)
		}
	case strings.Contains(e.path, "AF_INET"):
		if !j.effects.Has(effect.Fetches | effect.Sends | effect.Installs | effect.Builds | effect.System) {
			j.wrong("connects to " + e.path)
		}
	}
}

// executed judges a program that was started. Those that belong to another one
// (compilers' passes, what a script of the system calls) do what that one is
// said to do: their files are judged like its own.
func (j *judge) executed(e event) {
	if len(e.argv) == 0 || e.failed == "ENOENT" {
		return
	}
	if slices.ContainsFunc(j.steps, func(s gate.Step) bool { return matches(e.argv, s.Text) }) || j.effects.Has(effect.Builds|effect.Installs) {
		return
	}
	// Many ask git for one of its settings.
	if path.Base(e.argv[0]) == "git" && slices.Contains(e.argv, "config") && slices.Contains(e.argv, "--get") {
		return
	}
	if slices.ContainsFunc([]string{standIns, work, home, "/tmp"}, func(dir string) bool { return below(e.path, dir) }) {
		j.wrong("runs " + strings.Join(e.argv, " "))
	}
}
