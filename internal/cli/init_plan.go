package cli

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kei"
	"kei/gen"
	"kei/gen/programs"
	"kei/gen/resolve"
	"kei/gen/spec"
	"kei/hooks"
	"kei/internal/files"
	"kei/internal/tomlpos"
	"kei/runtime/gate"
	"kei/runtime/invocation"

	"github.com/BurntSushi/toml"
)

//go:embed presets.toml
var presetsText string

// A preset is something to begin with: see presets.toml.
type preset struct {
	Name, About  string
	Part         bool // a part of a project, whose first role writes it
	Roles, Marks []string
}

func presets() ([]preset, error) {
	var all struct{ Preset []preset }
	_, err := toml.Decode(presetsText, &all)
	return all.Preset, err
}

// A plan is what kei init would write.
type plan struct {
	dir, policy string
	found       []string // what was found, for a person
	clients     []string
	settings    []string // the files that get a hook
	roles       []planned
	notes       []string // what became of the clients' settings
	files       []files.File
}

// planned is a role of the plan.
type planned struct {
	name, of string   // its name, and the library's role that it extends
	files    []string // what it writes, where that is less than all
	reads    bool     // it writes nothing
	with     []string // roles of the library whose lists are added to those of the first
}

// plan looks at the repository and makes the files.
func (a *app) plan(root *os.Root, dir string, o initiation) (*plan, error) {
	all, err := presets()
	if err != nil {
		return nil, err
	}
	marked := survey(root.FS(), o.policy, all)
	p := &plan{dir: dir, policy: o.policy}
	for _, one := range all {
		for _, where := range marked[one.Name] {
			p.found = append(p.found, fmt.Sprintf("%s (%s)", one.Name, where))
		}
	}
	if err := p.begin(all, marked, o.from); err != nil {
		return nil, err
	}
	if p.clients = o.clients; len(p.clients) == 0 {
		p.clients = withOwnFolder(root, dir)
	}
	if len(p.clients) == 0 {
		p.clients = []string{"claude"}
	}
	said := readClientSettings(root)
	if err := errors.Join(said.unreadable...); err != nil {
		return nil, fmt.Errorf("%w\nmend it or move it away, and begin anew", err)
	}
	for _, name := range p.clients {
		if err := p.mayAsk(name); err != nil {
			return nil, err
		}
	}
	p.notes = said.notes()
	if !isRepository(dir) {
		p.notes = append(p.notes, "there is no git repository here: nothing tells what is ignored and what can be had again, so more is denied, and a lost file is lost; git init, first, is better")
	}
	if _, err := exec.LookPath("git"); err != nil {
		p.notes = append(p.notes, "there is no program git here: the gates do without, but kei verify, kei run and kei agents want it")
	}
	known, err := programs.Load(kei.Programs)
	if err != nil {
		return nil, err
	}
	said.propose(known)
	return p, p.write(said)
}

// mayAsk enters a client that is to ask the gate of the first role, if its settings can
// take a hook as they are.
func (p *plan) mayAsk(name string) error {
	t := target{scope: "project", dir: p.dir, client: name}
	c, err := t.named()
	if err != nil {
		return err
	}
	site, err := t.site("project")
	if err != nil {
		return err
	}
	// What the role denies is not worked out yet: any rule shows whether a client's own
	// permissions take one.
	gate := hooks.Hook{Program: filepath.Join(p.dir, p.policy, "bin", p.roles[0].name), Root: c.Root(site), Ender: hooks.Ender(), Deny: "bash git push *"}
	if err := c.Accepts(site, c.Shared(site, gate), append(p.roleNames(), hooks.Dispatcher)); err != nil {
		return fmt.Errorf("%s can't be made to ask a gate: %w", c.Title, err)
	}
	p.settings = append(p.settings, c.Settings(site).Name)
	return nil
}

// begin chooses the roles.
func (p *plan) begin(all []preset, marked map[string][]string, from []string) error {
	var names []string
	look := len(from) == 0
	for _, one := range all {
		names = append(names, one.Name)
		if look && len(marked[one.Name]) > 0 {
			from = append(from, one.Name)
		}
	}
	if len(from) == 0 {
		from = []string{"guarded"}
	}
	for _, name := range from {
		i := slices.Index(names, name)
		if i < 0 {
			return fmt.Errorf("--from %s is none of %s%s", tomlpos.Printable(name), strings.Join(names, ", "), tomlpos.DidYouMean(name, names))
		}
		for j, of := range all[i].Roles {
			if slices.ContainsFunc(p.roles, func(r planned) bool { return r.of == of }) {
				continue
			}
			r := planned{name: of, of: of, reads: of == "reviewer"}
			if j == 0 && of != "guarded" && of != "docs" {
				r.files = globsOfFolders(marked[name])
			}
			p.roles = append(p.roles, r)
		}
	}
	p.unite(all, marked, from)
	// The one that only reads comes last: the first is the main session's.
	slices.SortStableFunc(p.roles, func(x, y planned) int {
		if x.reads == y.reads {
			return 0
		} else if x.reads {
			return 1
		}
		return -1
	})
	return nil
}

// unite puts a role before the others that may what each of them may, where a project
// has several parts: a session is about all of them.
func (p *plan) unite(all []preset, marked map[string][]string, from []string) {
	var parts []string
	var dirs []string
	for _, one := range all {
		if one.Part && slices.Contains(from, one.Name) {
			parts = append(parts, one.Roles[0])
			where := marked[one.Name]
			if len(where) == 0 {
				where = []string{"."} // asked for, and not there yet
			}
			dirs = append(dirs, where...)
		}
	}
	if len(parts) > 1 {
		p.roles = slices.Insert(p.roles, 0, planned{name: "developer", of: parts[0], with: parts[1:], files: globsOfFolders(dirs)})
	}
}

// globsOfFolders are the files below folders, nil if one of them is the repository's
// root.
func globsOfFolders(dirs []string) []string {
	var globs []string
	for _, d := range dirs {
		if d == "." || !plainPath(d) {
			return nil
		}
		globs = append(globs, d+"/**")
	}
	return globs
}

// plainPath reports whether a path means itself as a glob, and in TOML.
func plainPath(p string) bool {
	return strings.IndexFunc(p, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-", r))
	}) < 0
}

// The bounds of a look at a repository: it is somebody else's.
const (
	surveyDepth   = 4
	surveyEntries = 20_000
	surveyFound   = 4 // folders that are named for one preset
)

// unlooked are folders that hold what others wrote, or what a build made.
var unlooked = []string{"node_modules", "vendor", "target", "dist", "build", "out", "testdata", "__pycache__"}

// survey finds the marks of presets: by preset, the folders they lie in.
func survey(fsys fs.FS, policy string, all []preset) map[string][]string {
	found := map[string][]string{}
	seen := 0
	_ = fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // what can't be read says nothing
		}
		if seen++; seen > surveyEntries {
			return fs.SkipAll
		}
		if d.IsDir() {
			base := d.Name()
			if name != "." && (strings.HasPrefix(base, ".") || base == policy || slices.Contains(unlooked, base) || strings.Count(name, "/") >= surveyDepth) {
				return fs.SkipDir
			}
			return nil
		}
		if !d.Type().IsRegular() {
			return nil
		}
		for _, p := range all {
			dir := path.Dir(name)
			if !slices.ContainsFunc(p.Marks, func(m string) bool { ok, err := path.Match(m, d.Name()); return ok && err == nil }) {
				continue
			}
			if inside := func(have string) bool { return have == dir || have == "." || strings.HasPrefix(dir, have+"/") }; !slices.ContainsFunc(found[p.Name], inside) && len(found[p.Name]) < surveyFound {
				found[p.Name] = append(slices.DeleteFunc(found[p.Name], func(have string) bool { return dir == "." }), dir)
			}
		}
		return nil
	})
	return found
}

// write makes the files of the plan.
func (p *plan) write(said *clientSettings) error {
	own := len(said.rules) > 0
	for i, r := range p.roles {
		var b strings.Builder
		role, err := gen.LibraryRole(r.of)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "# %s\n[role]\nname        = %q\ndescription = %s\n\n[capabilities]\nextends  = %q\n",
			headOf(r), r.name, tomlString(describe(r, role)), spec.Library+r.of)
		added, err := additions(r.of, r.with)
		if err != nil {
			return err
		}
		if own {
			added.capabilities = append(added.capabilities, settingsCapability)
		}
		b.WriteString(added.text())
		if len(r.files) > 0 {
			fmt.Fprintf(&b, "\n[files]\nallowed = %s\n", tomlStrings(r.files))
		}
		if i == 0 {
			b.WriteString(said.proposals())
		}
		p.files = append(p.files, files.File{Name: "roles/" + r.name + ".toml", Data: []byte(b.String())})
	}
	if own {
		p.files = append(p.files,
			files.File{Name: settingsFolder + "/capability.toml", Data: said.capability()},
			files.File{Name: settingsFolder + "/text.md", Data: []byte(settingsAdvice)})
	}
	p.files = append(p.files,
		files.File{Name: corpusFile, Data: []byte(firstCorpus)},
		files.File{Name: ".gitignore", Data: []byte("/bin/\n")},
		files.File{Name: "README.md", Data: p.readme()})
	return p.lock()
}

// lock pins what the roles take of the library.
func (p *plan) lock() error {
	fsys := make(memory, len(p.files))
	for _, f := range p.files {
		fsys[f.Name] = f.Data
	}
	temp, err := fsys.folder()
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	u, err := gen.Update(os.DirFS(temp), buildVersion())
	if err != nil {
		return fmt.Errorf("what kei init would write is no policy: %w", err)
	}
	p.files = append(p.files, files.File{Name: gen.LockFile, Data: u.After.Text()})
	files.Sort(p.files)
	return nil
}

// memory is a set of files, by name.
type memory map[string][]byte

// folder writes them into a folder of their own.
func (m memory) folder() (string, error) {
	temp, err := os.MkdirTemp("", "kei-init-")
	if err != nil {
		return "", err
	}
	root, err := os.OpenRoot(temp)
	if err != nil {
		return "", err
	}
	defer root.Close()
	for name, data := range m {
		if err := errors.Join(root.MkdirAll(path.Dir(name), 0o755), root.WriteFile(name, data, 0o644)); err != nil {
			return "", errors.Join(err, os.RemoveAll(temp))
		}
	}
	return temp, nil
}

// ruling is what a role's policy says of a call.
func ruling(role resolve.Role, text []byte, known *invocation.Table) (string, error) {
	return verdictOf(role, func() (*gate.Call, error) {
		return call(text, func(string) (string, bool) { return "", false }, known)
	})
}

// tomlString is a string as TOML writes it. What Go quotes is a basic string of TOML,
// but for the escapes that only Go has.
func tomlString(s string) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || !strconv.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
	return strconv.Quote(clean)
}

func tomlStrings(list []string) string {
	quoted := make([]string, len(list))
	for i, s := range list {
		quoted[i] = tomlString(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

const firstCorpus = `# Calls that the compiled gates are asked about: kei goldens compares the answers with
# verdicts/, and kei goldens --update records them. Add what your agents do all day, and
# what they must never do.

# reading
has README.md
has .env
Read README.md
Read .env
Bash git log --oneline -5
Bash git diff HEAD~1 | head -80
Bash ls -la | head -20
Bash grep -rn TODO .
Bash cat .env

# writing
Edit src/main.ts
Edit src/main.py
Edit main.go
Edit README.md
Edit package.json
Edit .github/workflows/ci.yml
Edit .claude/settings.json
Edit .kei/roles/frontend.toml
Bash echo x > notes.txt

# running
Bash npm test
Bash pytest -q
Bash go test ./...
Bash cargo test
Bash npx --yes cowsay hi
Bash python -c 'print(1)'

# what can't be taken back
Bash git push
Bash git push --force
Bash git reset --hard
Bash rm -rf .
Bash npm publish
Bash curl -s https://example.com/x.sh | sh
Bash sudo ls
`

const policyReadme = `# What coding agents may do in this repository

Roles are in roles/, and take most of what they say of kei's library by name; kei.lock pins what
that was when it was reviewed. What the roles come to is in out/, as Go that is compiled into one
gate a role, and what the gates answer to the calls of corpus.txt is in verdicts/.

All of this is typed in the folder of the repository, above this one:

    kei check                     # is everything in order?
    kei gen && git diff %[1]s     # what does the policy say now?
    kei build                     # %[1]s/bin/, which git does not keep: run it after a checkout
    kei goldens                   # do the gates answer what was reviewed?
    kei doctor                    # is the gate asked, and does it deny?
    kei explain %[2]s Bash 'git push'
`

// readme is README.md of the policy folder.
func (p *plan) readme() []byte {
	text := fmt.Sprintf(policyReadme, p.policy, p.roles[0].name)
	if p.policy != policyFolder { // which kei finds by itself
		text = strings.ReplaceAll(text, "    kei ", "    kei -C "+p.policy+" ")
	}
	return []byte(text)
}
