package javascript

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"kei/runtime/source"
)

// Manifests implements [source.Tested].
func (Language) Manifests() []string { return []string{"package.json"} }

// IsTest implements [source.Tested].
func (Language) IsTest(file string) bool { return IsTestFile(file) }

// Tests implements [source.Tested].
func (Language) Tests(text []byte) []source.Test { return Tests(text) }

// Decides implements [source.Tested].
func (Language) Decides(file string) bool {
	base := path.Base(file)
	return base == "package.json" || strings.HasPrefix(base, "jest.") || strings.HasPrefix(base, "vitest.") || strings.HasPrefix(base, "vite.config.") || strings.HasPrefix(base, ".mocharc")
}

// Steers implements [source.Tested].
func (Language) Steers(string) bool { return false }

// runners are the harnesses of JavaScript that are packages, with the program that
// is theirs and how it is asked for a report.
var runners = []struct {
	name, program string
	args          func(report string) []string
	read          func([]byte) ([]source.Case, error)
}{
	{"vitest", "vitest/vitest.mjs", func(r string) []string { return []string{"run", "--no-cache", "--reporter=json", "--outputFile=" + r} }, readJest},
	{"jest", "jest/bin/jest.js", func(r string) []string {
		return []string{"--ci", "--no-cache", "--json", "--outputFile=" + r}
	}, readJest},
	{"mocha", "mocha/bin/mocha.js", func(r string) []string { return []string{"--reporter=json", "--reporter-option=output=" + r} }, readMocha},
}

// Harness is what main's package.json names, vitest, jest or mocha, and node's
// own runner if it names none of them. What is installed is what main's checkout has:
// a lock file says what that is, and the work's is held to main's.
func (Language) Harness(p source.Project) (*source.Harness, error) {
	dir := p.Dir()
	node, err := p.Look("node")
	if err != nil {
		return nil, fmt.Errorf("the tests of JavaScript%s were not run: %w", p.Where(), err)
	}
	text, err := p.Old(path.Join(dir, "package.json"))
	if err != nil {
		if text, err = p.New(path.Join(dir, "package.json")); err != nil {
			text = []byte("{}")
		}
	}
	var m struct {
		Scripts map[string]string `json:"scripts"`
		Deps    map[string]string `json:"dependencies"`
		DevDeps map[string]string `json:"devDependencies"`
	}
	_ = json.Unmarshal(text, &m) // one that is none names no harness
	reads, err := modules(p)
	if err != nil {
		return nil, err
	}
	for _, byScript := range []bool{true, false} {
		for _, r := range runners {
			named := strings.Contains(" "+m.Scripts["test"]+" ", r.name)
			if !byScript {
				named = m.Scripts["test"] == "" && (m.Deps[r.name] != "" || m.DevDeps[r.name] != "")
			}
			if !named {
				continue
			}
			for at := dir; ; at = path.Dir(at) {
				file := filepath.Join(p.Checkout(), filepath.FromSlash(at), "node_modules", filepath.FromSlash(r.program))
				if info, err := os.Stat(file); p.Checkout() != "" && err == nil && info.Mode().IsRegular() {
					return &source.Harness{Name: r.name, Reads: reads, Read: r.read, Argv: func(report string, files []string) []string {
						argv := append([]string{node, file}, r.args(report)...)
						if r.name == "jest" && len(files) > 0 {
							argv = append(argv, "--runTestsByPath") // which are patterns otherwise
						}
						return append(argv, files...)
					}}, nil
				}
				if at == "" || at == "." {
					break
				}
			}
			return nil, fmt.Errorf("%s, which runs the tests%s, is not installed in main's node_modules; install main's dependencies there", r.name, p.Where())
		}
	}
	return &source.Harness{Name: "node --test", Reads: reads, Read: source.ReadJUnit, Argv: func(report string, files []string) []string {
		return append([]string{node, "--test", "--test-reporter=junit", "--test-reporter-destination=" + report}, files...)
	}}, nil
}

// modules are what main's checkout has installed, which the files are given.
func modules(p source.Project) (reads []string, err error) {
	for at := path.Clean("./" + p.Dir()); ; at = path.Dir(at) {
		from, err := p.Lend(path.Join(at, "node_modules"))
		if err != nil {
			return nil, err
		}
		if from != "" {
			reads = append(reads, from)
		}
		if at == "." {
			return reads, nil
		}
	}
}

// readJest reads the report of jest, which is that of vitest too.
func readJest(data []byte) (list []source.Case, err error) {
	var m struct {
		Files []struct {
			Message string `json:"message"`
			Status  string `json:"status"`
			Tests   []struct {
				Groups   []string `json:"ancestorTitles"`
				Title    string   `json:"title"`
				Status   string   `json:"status"`
				Messages []string `json:"failureMessages"`
			} `json:"assertionResults"`
		} `json:"testResults"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	for _, f := range m.Files {
		if len(f.Tests) == 0 && f.Status == "failed" {
			return nil, errors.New(f.Message)
		}
		for _, c := range f.Tests {
			one := source.Case{Class: strings.Join(c.Groups, " > "), Name: c.Title, Is: source.Skips}
			switch c.Status {
			case "passed":
				one.Is = source.Passes
			case "failed":
				one.Is, one.Said = source.Fails, strings.Join(c.Messages, "\n")
			}
			list = append(list, one)
		}
	}
	return list, nil
}

// readMocha reads the report of mocha.
func readMocha(data []byte) (list []source.Case, err error) {
	type test struct {
		Title string `json:"title"`
		Full  string `json:"fullTitle"`
		Err   struct {
			Message string `json:"message"`
			Stack   string `json:"stack"`
		} `json:"err"`
	}
	var m struct{ Tests, Pending, Failures, Passes []test }
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, err
	}
	for is, tests := range map[source.Outcome][]test{source.Passes: m.Passes, source.Fails: m.Failures, source.Skips: m.Pending} {
		for _, c := range tests {
			list = append(list, source.Case{Class: strings.TrimSpace(strings.TrimSuffix(c.Full, c.Title)), Name: c.Title, Is: is, Said: c.Err.Message + "\n" + c.Err.Stack})
		}
	}
	return list, nil
}
