package verify

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
	"strconv"
)

// Blobs are hashed and written here and not by git hash-object, which would ask
// attributes and filters what to make of a file first.

const maxFile = 2 << 30 // bytes of one file of the agent's

// blobID is the object id of a file's contents. The reader must give size bytes.
func blobID(r io.Reader, size int64, format string) (string, error) {
	var h hash.Hash
	if format == "sha256" {
		h = sha256.New()
	} else {
		h = sha1.New()
	}
	io.WriteString(h, "blob "+strconv.FormatInt(size, 10)+"\x00")
	n, err := io.Copy(h, io.LimitReader(r, size+1))
	if err != nil {
		return "", err
	}
	if n != size {
		return "", fmt.Errorf("its size changed while it was read")
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// writeBlob puts contents into the store as a loose object.
func writeBlob(store, format string, data []byte) (string, error) {
	id, err := blobID(bytes.NewReader(data), int64(len(data)), format)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(store, "objects", id[:2])
	name := filepath.Join(dir, id[2:])
	if _, err := os.Lstat(name); err == nil {
		return id, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, zlib.BestSpeed)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(z, "blob %d\x00", len(data))
	z.Write(data)
	if err := z.Close(); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(dir, "tmp")
	if err != nil {
		return "", err
	}
	if _, err = f.Write(b.Bytes()); err == nil {
		err = f.Close()
	} else {
		f.Close()
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	return id, err
}
