package verify

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"kei/runtime/gate"
)

// CommandGreen runs a command, which has to end with status 0.
type CommandGreen struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// The command, a word an element; the program is looked for on PATH.
	// Example: ["cargo", "clippy"]
	Command []string `toml:"command" emit:"line"`

	// The file that makes a folder one to run the command in. It is run in those
	// nearest to the root, and where there is none, and was none, the step has nothing
	// to do.
	// Default: "", which is the root
	// Example: "Cargo.toml"
	Manifest string `toml:"manifest"`

	// Expressions (RE2) that what it prints may not match.
	// Example: ["^warning:"]
	Denied []gate.Pattern `toml:"output-denied"`

	// How long it may take, in minutes.
	// Default: 30
	Minutes int `toml:"minutes-max"`
}

// Check implements [Step].
func (s *CommandGreen) Check(r *Run) error {
	if len(s.Command) == 0 {
		return errors.New("the step has no command")
	}
	var denied []*regexp.Regexp
	for _, p := range s.Denied {
		re, err := regexp.Compile(string(p))
		if err != nil {
			return fmt.Errorf("output-denied: %w", err)
		}
		denied = append(denied, re)
	}
	dirs := []string{"."}
	if s.Manifest != "" {
		if dirs = r.manifests(s.Manifest); len(dirs) == 0 {
			r.Note("there is no %s here, and was none, so %s has nothing to do", s.Manifest, strings.Join(s.Command, " "))
			return nil
		}
	}
	var v Violations
	for _, dir := range dirs {
		one, err := s.in(r, dir, denied)
		if err != nil {
			return err
		}
		v = append(v, one...)
	}
	return v.Err()
}

// in runs the command in one folder.
func (s *CommandGreen) in(r *Run, dir string, denied []*regexp.Regexp) (v Violations, err error) {
	if s.Manifest != "" && !r.has(join(dir, s.Manifest)) {
		v.add("%s is gone, so there is nothing to run %s on", join(dir, s.Manifest), strings.Join(s.Command, " "))
		return v, nil
	}
	if dir == "." {
		dir = ""
	}
	c := command{argv: s.Command, dir: dir, minutes: s.Minutes, trusted: onlyBuilds(s.Command)}
	if len(denied) > 0 {
		c.most = 8 << 20
	}
	res, err := r.command(c)
	if errors.As(err, &v) {
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	name := strings.Join(s.Command, " ")
	if dir != "" {
		name += " in " + shown(dir)
	}
	if res.code != 0 {
		why, err := r.noProject(dir, s.Manifest)
		if err != nil {
			return nil, err
		}
		if why != "" {
			r.Note("%s %s, and is the same in main; %s was not run on it", join(dir, s.Manifest), why, strings.Join(s.Command, " "))
			return nil, nil
		}
		return Violations{{Reason: fmt.Sprintf("%s failed with status %d", name, res.code), Detail: res.last(20)}}, nil
	}
	if len(denied) > 0 && (res.stdout.lost || res.stderr.lost) {
		return nil, fmt.Errorf("%s printed more than %d bytes, so what it printed was not looked at", name, c.most)
	}
	text := res.stderr.String() + "\n" + res.stdout.String()
	for _, re := range denied {
		if at := re.FindStringIndex(text); at != nil {
			v = append(v, Violation{Reason: fmt.Sprintf("%s printed what it must not (%s)", name, re), Detail: from(text, at[0], 10)})
		}
	}
	return v, nil
}

// onlyBuilds reports whether a command builds and runs nothing of what it builds,
// which the commands of go can be known for.
func onlyBuilds(argv []string) bool {
	return len(argv) > 1 && argv[0] == "go" && (argv[1] == "build" || argv[1] == "vet") &&
		!slices.ContainsFunc(argv[2:], func(a string) bool { return strings.Contains(a, "exec") || strings.Contains(a, "vettool") })
}

// from are the lines of a text from an offset on.
func from(text string, at, lines int) []string {
	at = strings.LastIndexByte(text[:at], '\n') + 1
	all := strings.Split(text[at:], "\n")
	if len(all) > lines {
		all = all[:lines]
	}
	for i := range all {
		all[i] = logged(all[i])
	}
	return all
}

func join(dir, name string) string {
	if dir == "" || dir == "." {
		return name
	}
	return dir + "/" + name
}
