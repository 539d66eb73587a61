//go:build !(linux && (amd64 || arm64))

package sys

import "os"

// ReadFolder calls f with what lies in a folder, in no order, until f returns
// false: each name, and what it is.
func ReadFolder(path string, f func(name string, is int) bool) error {
	list, err := os.ReadDir(path)
	if err != nil {
		return err
	}
	for _, e := range list {
		is := There
		switch {
		case e.IsDir():
			is = Folder
		case e.Type()&os.ModeSymlink != 0:
			is = Link
		}
		if !f(e.Name(), is) {
			return nil
		}
	}
	return nil
}
