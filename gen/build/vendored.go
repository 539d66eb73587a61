package build

import (
	_ "embed"
	"os"
	"path"

	"golang.org/x/tools/txtar"
)

// vendored is what gates and verify link besides kei's own runtime: the sources of
// those packages, as they are in the modules that go.mod names, with their licences,
// and a go.mod and a modules.txt for them. With it a policy is built without a network.
// Files that no gate calls a function of are left out ([TestVendored] names them): the
// shell parser's printer alone would bring regexp, which is a twentieth of a gate.
//
//go:embed vendored.txtar
var vendored []byte

// vendor lays them out in the module at root.
func vendor(root *os.Root) error {
	for _, f := range txtar.Parse(vendored).Files {
		if err := root.MkdirAll(path.Dir(f.Name), 0o755); err != nil {
			return err
		}
		if err := root.WriteFile(f.Name, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
