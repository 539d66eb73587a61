// Package rust reads sources of Rust.
package rust

import "kei/runtime/source"

// Language is Rust.
type Language struct{}

// Name implements [source.Language].
func (Language) Name() string { return "Rust" }

// Extensions implements [source.Language].
func (Language) Extensions() []string { return []string{".rs"} }

// Measure implements [source.Language].
func (Language) Measure(text []byte, starts source.LineTable) ([]source.Function, int, error) {
	return measure(text, starts)
}
