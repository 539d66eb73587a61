package verify

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"kei/runtime/source/golang"
)

// BuildsElsewhere checks the changed files of Go that a build here leaves out, by
// the system, the architecture or a tag in their names or constraints: the types in
// their packages, tests included, as a platform has them that takes them in. Nothing
// of them is run. A mistake in another file is a note, as main may have it, too.
type BuildsElsewhere struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// How long each platform may take, in minutes.
	// Default: 30
	Minutes int `toml:"minutes-max"`
}

// maxPlatforms bounds what one piece of work can have built.
const maxPlatforms = 8

// An abroad are changed files of one module that the same platform takes in.
type abroad struct {
	module   string // its folder
	platform golang.Platform
	files    []string
}

// Check implements [Step].
func (s *BuildsElsewhere) Check(r *Run) error {
	groups, err := r.abroad()
	if err != nil {
		return err
	}
	if len(groups) > maxPlatforms {
		r.Note("files for more than %d platforms changed; %s and others were not checked", maxPlatforms, groups[maxPlatforms].platform)
		groups = groups[:maxPlatforms]
	}
	var v Violations
	for _, g := range groups {
		if err := s.check(r, g, &v); err != nil {
			return err
		}
	}
	return v.Err()
}

// abroad are the changed files that are built elsewhere, by module and platform.
func (r *Run) abroad() (groups []*abroad, err error) {
	files := newSide(r, r.new)
	for _, c := range r.Changes {
		module := files.nearest(path.Dir(c.Path), "go.mod")
		if !c.New.Regular() || !strings.HasSuffix(c.Path, ".go") || module == "" || aside(path.Dir(c.Path)) {
			continue
		}
		text, err := r.blob(c.New)
		if err != nil {
			return nil, err
		}
		p, ok := golang.Elsewhere(c.Path, text)
		if !ok {
			continue
		}
		at := slices.IndexFunc(groups, func(g *abroad) bool { return g.module == module && g.platform.String() == p.String() })
		if at < 0 {
			at, groups = len(groups), append(groups, &abroad{module: module, platform: p})
		}
		groups[at].files = append(groups[at].files, c.Path)
	}
	return groups, nil
}

// goMistake begins a line of go vet's about a place in a file.
var goMistake = regexp.MustCompile(`^(?:vet: )?([^\s:]+\.go):\d+(?::\d+)?: `)

// check has go look at the packages of the files, as their platform has them.
func (s *BuildsElsewhere) check(r *Run, g *abroad, v *Violations) error {
	argv := []string{"go", "vet", "-atomic"} // one analysis, after the types
	if len(g.platform.Tags) > 0 {
		argv = append(argv, "-tags="+strings.Join(g.platform.Tags, ","))
	}
	within := func(file string) string {
		if g.module == "." {
			return file
		}
		return strings.TrimPrefix(file, g.module+"/")
	}
	changed := map[string]bool{}
	var packages []string
	for _, file := range g.files {
		changed[within(file)] = true
		packages = append(packages, "./"+path.Dir(within(file)))
	}
	slices.Sort(packages)
	c := command{argv: append(argv, slices.Compact(packages)...), minutes: s.Minutes, trusted: true,
		env: []string{"GOOS=" + g.platform.OS, "GOARCH=" + g.platform.Arch, "CGO_ENABLED=0"}}
	if g.module != "." {
		c.dir = g.module
	}
	res, err := r.command(c)
	if err != nil || res.code == 0 {
		return err
	}
	var wrong []string
	for line := range strings.Lines(res.stderr.String()) {
		if m := goMistake.FindStringSubmatch(line); m != nil && changed[path.Clean(m[1])] {
			wrong = append(wrong, logged(strings.TrimRight(line, "\n")))
		}
	}
	if len(wrong) == 0 {
		r.Note("for %s go vet fails on other files than the changed ones, so that those are not known to build there: %s", g.platform, some(res.last(3), 3))
		return nil
	}
	*v = append(*v, Violation{Reason: "what is built for " + g.platform.String() + " does not build there", Detail: first(wrong, 20)})
	return nil
}
