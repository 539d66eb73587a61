// Package ruby reads sources of Ruby. Where ruby is, its own parser is the oracle of
// this package's test; to measure a file nothing is started.
package ruby

import (
	"path"
	"slices"
	"strings"

	"kei/runtime/source"
)

// Language is Ruby.
type Language struct{}

// Name implements [source.Language].
func (Language) Name() string { return "Ruby" }

// Extensions implements [source.Language].
func (Language) Extensions() []string { return []string{".rb", ".rake", ".ru", ".gemspec"} }

// Measure implements [source.Language].
func (Language) Measure(text []byte, starts source.LineTable) ([]source.Function, int, error) {
	f, err := read(text, starts)
	if err != nil {
		return nil, 0, err
	}
	return f.functions(), len(f.tokens), nil
}

// Manifests implements [source.Tested].
func (Language) Manifests() []string { return []string{"Gemfile", "gems.rb", "Rakefile", ".rspec"} }

// IsTest implements [source.Tested]: minitest, test-unit and rspec look for these.
func (Language) IsTest(file string) bool {
	if !strings.HasSuffix(file, ".rb") { // most are none
		return false
	}
	base := path.Base(file)
	return strings.HasSuffix(base, "_test.rb") || strings.HasSuffix(base, "_spec.rb") ||
		strings.HasPrefix(base, "test_") && base != "test_helper.rb"
}

// Decides implements [source.Tested].
func (l Language) Decides(file string) bool {
	return l.Steers(file) || slices.Contains([]string{"Rakefile", "Gemfile", "gems.rb"}, path.Base(file))
}

// Steers implements [source.Tested]: helpers are loaded before any test, and tests find
// in them what they go by.
func (Language) Steers(file string) bool {
	base := path.Base(file)
	return slices.Contains([]string{"test_helper.rb", "spec_helper.rb", "rails_helper.rb", ".rspec"}, base) ||
		strings.HasSuffix(base, ".rb") && (strings.HasPrefix(file, "spec/support/") || strings.HasPrefix(file, "test/support/") ||
			strings.Contains(file, "/spec/support/") || strings.Contains(file, "/test/support/"))
}
