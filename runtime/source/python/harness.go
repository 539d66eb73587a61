package python

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"kei/runtime/source"
)

// Manifests implements [source.Tested].
func (Language) Manifests() []string {
	return []string{"pyproject.toml", "setup.py", "setup.cfg", "pytest.ini", "tox.ini"}
}

// IsTest implements [source.Tested].
func (Language) IsTest(file string) bool { return IsTestFile(file) }

// Tests implements [source.Tested].
func (Language) Tests(text []byte) []source.Test { return Tests(text) }

// Decides implements [source.Tested].
func (Language) Decides(file string) bool {
	return slices.Contains([]string{"conftest.py", "pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini", "setup.cfg", "__init__.py"}, path.Base(file))
}

// Steers implements [source.Tested].
func (Language) Steers(file string) bool { return path.Base(file) == "conftest.py" }

// Harness is pytest, by an interpreter that has it: of main's own virtual environment,
// or on PATH. Where none has, and no test imports pytest, it is unittest.
func (Language) Harness(p source.Project) (*source.Harness, error) {
	here, err := p.Enter()
	if err != nil {
		return nil, err
	}
	found := interpreters(p)
	env := []string{"PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH=" + here + string(filepath.ListSeparator) + filepath.Join(here, "src")}
	for _, python := range found {
		reads := []string{filepath.Dir(filepath.Dir(python))}
		// -I: nothing of the work's is imported here.
		if p.Try(reads, python, "-I", "-c", "import pytest") {
			return &source.Harness{Name: "pytest", Env: env, Reads: reads, Read: source.ReadJUnit, Argv: func(report string, files []string) []string {
				return append([]string{python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "junit_family=xunit2", "--junitxml=" + report}, files...)
			}}, nil
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("there is no python3 on PATH, so the tests of Python%s were not run", p.Where())
	}
	for _, text := range p.Sources(".py") {
		if strings.Contains(string(text), "import pytest") || strings.Contains(string(text), "from pytest") {
			return nil, fmt.Errorf("no interpreter here has pytest, which the tests%s import; install it, or make main a .venv with it", p.Where())
		}
	}
	return &source.Harness{Name: "unittest", Env: env, Reads: []string{filepath.Dir(filepath.Dir(found[0]))}, Read: source.ReadRows, Argv: func(report string, files []string) []string {
		return append([]string{found[0], "-c", unittestRunner, report}, files...)
	}}, nil
}

// interpreters are those that there are, main's own first.
func interpreters(p source.Project) (found []string) {
	for _, at := range []string{p.Dir(), ""} {
		for _, venv := range []string{".venv", "venv"} {
			file := filepath.Join(p.Checkout(), filepath.FromSlash(at), venv, "bin", "python")
			if info, err := os.Stat(file); p.Checkout() != "" && err == nil && info.Mode().IsRegular() {
				found = append(found, file)
			}
		}
	}
	for _, on := range p.Path() {
		for _, name := range []string{"python3", "python"} {
			if info, err := os.Stat(filepath.Join(on, name)); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
				found = append(found, filepath.Join(on, name))
			}
		}
	}
	return found
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
