package states

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"kei/gen/resolve"
	"kei/runtime/verify"
)

// A disagreement is a change about which a gate says one thing and verify another,
// on purpose.
type disagreement struct {
	ID        string            `toml:"id"`
	Gate      string            `toml:"gate"`   // allow or deny
	Verify    string            `toml:"verify"` // clean, or part of what it objects
	Reason    string            `toml:"reason"`
	Role      string            `toml:"role"`
	Needs     []string          `toml:"needs"`     // programs
	Whitelist []string          `toml:"whitelist"` // default: src/** and tests/**
	Files     map[string]string `toml:"files"`     // of main
	Write     string            `toml:"write"`     // the file that a tool writes
	Text      string            `toml:"text"`
	Command   string            `toml:"command"` // asked of the gate, and run
	Whole     bool              `toml:"whole"`   // size and tests are checked, too
}

// TestDisagreements makes each, and holds SECURITY.md to naming them.
func TestDisagreements(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles and tests projects")
	}
	var data struct {
		Disagreement []disagreement `toml:"disagreement"`
	}
	if md, err := toml.DecodeFile("../disagreements.toml", &data); err != nil || len(md.Undecoded()) > 0 {
		t.Fatal(err, md.Undecoded())
	}
	told := section(t, "../../SECURITY.md", "## Where gate and verify differ")
	roles := map[string]resolve.Role{}
	for _, r := range shipped(t) {
		roles[r.Name] = r
	}
	for _, d := range data.Disagreement {
		if strings.Count(told, "**"+d.ID+"**") != 1 {
			t.Errorf("SECURITY.md does not name %s once", d.ID)
		}
		t.Run(d.ID+"/"+d.Role, func(t *testing.T) {
			t.Parallel()
			d.check(t, roles[d.Role])
		})
	}
	for _, part := range strings.Split(told, "- **")[1:] {
		id, _, _ := strings.Cut(part, "**")
		if !slices.ContainsFunc(data.Disagreement, func(d disagreement) bool { return d.ID == id }) {
			t.Errorf("SECURITY.md names %s, which is not in disagreements.toml", id)
		}
	}
}

// section is what stands below a heading.
func section(t *testing.T, file, heading string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, below, _ := strings.Cut(string(text), heading+"\n")
	below, _, _ = strings.Cut(below, "\n## ")
	return below
}

// check makes the change, and compares what the two say.
func (d *disagreement) check(t *testing.T, role resolve.Role) {
	if d.Reason == "" || role.Name == "" || (d.Gate == "allow") == (d.Verify == "clean") {
		t.Fatal("it has no reason, no role that ships, or is no disagreement")
	}
	for _, p := range d.Needs {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("there is no %s here", p)
		}
	}
	if d.Whitelist == nil {
		d.Whitelist = []string{"src/**", "tests/**"}
	}
	files := map[string]string{"README.md": "read\n"}
	for name, text := range d.Files {
		files[name] = text
	}
	j := judge(t, role, files, d.Whitelist, nil)
	pass, why := true, ""
	if d.Write != "" {
		pass, why = j.allows("Write", map[string]string{"file_path": filepath.Join(j.work(), d.Write), "content": d.Text})
		j.write(filepath.Join(j.work(), d.Write), d.Text)
	}
	if d.Command != "" {
		by, said := j.allows("Bash", map[string]string{"command": d.Command})
		pass, why = pass && by, why+said
		j.run(j.work(), d.Command)
	}
	if pass != (d.Gate == "allow") {
		t.Errorf("the gate is to %s, and does not: %s", d.Gate, why)
	}
	plan := j.looks()
	for _, s := range role.Plan().Steps {
		switch s.(type) {
		case *verify.SizeLimit, *verify.TestsGreen:
			if d.Whole {
				plan.Steps = append(plan.Steps, s)
			}
		}
	}
	if said := j.verify(plan); d.Verify == "clean" && said != "" || d.Verify != "clean" && !strings.Contains(said, d.Verify) {
		t.Errorf("verify is to say %s, and says: %s", d.Verify, said)
	}
}
