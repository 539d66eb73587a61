// Package javascript reads sources of JavaScript and TypeScript.
package javascript

import "kei/runtime/source"

// Language is JavaScript, and TypeScript with it.
type Language struct{}

// Name implements [source.Language].
func (Language) Name() string { return "JavaScript" }

// Extensions implements [source.Language].
func (Language) Extensions() []string { return extensions }

var extensions = []string{".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"}

// Measure implements [source.Language].
func (Language) Measure(text []byte, starts source.LineTable) ([]source.Function, int, error) {
	f, err := read(text, starts)
	if err != nil {
		return nil, 0, err
	}
	return f.functions(), len(f.tokens), nil
}
