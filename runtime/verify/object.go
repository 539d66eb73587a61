package verify

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"io"
	"strconv"
)

// Blobs are hashed here and not by git hash-object, which would ask attributes
// and filters what to make of a file first.

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
