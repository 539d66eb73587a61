package verify

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// pythonDecides reports whether a file decides on which tests run.
func pythonDecides(file string) bool {
	base := path.Base(file)
	return slices.Contains([]string{"conftest.py", "pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "__init__.py"}, base)
}

// pythonHarness is pytest, by an interpreter that has it: of main's own virtual
// environment, or on PATH. Where none has, and no test imports pytest, it is unittest.
func (t *trial) pythonHarness(dir string) (*harness, error) {
	var found []string
	for _, at := range []string{dir, ""} {
		for _, venv := range []string{".venv", "venv"} {
			file := filepath.Join(t.repo.top, filepath.FromSlash(at), venv, "bin", "python")
			if info, err := os.Stat(file); t.repo.top != "" && err == nil && info.Mode().IsRegular() {
				found = append(found, file)
			}
		}
	}
	for _, on := range filepath.SplitList(t.repo.searchPath()) {
		for _, name := range []string{"python3", "python"} {
			if info, err := os.Stat(filepath.Join(on, name)); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
				found = append(found, filepath.Join(on, name))
			}
		}
	}
	here, err := t.enter(dir)
	if err != nil {
		return nil, err
	}
	env := []string{"PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH=" + here + string(filepath.ListSeparator) + filepath.Join(here, "src")}
	for _, python := range found {
		reads := []string{filepath.Dir(filepath.Dir(python))}
		// -I: nothing of the work's is imported here.
		argv := []string{python, "-I", "-c", "import pytest"}
		res, err := t.start(command{argv: argv, minutes: 1, quiet: true, tests: true, reads: reads}, process{path: python, args: argv[1:], dir: here, env: t.environ()})
		if err == nil && res.code == 0 {
			return &harness{name: "pytest", env: env, reads: reads, read: readJUnit, argv: func(report string, files []string) []string {
				return append([]string{python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "junit_family=xunit2", "--junitxml=" + report}, files...)
			}}, nil
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("there is no python3 on PATH, so the tests of Python%s were not run", inFolder(dir))
	}
	if uses, err := t.importsPytest(); uses || err != nil {
		if err == nil {
			err = fmt.Errorf("no interpreter here has pytest, which the tests%s import; install it, or make main a .venv with it", inFolder(dir))
		}
		return nil, err
	}
	return &harness{name: "unittest", env: env, reads: []string{filepath.Dir(filepath.Dir(found[0]))}, read: readUnittest, argv: func(report string, files []string) []string {
		return append([]string{found[0], "-c", unittestRunner, report}, files...)
	}}, nil
}

// importsPytest reports whether a test of the work's is made for pytest.
func (t *trial) importsPytest() (bool, error) {
	for file, e := range t.new.all() {
		if !e.Regular() || path.Ext(file) != ".py" || aside(path.Dir(file)) {
			continue
		}
		text, err := t.New(file)
		if err != nil {
			return false, err
		}
		if strings.Contains(string(text), "import pytest") || strings.Contains(string(text), "from pytest") {
			return true, nil
		}
	}
	return false, nil
}

// unittestRunner runs files of tests and writes a list of what became of each.
const unittestRunner = `
import importlib.util, json, os, sys, unittest
report, files = sys.argv[1], sys.argv[2:]
sys.path.insert(0, os.getcwd())
rows = []
def row(test, how, said=""):
    parts = test.id().rsplit(".", 2)
    rows.append([parts[-2] if len(parts) > 1 else "", parts[-1], how, said[-4000:]])
class Result(unittest.TestResult):
    def addSuccess(self, test): row(test, "pass")
    def addFailure(self, test, err): super().addFailure(test, err); row(test, "fail", self.failures[-1][1])
    def addError(self, test, err): super().addError(test, err); row(test, "fail", self.errors[-1][1])
    def addSkip(self, test, reason): row(test, "skip")
    def addExpectedFailure(self, test, err): row(test, "skip")
    def addUnexpectedSuccess(self, test): row(test, "fail", "it passes, and is expected to fail")
    def addSubTest(self, test, sub, err):
        if err is not None:
            super().addSubTest(test, sub, err); row(test, "fail", str(err[1]))
failed = False
for file in files:
    folder = os.path.dirname(os.path.abspath(file))
    if os.path.exists(os.path.join(folder, "__init__.py")):
        name = os.path.relpath(file)[:-3].replace(os.sep, ".")
        suite = unittest.defaultTestLoader.loadTestsFromName(name)
    else:
        sys.path.insert(0, folder)
        name = os.path.basename(file)[:-3]
        spec = importlib.util.spec_from_file_location(name, file)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    result = Result()
    suite.run(result)
    failed = failed or not result.wasSuccessful()
with open(report + ".part", "w") as f:
    json.dump(rows, f)
os.rename(report + ".part", report)
sys.exit(1 if failed else 0)
`

// readUnittest reads what the runner writes.
func readUnittest(data []byte) (list []fileCase, err error) {
	var rows [][4]string
	if err := json.Unmarshal(data, &rows); err != nil {
		return nil, err
	}
	for _, r := range rows {
		list = append(list, fileCase{class: r[0], name: r[1], is: map[string]outcome{"pass": passes, "skip": skips}[r[2]], said: lastLines(r[3])})
	}
	return list, nil
}

// readJUnit reads a report in JUnit's form.
func readJUnit(data []byte) (list []fileCase, err error) {
	type result struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	d := xml.NewDecoder(strings.NewReader(string(data)))
	var groups []string
	for {
		token, err := d.Token()
		if err != nil {
			if len(list) == 0 && err.Error() != "EOF" {
				return nil, err
			}
			return list, nil
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "testsuite" {
				name := ""
				for _, a := range e.Attr {
					if a.Name.Local == "name" {
						name = a.Value
					}
				}
				groups = append(groups, name)
			}
			if e.Name.Local != "testcase" {
				continue
			}
			var c struct {
				Name    string   `xml:"name,attr"`
				Class   string   `xml:"classname,attr"`
				Skipped []result `xml:"skipped"`
				Failure []result `xml:"failure"`
				Error   []result `xml:"error"`
			}
			if err := d.DecodeElement(&c, &e); err != nil {
				return nil, err
			}
			one := fileCase{class: c.Class, name: c.Name, is: passes}
			if len(groups) > 0 && c.Class == "test" { // node's, whose groups are suites
				one.class = strings.Join(groups, " > ")
			}
			switch bad := append(c.Failure, c.Error...); {
			case len(bad) > 0:
				one.is, one.said = fails, lastLines(bad[0].Message+"\n"+bad[0].Text)
			case len(c.Skipped) > 0:
				one.is = skips
			}
			list = append(list, one)
		case xml.EndElement:
			if e.Name.Local == "testsuite" && len(groups) > 0 {
				groups = groups[:len(groups)-1]
			}
		}
	}
}

// lastLines are the last lines of a text that are not empty.
func lastLines(text string) []string {
	lines := printedLines(text)
	lines = lines[max(0, len(lines)-12):]
	for i := range lines {
		lines[i] = logged(lines[i])
	}
	return lines
}
