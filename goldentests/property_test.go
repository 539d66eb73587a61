package goldentests

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/runtime/gate"

	"github.com/BurntSushi/toml"
)

// A wrapperFile is wrappers.toml: ways to run a command by another one.
type wrapperFile struct {
	Wrap   []string
	Unseen []string
	Nest   struct{ Programs, Texts, Syntax []string }
}

func wrappers(t *testing.T) wrapperFile {
	t.Helper()
	var file wrapperFile
	meta, err := toml.DecodeFile("wrappers.toml", &file)
	if err != nil {
		t.Fatal(err)
	}
	if u := meta.Undecoded(); len(u) > 0 {
		t.Fatalf("wrappers.toml: nobody reads %v", u)
	}
	for _, w := range file.Unseen {
		if !slices.Contains(file.Wrap, w) {
			t.Errorf("wrappers.toml: %q is unseen and no wrapper", w)
		}
	}
	return file
}

// wrapped puts a command into a wrapper: as words, or as one quoted word.
func wrapped(wrapper, command string) string {
	at := strings.Index(wrapper, "CMD")
	if at < 0 {
		return wrapper
	}
	text := command
	if at > 0 && at+3 < len(wrapper) && wrapper[at-1] == wrapper[at+3] {
		switch wrapper[at-1] {
		case '\'':
			text = strings.ReplaceAll(command, `'`, `'\''`)
			if inside(wrapper[:at-1]) {
				text = strings.ReplaceAll(text, `"`, `\"`)
			}
		case '"':
			text = doubleQuoted(command)
			if strings.Contains(wrapper[:at], "'") {
				// A program's string in a shell's quotes.
				text = strings.ReplaceAll(doubleQuoted(command), `'`, `'\''`)
			}
		case '`':
			text = strings.NewReplacer("\\", "\\\\", "`", "\\`", "$", "\\$").Replace(command)
		}
	}
	return wrapper[:at] + text + wrapper[at+3:]
}

// inside reports whether a double quote is open at the end of s.
func inside(s string) bool { return strings.Count(s, `"`)%2 == 1 }

func doubleQuoted(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(s)
}

// TestWrapped holds that a denied command is denied whatever runs it.
func TestWrapped(t *testing.T) {
	file := wrappers(t)
	root := t.TempDir()
	git, push, rm := denying("git").hold(t, root), denying("git push --force").hold(t, root), denying("rm").hold(t, root)
	for _, w := range file.Wrap {
		missed := ""
		for _, c := range []struct {
			h       held
			command string
		}{{git, "git push"}, {push, "git push --force"}, {push, "git -C x push origin main -f"}, {rm, "rm -rf build"}, {rm, "/bin/rm x"}} {
			if command := wrapped(w, c.command); !c.h.bash(command).denied {
				missed = command
				break
			}
		}
		switch unseen := slices.Contains(file.Unseen, w); {
		case missed != "" && !unseen:
			t.Errorf("allowed: %q", missed)
		case missed == "" && unseen:
			t.Errorf("wrappers.toml: %q is seen now; take it out of unseen", w)
		}
	}
}

// TestWrappedTwice puts wrappers around wrappers.
func TestWrappedTwice(t *testing.T) {
	file := wrappers(t)
	git := denying("git").hold(t, t.TempDir())
	simple := append(slices.Clone(file.Nest.Programs), file.Nest.Texts...)
	all := append(slices.Clone(simple), file.Nest.Syntax...)
	failed := 0
	ask := func(command string) {
		if !git.bash(command).denied && failed < 40 {
			failed++
			t.Errorf("allowed: %q", command)
		}
	}
	for i, outer := range all {
		for _, middle := range all {
			for j, inner := range all {
				if (i+j)%3 != 0 { // each pair with each, and a third of the triples
					continue
				}
				// A program takes no compound command.
				if !slices.Contains(file.Nest.Programs, outer) || slices.Contains(simple, middle) {
					if !slices.Contains(file.Nest.Programs, middle) || slices.Contains(simple, inner) {
						ask(wrapped(outer, wrapped(middle, wrapped(inner, "git push origin"))))
					}
				}
			}
		}
	}
}

// TestRequoted holds that a command is the same command however its words are
// quoted, and has bash confirm that they are the same words.
func TestRequoted(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not here, and only bash knows which words are equal")
	}
	root := t.TempDir()
	git, push := denying("git").hold(t, root), denying("git push --force").hold(t, root)
	cargo := allowing("cargo test").hold(t, root)
	cases := []struct {
		h      held
		denied bool
		words  []string
	}{
		{git, true, []string{"git", "push"}},
		{push, true, []string{"git", "push", "--force", "origin"}},
		{push, true, []string{"git", "-C", "dir", "push", "-f"}},
		{push, false, []string{"git", "status", "a b", "$x"}},
		{cargo, false, []string{"cargo", "test", "--", "a b", "it's", `"q"`, "$HOME", "#1", "*"}},
		{cargo, true, []string{"cargo", "install", "x"}},
	}
	rng := rand.New(rand.NewPCG(3, 4))
	var lines []string
	var of []int
	for range 300 {
		for i, c := range cases {
			var words []string
			for _, w := range c.words {
				words = append(words, requote(rng, w))
			}
			lines, of = append(lines, strings.Join(words, " ")), append(of, i)
		}
	}
	var script strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&script, "printf '%%s\\0' %s\nprintf '\\1\\0'\n", l)
	}
	cmd := exec.Command(bash, "--norc", "--noprofile")
	cmd.Dir = root
	cmd.Env = []string{"LC_ALL=C.UTF-8", "HOME=" + root}
	cmd.Stdin = strings.NewReader(script.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Split(string(out), "\x01\x00")
	failed := 0
	for n, l := range lines {
		c := cases[of[n]]
		if want := strings.Join(c.words, "\x00") + "\x00"; said[n] != want {
			t.Fatalf("the test makes %q of %q, bash reads %q", l, c.words, said[n])
		}
		if a := c.h.bash(l); a.denied != c.denied {
			t.Errorf("%s: %q is %q, which is not: %s", a, l, c.words, a.reason)
			if failed++; failed > 20 {
				t.FailNow()
			}
		}
	}
}

// requote writes a word in one of the ways that bash takes for it.
func requote(rng *rand.Rand, word string) string {
	var b strings.Builder
	for _, r := range word {
		c := string(r)
		plain := r == '-' || r == '.' || r == '/' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
		switch n := rng.IntN(12); {
		case n < 4 && plain:
			b.WriteString(c)
		case n < 6:
			if r == '\'' {
				b.WriteString(`\'`)
			} else {
				b.WriteString("'" + c + "'")
			}
		case n < 8:
			if strings.Contains("\"\\$`", c) {
				c = `\` + c
			}
			b.WriteString(`"` + c + `"`)
		case n == 8:
			b.WriteString(`\` + c)
		case n == 9:
			fmt.Fprintf(&b, `$'\x%02x'`, r)
		case n == 10:
			fmt.Fprintf(&b, `$'\%03o'`, r)
		default:
			fmt.Fprintf(&b, `$'\u%04x'`, r)
		}
		if r == '$' {
			continue // a line broken behind it is denied
		}
		switch rng.IntN(14) {
		case 0:
			b.WriteString(`''`)
		case 1:
			b.WriteString(`""`)
		case 2:
			b.WriteString("\\\n")
		case 3:
			b.WriteString(`$''`)
		}
	}
	return b.String()
}

// grown makes a script of simple commands, each given by leaf.
func grown(rng *rand.Rand, depth int, leaf func() string) string {
	if depth == 0 || rng.IntN(8) == 0 {
		return leaf()
	}
	g := func() string { return grown(rng, depth-1, leaf) }
	switch rng.IntN(34) {
	case 0:
		return g() + "; " + g()
	case 1:
		return g() + " && " + g()
	case 2:
		return g() + " || " + g()
	case 3:
		return g() + " | " + g()
	case 4:
		return g() + " & " + g()
	case 5:
		return g() + "\n" + g()
	case 6:
		return "( " + g() + " )"
	case 7:
		return "{ " + g() + "; }"
	case 8:
		return "if " + g() + "; then " + g() + "; else " + g() + "; fi"
	case 9:
		return "while " + g() + "; do " + g() + "; done"
	case 10:
		return "until " + g() + "; do " + g() + "; done"
	case 11:
		return "for i in a b; do " + g() + "; done"
	case 12:
		return "for i in $( " + g() + " ); do " + g() + "; done"
	case 13:
		return "case a in a) " + g() + ";; *) " + g() + ";; esac"
	case 14:
		return `ok "$( ` + g() + ` )"`
	case 15:
		return "ok `ok`; " + g()
	case 16:
		return "x=$( " + g() + " )"
	case 17:
		return "ok <( " + g() + " )"
	case 18:
		return "ok > >( " + g() + " )"
	case 19:
		return "f() { " + g() + "; }; f"
	case 20:
		return "ok <<EOF\n$( " + g() + " )\nEOF\nok" // what stands behind its end is a command again
	case 21:
		return "! " + g()
	case 22:
		return "time " + g()
	case 23:
		return "[[ -n $( " + g() + " ) ]]"
	case 24:
		return "ok $(( $( " + g() + " ) + 1 ))"
	case 25:
		return "ok ${x:-$( " + g() + " )}"
	case 26:
		return "eval " + shellQuote(g())
	case 27:
		return "bash -c " + shellQuote(g())
	case 28:
		return "trap " + shellQuote(g()) + " EXIT"
	case 29:
		return "coproc { " + g() + "; }"
	case 30:
		return "export x=$( " + g() + " )"
	case 31:
		return "a=( x $( " + g() + " ) )"
	case 32:
		return "ok <<< \"$( " + g() + " )\""
	default:
		return "{ " + g() + "; } 2>&1 | ok"
	}
}

// TestAllowedInEveryPart holds that an allowed script has nothing but allowed
// commands in it: one that is not, anywhere in the tree, denies the whole.
func TestAllowedInEveryPart(t *testing.T) {
	h := allowing("ok", "eval", "bash", "trap", "time").hold(t, t.TempDir())
	rng := rand.New(rand.NewPCG(5, 6))
	const n = 4000
	allowed, failed := 0, 0
	for range n {
		seed := rng.Uint64()
		grow := func(leaf func() string) string { return grown(rand.New(rand.NewPCG(seed, 1)), 4, leaf) }
		leaves := 0
		good := grow(func() string { leaves++; return "ok a" })
		if h.bash(good).denied {
			continue
		}
		allowed++
		at, i := rng.IntN(leaves), 0
		bad := grow(func() string {
			i++
			if i-1 == at {
				return "bad b"
			}
			return "ok a"
		})
		if !h.bash(bad).denied {
			t.Errorf("allowed: %q", bad)
			if failed++; failed > 20 {
				t.FailNow()
			}
		}
	}
	if allowed < n/2 {
		t.Errorf("only %d of %d scripts of allowed commands were allowed", allowed, n)
	}
	t.Logf("%d of %d scripts of allowed commands are allowed", allowed, n)
}

// TestAdvice holds that what a denial says to do instead passes the gate of every
// role that is told so.
func TestAdvice(t *testing.T) {
	type advice struct {
		Instead         string
		Roles           []string // those that the commands are of; none: all that are told so
		Commands, Tools []string
	}
	var file struct{ Advice []advice }
	if _, err := toml.DecodeFile("advice.toml", &file); err != nil {
		t.Fatal(err)
	}
	tree, err := spec.Load(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	tree.Dir = ".." // where its atoms are
	roles, err := resolve.Roles(tree)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, c := range tree.Capabilities {
		for _, g := range c.Gates {
			if text := g.Rule.Head().Instead; text != "" {
				said[text] = true
				if !slices.ContainsFunc(file.Advice, func(a advice) bool { return a.Instead == text }) {
					t.Errorf("advice.toml does not have %q of %s: say what it names", text, c.Name)
				}
			}
		}
	}
	isTold := func(r resolve.Role, instead string) bool {
		return r.Spawnable && slices.ContainsFunc(r.Rules, func(rule resolve.Rule) bool {
			return rule.Rule.Head().Instead == instead
		})
	}
	root := t.TempDir()
	for _, a := range file.Advice {
		if !said[a.Instead] {
			t.Errorf("advice.toml: no capability says %q", a.Instead)
		}
		for _, name := range a.Roles {
			if !slices.ContainsFunc(roles, func(r resolve.Role) bool { return r.Name == name && isTold(r, a.Instead) }) {
				t.Errorf("advice.toml: no role %s is told %q", name, a.Instead)
			}
		}
		for _, r := range roles {
			if !isTold(r, a.Instead) {
				continue
			}
			if len(a.Roles) > 0 && !slices.Contains(a.Roles, r.Name) {
				if !slices.ContainsFunc(file.Advice, func(o advice) bool { return o.Instead == a.Instead && slices.Contains(o.Roles, r.Name) }) {
					t.Errorf("advice.toml: %s is told %q, and no entry is about it", r.Name, a.Instead)
				}
				continue
			}
			h := held{Policy: r.Policy(), root: root, home: "/home/somebody", task: &gate.Task{Role: r.Name, AgentID: "a", Whitelist: []gate.Glob{"src/**"}, Source: strings.Repeat("0", 64)}}
			for _, c := range a.Commands {
				if got := h.bash(c); got.denied {
					t.Errorf("%s is told %q, and %q is denied: %s", r.Name, a.Instead, c, got.reason)
				}
			}
			for _, tool := range a.Tools {
				payload := fmt.Appendf(nil, `{"tool_name":%q,"cwd":%q,"tool_input":{"file_path":"src/a","pattern":"x","path":"src"}}`, tool, root)
				if got := h.ask(payload); got.denied {
					t.Errorf("%s is told %q, and %s is denied: %s", r.Name, a.Instead, tool, got.reason)
				}
			}
		}
	}
}
