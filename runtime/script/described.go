package script

import "kei/runtime/str"

// Files in which a project describes what a tool makes of it, where they name other files
// and programs.

// readGenerate reads a file of Go for the commands that go generate runs.
func readGenerate(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		if command := str.TrimPrefix(line, "//go:generate "); command != line {
			f.shell(command)
		}
	})
}

// readJVMOptions reads options of java's machine, several a line.
func readJVMOptions(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		if options := unquoteAll(str.Fields(line)); len(options) > 0 {
			f.Runs = append(f.Runs, words(append([]string{"java"}, options...)...))
		}
	})
}

func unquoteAll(list []string) []string {
	for i := range list {
		list[i] = unquote(list[i])
	}
	return list
}

// readKustomize reads a kustomization for the files that become part of what it prints:
// each of its words may be one, and what stands behind a = in it.
func readKustomize(t Text) Found {
	return eachLine(t, func(f *Found, line string) {
		bare := []byte(line)
		for i, c := range bare {
			if str.IndexByte("\"',[]{}", c) >= 0 {
				bare[i] = ' '
			}
		}
		for _, w := range str.Fields(string(bare)) {
			if w == "-" || w[len(w)-1] == ':' {
				continue
			}
			f.reads(w)
			if _, file, ok := str.Cut(w, '='); ok {
				f.reads(file)
			}
		}
	})
}

// readTerraform reads a module of terraform for the files whose text its functions take, and
// for modules that git fetches.
func readTerraform(t Text) Found {
	var f Found
	for i := 0; i < len(t.Text); i++ {
		if t.Text[i] != '(' && t.Text[i] != '"' {
			continue
		}
		if t.Text[i] == '"' {
			if text, _, ok := jsonString(t.Text[i:]); ok && str.HasPrefix(text, "git::") {
				f.Runs = append(f.Runs, words("git", "clone", text[len("git::"):]))
			}
			continue
		}
		start := i
		for start > 0 && (isWord(t.Text[start-1])) {
			start--
		}
		if function := t.Text[start:i]; !str.HasPrefix(function, "file") && function != "templatefile" {
			continue
		}
		if rest := str.Trim(t.Text[i+1 : min(len(t.Text), i+maxName)]); str.HasPrefix(rest, `"`) {
			if path, _, ok := jsonString(rest); ok {
				f.reads(str.TrimPrefix(path, "${path.module}/"))
			}
		}
	}
	terraformInterpreters(&f, t.Text)
	return f
}

// terraformInterpreters finds the programs that commands of a local-exec are given to.
func terraformInterpreters(f *Found, text string) {
	for rest := text; ; {
		at := str.Index(rest, "interpreter")
		if at < 0 {
			return
		}
		rest = rest[at+len("interpreter"):]
		list := str.Trim(rest)
		if !str.HasPrefix(list, "=") {
			continue
		}
		list, _, _ = str.Cut(list, ']')
		if words := Strings(list); len(words) > 0 {
			f.shell(str.Join(words, " ") + " true") // it is given the text of the command
		}
	}
}
