package verify

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"kei/runtime/gate"
)

// DependenciesUnchanged finds changes of what the project is built from, and of
// the programs that build it: in manifests, in lock files, in what configures
// package managers, and in copies of dependencies. The rest of a manifest may
// change. A task can allow them with allow-dep-bump.
type DependenciesUnchanged struct {
	Capability string `toml:"-"`
	Place      Place  `toml:"-"`

	// Files that stay as they are as a whole, where no more is known of them.
	// Default: the capability's files-denied
	Files []gate.Glob `toml:"files"`

	// The variable that allows the changes where it is 1.
	Bypass string `toml:"bypass-env"`
}

// facts are what a file says about dependencies: a name for each, and what is
// said of it.
type facts map[string]string

// surroundings are what a manifest is read in.
type surroundings struct {
	dir  string                                   // the manifest's
	read func(file string) (text []byte, ok bool) // what is part of the work
}

type factReader func([]byte, surroundings) (facts, error)

// readers are the files that are understood, by name in lower case, as some file
// systems have it. One without a reader stays as it is.
var readers = map[string]factReader{
	"cargo.toml": cargoManifest, "cargo.lock": cargoLock, "rust-toolchain": nil, "rust-toolchain.toml": nil,
	"go.mod": goMod, "go.sum": eachLine, "go.work": goMod, "go.work.sum": eachLine,
	"package.json": npmManifest, "package.json5": nil, "package-lock.json": npmLock, "npm-shrinkwrap.json": npmLock, ".npmrc": nil,
	"pnpm-lock.yaml": nil, "pnpm-workspace.yaml": nil, ".pnpmfile.cjs": nil, ".pnpmfile.mjs": nil, "pnpmfile.js": nil,
	"yarn.lock": nil, ".yarnrc": nil, ".yarnrc.yml": nil, ".pnp.cjs": nil, ".pnp.js": nil, ".pnp.loader.mjs": nil, ".pnp.data.json": nil,
	"bun.lock": nil, "bun.lockb": nil, "bunfig.toml": nil,
	"deno.json": deno, "pyproject.toml": pyproject, "setup.cfg": setupConfig, "composer.json": composer, "vcpkg.json": vcpkg,
	"cmakelists.txt": cmakeCalls, "gemfile": withoutComments, "gems.rb": withoutComments,
}

// Manifests are the names of the files that are understood, sorted, in lower case.
func Manifests() []string { return slices.Sorted(maps.Keys(readers)) }

// requirements are the names of the lists that pip reads.
var requirements = regexp.MustCompile(`^(requirements|constraints)[^/]*\.(txt|in)$`)

// readerOf is how a file is read, and whether it is one that is.
func readerOf(name string) (read factReader, known bool) {
	base := strings.ToLower(name[strings.LastIndexByte(name, '/')+1:])
	if (base == "config.toml" || base == "config") && path.Base(path.Dir(strings.ToLower(name))) == ".cargo" {
		return cargoConfig, true
	}
	if (strings.HasSuffix(base, ".txt") || strings.HasSuffix(base, ".in")) && (requirements.MatchString(base) || path.Base(path.Dir(strings.ToLower(name))) == "requirements") {
		return withoutComments, true
	}
	read, known = readers[base]
	return read, known
}

const maxListed = 50 // lines below one violation

// Check implements [Step].
func (s *DependenciesUnchanged) Check(r *Run) error {
	switch {
	case r.Task != nil && r.Task.AllowDepBump:
		r.Note("the task allows changes of dependencies")
		return nil
	case s.Bypass != "" && r.Env(s.Bypass) == "1":
		r.Note("%s=1 allows changes of dependencies", s.Bypass)
		return nil
	}
	linked, err := r.linkedManifests()
	if err != nil {
		return err
	}
	layout := newLayout(r)
	var v Violations
	var held []string
	changes := append(slices.Clip(r.Changes), linked...)
	listed := beside(changes, func(c Change) bool { return matches(s.Files, c.Path) })
	for i, c := range changes {
		read, known := readerOf(c.Path)
		if why := layout.copied(c.Path); why != "" {
			held = append(held, c.String()+": "+why)
			continue
		}
		if read == nil && (known || listed[i]) {
			held = append(held, c.String())
			continue
		}
		why, err := layout.moved(r, c)
		if err != nil {
			return err
		}
		if why != "" {
			v.add("%s (%s): %s", shown(c.Path), c.Verb(), why)
			continue
		}
		if !known {
			continue
		}
		lines, err := s.compare(r, c, read)
		if err != nil {
			return err
		}
		if len(lines) > 0 {
			v = append(v, Violation{Reason: fmt.Sprintf("%s: %s of dependencies", shown(c.Path), plural(len(lines), "change")), Detail: first(lines, maxListed)})
		}
	}
	if len(held) > 0 {
		v = append(v, Violation{Reason: plural(len(held), "change") + " of files that say what the project is built from, and with what", Detail: first(held, maxListed)})
	}
	return v.Err()
}

// compare lists the differences between what two versions of a file say. A
// version that cannot be read could say anything.
func (s *DependenciesUnchanged) compare(r *Run, c Change, read factReader) ([]string, error) {
	var said [2]facts
	for i, e := range []Entry{c.Old, c.New} {
		switch {
		case e == Entry{}:
		case !e.Regular():
			return []string{"it is no regular file"}, nil
		default:
			text, err := r.blob(e)
			if err != nil {
				return nil, err
			}
			t := []tree{r.old, r.new}[i]
			at := surroundings{path.Dir(c.Path), func(file string) ([]byte, bool) {
				_, e, err := r.follow(t, file)
				if err != nil || !e.Regular() {
					return nil, false
				}
				text, err := r.blob(e)
				return text, err == nil
			}}
			if said[i], err = read(text, at); err != nil {
				return []string{"it cannot be read: " + plain(err.Error())}, nil
			}
		}
	}
	return difference(said[0], said[1]), nil
}

func difference(old, new facts) []string {
	names := map[string]bool{}
	for name := range old {
		names[name] = true
	}
	for name := range new {
		names[name] = true
	}
	var list []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		before, was := old[name]
		after, is := new[name]
		switch {
		case !was:
			list = append(list, "added "+strings.TrimSpace(plain(name)+" "+plain(after)))
		case !is:
			list = append(list, "removed "+strings.TrimSpace(plain(name)+" "+plain(before)))
		case before != after:
			list = append(list, fmt.Sprintf("%s was %s and is %s", plain(name), plain(before), plain(after)))
		}
	}
	return list
}

// eachLine is for files that are sets of lines.
func eachLine(text []byte, _ surroundings) (facts, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("it has %d bytes, and at most %d are read", len(text), maxText)
	}
	f := facts{}
	for _, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			f[line] = ""
		}
	}
	return f, nil
}
