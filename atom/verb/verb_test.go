package verb

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
)

type in struct {
	Title string   `json:"title"`
	Count *int64   `json:"max_count"`
	Deep  *bool    `json:"deep"`
	Tags  []string `json:"tags"`
}

type out struct {
	Said string `json:"said"`
}

var set = Set{
	"say": Of(func(_ context.Context, i in) (out, error) {
		switch i.Title {
		case "":
			return out{}, Refuse("InvalidTitle", "title must be non-empty")
		case "boom":
			return out{}, errors.New("boom")
		}
		said := i.Title
		if i.Count != nil {
			said = strings.Repeat(said, int(*i.Count))
		}
		return out{said}, nil
	}),
	"count": Stream(func(_ context.Context, i in, emit func(int) error) error {
		for n := range *i.Count {
			if err := emit(int(n)); err != nil {
				return err
			}
		}
		return nil
	}),
}

func TestRun(t *testing.T) {
	for _, tt := range []struct {
		args, stdin, stdout, stderr string
		code                        int
	}{
		{"run-atom say", `{"title":"<a>","max_count":2}`, `{"said":"<a><a>"}` + "\n", "", 0},
		{"run-atom count", `{"max_count":3}`, "0\n1\n2\n", "", 0},
		{"run-atom say", `{}`, "", "InvalidTitle: title must be non-empty\n", 2},
		{"run-atom say", `{"title":"boom"}`, "", "kei-x: boom\n", 1},
		{"run-atom say", `{"title":1}`, "", "kei-x: input: ", 1},
		{"run-atom say", `{} {}`, "", "kei-x: input: something follows the document\n", 1},
		{"run-atom none", `{}`, "", "kei-x: no such verb; there are count, say\n", 1},
		{"run-atom", `{}`, "", "kei-x: no such verb", 1},
		{"say --title x --max-count 2 --deep=true", "", `{"said":"xx"}` + "\n", "", 0},
		{"say --tags a", "", "", "kei-x: no property --tags that a command line can hold\n", 1},
		{"say --title", "", "", "kei-x: --title has no value\n", 1},
		{"say title", "", "", "kei-x: title is no --property\n", 1},
		{"say --max-count x", "", "", "kei-x: --max-count x: ", 1},
		{"-h", "", "", "usage: kei-x run-atom VERB", 1},
		{"", "", "", "usage: kei-x run-atom VERB", 1},
	} {
		var stdout, stderr bytes.Buffer
		code := Run(t.Context(), "kei-x", set, strings.Fields(tt.args), strings.NewReader(tt.stdin), &stdout, &stderr)
		if code != tt.code || stdout.String() != tt.stdout || !strings.HasPrefix(stderr.String(), tt.stderr) || tt.stderr == "" && stderr.Len() > 0 {
			t.Errorf("%s: %d %q %q", tt.args, code, stdout.String(), stderr.String())
		}
	}
}
