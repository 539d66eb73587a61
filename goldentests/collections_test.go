package goldentests

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mvdan.cc/sh/v3/syntax"
)

// Public collections of commands are read where somebody put them, and never
// kept here: README.md of this folder says where they come from.

// An example is a command line of a collection.
type example struct {
	at   string // page, or number of the line
	text string // as it stands; in tldr with placeholders
}

// collection is the folder that a variable names, or the test is skipped.
func collection(t *testing.T, variable, source string) string {
	t.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		t.Skipf("%s names no folder with a copy of %s: see README.md of goldentests", variable, source)
	}
	return dir
}

// tldrSystems are the folders of pages of systems that have bash.
var tldrSystems = []string{"common", "linux", "osx", "freebsd", "netbsd", "openbsd", "sunos", "android"}

// tldrExamples are the examples of the pages, placeholders and all.
func tldrExamples(t *testing.T) []example {
	t.Helper()
	dir := collection(t, "KEI_TLDR", "tldr-pages/tldr")
	var list []example
	for _, system := range tldrSystems {
		names, _ := filepath.Glob(filepath.Join(dir, "pages", system, "*.md"))
		for _, name := range names {
			page := system + "/" + strings.TrimSuffix(filepath.Base(name), ".md")
			for _, line := range linesIn(t, name) {
				if code, ok := strings.CutPrefix(line, "`"); ok && strings.HasSuffix(code, "`") && !tldrKey.MatchString(code) {
					list = append(list, example{page, strings.TrimSuffix(code, "`")})
				}
			}
		}
	}
	if len(list) < 10000 {
		t.Fatalf("only %d examples in %s", len(list), dir)
	}
	return list
}

// nl2bashExamples are the lines of the collection, each once.
func nl2bashExamples(t *testing.T) []example {
	t.Helper()
	dir := collection(t, "KEI_NL2BASH", "TellinaTool/nl2bash")
	var list []example
	seen := map[string]bool{}
	for n, line := range linesIn(t, filepath.Join(dir, "data", "bash", "all.cm")) {
		if line = strings.TrimSpace(line); line != "" && !seen[line] {
			seen[line] = true
			list = append(list, example{"line " + itoa(n+1), line})
		}
	}
	if len(list) < 8000 {
		t.Fatalf("only %d lines in %s", len(list), dir)
	}
	return list
}

func linesIn(t *testing.T, name string) []string {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		lines = append(lines, s.Text())
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

var (
	tldrPlaceholder = regexp.MustCompile(`\{\{(.*?)\}\}`)
	tldrKey         = regexp.MustCompile(`<[A-Z][A-Za-z ]*>`) // is pressed, not written
	tldrOption      = regexp.MustCompile(`^\[(.*)\]$`)
)

// fill puts something into the placeholders of an example: of options and of
// other choices the last, which is the long one, else what the placeholder says.
func fill(text string, command func(placeholder string) (string, bool)) string {
	text = tldrPlaceholder.ReplaceAllStringFunc(text, func(p string) string {
		p = tldrPlaceholder.FindStringSubmatch(p)[1]
		if command != nil {
			if c, ok := command(p); ok {
				return c
			}
		}
		if m := tldrOption.FindStringSubmatch(p); m != nil {
			p = m[1]
		}
		p = strings.TrimSuffix(p, "|...")
		if i := strings.LastIndex(p, "|"); i >= 0 {
			p = p[i+1:]
		}
		return strings.TrimSuffix(strings.TrimSuffix(p, "..."), " ")
	})
	return strings.NewReplacer(`\{\{`, "{{", `\}\}`, "}}").Replace(text)
}

// accepted are the examples whose text bash takes for whole commands. What it
// said is kept in the user's cache, as asking takes a minute.
func accepted(t *testing.T, list []example) []example {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash:", err)
	}
	sum := sha256.New()
	for _, e := range list {
		sum.Write([]byte(e.text + "\x00"))
	}
	cache := ""
	if dir, err := os.UserCacheDir(); err == nil {
		cache = filepath.Join(dir, "kei-goldentests", hex.EncodeToString(sum.Sum(nil))+".parses")
	}
	said, err := os.ReadFile(cache)
	if err != nil || len(said) != len(list) {
		said = parses(t, bash, list)
		if cache != "" && os.MkdirAll(filepath.Dir(cache), 0o755) == nil {
			os.WriteFile(cache, said, 0o644)
		}
	}
	var out []example
	for i, e := range list {
		if said[i] == '1' {
			out = append(out, e)
		}
	}
	return out
}

// batch is how many lines bash reads at once.
const batch = 64

// parses says of each text whether bash takes it for whole commands: 1 or 0.
// Texts that another parser takes, too, are read many at once, which is faster.
func parses(t *testing.T, bash string, list []example) []byte {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	said := []byte(strings.Repeat("0", len(list)))
	var check func(part []int)
	check = func(part []int) {
		if len(part) == 0 || ctx.Err() != nil {
			return
		}
		var texts []string
		for _, i := range part {
			texts = append(texts, list[i].text)
		}
		// -n: it reads and runs nothing.
		cmd := exec.CommandContext(ctx, bash, "--norc", "--noprofile", "-n", "-c", strings.Join(texts, "\n"))
		cmd.Env = []string{"LC_ALL=C.UTF-8"}
		switch {
		case cmd.Run() == nil:
			for _, i := range part {
				said[i] = '1'
			}
		case len(part) > 1:
			check(part[:len(part)/2])
			check(part[len(part)/2:])
		}
	}
	parts := make(chan []int)
	var all sync.WaitGroup
	for range runtime.NumCPU() {
		all.Go(func() {
			for part := range parts {
				check(part)
			}
		})
	}
	var sure []int
	for i, e := range list {
		if _, err := syntax.NewParser().Parse(strings.NewReader(e.text), ""); err != nil {
			parts <- []int{i}
			continue
		}
		if sure = append(sure, i); len(sure) == batch {
			parts <- sure
			sure = nil
		}
	}
	parts <- sure
	close(parts)
	all.Wait()
	if ctx.Err() != nil {
		t.Fatal("bash takes longer than five minutes to read the collection")
	}
	return said
}

// each asks a policy about many lines, on every core, and returns the answers.
func (h held) each(list []example) []answer {
	out := make([]answer, len(list))
	var all sync.WaitGroup
	n := runtime.NumCPU()
	for part := range n {
		all.Go(func() {
			for i := part; i < len(list); i += n {
				out[i] = h.bash(list[i].text)
			}
		})
	}
	all.Wait()
	return out
}

func filled(list []example) []example {
	out := slices.Clone(list)
	for i := range out {
		out[i].text = fill(out[i].text, nil)
	}
	return out
}
