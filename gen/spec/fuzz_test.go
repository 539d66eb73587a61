package spec

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// positioned is an error line: a file, and a place in it unless the whole file
// is meant.
var positioned = regexp.MustCompile(`^(capabilities|roles)[^:]*(:[1-9][0-9]*:[1-9][0-9]*)?: \S`)

// FuzzLoad: whatever the files say, loading does not panic, and each line of
// its error starts with a place.
func FuzzLoad(f *testing.F) {
	f.Add(capability, "Do not x.", role)
	f.Add("[capability]\nname = \"tools::old\"\nalias = \"policy::no-x\"\ndeprecated = true", "", role)
	f.Add(strings.Replace(capability, "[gate]", "[restricts]\ntools-denied = ['Edit', 1]\n[[gate]]\nkind = 1\n[[gate]]", 1), "x", "[role]\n")
	f.Add(strings.ReplaceAll(capability, "deny-command", "deny-files"), "x", strings.Replace(role, "required", "extends = \"r\"\nrelaxes = ['a::b']\nrequired", 1))
	f.Add("gate = [1, {}, [[]]]\nexample = {deny = 1}\nverify = [{kind='x'}]\ncapability = {}", "\x00", "role.name = 'r'\ntools = []")
	f.Add(capability+"[[example]]\ntool=\"Write\"\npath=\"\\n\"\nverdict=\"deny\"\ntask={files-whitelist=['..']}\nenv={a=1}", "x", role+"[[example]]\nallow = ' '")
	for _, pattern := range []string{"../../capabilities/*/*/capability.toml", "../../roles/*.toml"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				f.Fatal(err)
			}
			if strings.Contains(pattern, "roles") {
				f.Add(capability, "x", string(data))
			} else {
				f.Add(string(data), "x", role)
			}
		}
	}
	f.Fuzz(func(t *testing.T, capability, text, role string) {
		m := fstest.MapFS{
			capabilityFile1: {Data: []byte(capability)},
			textFile:        {Data: []byte(text)},
			roleFile1:       {Data: []byte(role)},
		}
		tree, err := Load(m)
		for _, e := range []error{err, tree.Warnings.Err()} {
			if e == nil {
				continue
			}
			lines := strings.Split(e.Error(), "\n")
			for i, line := range lines {
				if !positioned.MatchString(line) {
					t.Errorf("no place: %q", line)
				}
				if i > 0 && line == lines[i-1] {
					t.Errorf("said twice: %q", line)
				}
			}
		}
	})
}
