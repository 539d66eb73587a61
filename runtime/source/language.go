// Package source is what kei knows of programming languages: how long the pieces
// of a file are, and which tests it has. Each language is a package below this
// one and a line in the list of package verify.
package source

// A Language is one that sources are written in.
type Language interface {
	// Name is what people call it.
	Name() string
	// Extensions are those of its files, in lower case, with the dot.
	Extensions() []string
	// Measure finds the functions of a file, and counts its tokens. Starts are
	// where its lines begin.
	Measure(text []byte, starts LineTable) (functions []Function, tokens int, err error)
}

// A Function is one of a source file. Lines count from its keyword to its last
// brace; one inside another counts for both.
type Function struct {
	Name string // with its type's, and in Rust its modules'
	Line int    // that it begins in, from 1
	Size
}

// MaxBytes is how many bytes are taken apart; each can be a token, and has been
// seen to take a hundred times the memory.
const MaxBytes = 4 << 20
