package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// javascriptDecides reports whether a file decides on which tests run.
func javascriptDecides(file string) bool {
	base := path.Base(file)
	return base == "package.json" || strings.HasPrefix(base, "jest.") || strings.HasPrefix(base, "vitest.") || strings.HasPrefix(base, "vite.config.") || strings.HasPrefix(base, ".mocharc")
}

// runners are the harnesses of JavaScript that are packages, with the program that
// is theirs and how it is asked for a report.
var runners = []struct {
	name, program string
	args          func(report string) []string
	read          func([]byte) ([]fileCase, error)
}{
	{"vitest", "vitest/vitest.mjs", func(r string) []string { return []string{"run", "--no-cache", "--reporter=json", "--outputFile=" + r} }, readJest},
	{"jest", "jest/bin/jest.js", func(r string) []string {
		return []string{"--ci", "--no-cache", "--json", "--outputFile=" + r}
	}, readJest},
	{"mocha", "mocha/bin/mocha.js", func(r string) []string { return []string{"--reporter=json", "--reporter-option=output=" + r} }, readMocha},
}

// nodeHarness is what main's package.json names, vitest, jest or mocha, and node's
// own runner if it names none of them. What is installed is what main's checkout has:
// a lock file says what that is, and the work's is held to main's.
func (t *trial) nodeHarness(dir string) (*harness, error) {
	node, err := t.look("node")
	if err != nil {
		return nil, fmt.Errorf("the tests of JavaScript%s were not run: %w", inFolder(dir), err)
	}
	text, err := t.Old(join(dir, "package.json"))
	if err != nil {
		if text, err = t.New(join(dir, "package.json")); err != nil {
			text = []byte("{}")
		}
	}
	var m struct {
		Scripts map[string]string `json:"scripts"`
		Deps    map[string]string `json:"dependencies"`
		DevDeps map[string]string `json:"devDependencies"`
	}
	_ = json.Unmarshal(text, &m) // one that is none names no harness
	reads, err := t.linkModules(dir)
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
				file := filepath.Join(t.repo.top, filepath.FromSlash(at), "node_modules", filepath.FromSlash(r.program))
				if info, err := os.Stat(file); t.repo.top != "" && err == nil && info.Mode().IsRegular() {
					return &harness{name: r.name, reads: reads, read: r.read, argv: func(report string, files []string) []string {
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
			return nil, fmt.Errorf("%s, which runs the tests%s, is not installed in main's node_modules; install main's dependencies there", r.name, inFolder(dir))
		}
	}
	return &harness{name: "node --test", reads: reads, read: readJUnit, argv: func(report string, files []string) []string {
		return append([]string{node, "--test", "--test-reporter=junit", "--test-reporter-destination=" + report}, files...)
	}}, nil
}

// linkModules gives the files what main's checkout has installed.
func (t *trial) linkModules(dir string) (reads []string, err error) {
	if t.repo.top == "" {
		return nil, nil
	}
	for at := path.Clean("./" + dir); ; at = path.Dir(at) {
		from := filepath.Join(t.repo.top, filepath.FromSlash(at), "node_modules")
		if info, err := os.Stat(from); err == nil && info.IsDir() {
			reads = append(reads, from)
			if err := os.Symlink(from, filepath.Join(t.Dir, filepath.FromSlash(at), "node_modules")); err != nil && !errors.Is(err, fs.ErrExist) {
				return nil, reason(err)
			}
		}
		if at == "." {
			return reads, nil
		}
	}
}

// readJest reads the report of jest, which is that of vitest too.
func readJest(data []byte) (list []fileCase, err error) {
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
			return nil, errors.New(plain(f.Message))
		}
		for _, c := range f.Tests {
			one := fileCase{class: strings.Join(c.Groups, " > "), name: c.Title, is: skips}
			switch c.Status {
			case "passed":
				one.is = passes
			case "failed":
				one.is, one.said = fails, lastLines(strings.Join(c.Messages, "\n"))
			}
			list = append(list, one)
		}
	}
	return list, nil
}

// readMocha reads the report of mocha.
func readMocha(data []byte) (list []fileCase, err error) {
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
	for is, tests := range map[outcome][]test{passes: m.Passes, fails: m.Failures, skips: m.Pending} {
		for _, c := range tests {
			list = append(list, fileCase{class: strings.TrimSpace(strings.TrimSuffix(c.Full, c.Title)), name: c.Title, is: is, said: lastLines(c.Err.Message + "\n" + c.Err.Stack)})
		}
	}
	return list, nil
}
