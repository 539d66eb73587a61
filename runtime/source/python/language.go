// Package python reads sources of Python.
package python

import "kei/runtime/source"

// Language is Python.
type Language struct{}

// Name implements [source.Language].
func (Language) Name() string { return "Python" }

// Extensions implements [source.Language].
func (Language) Extensions() []string { return []string{".py", ".pyi", ".pyw"} }

// Measure implements [source.Language].
func (Language) Measure(text []byte, starts source.LineTable) ([]source.Function, int, error) {
	f, err := read(text, starts)
	if err != nil {
		return nil, 0, err
	}
	return f.functions(), len(f.tokens), nil
}
