package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// Named is an error of the file system under the name that was meant. What is
// written goes to a temporary file first, and nobody looks for that.
func Named(name string, err error) error {
	if reason, ok := behind(err); ok {
		return fmt.Errorf("write %s: %w", name, reason)
	}
	return err
}

// Reason is an error of the file system without the names in it, and any other
// error as it is.
func Reason(err error) error {
	if reason, ok := behind(err); ok {
		return reason
	}
	return err
}

func behind(err error) (reason error, ok bool) {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err, true
	case errors.As(err, &link):
		return link.Err, true
	}
	return nil, false
}
