package resolve

import (
	"os"
	"strings"
	"testing"

	"kei/gen/spec"
	"kei/out/programs"
)

func proved(t *testing.T, p policy) (warnings, errs string) {
	t.Helper()
	tree := p.load(t)
	roles, err := Roles(tree)
	if err != nil {
		t.Fatal(err)
	}
	w, err := Prove(tree, roles, &programs.Table)
	if err != nil {
		errs = err.Error()
	}
	return w.Error(), errs
}

func TestProve(t *testing.T) {
	const file = "capabilities/policy/no-x/capability.toml"
	for _, tt := range []struct {
		name     string
		examples string
		want     string
	}{
		{"all hold", "[[example]]\ndeny = \"x y\"\n[[example]]\nallow = \"xy\"\n[[example]]\ndeny = \"bash -c 'x y'\"\n", ""},
		{"must be denied", "[[example]]\ndeny = \"git stash\"\n", file + `:9:1: example "git stash" must be denied, and no rule objects`},
		{"must be allowed", "[[example]]\nallow = \"x\"\n", file + `:9:1: example "x" must be allowed, and policy::no-x: x counts as x`},
		{"another tool", "[[example]]\ntool = \"Write\"\npath = \"a b\"\nverdict = \"deny\"\n", file + `:9:1: example Write a b must be denied, and no rule objects`},
		{"every one", "[[example]]\ndeny = \"a\"\n[[example]]\ndeny = \"b\"\n",
			file + `:9:1: example "a" must be denied, and no rule objects` + "\n" + file + `:11:1: example "b" must be denied, and no rule objects`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			warnings, errs := proved(t, policy{"policy::no-x": denyX + tt.examples, "a": "[capabilities]\nrequired = []\n" + readOnly})
			if errs != tt.want || warnings != "" {
				t.Errorf("got\n%s\nwant\n%s\nwarnings %s", errs, tt.want, warnings)
			}
		})
	}
}

// An option in a pattern means the option wherever it stands; the table knows
// which patterns have one.
func TestProveOptions(t *testing.T) {
	deny := strings.Replace(denyX, "^x( |$)", "^git push --force( |$)", 1)
	_, errs := proved(t, policy{"policy::no-x": deny + "[[example]]\ndeny = \"git push origin main -f\"\n[[example]]\nallow = \"git push origin main\"\n",
		"a": "[capabilities]\nrequired = []\n" + readOnly})
	if errs != "" {
		t.Error(errs)
	}
}

// A rule that only warns sees what its examples say that it sees.
func TestProveWarnings(t *testing.T) {
	_, errs := proved(t, policy{"policy::no-x": denyX + "severity = \"warn\"\n[[example]]\ndeny = \"x\"\n", "a": "[capabilities]\nrequired = [\"policy::no-x\"]\n[tools]\nallowed = [\"Bash\"]\n[[example]]\nallow = \"x\"\n"})
	if errs != "" {
		t.Error(errs)
	}
	warnings, _ := proved(t, policy{"policy::no-x": denyX, "a": "[capabilities]\nrequired = []\n" + readOnly})
	if warnings != "capabilities/policy/no-x/capability.toml:2:8: policy::no-x has a gate and no [[example]] that shows what it denies" {
		t.Error(warnings)
	}
}

// A role's examples are asked of all it has: tools, capabilities, patterns, task.
func TestProveRoles(t *testing.T) {
	role := "[capabilities]\nrequired = [\"policy::no-x\", \"scope::task\"]\n[tools]\nallowed = [\"Bash\", \"Edit\"]\nbash-patterns-allowed = ['^[xz]( |$)']\n"
	task := "[gate]\nkind = \"only-task-files\"\n[[example]]\ntool = \"Edit\"\npath = \"src/a\"\nverdict = \"deny\"\n"
	for _, tt := range []struct{ name, example, want string }{
		{"capability", `deny = "x"`, ""},
		{"pattern", `deny = "y"`, ""},
		{"allowed", `allow = "z"`, ""},
		{"tool", "tool = \"Write\"\npath = \"src/a\"\nverdict = \"deny\"", ""},
		{"no task", "tool = \"Edit\"\npath = \"src/a\"\nverdict = \"deny\"", ""},
		{"task", "tool = \"Edit\"\npath = \"src/a\"\nverdict = \"allow\"\ntask = { files-whitelist = [\"src/**\"] }", ""},
		{"outside", "tool = \"Edit\"\npath = \"/etc/passwd\"\nverdict = \"deny\"\ntask = { files-whitelist = [\"**\"] }", ""},
		{"wrong", `deny = "z"`, `roles/a.toml:9:1: example "z" must be denied, and no rule objects`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, errs := proved(t, policy{"policy::no-x": denyX + "[[example]]\ndeny = \"x\"\n", "scope::task": task, "a": role + "[[example]]\n" + tt.example + "\n"})
			if errs != tt.want {
				t.Errorf("got  %s\nwant %s", errs, tt.want)
			}
		})
	}
	_, errs := proved(t, policy{"policy::no-x": denyX, "a": "spawnable = false\n" + role[:strings.Index(role, ", \"scope")] + "]\n[tools]\nallowed = []\n[[example]]\ndeny = \"x\"\n"})
	if errs != "roles/a.toml:9:1: role a is not spawnable and has no gate to ask" {
		t.Error(errs)
	}
}

func TestBypassInExamples(t *testing.T) {
	_, errs := proved(t, policy{"policy::no-x": denyX + "bypass-env = \"X\"\n[[example]]\ndeny = \"x\"\n[[example]]\nallow = \"x\"\nenv = { X = \"1\" }\n[[example]]\ndeny = \"x\"\nenv = { X = \"true\" }\n",
		"a": "[capabilities]\nrequired = []\n" + readOnly})
	if errs != "" {
		t.Error(errs)
	}
}

func TestTheLibraryIsProved(t *testing.T) {
	tree, err := spec.Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	tree.Dir = "../.." // where its atoms are
	roles, err := Roles(tree)
	if err != nil {
		t.Fatal(err)
	}
	warnings, err := Prove(tree, roles, &programs.Table)
	if err != nil {
		t.Error(err)
	}
	if all := append(warnings, Warnings(tree, roles)...); len(all) > 0 {
		t.Error(all)
	}
}
