package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"strings"
	"text/template"
)

//go:embed formula.rb.tmpl
var formulaText string

// A download is an archive of the release, as the formula names it.
type download struct{ URL, Sum string }

// formula writes the Homebrew formula of the archives whose sums are given.
func formula(out, version, sumsFile string) error {
	text, err := os.ReadFile(sumsFile)
	if err != nil {
		return err
	}
	sums, err := parseSums(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", sumsFile, err)
	}
	base := fromEnv("KEI_RELEASE_URL", placeholderURL)
	facts := struct {
		Version string
		Systems map[string]map[string]download // by Go's words, of those that were built
	}{version, map[string]map[string]download{}}
	for _, s := range systems {
		name := fmt.Sprintf("kei_%s_%s_%s.tar.gz", version, s.goos, s.goarch)
		if s.goos == "windows" || sums[name] == "" {
			continue
		}
		if facts.Systems[s.goos] == nil {
			facts.Systems[s.goos] = map[string]download{}
		}
		facts.Systems[s.goos][s.goarch] = download{base + "/v" + version + "/" + name, sums[name]}
	}
	if len(facts.Systems) == 0 {
		return fmt.Errorf("%s names no archive of version %s", sumsFile, version)
	}
	var b bytes.Buffer
	if err := template.Must(template.New("").Parse(formulaText)).Execute(&b, facts); err != nil {
		return err
	}
	return write(out, b.Bytes())
}

// parseSums reads lines of sha256sum: file names to sums.
func parseSums(text string) (map[string]string, error) {
	sums := map[string]string{}
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) != 2 || len(f[0]) != 64 {
			return nil, fmt.Errorf("%q is no line of sha256sum", strings.TrimSpace(line))
		}
		sums[strings.TrimPrefix(f[1], "*")] = f[0]
	}
	return sums, nil
}
