package verify

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// Blobs are hashed and written here and not by git hash-object, which would ask
// attributes and filters what to make of a file first.

const maxFile = 2 << 30 // bytes of one file of the agent's

// blobID is the object id of a file's contents.
func blobID(data []byte, format string) string {
	var h hash.Hash
	if format == "sha256" {
		h = sha256.New()
	} else {
		h = sha1.New()
	}
	io.WriteString(h, "blob "+strconv.Itoa(len(data))+"\x00")
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// writeBlob puts contents into the store as a loose object.
func writeBlob(store, id string, data []byte) error {
	dir := filepath.Join(store, "objects", id[:2])
	name := filepath.Join(dir, id[2:])
	if _, err := os.Lstat(name); err == nil {
		return nil
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, zlib.BestSpeed)
	if err != nil {
		return err
	}
	fmt.Fprintf(z, "blob %d\x00", len(data))
	z.Write(data)
	if err := z.Close(); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, "tmp")
	if err != nil {
		return err
	}
	if _, err = f.Write(b.Bytes()); err == nil {
		err = f.Close()
	} else {
		f.Close()
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	return err
}
