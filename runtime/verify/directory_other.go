//go:build !(linux && (amd64 || arm64))

package verify

import "os"

// A directory is a folder that is open, to list it and to look at what is in it.
type directory struct{ root *os.Root }

// openDirectory opens one.
func openDirectory(name string) (*directory, error) {
	root, err := os.OpenRoot(name)
	return &directory{root}, err
}

func (f *directory) close() { _ = f.root.Close() }

// list is what is in it, in no order.
func (f *directory) list() ([]named, error) {
	dir, err := f.root.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	list := make([]named, 0, len(entries))
	for _, e := range entries {
		list = append(list, named{e.Name(), e.Type()})
	}
	return list, err
}

// look is the state of a file or link in it.
func (f *directory) look(name string) (fileState, error) {
	info, err := f.root.Lstat(name)
	if err != nil {
		return fileState{}, err
	}
	return fileStateOf(info), nil
}
