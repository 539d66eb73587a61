package agents

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"kei/gen/spec"
)

// lines decodes each line of a file of goldentests/renderers.
func lines[T any](t *testing.T, name string) (all []T) {
	t.Helper()
	f, err := os.Open("../../goldentests/renderers/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 4<<20)
	for s.Scan() {
		var one T
		if err := json.Unmarshal(s.Bytes(), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	if len(all) == 0 {
		t.Fatal(name + " has no lines")
	}
	return all
}

const roleText = "[role]\nname = %q\ndescription = \"d\"\n[capabilities]\nrequired = []\n[tools]\nallowed = [\"Read\"]\n"

func fmtRole(name string) []byte { return fmt.Appendf(nil, roleText, name) }

// load reads one folder of agents/ in a policy that has two roles.
func load(folder, toml string, more map[string]json.RawMessage) (spec.Tree, error) {
	m := fstest.MapFS{"capabilities/README.md": {}, "agents/" + folder + "/agent.toml": {Data: []byte(toml)}}
	for _, role := range []string{"edit-local", "read-only"} {
		m["roles/"+role+".toml"] = &fstest.MapFile{Data: fmt.Appendf(nil, roleText, role)}
	}
	for name, raw := range more {
		var text string
		var coded struct{ Base64 string }
		if json.Unmarshal(raw, &text) != nil {
			if err := json.Unmarshal(raw, &coded); err != nil {
				return spec.Tree{}, err
			}
			b, err := base64.StdEncoding.DecodeString(coded.Base64)
			if err != nil {
				return spec.Tree{}, err
			}
			text = string(b)
		}
		m["agents/"+folder+"/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return spec.Load(m)
}

type definitionCase struct {
	ID, Folder, TOML string
	Files            map[string]json.RawMessage
	OK               bool
	Facts            map[string]any
	Warnings         []string
	Errors           []struct {
		What, Key string
		Line      int
	}
}

// TestDefinitions: what is taken, what is refused and where.
func TestDefinitions(t *testing.T) {
	for _, c := range lines[definitionCase](t, "definitions.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			tree, err := load(c.Folder, c.TOML, c.Files)
			found := tree.Findings
			if err == nil && tree.Agents[0].Definition != nil {
				d := tree.Agents[0].Definition
				var losses []Loss
				for _, name := range Clients() {
					losses = append(losses, Render(Agent{d, open(d.Role)}, name, "").Losses...)
				}
				found = append(found, Unaccepted(d, losses, Clients())...)
			}
			var errors, warnings, want []string
			for _, f := range found {
				if f.Warning {
					warnings = append(warnings, strings.TrimSpace(f.What+" "+permissionsKey(f.Key)))
				} else {
					errors = append(errors, fmt.Sprintf("%s %s %d", f.What, f.Key, f.Pos.Line))
				}
			}
			for _, e := range c.Errors {
				want = append(want, fmt.Sprintf("%s %s %d", e.What, e.Key, e.Line))
			}
			slices.Sort(errors)
			slices.Sort(want)
			if !slices.Equal(errors, want) || (err == nil) != (len(tree.Findings) == len(warnings)) {
				t.Errorf("errors %q, want %q (%v)", errors, want, err)
			}
			if !c.OK {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range c.Warnings { // they name those that matter, and not all
				if !slices.Contains(warnings, w) {
					t.Errorf("warnings %q, want %q", warnings, w)
				}
			}
			for key, want := range c.Facts {
				if got := fact(tree.Agents[0], key); !reflect.DeepEqual(got, want) {
					t.Errorf("%s is %v, want %v", key, got, want)
				}
			}
		})
	}
}

// permissionsKey keeps the keys that warnings name.
func permissionsKey(key string) string {
	if strings.HasPrefix(key, "permissions.") {
		return key
	}
	return ""
}

// fact is one fact of a parsed definition, as JSON has it.
func fact(a spec.Agent, key string) any {
	d := a.Definition
	if key == "rendered" {
		return d != nil
	}
	client, isModel := strings.CutPrefix(key, "model.")
	if isModel {
		return d.ModelOf(client)
	}
	switch key {
	case "name":
		return d.Name
	case "mode":
		return d.Mode
	case "prompt":
		return d.Prompt
	case "description":
		return d.Description
	case "max_turns":
		return float64(d.MaxTurns)
	case "permissions.bash.rules":
		var list []any
		for _, r := range d.Section("bash").Rules {
			list = append(list, []any{r.Pattern, string(r.Action)})
		}
		return list
	}
	return "no such fact"
}

type renderCase struct {
	ID, Folder, TOML string
	Files            map[string]json.RawMessage
	Expect           map[string]struct {
		Files  []string
		Front  []string `json:"frontmatter_lines"`
		Lines  []string
		Native struct {
			Permission [][3]string `json:"permission_tail"`
		} `json:"read_back"`
	}
	Losses []Loss `json:"losses_include"`
}

// TestRenders: the files of each client, the lines that must be in them in their
// order, and the losses that must be reported.
func TestRenders(t *testing.T) {
	for _, c := range lines[renderCase](t, "renders.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			tree, err := load(c.Folder, c.TOML, c.Files)
			if err != nil {
				t.Fatal(err)
			}
			d := tree.Agents[0].Definition
			primary := ""
			if d.Mode == "primary" {
				primary = d.Name
			}
			var losses []Loss
			for _, name := range Clients() {
				want, ok := c.Expect[name]
				got := Render(Agent{d, open(d.Role)}, name, primary)
				losses = append(losses, got.Losses...)
				if !ok {
					continue
				}
				var names []string
				for _, f := range got.Files {
					names = append(names, f.Name)
				}
				slices.Sort(names)
				if !slices.Equal(names, want.Files) {
					t.Errorf("%s: files %q, want %q", name, names, want.Files)
				}
				for _, f := range got.Files {
					if strings.HasPrefix(f.Name, "~/") || strings.HasSuffix(f.Name, "SYSTEM.md") {
						continue
					}
					missing(t, name, string(f.Data), append(want.Front, want.Lines...))
					if name == "opencode" && !reflect.DeepEqual(tail(string(f.Data)), sorted(want.Native.Permission)) {
						t.Errorf("permission %q, want %q", tail(string(f.Data)), want.Native.Permission)
					}
				}
			}
			for _, want := range c.Losses {
				if slices.Contains(Clients(), want.Client) && !slices.ContainsFunc(losses, func(l Loss) bool { return is(l, want) }) {
					t.Errorf("no loss %+v in %+v", want, losses)
				}
			}
		})
	}
}

// is reports whether a loss says all that is wanted of it.
func is(l, want Loss) bool {
	return l.Client == want.Client && l.Field == want.Field && l.Kind == want.Kind &&
		(want.Witness == "" || l.Witness == want.Witness) && (want.Want == "" || l.Want == want.Want && l.Got == want.Got) && l.HeldBy == want.HeldBy
}

// missing reports lines that a file does not have.
func missing(t *testing.T, client, text string, want []string) {
	t.Helper()
	have := strings.Split(text, "\n")
	for _, w := range want {
		if !slices.Contains(have, w) {
			t.Errorf("%s: no line %s in\n%s", client, w, text)
		}
	}
}

// tail is the permissions of an OpenCode file, tool by tool in the order of their
// rules.
func tail(text string) [][3]string {
	list := [][3]string{}
	tool, in := "", false
	for _, l := range strings.Split(text, "\n") {
		switch {
		case l == "permission:":
			in = true
		case !in || !strings.HasPrefix(l, "  "):
			in = in && l == "permission:"
		case strings.HasPrefix(l, "    "):
			i := strings.LastIndex(l, ": ")
			var p string
			if json.Unmarshal([]byte(l[4:i]), &p) == nil {
				list = append(list, [3]string{tool, p, l[i+2:]})
			}
		case strings.HasSuffix(l, ":"):
			tool = strings.TrimSpace(strings.TrimSuffix(l, ":"))
		default:
			k, v, _ := strings.Cut(strings.TrimSpace(l), ": ")
			list = append(list, [3]string{k, "*", v})
		}
	}
	return sorted(list)
}

// sorted orders permissions by tool, and leaves the order of the rules of each.
func sorted(list [][3]string) [][3]string {
	list = slices.Clone(list)
	if list == nil {
		list = [][3]string{}
	}
	slices.SortStableFunc(list, func(a, b [3]string) int { return strings.Compare(a[0], b[0]) })
	return list
}

type lintCase struct {
	ID, Tool, Intent string
	Rules            []string
	Lint             []struct {
		Rule                  int
		What, Severity, Offer string
	}
}

// TestLint: every rule that never decides is found, and by which rule.
func TestLint(t *testing.T) {
	for _, c := range lines[lintCase](t, "verdicts.jsonl") {
		rules, _ := json.Marshal(c.Rules)
		toml := fmt.Sprintf("role = \"edit-local\"\ndescription = \"d\"\n[permissions.%s]\nintent = %q\nrules = %s\n", c.Tool, c.Intent, rules)
		tree, _ := load("aa", toml, map[string]json.RawMessage{"system-prompt.md": json.RawMessage(`"You are the agent."`)})
		var got, want []string
		for _, f := range tree.Findings {
			severity := "error"
			if f.Warning {
				severity = "warning"
			}
			i := strings.IndexByte(f.Key, '[')
			got = append(got, fmt.Sprintf("%s %s %s %s", f.Key[i:], strings.Replace(f.What, "after-catch-all", "dead", 1), severity, f.Offer))
		}
		for _, l := range c.Lint {
			i := l.Rule - 1
			if l.Rule == 0 {
				i = slices.Index(c.Rules, "mytool x*:deny")
			}
			want = append(want, fmt.Sprintf("[%d] %s %s %s", i, l.What, l.Severity, l.Offer))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", c.ID, got, want)
		}
	}
}
