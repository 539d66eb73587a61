package templates

import (
	"bytes"
	"strings"
)

// A Pipeline is what a check of changes in continuous integration goes by.
type Pipeline struct {
	URL, SHA256 string // the archive with kei, and its checksum
	Policy      string // the policy folder, a slash path from the repository's root
	Role        string // of whose agents a change is; "" to look at the policy alone
}

// CI is the file of a pipeline, for github or gitlab.
func CI(host string, p Pipeline) ([]byte, error) {
	script, err := execute("new/ci.sh", p)
	if err != nil {
		return nil, err
	}
	indent := map[string]string{"github": "          ", "gitlab": "      "}[host]
	var lines []string
	for line := range strings.Lines(string(bytes.TrimSpace(script))) {
		if line = strings.TrimRight(line, "\n"); line != "" {
			line = indent + line
		}
		lines = append(lines, line)
	}
	return execute("new/ci-"+host+".yml", struct {
		Pipeline
		Script string
	}{p, strings.Join(lines, "\n")})
}
