package emit

import (
	"crypto/sha256"
	"encoding/hex"

	"kei/runtime/gate"
)

// Sum is the SHA-256 of the policy's canonical form, in hexadecimal. A gate
// says it of itself, and computes nothing for it.
func Sum(p *gate.Policy) string {
	sum := sha256.Sum256(p.JSON())
	return hex.EncodeToString(sum[:])
}
