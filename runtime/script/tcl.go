package script

import (
	"kei/runtime/match"
	"kei/runtime/str"
)

// readTcl reads Tcl, in which words need no quotes: a command is the words up
// to the end of a line, and each group in braces or brackets may be one, too.
// What expect adds to it (spawn, send, system) is in it.
func readTcl(t Text) Found {
	r := tclReader{t: t}
	if t.Holed() {
		r.found.cannot("the program that " + t.Program + " runs is computed at run time; write it out")
		r.found.unsure("the program of " + t.Program + " is computed at run time")
	}
	level := []string{t.Text}
	for depth := 0; len(level) > 0; depth++ {
		if depth == maxDepth {
			// Deeper than anybody writes it: what stands there is judged by its lines.
			for _, s := range level {
				r.lines(s)
			}
			break
		}
		var next []string
		for _, s := range level {
			r.inner = nil
			r.script(s)
			next = append(next, r.inner...)
		}
		level = next
	}
	if r.decodes && r.computes {
		r.found.cannot("the program that " + t.Program + " runs decodes something and can run it; write the command out")
	}
	if r.computes || r.runs {
		r.found.WritesAny = true
	}
	return r.found
}

type tclReader struct {
	t        Text
	inner    []string
	found    Found
	runs     bool
	computes bool
	decodes  bool
}

func (r *tclReader) script(s string) {
	var list []string
	i := 0
	for i < len(s) {
		switch b := s[i]; {
		case b == '\n' || b == ';':
			r.command(list)
			list = nil
			i++
		case b <= ' ':
			i++
		case b == '\\' && i+1 < len(s) && s[i+1] == '\n':
			i += 2
		case b == '#' && len(list) == 0:
			for i < len(s) && s[i] != '\n' {
				i++
			}
		default:
			var w string
			w, i = r.word(s, i)
			if list = append(list, w); len(list) > 256 {
				r.command(list)
				list = nil
			}
		}
	}
	r.command(list)
}

// word reads one, with a hole where a value is put in.
func (r *tclReader) word(s string, i int) (string, int) {
	if s[i] == '{' {
		end := tclEnd(s, i, '{', '}')
		body := s[i+1 : max(i+1, end-1)]
		r.inner = append(r.inner, body)
		return body, end
	}
	quoted := s[i] == '"'
	if quoted {
		i++
	}
	var b []byte
	for i < len(s) {
		switch c := s[i]; {
		case quoted && c == '"':
			return string(b), i + 1
		case !quoted && (c <= ' ' && c > match.HoleWord || c == ';'):
			return string(b), i
		case c == '\\' && i+1 < len(s):
			var d byte
			d, i = escape(s, i+1)
			b = append(b, d)
		case c == '[':
			end := tclEnd(s, i, '[', ']')
			r.inner = append(r.inner, s[i+1:max(i+1, end-1)])
			b = append(b, match.Hole)
			i = end
		case c == '$' && i+1 < len(s) && (isWord(s[i+1]) || s[i+1] == '{' || s[i+1] == ':'):
			if str.HasPrefix(s[i:], "$env") || str.HasPrefix(s[i:], "$::env") {
				r.found.Effects |= secrets
			}
			for i++; i < len(s) && (isWord(s[i]) || s[i] == ':' || s[i] == '{' || s[i] == '}' && s[i-1] != '$'); i++ {
			}
			b = append(b, match.Hole)
		default:
			b = append(b, c)
			i++
		}
	}
	return string(b), i
}

func tclEnd(s string, i int, open, end byte) int {
	depth := 0
	for ; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case open:
			depth++
		case end:
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(s)
}

func (r *tclReader) command(list []string) {
	if len(list) == 0 {
		return
	}
	name, args := list[0], list[1:]
	for str.HasPrefix(name, "::") {
		name = name[2:]
	}
	for _, a := range args {
		if str.In(a, "exec", "open", "spawn", "system", "::exec") {
			r.computes = true // renamed, or handed on
			r.found.maybe(str.Join(args, " "))
		}
	}
	switch name {
	case "exec", "spawn", "system", "overlay":
		r.run(args)
	case "send", "exp_send", "send_user":
		if name != "send_user" && len(args) > 0 {
			r.found.maybe(args[len(args)-1])
		}
	case "open":
		r.open(args)
	case "eval", "uplevel", "subst", "namespace", "after", "apply", "catch", "try", "interp", "time", "if", "while", "for", "foreach", "proc", "set", "expr", "{*}":
		if text := str.Join(args, " "); str.In(name, "eval", "uplevel", "subst", "interp") {
			r.inner = append(r.inner, text)
			r.computes = r.computes || match.Holed(text)
		}
	case "source", "load", "package":
		if name == "load" {
			r.found.cannot("the program that " + r.t.Program + " runs loads a library; leave it out")
		}
	case "file":
		r.file(args)
	case "binary", "encoding", "format", "zlib", "base64::decode":
		r.decodes = true
	case "string":
		r.decodes = r.decodes || len(args) > 0 && str.In(args[0], "reverse", "map")
	case "socket":
		r.found.Effects |= network
	default:
		if match.Holed(name) {
			r.computes = true
			r.found.maybe(str.Join(args, " "))
		}
	}
}

func (r *tclReader) run(args []string) {
	r.runs = true
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		args = args[1:]
	}
	for i, a := range args {
		if len(a) > 0 && (a[0] == '>' || str.HasPrefix(a, "2>")) {
			for a != "" && str.IndexByte("2>&", a[0]) >= 0 {
				a = a[1:]
			}
			if a == "" && i+1 < len(args) {
				a = args[i+1]
			}
			r.found.writes(a)
		}
		r.computes = r.computes || match.Holed(a)
	}
	r.found.maybe(str.Join(args, " "))
}

func (r *tclReader) open(args []string) {
	if len(args) == 0 {
		return
	}
	switch {
	case str.HasPrefix(args[0], "|"):
		r.run([]string{args[0][1:]})
	case match.Holed(args[0][:min(1, len(args[0]))]):
		r.computes, r.found.WritesAny = true, true
	case len(args) > 1 && (str.ContainsAny(args[1], "wa+") || str.Contains(args[1], "WR") || str.Contains(args[1], "CREAT")) || len(args) > 1 && match.Holed(args[1]):
		r.found.writes(args[0])
	default:
		r.found.reads(args[0])
	}
}

func (r *tclReader) file(args []string) {
	if len(args) < 2 {
		return
	}
	for i, a := range args[1:] {
		if str.HasPrefix(a, "-") {
			continue
		}
		switch args[0] {
		case "delete":
			r.found.deletes(a)
		case "mkdir":
			r.found.writes(a)
		case "copy", "rename", "link":
			switch {
			case i == len(args)-2:
				r.found.writes(a)
			case args[0] == "rename":
				r.found.deletes(a)
			default:
				r.found.reads(a)
			}
		case "attributes", "mtime", "atime":
			if len(args) > 2 && i == 0 {
				r.found.writes(a)
			}
		}
	}
}

// lines judges the lines of a text that is not read any deeper.
func (r *tclReader) lines(s string) {
	for s != "" {
		var line string
		line, s, _ = str.Cut(s, '\n')
		for _, w := range [...]string{"exec ", "spawn ", "system "} {
			if i := str.Index(line, w); i >= 0 {
				r.found.maybe(line[i+len(w):])
			}
		}
	}
	r.computes = true
}
