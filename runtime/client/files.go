package client

import (
	"kei/runtime/file"
	"kei/runtime/str"
)

// kept are what kei install keeps beside the clients' files, to put back, and the
// policy that kei init put into a repository.
var kept = [...]file.Glob{"**/.kei", "**/.kei/**", "**/.kei-backup/**", "**/agents.kei-backup/**", "**/*.kei-backup*", "**/*.kei-absent"}

// Files yields the globs of the settings, hooks and extensions of all clients, in
// lower case: in a project, in a home folder, and those of the system. Agents and
// skills are among them because their files may carry hooks, and the folders as
// wholes: whoever moves one moves what is in it.
func Files(yield func(file.Glob) bool) {
	for _, c := range Clients {
		for _, g := range c.Files {
			if !yield(g) {
				return
			}
		}
	}
	for _, g := range kept {
		if !yield(g) {
			return
		}
	}
}

// IsFile reports whether the path, absolute and in lower case, is one of a
// client's files. Every write is asked about, and nearly none is one, so a glob
// is matched only where its first element fits: all of them against all of a
// path took longer than the rest of a gate's work.
func IsFile(name string) bool {
	rest, absolute := name, str.HasPrefix(name, "/")
	if absolute {
		rest = name[1:]
	}
	for first := absolute; ; first = false {
		head, after, more := str.Cut(rest, '/')
		for g := range Files {
			const anywhere = "**/"
			tail := string(g)
			switch {
			case str.HasPrefix(tail, anywhere):
				tail = tail[len(anywhere):]
			case first:
				tail = tail[1:]
			default:
				continue // one of the system's: it begins where the path does
			}
			if head == "" || tail[0] != head[0] && tail[0] != '*' {
				continue
			}
			if e, _, _ := str.Cut(tail, '/'); e != head && (str.IndexByte(e, '*') < 0 || !file.Glob(e).Match(head)) {
				continue
			}
			// "x/**" is not x, but x/ is.
			if file.Glob(tail).Match(rest) || str.HasSuffix(tail, "/**") && file.Glob(tail).Match(rest+"/") {
				return true
			}
		}
		if !more {
			return isFile(name)
		}
		rest = after
	}
}

// isFile asks the clients about files that no glob tells.
func isFile(name string) bool {
	for _, c := range Clients {
		if c.IsFile != nil && c.IsFile(name) {
			return true
		}
	}
	return false
}
