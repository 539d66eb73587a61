package source

import "iter"

// A Tested language is one whose tests are run by files: each file of tests in a
// process of its own, by the project's harness, which writes what became of each test.
// Within one file a test can speak for another; the source says which tests there are.
type Tested interface {
	Language
	// Manifests are the files that make a folder a project.
	Manifests() []string
	// IsTest reports whether harnesses look for tests in a file, by its name.
	IsTest(file string) bool
	// Tests are those that a file declares.
	Tests(text []byte) []Test
	// Decides reports whether a file can decide which tests run.
	Decides(file string) bool
	// Steers reports whether a file changes what tests do that do not name it.
	Steers(file string) bool
	// Harness finds what runs the tests of a project. The error says what is missing.
	Harness(Project) (*Harness, error)
}

// A Project is a folder with tests, as far as a language asks about it to find its
// harness. What the work says is evidence; what main says decides.
type Project interface {
	// Dir is its folder from the root, "" for the root itself, and Where the same in a
	// sentence, with a blank before it.
	Dir() string
	Where() string
	// Enter writes the files out and returns its folder on the disk.
	Enter() (string, error)
	// Checkout is the folder of main's checkout, "" if there is none.
	Checkout() string
	// Path are the folders in which programs are looked for, and Look finds one there.
	Path() []string
	Look(program string) (string, error)
	// Old and New are files as they were and as they are, from the root.
	Old(file string) ([]byte, error)
	New(file string) ([]byte, error)
	// Sources are the work's files with an extension, but for those that lie aside.
	Sources(ext string) iter.Seq2[string, []byte]
	// Try reports whether a command ends well within a minute. It may read the folders.
	Try(reads []string, argv ...string) bool
	// Lend puts what main's checkout has installed beside the files, by its path from
	// the root, if it is there. It returns where that is.
	Lend(folder string) (from string, err error)
}

// A Harness runs files of tests, and writes what became of each.
type Harness struct {
	Name  string
	Argv  func(report string, files []string) []string
	Env   []string
	Reads []string // folders that it needs
	Read  func(report []byte) ([]Case, error)
}

// An Outcome is how one test ended.
type Outcome int

// The outcomes.
const (
	Fails Outcome = iota
	Passes
	Skips
)

// A Case is one test that a harness ran.
type Case struct {
	Class, Name string
	Is          Outcome
	Said        string // what it has to say, if it fails
}
