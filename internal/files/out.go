package files

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Out writes what a person asked for to the place they named, as a redirection
// of the shell would: a link is followed, and what is there and is no regular
// file (a pipe, a terminal, a device) is written to. A regular file is replaced
// as a whole or not at all, and keeps its mode; a new one gets the given mode.
func Out(name string, text []byte, mode fs.FileMode) error {
	to, err := led(name)
	if err != nil {
		return Named(name, err)
	}
	info, err := os.Lstat(to)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return Named(name, err)
	case info.IsDir():
		return fmt.Errorf("write %s: is a folder; name a file in it", name)
	case !info.Mode().IsRegular():
		return Named(name, into(to, text))
	default:
		mode = info.Mode().Perm()
	}
	return Named(name, replace(to, text, mode))
}

// led is what a path leads to over all of its links. The last one may lead to
// something that is not there yet.
func led(name string) (string, error) {
	for range 40 {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return name, nil
		}
		to, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			// Not joined, which would clean "..", and that means another folder
			// where the one before it is a link itself.
			to = filepath.Dir(name) + string(filepath.Separator) + to
		}
		name = to
	}
	return "", errors.New("too many links, one behind the other")
}

// into writes to what is no regular file.
func into(name string, text []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// replace puts a file where one is, or none.
func replace(name string, text []byte, mode fs.FileMode) error {
	temp := filepath.Join(filepath.Dir(name), ".kei-"+rand.Text()[:8])
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Chmod(mode), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(temp, name)
	}
	if err != nil {
		os.Remove(temp)
	}
	return err
}
