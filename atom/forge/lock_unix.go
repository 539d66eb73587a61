//go:build unix

package forge

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

// lock waits until nobody else forges in that folder: two at once would each
// write a table of verbs without the other's.
func lock(ctx context.Context, dir string) (unlock func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.ENOSYS) {
			return func() { _ = f.Close() }, nil // without locks O_EXCL still lets one of two win
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return nil, errors.Join(&os.PathError{Op: "lock", Path: dir, Err: err}, f.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(ctx.Err(), f.Close())
		case <-time.After(20 * time.Millisecond):
		}
	}
}
