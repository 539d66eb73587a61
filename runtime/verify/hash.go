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

const (
	maxFile   = 512 << 20 // bytes of one file of the agent's
	largeFile = 16 << 20  // of these, one is in memory at a time
)

// blobID is the object id of a file's contents.
func blobID(data []byte, format string) string {
	digits := 40
	if format == "sha256" {
		digits = 64
	}
	return blobSum(newHash(digits), data)
}

func blobSum(h hash.Hash, data []byte) string {
	io.WriteString(h, "blob "+strconv.Itoa(len(data))+"\x00")
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}

// newHash is what object ids of so many digits are made with.
func newHash(digits int) hash.Hash {
	if digits == 64 {
		return sha256.New()
	}
	return sha1.New()
}
