package build

import (
	"bytes"
	_ "embed"
	"os"
	"path"
	"strings"

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
		if err := root.WriteFile(f.Name, lightened(f), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// leanPackages are small ones of kei's that the shell's parser gets in the place of the
// standard library's.
var leanPackages = map[string]string{"fmt": "kei/runtime/lean/fmt"}

// lightened is a vendored file as it is laid out.
func lightened(f txtar.File) []byte {
	data := f.Data
	if strings.HasPrefix(f.Name, "vendor/mvdan.cc/sh/") {
		for name, small := range leanPackages {
			data = bytes.Replace(data, []byte("\n\t\""+name+"\"\n"), []byte("\n\t\""+small+"\"\n"), 1)
		}
	}
	return data
}
