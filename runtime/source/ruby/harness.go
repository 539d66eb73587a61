package ruby

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kei/runtime/source"
)

// Harness implements [source.Tested]. Files of tests are run by minitest or test-unit,
// and those of specs by rspec where main has it. With a Gemfile they see the gems that it
// names, which have to be installed: in main's vendor/bundle, or for this machine.
func (Language) Harness(p source.Project) (*source.Harness, error) {
	ruby, err := p.Look("ruby")
	if err != nil {
		return nil, fmt.Errorf("the tests of Ruby%s were not run: %w", p.Where(), err)
	}
	here, err := p.Enter()
	if err != nil {
		return nil, err
	}
	h := &source.Harness{Name: "ruby", Read: source.ReadRows}
	helpers := "-"
	if usesRSpec(p) {
		h.Name, helpers = "rspec and minitest", rspecOptions(p)
	}
	argv := []string{ruby}
	for _, dir := range []string{"lib", "test", "spec", "."} {
		argv = append(argv, "-I", filepath.Join(here, dir))
	}
	if gemfile(p) {
		gems, err := p.Lend(path.Join(p.Dir(), "vendor/bundle"))
		if err != nil {
			return nil, err
		}
		h.Env = []string{"BUNDLE_FROZEN=true", "BUNDLE_DISABLE_SHARED_GEMS=false", "BUNDLE_IGNORE_CONFIG=true"}
		if gems != "" {
			h.Env, h.Reads = append(h.Env, "BUNDLE_PATH="+gems), []string{gems}
		}
		argv = append(argv, "-rbundler/setup")
		if !p.Try(h.Reads, append(append([]string{"/usr/bin/env"}, h.Env...), append(slices.Clone(argv), "-e", "")...)...) {
			return nil, fmt.Errorf("the gems that the Gemfile%s names are not installed; run bundle install in main's checkout", p.Where())
		}
	}
	h.Argv = func(report string, files []string) []string {
		return append(append(slices.Clone(argv), "-e", runner, report, helpers), files...)
	}
	return h, nil
}

// says is a file of the project as it is in main, or in the work where main has none.
func says(p source.Project, file string) string {
	text, err := p.Old(path.Join(p.Dir(), file))
	if err != nil {
		text, _ = p.New(path.Join(p.Dir(), file))
	}
	return string(text)
}

// gemfile reports whether the work has one.
func gemfile(p source.Project) bool {
	for _, file := range []string{"Gemfile", "gems.rb"} {
		if _, err := p.New(path.Join(p.Dir(), file)); err == nil {
			return true
		}
	}
	return false
}

// usesRSpec reports whether specs are rspec's: minitest has such, too.
func usesRSpec(p source.Project) bool {
	if says(p, ".rspec") != "" {
		return true
	}
	for _, file := range []string{"Gemfile", "gems.rb", "Rakefile", "spec/spec_helper.rb"} {
		if text := says(p, file); strings.Contains(text, "rspec") || strings.Contains(text, "RSpec") {
			return true
		}
	}
	return false
}

// rspecOptions are of main's .rspec what is loaded and where it lies: the work's own
// could leave tests out, or run none.
func rspecOptions(p source.Project) string {
	var list []string
	words := strings.Fields(says(p, ".rspec"))
	for i, w := range words {
		switch {
		case (w == "--require" || w == "-r" || w == "-I") && i+1 < len(words):
			list = append(list, w, words[i+1])
		case strings.HasPrefix(w, "--require="):
			list = append(list, w)
		}
	}
	return strings.Join(list, " ")
}
