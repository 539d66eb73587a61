// Package golang reads sources of Go.
package golang

import "kei/runtime/source"

// Language is Go.
type Language struct{}

// Name implements [source.Language].
func (Language) Name() string { return "Go" }

// Extensions implements [source.Language].
func (Language) Extensions() []string { return []string{".go"} }

// Measure implements [source.Language].
func (Language) Measure(text []byte, starts source.LineTable) ([]source.Function, int, error) {
	return measure(text, starts)
}
